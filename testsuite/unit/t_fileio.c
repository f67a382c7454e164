/* unit/t_fileio.c -- tests of base/fileio: whole files in and out.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit, in an empty directory of its own (and as root, whom no
   mode stops).  */

#include <config.h>

#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/fileio.h"

static struct diag *diag;

/* How many entries "." has; "." and ".." apart.  */
static unsigned
entries (void)
{
  DIR *dir = opendir (".");
  unsigned n = 0;

  if (!dir)
    return 0;
  while (readdir (dir))
    n++;
  closedir (dir);
  return n - 2;
}

static void
put_file (const char *name, const char *text)
{
  FILE *file = fopen (name, "w");

  if (!file)
    return;
  fputs (text, file);
  fclose (file);
}

/* Does NAME hold just TEXT?  */
static bool
holds (const char *name, const char *text)
{
  struct blob blob;
  bool same;

  if (!blob_read (diag, name, &blob))
    return false;
  same = blob.len == strlen (text) && memcmp (blob.data, text, blob.len) == 0;
  blob_free (&blob);
  return same;
}

static unsigned
mode_of (const char *name)
{
  struct stat st;

  return lstat (name, &st) == 0 ? st.st_mode & 07777 : 0xffff;
}

/* Did the last call say one error that has TEXT in it?  */
static bool
said (unsigned errors_before, const char *text)
{
  return diag_errors (diag) == errors_before + 1
         && strstr (diag_last (diag), text);
}

/* -- Reading ------------------------------------------------------------- */

static void
test_read_sizes (void)
{
  static const size_t sizes[] = {
    0, 1, 19, 4095, 4096, 4097, 65536, 1024 * 1024 - 1, 1024 * 1024,
    1024 * 1024 + 1, 5000000
  };
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
      char *text = malloc (sizes[i] + 1);

      memset (text, 'a' + (int) i, sizes[i]);
      text[sizes[i]] = '\0';
      put_file ("sized", text);
      EXPECT (&bad, holds ("sized", text), "%zu bytes", sizes[i]);
      free (text);
    }
  unlink ("sized");
  CHECK (bad == 0, "files of many sizes");
}

static void
test_read_errors (void)
{
  struct blob blob;
  unsigned before = diag_errors (diag);

  CHECK (!blob_read (diag, "absent", &blob)
         && said (before, "absent: No such file"), "a file that is not there");
  CHECK (!blob.data && blob.len == 0, "nothing is left in the blob");
  before = diag_errors (diag);
  CHECK (!blob_read (diag, ".", &blob) && said (before, ".: Is a directory"),
         "a directory");
  before = diag_errors (diag);
  CHECK (!blob_read (diag, "", &blob) && diag_errors (diag) == before + 1,
         "no name");
  put_file ("plain", "x");
  before = diag_errors (diag);
  CHECK (!blob_read (diag, "plain/x", &blob)
         && said (before, "Not a directory"), "below a file");
  unlink ("plain");
}

/* /proc is full of files that claim to be empty.  */
static void
test_read_lying_size (void)
{
  struct blob blob;

  if (!blob_read (diag, "/proc/self/status", &blob))
    {
      untested ("a file of size 0 with contents: no /proc");
      return;
    }
  CHECK (blob.len > 10, "a file of size 0 with contents");
  blob_free (&blob);
}

/* Makes a child that writes to a pipe, in bits; reads that as what NAME, on
   descriptor 0 if it is "-", gives.  */
static void
test_read_pipe (size_t total, size_t bit)
{
  int fds[2], saved = dup (STDIN_FILENO), status;
  struct blob blob = { .len = 0 };
  bool done;
  pid_t pid;

  if (pipe (fds) != 0 || (pid = fork ()) < 0)
    {
      unresolved ("a pipe: %s", strerror (errno));
      return;
    }
  if (pid == 0)
    {
      char *data = calloc (1, bit);

      close (fds[0]);
      for (size_t left = total; left; left -= left < bit ? left : bit)
        if (!data || write (fds[1], data, left < bit ? left : bit) < 0)
          _exit (1);
      _exit (0);
    }
  close (fds[1]);
  dup2 (fds[0], STDIN_FILENO);
  close (fds[0]);
  done = blob_read (diag, "-", &blob);
  CHECK (done && blob.len == total, "%zu bytes from a pipe", total);
  CHECK (fcntl (STDIN_FILENO, F_GETFD) >= 0, "standard input stays open");
  blob_free (&blob);
  dup2 (saved, STDIN_FILENO);
  close (saved);
  waitpid (pid, &status, 0);
}

