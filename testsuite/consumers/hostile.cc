// hostile.cc -- templates, cycles, recursion, overloads, hostile names.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <map>
#include <string>
static volatile unsigned long sink;
namespace shape { template <class T, int N> struct box { T v[N];
  __attribute__((noinline)) T sum (int n) { T s = 0; for (int i = 0; i < n; i++) s += v[i % N] * i; sink += s; return s; } }; }
namespace { __attribute__((noinline)) unsigned hidden (unsigned n) { for (unsigned i = 0; i < n; i++) sink += i * i; return n; } }
extern "C" __attribute__((noinline)) void leaf (unsigned n) { for (unsigned i = 0; i < n; i++) sink += i; }
extern "C" void odd (int n);
extern "C" __attribute__((noinline)) void even (int n) { leaf (3000); if (n > 0) odd (n - 1); sink++; }
extern "C" __attribute__((noinline)) void odd (int n) { hidden (1000); if (n > 0) even (n - 1); sink++; }
__attribute__((noinline)) int fib (int n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }
extern "C" __attribute__((noinline)) void semi (void) __asm__ ("x_semi");
void semi (void) { leaf (20000); }
extern "C" __attribute__((noinline)) void line (void) __asm__ ("x_newline");
void line (void) { leaf (10000); hidden (4000); }
extern "C" __attribute__((noinline)) void control (void) __asm__ ("x_control");
void control (void) { leaf (9000); hidden (3000); }
// The name of the last type has 6,000 characters.
template <class A, class B> struct pair_of_types {};
template <class T> struct twice { typedef pair_of_types<T, T> type; };
template <int N> struct tower { typedef typename twice<typename tower<N - 1>::type>::type type; };
template <> struct tower<0> { typedef int type; };
template <class T> __attribute__((noinline)) void long_name (T *) { hidden (6000); sink++; }
int main () { auto l = [] (int n) __attribute__((noinline)) { shape::box<double, 4> b = {{1,2,3,4}}; b.sum (n); };
  shape::box<std::map<std::string, std::vector<int>>*, 2> *dummy = nullptr; (void) dummy;
  shape::box<long, 7> c = {{1}};
  for (int i = 0; i < 6000; i++) { even (40); l (20000); c.sum (30000); semi (); line (); control (); long_name ((tower<8>::type *) 0); leaf (100); }
  sink += fib (27); printf ("%d\n", (int) (sink & 1)); }
