// Numbers side by side in a vector register, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_MATH_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_MATH_LANES_INL_H_
#undef ABUT_MATH_LANES_INL_H_
#else
#define ABUT_MATH_LANES_INL_H_
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// One number: the scalar twin of Lanes, in plain C++. It rounds after every operation.
template <class T, bool may_fuse = false>
struct One {
  using Value = T;
  static constexpr int lanes = 1;
  static constexpr bool fused = may_fuse;

  struct Mask {
    bool v;

    static HWY_INLINE Mask of_bits(std::uint32_t bits) { return {(bits & 1) != 0}; }
    static HWY_INLINE Mask first(std::size_t count) { return {count > 0}; }
    HWY_INLINE std::uint32_t bits() const { return v; }
    HWY_INLINE bool all() const { return v; }
    friend HWY_INLINE Mask operator&(Mask a, Mask b) { return {a.v && b.v}; }
    friend HWY_INLINE Mask operator|(Mask a, Mask b) { return {a.v || b.v}; }
  };

  T v;

  static HWY_INLINE One all(T x) { return {x}; }
  static HWY_INLINE One given(T x) { return {x}; }
  static HWY_INLINE One counting_from(T x) { return {x}; }
  static HWY_INLINE One load(const T* from) { return {*from}; }
  static HWY_INLINE One load_aligned(const T* from) { return {*from}; }
  static HWY_INLINE One widened(const float* from) { return {*from}; }
  template <class RowAt>
  static HWY_INLINE void load_columns(const RowAt& row, One* columns) {
    for (int c = 0; c < 4; ++c) columns[c].v = row(0)[c];
  }
  template <class RowAt>
  static HWY_INLINE void load_two_columns(const RowAt& row, One& first, One& second) {
    first.v = row(0)[0], second.v = row(0)[1];
  }
  static HWY_INLINE void load_interleaved(const T* from, One& x, One& y, One& z) {
    x.v = from[0], y.v = from[1], z.v = from[2];
  }
  HWY_INLINE void store(T* to) const { *to = v; }
  HWY_INLINE void store_rounded(float* to) const { *to = static_cast<float>(v); }
  HWY_INLINE void store_whole(std::int32_t* to) const { *to = static_cast<std::int32_t>(v); }

  friend HWY_INLINE One operator+(One a, One b) { return {a.v + b.v}; }
  friend HWY_INLINE One operator-(One a, One b) { return {a.v - b.v}; }
  friend HWY_INLINE One operator*(One a, One b) { return {a.v * b.v}; }
  friend HWY_INLINE One operator/(One a, One b) { return {a.v / b.v}; }
  friend HWY_INLINE One operator-(One a) { return {-a.v}; }
  friend HWY_INLINE One mul_add(One a, One b, One c) { return {a.v * b.v + c.v}; }
  friend HWY_INLINE One mul_sub(One a, One b, One c) { return {a.v * b.v - c.v}; }
  friend HWY_INLINE One neg_mul_add(One a, One b, One c) { return {c.v - a.v * b.v}; }
  friend HWY_INLINE One abs(One a) { return {std::abs(a.v)}; }
  friend HWY_INLINE One floor(One a) { return {std::floor(a.v)}; }
  friend HWY_INLINE One nearest_whole(One a) { return {std::nearbyint(a.v)}; }
  friend HWY_INLINE One root(One a) { return {std::sqrt(a.v)}; }
  friend HWY_INLINE One root_bound(One a) {
    if constexpr (fused)
      return {a.v / std::sqrt(a.v) * T(1.01f)};
    else
      return {std::sqrt(a.v) * T(1.01f)};
  }
  friend HWY_INLINE One min(One a, One b) { return {a.v < b.v ? a.v : b.v}; }
  friend HWY_INLINE One max(One a, One b) { return {a.v > b.v ? a.v : b.v}; }
  friend HWY_INLINE One larger(One a, One b) { return {a.v > b.v ? a.v : b.v}; }
  friend HWY_INLINE Mask operator>(One a, One b) { return {a.v > b.v}; }
  friend HWY_INLINE Mask operator<(One a, One b) { return {a.v < b.v}; }
  friend HWY_INLINE Mask operator<=(One a, One b) { return {a.v <= b.v}; }
  friend HWY_INLINE Mask operator==(One a, One b) { return {a.v == b.v}; }
  friend HWY_INLINE Mask operator!=(One a, One b) requires(std::is_integral_v<T>) { return {a.v != b.v}; }
  friend HWY_INLINE One select(Mask mask, One yes, One no) { return mask.v ? yes : no; }
  friend HWY_INLINE One where(Mask mask, One a) { return {mask.v ? a.v : T(0)}; }
  friend HWY_INLINE T least_of(One a) { return a.v; }
  static HWY_INLINE void store_least(One a, One b, One c, One d, T* to) {
    to[0] = a.v, to[1] = b.v, to[2] = c.v, to[3] = d.v;
  }
  friend HWY_INLINE T most_of(One a) { return a.v; }
};