static void
test_read_closed_stdin (void)
{
  int saved = dup (STDIN_FILENO);
  unsigned before = diag_errors (diag);
  struct blob blob;

  close (STDIN_FILENO);
  CHECK (!blob_read (diag, "-", &blob) && said (before, "standard input"),
         "a closed standard input");
  dup2 (saved, STDIN_FILENO);
  close (saved);
}

static void
on_alarm (int sig)
{
  (void) sig;
}

/* Signals that interrupt read every few milliseconds do no harm.  */
static void
test_read_interrupted (void)
{
  struct sigaction action = { .sa_handler = on_alarm };
  struct itimerval timer = { { 0, 3000 }, { 0, 3000 } };
  struct itimerval off = { { 0, 0 }, { 0, 0 } };
  struct blob blob = { .len = 0 };
  int fds[2], saved = dup (STDIN_FILENO), status;
  bool done;
  pid_t pid;

  if (pipe (fds) != 0 || (pid = fork ()) < 0)
    {
      unresolved ("a pipe: %s", strerror (errno));
      return;
    }
  if (pid == 0)
    {
      for (int i = 0; i < 10; i++)
        {
          usleep (10000);
          if (write (fds[1], "x", 1) < 0)
            _exit (1);
        }
      _exit (0);
    }
  close (fds[1]);
  dup2 (fds[0], STDIN_FILENO);
  close (fds[0]);
  sigaction (SIGALRM, &action, NULL);   /* no SA_RESTART */
  setitimer (ITIMER_REAL, &timer, NULL);
  done = blob_read (diag, "-", &blob);
  setitimer (ITIMER_REAL, &off, NULL);
  CHECK (done && blob.len == 10, "reading interrupted by signals");
  blob_free (&blob);
  dup2 (saved, STDIN_FILENO);
  close (saved);
  waitpid (pid, &status, 0);
}

/* The file grows, or loses its end, while it is read over and over: it is
   read as it was at one time, or refused.  Reading goes on until both has come,
   as on a busy machine one of the processes may be alone for long.  */
static void
test_read_changing (void)
{
  unsigned bad = 0, refused = 0, whole = 0;
  pid_t pid;

  put_file ("moving", "");
  pid = fork ();
  if (pid == 0)
    for (int i = 0;; i = (i + 1) % 300)
      if (truncate ("moving", i * 37 % 300 * 10000) != 0)
        _exit (1);
  while (whole + refused < 100
         || ((whole == 0 || refused == 0) && whole + refused < 100000))
    {
      struct blob blob;
      unsigned before = diag_errors (diag);

      if (!blob_read (diag, "moving", &blob))
        {
          EXPECT (&bad, said (before, "moving: changed while it was read"),
                  "%s", diag_last (diag));
          refused++;
          continue;
        }
      EXPECT (&bad, blob.len < 3000000 && blob.len % 10000 == 0, "%zu bytes",
              blob.len);
      blob_free (&blob);
      whole++;
    }
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  CHECK (bad == 0 && refused > 0 && whole > 0,
         "a file that changes while it is read");
  unlink ("moving");
}

/* Devices have no end, or no beginning.  */
static void
test_read_devices (void)
{
  unsigned before = diag_errors (diag);
  struct blob blob;

  CHECK (!blob_read (diag, "/dev/zero", &blob)
         && said (before, "/dev/zero: is a device"), "a device");
  CHECK (holds ("/dev/null", ""), "one that is empty");
}

/* -- Writing ------------------------------------------------------------- */

