/* aliases.c -- several names at one address, weak and odd names, sections.

   SPDX-License-Identifier: GPL-3.0-or-later

   Names with $ and digits, labels without a type, functions in sections of their own.  */

static volatile unsigned sink;

__attribute__ ((noinline)) static void
burn (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * i;
}

void real (unsigned n) { burn (n); }
void _alias (unsigned n) __attribute__ ((alias ("real")));
void __alias (unsigned n) __attribute__ ((alias ("real"), weak));
void zalias (unsigned n) __attribute__ ((alias ("real")));

__attribute__ ((weak)) void __one (unsigned n) { burn (2 * n); }
void one (unsigned n) __attribute__ ((alias ("__one")));

static void local_real (unsigned n) { burn (3 * n); }
void global_name (unsigned n) __attribute__ ((alias ("local_real")));

void dollar (unsigned n) __asm__ ("dollar$name");
void dollar (unsigned n) { burn (n); }

static void local_dollar (unsigned n) __asm__ ("local$name");
__attribute__ ((noinline)) static void local_dollar (unsigned n) { burn (n); }

static void dotted (unsigned n) __asm__ ("dotted.7.8");
__attribute__ ((noinline)) static void dotted (unsigned n) { burn (n); }

static void word (unsigned n) __asm__ ("word.tail");
__attribute__ ((noinline)) static void word (unsigned n) { burn (n); }

__attribute__ ((section (".text.zz"), noinline)) void
far_away (unsigned n)
{
  burn (n);
}

__attribute__ ((section ("other_code"), noinline)) void
elsewhere (unsigned n)
{
  burn (n);
}

__attribute__ ((visibility ("hidden"), noinline)) void
hidden (unsigned n)
{
  burn (n);
}

/* Labels: a global and a local one without type inside a function's bytes,
   and a weak object in data.  */
__asm__ (".text\n\t.globl bare_label\nbare_label:\n\tnop\n"
         "bare_local:\n\tnop\n\tret\n"
         "\t.globl _sized\n\t.type _sized, @function\n_sized:\n\tret\n"
         "\t.size _sized, 1\n"
         "\t.data\n\t.weak weak_data\nweak_data:\n\t.long 1\n\t.text\n");

__attribute__ ((constructor)) static void
before_main (void)
{
  burn (1000);
}

__attribute__ ((destructor)) static void
after_main (void)
{
  burn (100000);
}

int
main (void)
{
  for (unsigned i = 0; i < 3000; i++)
    {
      real (1000);
      _alias (900);
      zalias (800);
      __one (700);
      one (600);
      global_name (500);
      local_real (400);
      dollar (2000);
      local_dollar (1500);
      dotted (1400);
      word (1300);
      far_away (1200);
      elsewhere (1100);
      hidden (1000);
    }
  return 0;
}