#if HWY_TARGET == HWY_SCALAR
template <class T, int most, bool may_fuse = false>
using Lanes = One<T, may_fuse>;
#else

/// As many numbers as a register holds, `most` at most. Operations are those of the numbers one by one. Unless they may
/// be fused, each of them rounds once, so that the bits are the same on every instruction set.
template <class T, int most, bool may_fuse = false>
struct Lanes {
  using Value = T;
  using Tag = hn::CappedTag<T, most>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag()));
  static constexpr bool fused = may_fuse;

  /// A truth for each number.
  struct Mask {
    hn::Mask<Tag> v;

    /// The lanes whose bits are set, the first lane's the lowest.
    static HWY_INLINE Mask of_bits(std::uint32_t bits) {
      static_assert(lanes <= 8);
      const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits)};
      return {hn::LoadMaskBits(Tag(), bytes)};
    }
    /// The first `count` lanes; all of them when there are fewer.
    static HWY_INLINE Mask first(std::size_t count) { return {hn::FirstN(Tag(), count)}; }
    HWY_INLINE std::uint32_t bits() const {
      static_assert(lanes <= 8);
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(Tag(), v, bytes);
      std::uint32_t bits = bytes[0];
#if HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_X86
      // g++ 12 keeps such a number in a mask register of AVX-512, and when it runs out of those writes one byte of it
      // to memory and reads four. In a general register it is whole.
      asm("" : "+r"(bits));
#endif
      return bits;
    }
    HWY_INLINE bool all() const { return hn::AllTrue(Tag(), v); }
    friend HWY_INLINE Mask operator&(const Mask& a, const Mask& b) { return {hn::And(a.v, b.v)}; }
    friend HWY_INLINE Mask operator|(const Mask& a, const Mask& b) { return {hn::Or(a.v, b.v)}; }
  };

  hn::Vec<Tag> v;

  static HWY_INLINE Lanes all(T x) { return {hn::Set(Tag(), x)}; }
  /// The same for a number that stands for a real one; it matters where errors are followed, in tests.
  static HWY_INLINE Lanes given(T x) { return all(x); }
  /// x, x + 1, x + 2 and so on.
  static HWY_INLINE Lanes counting_from(T x) { return {hn::Iota(Tag(), x)}; }
  static HWY_INLINE Lanes load(const T* from) { return {hn::LoadU(Tag(), from)}; }
  /// From where a register's size divides the address; older instructions then load and compute in one.
  static HWY_INLINE Lanes load_aligned(const T* from) { return {hn::Load(Tag(), from)}; }
  static HWY_INLINE Lanes widened(const float* from) {
    return {hn::PromoteTo(Tag(), hn::LoadU(hn::Rebind<float, Tag>(), from))};
  }
  /// Turns rows of floats into four columns: column c holds the number c of row(0), row(1) and so on, one a lane. Four
  /// numbers are read of each row. Gather instructions take several times as long.
  template <class RowAt>
  static HWY_INLINE void load_columns(const RowAt& row, Lanes* columns) {
    const Tag d;
    const hn::Repartition<double, Tag> pairs;
    const auto r0 = load_blocks(d, row, 0), r1 = load_blocks(d, row, 1), r2 = load_blocks(d, row, 2),
               r3 = load_blocks(d, row, 3);
    const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, r0, r1)),
               low23 = hn::BitCast(pairs, hn::InterleaveLower(d, r2, r3)),
               high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, r0, r1)),
               high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, r2, r3));
    columns[0].v = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
    columns[1].v = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
    columns[2].v = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
    columns[3].v = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
  }
  /// The same of rows of doubles: two columns, and two numbers are read of each row.
  template <class RowAt>
  static HWY_INLINE void load_two_columns(const RowAt& row, Lanes& first, Lanes& second) {
    const Tag d;
    const auto even = load_blocks(d, row, 0), odd = load_blocks(d, row, 1);
    first.v = hn::InterleaveLower(d, even, odd), second.v = hn::InterleaveUpper(d, even, odd);
  }
  /// Points that follow each other, x, y and z of each.
  static HWY_INLINE void load_interleaved(const T* from, Lanes& x, Lanes& y, Lanes& z) {
    hn::LoadInterleaved3(Tag(), from, x.v, y.v, z.v);
  }
  HWY_INLINE void store(T* to) const { hn::StoreU(v, Tag(), to); }
  HWY_INLINE void store_rounded(float* to) const {
    const hn::Rebind<float, Tag> narrow;
    hn::StoreU(hn::DemoteTo(narrow, v), narrow, to);
  }
  /// Of doubles within 2^31, rounded towards 0.
  HWY_INLINE void store_whole(std::int32_t* to) const {
    const hn::Rebind<std::int32_t, Tag> narrow;
    hn::StoreU(hn::DemoteTo(narrow, v), narrow, to);
  }

  friend HWY_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return {hn::Add(a.v, b.v)}; }
  friend HWY_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return {hn::Sub(a.v, b.v)}; }
  friend HWY_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return {hn::Mul(a.v, b.v)}; }
  friend HWY_INLINE Lanes operator/(const Lanes& a, const Lanes& b) { return {hn::Div(a.v, b.v)}; }
  friend HWY_INLINE Lanes operator-(const Lanes& a) { return {hn::Neg(a.v)}; }
  /// a b + c
  friend HWY_INLINE Lanes mul_add(const Lanes& a, const Lanes& b, const Lanes& c) {
    if constexpr (fused)
      return {hn::MulAdd(a.v, b.v, c.v)};
    else
      return a * b + c;
  }
  /// a b - c
  friend HWY_INLINE Lanes mul_sub(const Lanes& a, const Lanes& b, const Lanes& c) {
    if constexpr (fused)
      return {hn::MulSub(a.v, b.v, c.v)};
    else
      return a * b - c;
  }
  /// c - a b
  friend HWY_INLINE Lanes neg_mul_add(const Lanes& a, const Lanes& b, const Lanes& c) {
    if constexpr (fused)
      return {hn::NegMulAdd(a.v, b.v, c.v)};
    else
      return c - a * b;
  }
  friend HWY_INLINE Lanes abs(const Lanes& a) { return {hn::Abs(a.v)}; }
  friend HWY_INLINE Lanes floor(const Lanes& a) { return {hn::Floor(a.v)}; }
  /// Of two that are as near, the even one.
  friend HWY_INLINE Lanes nearest_whole(const Lanes& a) { return {hn::Round(a.v)}; }
  friend HWY_INLINE Lanes root(const Lanes& a) { return {hn::Sqrt(a.v)}; }
  /// At least the root, at most a few hundredths more. Where operations may be fused, it is not a number for 0.
  friend HWY_INLINE Lanes root_bound(const Lanes& a) {
    // The approximation is good to eight bits or more everywhere.
    if constexpr (fused)
      return a * (Lanes{hn::ApproximateReciprocalSqrt(a.v)} * all(T(1.01f)));
    else
      return root(a) * all(T(1.01f));
  }
  /// What these give for what is not a number depends on the machine.
  friend HWY_INLINE Lanes min(const Lanes& a, const Lanes& b) { return {hn::Min(a.v, b.v)}; }
  friend HWY_INLINE Lanes max(const Lanes& a, const Lanes& b) { return {hn::Max(a.v, b.v)}; }
  /// a where it is above b, else b: everywhere the same, also for what is not a number.
  friend HWY_INLINE Lanes larger(const Lanes& a, const Lanes& b) { return select(a > b, a, b); }
  friend HWY_INLINE Mask operator>(const Lanes& a, const Lanes& b) { return {hn::Gt(a.v, b.v)}; }
  friend HWY_INLINE Mask operator<(const Lanes& a, const Lanes& b) { return {hn::Lt(a.v, b.v)}; }
  friend HWY_INLINE Mask operator<=(const Lanes& a, const Lanes& b) { return {hn::Le(a.v, b.v)}; }
  friend HWY_INLINE Mask operator==(const Lanes& a, const Lanes& b) { return {hn::Eq(a.v, b.v)}; }
  /// Not for floating point: Highway does not say the same of what is not a number on all sets.
  friend HWY_INLINE Mask operator!=(const Lanes& a, const Lanes& b) requires(std::is_integral_v<T>) {
    return {hn::Ne(a.v, b.v)};
  }
  friend HWY_INLINE Lanes select(const Mask& mask, const Lanes& yes, const Lanes& no) {
    return {hn::IfThenElse(mask.v, yes.v, no.v)};
  }
  /// 0 in the other lanes.
  friend HWY_INLINE Lanes where(const Mask& mask, const Lanes& a) { return {hn::IfThenElseZero(mask.v, a.v)}; }
  /// Over all lanes.
  friend HWY_INLINE T least_of(const Lanes& a) { return hn::GetLane(hn::MinOfLanes(Tag(), a.v)); }
  friend HWY_INLINE T most_of(const Lanes& a) { return hn::GetLane(hn::MaxOfLanes(Tag(), a.v)); }
  /// The least of each, in half the instructions that they would take one by one.
  static HWY_INLINE void store_least(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d, T* to) {
    if constexpr (std::is_same_v<T, float> && (lanes == 4 || lanes == 8)) {
      const Tag tag;
      const hn::Repartition<double, Tag> pairs;
      const auto least = [&](const Lanes& x, const Lanes& y) HWY_ATTR {
        return hn::BitCast(pairs, hn::Min(hn::InterleaveLower(tag, x.v, y.v), hn::InterleaveUpper(tag, x.v, y.v)));
      };
      const auto ab = least(a, b), cd = least(c, d);
      const auto fours = hn::Min(hn::BitCast(tag, hn::InterleaveLower(pairs, ab, cd)),
                                 hn::BitCast(tag, hn::InterleaveUpper(pairs, ab, cd)));
      if constexpr (lanes == 4) {
        hn::StoreU(fours, tag, to);
      } else {
        const hn::Half<Tag> half;
        hn::StoreU(hn::Min(hn::LowerHalf(half, fours), hn::UpperHalf(half, fours)), half, to);
      }
    } else {
      to[0] = least_of(a), to[1] = least_of(b), to[2] = least_of(c), to[3] = least_of(d);
    }
  }

 private:
  /// Four floats of the rows `first`, `first` + 4 and so on, or two doubles of `first`, `first` + 2 and so on, a block
  /// of the register each.
  template <class Part, class RowAt>
  static HWY_INLINE hn::Vec<Part> load_blocks(Part d, const RowAt& row, int first) {
    constexpr int count = static_cast<int>(hn::MaxLanes(Part()));
    if constexpr (count * sizeof(T) == 16) {
      return hn::LoadU(d, row(first));
    } else {
      const hn::Half<Part> half;
      return hn::Combine(d, load_blocks(half, row, first + count / 2), load_blocks(half, row, first));
    }
  }
};