static void
test_replace_modes (void)
{
  umask (027);
  CHECK (file_replace (diag, "sum", "one", 3, false) && holds ("sum", "one"),
         "a new file");
  CHECK_U64 (mode_of ("sum"), 0640, "its mode follows the umask");
  CHECK_U64 (umask (022), 027, "the umask is as before");
  chmod ("sum", 0604);
  CHECK (file_replace (diag, "sum", "three", 5, false)
         && holds ("sum", "three"),
         "an old file replaced");
  CHECK_U64 (mode_of ("sum"), 0604, "the old mode is kept");
  chmod ("sum", 0444);
  CHECK (file_replace (diag, "sum", "", 0, true) && holds ("sum", ""),
         "no bytes at all, over a file to read only");
  CHECK_U64 (mode_of ("sum"), 0444, "its mode is kept too");
  CHECK_U64 (entries (), 1, "nothing else is left");
  unlink ("sum");
}

#define OWNER 65533             /* nobody's, as far as we know */
#define GROUP 65532

enum replacer
{
  BY_ROOT,
  BY_ROOT_WITHOUT_FOWNER,       /* who may only change his own files' modes */
  BY_OWNER                      /* who is in GROUP and in one of his own */
};

/* The kernel's, whose headers not all C libraries come with.  */
#define CAPABILITY_VERSION 0x20080522
#define CAPABILITY_FOWNER (UINT32_C (1) << 3)

static void
become (enum replacer who)
{
  struct { uint32_t version; int pid; } head = { CAPABILITY_VERSION, 0 };
  struct { uint32_t effective, permitted, inheritable; } caps[2];
  gid_t groups[] = { GROUP };

  if (who == BY_ROOT_WITHOUT_FOWNER)
    {
      if (syscall (SYS_capget, &head, caps) != 0)
        _exit (3);
      caps[0].effective &= ~CAPABILITY_FOWNER;
      if (syscall (SYS_capset, &head, caps) != 0)
        _exit (3);
    }
  else if (who == BY_OWNER
           && (setgroups (1, groups) != 0 || setgid (OWNER) != 0
               || setuid (OWNER) != 0))
    _exit (3);
}

/* Makes "sum", of MODE, of OWNER and the given GROUP; has it replaced by WHO.
   Its mode, and whose it is now.  */
static struct stat
replace_owned (mode_t mode, gid_t group, enum replacer who)
{
  struct stat st = { .st_mode = 0 };
  int status = -1;
  pid_t pid;

  put_file ("sum", "old");
  if (chown ("sum", OWNER, group) != 0 || chmod ("sum", mode) != 0)
    unresolved ("chown: %s", strerror (errno));
  fflush (stdout);
  pid = fork ();
  if (pid == 0)
    {
      become (who);
      _exit (file_replace (diag, "sum", "new", 3, false) ? 0 : 1);
    }
  waitpid (pid, &status, 0);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0
         && holds ("sum", "new"), "a file with an owner replaced");
  if (lstat ("sum", &st) != 0)
    unresolved ("lstat: %s", strerror (errno));
  unlink ("sum");
  return st;
}

static void
test_replace_owners (void)
{
  struct stat st;
  bool is_root;

  put_file ("probe", "");
  is_root = (geteuid () == 0 && chown ("probe", OWNER, GROUP) == 0
             && chmod (".", 0777) == 0);
  unlink ("probe");
  if (!is_root)
    {
      untested ("owner and group of an old file: not root");
      return;
    }
  st = replace_owned (0640, GROUP, BY_ROOT);
  CHECK (st.st_uid == OWNER && st.st_gid == GROUP
         && (st.st_mode & 0777) == 0640, "by root: its owner, group and mode");
  st = replace_owned (0640, GROUP, BY_ROOT_WITHOUT_FOWNER);
  CHECK (st.st_gid == GROUP && (st.st_mode & 0777) == 0640,
         "by root without CAP_FOWNER: its group and mode");
  st = replace_owned (0660, GROUP, BY_OWNER);
  CHECK (st.st_uid == OWNER && st.st_gid == GROUP
         && (st.st_mode & 0777) == 0660, "by its owner: a group he is in");
  st = replace_owned (0664, GROUP - 1, BY_OWNER);
  CHECK (st.st_uid == OWNER && st.st_gid == OWNER
         && (st.st_mode & 0777) == 0644,
         "a group he is not in: it gets no rights of the old one's");
  st = replace_owned (0606, GROUP - 1, BY_OWNER);
  CHECK ((st.st_mode & 0777) == 0600,
         "a group he is not in: it stays without rights");
  chmod (".", 0755);
}

