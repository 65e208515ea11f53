#pragma once

// Real roots of polynomials with rational coefficients by Sturm sequences, and signs of others there by Tarski queries.

#include <vector>

namespace abut::sturm {

/// Coefficients, that of the constant first; the last is not zero. The zero polynomial has none.
template <class Rational>
using Polynomial = std::vector<Rational>;

template <class Rational>
Polynomial<Rational> trimmed(Polynomial<Rational> p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
  return p;
}

/// a + factor b.
template <class Rational>
Polynomial<Rational> sum(const Polynomial<Rational>& a, const Polynomial<Rational>& b, int factor) {
  Polynomial<Rational> result = a;
  if (result.size() < b.size()) result.resize(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) result[i] += factor * b[i];
  return trimmed(result);
}

template <class Rational>
Polynomial<Rational> product(const Polynomial<Rational>& a, const Polynomial<Rational>& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial<Rational> result(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) result[i + j] += a[i] * b[j];
  return result;
}

template <class Rational>
Rational value(const Polynomial<Rational>& p, const Rational& t) {
  Rational result = 0;
  for (std::size_t i = p.size(); i-- > 0;) result = result * t + p[i];
  return result;
}

template <class Rational>
struct Division {
  Polynomial<Rational> quotient, remainder;
};
template <class Rational>
Division<Rational> divide(Polynomial<Rational> a, const Polynomial<Rational>& b) {
  Division<Rational> result;
  if (a.size() >= b.size()) result.quotient.resize(a.size() - b.size() + 1);
  while (a.size() >= b.size()) {
    const std::size_t shift = a.size() - b.size();
    const Rational factor = a.back() / b.back();
    result.quotient[shift] = factor;
    for (std::size_t i = 0; i + 1 < b.size(); ++i) a[shift + i] -= factor * b[i];
    a.pop_back();
    a = trimmed(a);
  }
  result.remainder = a;
  return result;
}

template <class Rational>
int sign(const Rational& x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/// The number of distinct roots of h between two numbers that are none at which g is positive, less those at which it
/// is negative.
template <class Rational>
int tarski_query(const Polynomial<Rational>& h, const Polynomial<Rational>& g, const Rational& from,
                 const Rational& to) {
  Polynomial<Rational> derivative(h.size() - 1);
  for (std::size_t i = 1; i < h.size(); ++i) derivative[i - 1] = h[i] * static_cast<int>(i);
  int changes = 0, last_from = 0, last_to = 0;
  const auto look = [&](const Polynomial<Rational>& p) {
    const int at_from = sign(value(p, from)), at_to = sign(value(p, to));
    if (at_from != 0) changes += last_from * at_from < 0, last_from = at_from;
    if (at_to != 0) changes -= last_to * at_to < 0, last_to = at_to;
  };
  Polynomial<Rational> p = h, q = product(derivative, g);
  for (look(p); !q.empty();) {
    look(q);
    Polynomial<Rational> rest = divide(p, q).remainder;
    for (Rational& c : rest) c = -c;
    // A positive factor changes no sign and keeps numbers short.
    if (!rest.empty()) {
      const Rational size = rest.back() < 0 ? Rational(-rest.back()) : rest.back();
      for (Rational& c : rest) c /= size;
    }
    p = std::move(q), q = std::move(rest);
  }
  return changes;
}

/// A rational number, or the only root of `of` between two that are none.
template <class Rational>
struct Root {
  Polynomial<Rational> of;
  Rational from, to;  // equal: this number

  static Root at(const Rational& t) { return {{}, t, t}; }
  int sign_of(const Polynomial<Rational>& g) const {
    if (g.empty()) return 0;
    return from == to ? sign(value(g, from)) : tarski_query(of, g, from, to);
  }
  /// -1 when it is less than t, 1 when it is greater.
  int compare(const Rational& t) const {
    if (t <= from) return from == to && t == from ? 0 : 1;
    if (t >= to) return -1;
    if (value(of, t) == 0) return 0;
    return tarski_query(of, {Rational(1)}, from, t) == 1 ? -1 : 1;
  }
};

/// The roots in the open interval.
template <class Rational>
void append_roots_between_0_and_1(Polynomial<Rational> h, std::vector<Root<Rational>>& roots) {
  while (h.front() == 0) h.erase(h.begin());
  while (value(h, Rational(1)) == 0) h = divide(h, {Rational(-1), Rational(1)}).quotient;
  std::vector<std::pair<Rational, Rational>> cells{{Rational(0), Rational(1)}};
  while (!cells.empty()) {
    const auto [from, to] = cells.back();
    cells.pop_back();
    const int count = tarski_query(h, {Rational(1)}, from, to);
    if (count == 1) roots.push_back({h, from, to});
    if (count < 2) continue;
    Rational middle = (from + to) / 2;
    while (value(h, middle) == 0) middle = (middle + to) / 2;
    cells.push_back({from, middle}), cells.push_back({middle, to});
  }
}

}  // namespace abut::sturm