#endif

/// x where it is above 0, else 0; also for what is not a number.
template <class N>
HWY_INLINE N positive(const N& x) {
  return where(x > N::all(0), x);
}

/// A vector in space in every lane. N is Lanes or One.
template <class N>
struct Vec3Of {
  N x, y, z;

  /// The same in all lanes.
  template <class Three>
  static HWY_INLINE Vec3Of all(const Three& v) {
    return {N::all(v[0]), N::all(v[1]), N::all(v[2])};
  }
  /// From three rows, one a coordinate.
  template <class Rows>
  static HWY_INLINE Vec3Of load(const Rows& rows, std::ptrdiff_t lane) {
    return {N::load(rows[0] + lane), N::load(rows[1] + lane), N::load(rows[2] + lane)};
  }
  template <class Rows>
  static HWY_INLINE Vec3Of load_aligned(const Rows& rows, std::ptrdiff_t lane) {
    return {N::load_aligned(rows[0] + lane), N::load_aligned(rows[1] + lane), N::load_aligned(rows[2] + lane)};
  }
  template <class Rows>
  static HWY_INLINE Vec3Of widened(const Rows& rows, std::ptrdiff_t lane) {
    return {N::widened(rows[0] + lane), N::widened(rows[1] + lane), N::widened(rows[2] + lane)};
  }
  /// Points that follow each other, one a lane.
  static HWY_INLINE Vec3Of load_points(const typename N::Value* from) {
    Vec3Of points;
    N::load_interleaved(from, points.x, points.y, points.z);
    return points;
  }
  template <class Rows>
  HWY_INLINE void store(Rows& rows, std::ptrdiff_t lane) const {
    x.store(rows[0] + lane), y.store(rows[1] + lane), z.store(rows[2] + lane);
  }
  template <class Rows>
  HWY_INLINE void store_rounded(Rows& rows, std::ptrdiff_t lane) const {
    x.store_rounded(rows[0] + lane), y.store_rounded(rows[1] + lane), z.store_rounded(rows[2] + lane);
  }