/* Who has the old file open, or linked, keeps the old bytes.  */
static void
test_replace_atomic (void)
{
  char old[4] = "";
  int fd;

  put_file ("sum", "old");
  fd = open ("sum", O_RDONLY);
  if (link ("sum", "other") != 0)
    unresolved ("link: %s", strerror (errno));
  CHECK (file_replace (diag, "sum", "newer", 5, false),
         "a file in use replaced");
  CHECK (read (fd, old, 3) == 3 && strcmp (old, "old") == 0,
         "who has it open sees the old bytes");
  CHECK (holds ("other", "old") && holds ("sum", "newer"),
         "another link keeps the old bytes");
  close (fd);
  unlink ("sum");
  unlink ("other");
}

/* Does the symbolic link LINK still lead to TARGET?  */
static bool
leads_to (const char *link, const char *target)
{
  char text[4096];
  ssize_t len = readlink (link, text, sizeof text);

  return len == (ssize_t) strlen (target) && memcmp (text, target, len) == 0;
}

/* Makes the symbolic link "sum" to TARGET, replaces it, and looks at FILE, to
   which it leads.  */
static void
check_link (const char *target, const char *file)
{
  ino_t before;
  struct stat st;

  before = lstat (file, &st) == 0 ? st.st_ino : 0;
  if (symlink (target, "sum") != 0)
    unresolved ("sum: %s", strerror (errno));
  CHECK (file_replace (diag, "sum", "new", 3, true), "link to %s: %s", target,
         diag_last (diag));
  CHECK (leads_to ("sum", target), "the link to %s stays", target);
  CHECK (lstat (file, &st) == 0 && S_ISREG (st.st_mode)
         && st.st_ino != before && holds (file, "new"),
         "link to %s: the file is another one, and whole", target);
  unlink ("sum");
}

static void
test_replace_link (void)
{
  char here[4096], absolute[4200], *long_name;
  unsigned before;

  if (!getcwd (here, sizeof here) || mkdir ("dir", 0755) != 0
      || mkdir ("dir/sub", 0755) != 0)
    unresolved ("directories: %s", strerror (errno));
  put_file ("target", "old");
  chmod ("target", 0640);
  check_link ("target", "target");
  CHECK_U64 (mode_of ("target"), 0640, "the mode of the target");
  put_file ("dir/target", "old");
  check_link ("dir/target", "dir/target");
  check_link ("dir/absent", "dir/absent");
  unlink ("dir/absent");
  snprintf (absolute, sizeof absolute, "%s/dir/target", here);
  check_link (absolute, "dir/target");
  /* From link to link, each relative to its own directory.  */
  if (symlink ("sub/second", "dir/first") != 0
      || symlink ("../target", "dir/sub/second") != 0)
    unresolved ("links: %s", strerror (errno));
  check_link ("dir/first", "dir/target");
  CHECK (leads_to ("dir/first", "sub/second")
         && leads_to ("dir/sub/second", "../target"), "all links stay");
  long_name = concat ("dir/", "./././././././././././././././././././.",
                      "/target", NULL);
  check_link (long_name, "dir/target");
  free (long_name);

  before = diag_errors (diag);
  if (symlink ("absent/target", "sum") != 0)
    unresolved ("sum: %s", strerror (errno));
  CHECK (!file_replace (diag, "sum", "new", 3, false)
         && said (before, "sum -> absent/target: cannot be written"),
         "a link to no directory: %s", diag_last (diag));
  CHECK (leads_to ("sum", "absent/target"), "that link stays");
  unlink ("sum");
  unlink ("target");
  unlink ("dir/first");
  unlink ("dir/target");
  unlink ("dir/sub/second");
  rmdir ("dir/sub");
  CHECK (rmdir ("dir") == 0, "no temporary file is left");
}

