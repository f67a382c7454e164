/* templates.cc -- C++: templates, virtuals, lambdas, exceptions, operators.

   SPDX-License-Identifier: GPL-3.0-or-later

   Long mangled names, several constructors of one class, weak functions.  */

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace shapes
{
struct shape
{
  virtual ~shape () {}
  virtual double area () const = 0;
};

template <typename T> struct square : shape
{
  T side;
  explicit square (T s) : side (s) {}
  double
  area () const override
  {
    double sum = 0;
    for (int i = 0; i < 100; i++)
      sum += static_cast<double> (side) * i;
    return sum;
  }
};

namespace
{
struct hidden : shape
{
  double area () const override { return 1; }
};
}
}

template <int N> struct fibonacci
{
  static __attribute__ ((noinline)) long
  value (long x)
  {
    volatile long y = x;
    return fibonacci<N - 1>::value (y) + fibonacci<N - 2>::value (y);
  }
};
template <> struct fibonacci<1>
{
  static __attribute__ ((noinline)) long value (long x) { return x; }
};
template <> struct fibonacci<0>
{
  static __attribute__ ((noinline)) long value (long x) { return x + 1; }
};

struct number
{
  long n;
  number operator+ (const number &o) const { return number{ n + o.n }; }
  bool operator< (const number &o) const { return n < o.n; }
  operator long () const { return n; }
};

static long
thrower (long n)
{
  if (n % 100 == 0)
    throw std::runtime_error ("hundred");
  return n;
}

template <typename Container>
static long
total (const Container &values)
{
  long sum = 0;
  for (const auto &value : values)
    sum += static_cast<long> (value);
  return sum;
}

int
main ()
{
  std::vector<std::unique_ptr<shapes::shape>> all;
  std::map<std::string, number> names;
  std::vector<number> numbers;
  volatile double sink = 0;

  for (int i = 0; i < 3000; i++)
    {
      if (i % 3 == 0)
        all.emplace_back (new shapes::square<int> (i));
      else if (i % 3 == 1)
        all.emplace_back (new shapes::square<double> (i));
      else
        all.emplace_back (new shapes::hidden);
      names["name" + std::to_string (i)] = number{ i };
      numbers.push_back (number{ i * 7919 % 3001 });
    }
  for (int round = 0; round < 300; round++)
    {
      for (const auto &shape : all)
        sink = sink + shape->area ();
      std::sort (numbers.begin (), numbers.end (),
                 [] (const number &a, const number &b) { return b < a; });
      std::sort (numbers.begin (), numbers.end ());
      sink = sink + static_cast<double> (total (numbers));
      sink = sink + static_cast<double> (fibonacci<12>::value (round));
    }
  std::function<long (long)> call = thrower;
  for (long i = 1; i < 3000; i++)
    try
      {
        sink = sink + static_cast<double> (call (i));
      }
    catch (const std::exception &e)
      {
        sink = sink + static_cast<double> (std::string (e.what ()).size ());
      }
  return 0;
}