  friend HWY_INLINE Vec3Of operator+(const Vec3Of& a, const Vec3Of& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend HWY_INLINE Vec3Of operator-(const Vec3Of& a, const Vec3Of& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend HWY_INLINE Vec3Of operator*(const Vec3Of& a, const N& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend HWY_INLINE N dot(const Vec3Of& a, const Vec3Of& b) { return mul_add(a.z, b.z, mul_add(a.y, b.y, a.x * b.x)); }
  friend HWY_INLINE Vec3Of cross(const Vec3Of& a, const Vec3Of& b) {
    return {mul_sub(a.y, b.z, a.z * b.y), mul_sub(a.z, b.x, a.x * b.z), mul_sub(a.x, b.y, a.y * b.x)};
  }
  friend HWY_INLINE Vec3Of select(const typename N::Mask& mask, const Vec3Of& yes, const Vec3Of& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
  }
  friend HWY_INLINE Vec3Of where(const typename N::Mask& mask, const Vec3Of& a) {
    return {where(mask, a.x), where(mask, a.y), where(mask, a.z)};
  }
};

/// `size` numbers side by side, in as many N as they take.
template <class N, int size>
struct Row {
  using Value = typename N::Value;
  static constexpr int parts = size / N::lanes;
  N part[parts];

  static HWY_INLINE Row all(Value x) {
    Row result;
    for (int i = 0; i < parts; ++i) result.part[i] = N::all(x);
    return result;
  }
  static HWY_INLINE Row load(const Value* from) {
    Row result;
    for (int i = 0; i < parts; ++i) result.part[i] = N::load(from + i * N::lanes);
    return result;
  }
  HWY_INLINE void store(Value* to) const {
    for (int i = 0; i < parts; ++i) part[i].store(to + i * N::lanes);
  }
  friend HWY_INLINE Row operator+(Row a, const Row& b) {
    for (int i = 0; i < parts; ++i) a.part[i] = a.part[i] + b.part[i];
    return a;
  }
  friend HWY_INLINE Row operator-(Row a, const Row& b) {
    for (int i = 0; i < parts; ++i) a.part[i] = a.part[i] - b.part[i];
    return a;
  }
  friend HWY_INLINE Row min(Row a, const Row& b) {
    for (int i = 0; i < parts; ++i) a.part[i] = min(a.part[i], b.part[i]);
    return a;
  }
  friend HWY_INLINE Row max(Row a, const Row& b) {
    for (int i = 0; i < parts; ++i) a.part[i] = max(a.part[i], b.part[i]);
    return a;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