/* A link of another user may be a trap.  */
static void
test_replace_strange_link (void)
{
  unsigned before = diag_errors (diag);

  put_file ("target", "safe");
  if (symlink ("target", "sum") != 0)
    unresolved ("sum: %s", strerror (errno));
  if (geteuid () != 0)
    printf ("UNSUPPORTED: t_fileio: a link of another user: not root\n");
  else if (lchown ("sum", 65534, 65534) != 0)
    unresolved ("lchown: %s", strerror (errno));
  else
    {
      CHECK (!file_replace (diag, "sum", "new", 3, false)
             && said (before, "symbolic link of another user"),
             "a link of another user is refused: %s", diag_last (diag));
      CHECK (holds ("target", "safe"), "what it leads to is untouched");
    }
  unlink ("sum");
  unlink ("target");
}

static void
test_replace_refused (void)
{
  static const struct
  {
    const char *name, *why;
  } links[] = {
    { "to-dir", "to-dir -> dir: cannot be replaced: it is not a regular" },
    { "to-fifo", "not a regular file" },
    { "to-device", "to-device -> /dev/full: cannot be replaced" },
    { "loop-a", "loop-a: cannot be replaced: Too many levels" },
  };
  unsigned before;

  if (mkdir ("dir", 0755) != 0 || mkfifo ("fifo", 0644) != 0
      || symlink ("dir", "to-dir") != 0 || symlink ("fifo", "to-fifo") != 0
      || symlink ("/dev/full", "to-device") != 0
      || symlink ("loop-b", "loop-a") != 0
      || symlink ("loop-a", "loop-b") != 0)
    unresolved ("files to refuse: %s", strerror (errno));
  for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
    {
      before = diag_errors (diag);
      CHECK (!file_replace (diag, links[i].name, "x", 1, false)
             && said (before, links[i].why), "%s is refused: %s",
             links[i].name, diag_last (diag));
      unlink (links[i].name);
    }
  unlink ("loop-b");
  before = diag_errors (diag);
  CHECK (!file_replace (diag, "dir", "x", 1, false)
         && said (before, "not a regular file"), "a directory is refused");
  before = diag_errors (diag);
  CHECK (!file_replace (diag, "fifo", "x", 1, false)
         && said (before, "not a regular file"), "a FIFO is refused");
  before = diag_errors (diag);
  CHECK (!file_replace (diag, "/dev/full", "x", 1, false)
         && said (before, "not a regular file"), "a device is refused");
  CHECK_U64 (entries (), 2, "no temporary file is left");
  unlink ("fifo");
  rmdir ("dir");
}

static void
test_replace_fails (void)
{
  unsigned before = diag_errors (diag);

  CHECK (!file_replace (diag, "absent/sum", "x", 1, false)
         && said (before, "absent/sum"), "a directory that is not there");
  before = diag_errors (diag);
  CHECK (!file_replace (diag, "", "x", 1, false)
         && diag_errors (diag) == before + 1, "no name");
  before = diag_errors (diag);
  CHECK (!file_replace (diag, "/proc/gprof-sum", "x", 1, false)
         && said (before, "/proc/gprof-sum"),
         "a directory where nothing can be made");
  CHECK_U64 (entries (), 0, "nothing is left");
}

/* The disk is full (here: of the size limit) half way: the old file stays.  */
static void
test_replace_full (void)
{
  int status = -1;
  pid_t pid;

  put_file ("sum", "old");
  fflush (stdout);
  pid = fork ();
  if (pid == 0)
    {
      static const char data[100000];
      struct rlimit limit = { 50000, 50000 };
      bool done;

      signal (SIGXFSZ, SIG_IGN);
      if (setrlimit (RLIMIT_FSIZE, &limit) != 0)
        _exit (3);
      done = file_replace (diag, "sum", data, sizeof data, false);
      _exit (done ? 1 : 0);
    }
  waitpid (pid, &status, 0);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0, "no room");
  CHECK (holds ("sum", "old"), "the old file stays");
  CHECK_U64 (entries (), 1, "the temporary file goes");
  unlink ("sum");
}

static void
test_replace_names (void)
{
  char name[256];

  if (mkdir ("d", 0755) != 0)
    unresolved ("mkdir: %s", strerror (errno));
  CHECK (file_replace (diag, "d/sum", "x", 1, false) && holds ("d/sum", "x"),
         "in another directory");
  CHECK (file_replace (diag, "./d/../d/sum", "y", 1, false)
         && holds ("d/sum", "y"), "by a winding path");
  unlink ("d/sum");
  rmdir ("d");
  memset (name, 'n', 255);
  name[255] = '\0';
  CHECK (file_replace (diag, name, "x", 1, false) && holds (name, "x"),
         "a name as long as names can be");
  unlink (name);
}

/* How many files have got a name that no other run of gprof takes, by what
   WATCH saw.  */
static unsigned
names_of_one_run (int watch)
{
  const size_t len = sizeof ".gprof-XXXXXX";
  union
  {
    struct inotify_event event; /* for the alignment */
    char bytes[4096];
  } events;
  unsigned n = 0;
  ssize_t got;

  while ((got = read (watch, &events, sizeof events)) > 0)
    for (ssize_t at = 0; at < got; )
      {
        struct inotify_event event;
        const char *name = events.bytes + at + sizeof event;

        memcpy (&event, events.bytes + at, sizeof event);
        n += event.len && strncmp (name, ".gprof-", 7) == 0
             && strlen (name) + 1 == len;
        at += (ssize_t) (sizeof event + event.len);
      }
  return n;
}

/* Of several that replace one file at once none takes a name that would stay if
   it was killed.  */
static void
test_replace_together (void)
{
  enum { WRITERS = 8, TIMES = 250 };
  int watch = inotify_init1 (IN_NONBLOCK | IN_CLOEXEC);
  int unnamed = open (".", O_TMPFILE | O_WRONLY, 0600);
  unsigned n_failed = 0;

  if (unnamed < 0 || watch < 0
      || inotify_add_watch (watch, ".", IN_CREATE) < 0)
    {
      untested ("replaced at once: %s", strerror (errno));
      return;
    }
  close (unnamed);
  fflush (stdout);
  for (int i = 0; i < WRITERS; i++)
    if (fork () == 0)
      {
        bool done = true;

        for (int j = 0; j < TIMES && done; j++)
          done = file_replace (diag, "sum", "new", 3, false);
        _exit (done ? 0 : 1);
      }
  for (int i = 0; i < WRITERS; i++)
    {
      int status = -1;
      waitpid (-1, &status, 0);
      n_failed += status != 0;
    }
  CHECK_U64 (n_failed, 0, "replaced at once: all is well");
  CHECK_U64 (names_of_one_run (watch), 0,
             "replaced at once: no name but one that the next run takes");
  CHECK (holds ("sum", "new") && entries () == 1,
         "replaced at once: one file, whole");
  close (watch);
  unlink ("sum");
}

int
main (void)
{
  char dir[] = "t_fileio.XXXXXX";

  if (!mkdtemp (dir) || chdir (dir) != 0)
    {
      unresolved ("a directory to work in: %s", strerror (errno));
      return check_end ();
    }
  diag = diag_new ("t_fileio", NULL);
  test_read_sizes ();
  test_read_errors ();
  test_read_lying_size ();
  test_read_pipe (0, 1);
  test_read_pipe (1000, 1);
  test_read_pipe (3000000, 65536);
  test_read_closed_stdin ();
  test_read_interrupted ();
  test_read_changing ();
  test_read_devices ();
  test_replace_modes ();
  test_replace_owners ();
  test_replace_atomic ();
  test_replace_link ();
  test_replace_strange_link ();
  test_replace_refused ();
  test_replace_fails ();
  test_replace_full ();
  test_replace_names ();
  test_replace_together ();
  diag_free (diag);
  if (chdir ("..") == 0)
    rmdir (dir);
  return check_end ();
}
