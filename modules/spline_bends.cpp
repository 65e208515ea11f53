#include "spline_bends.h"

#include <algorithm>
#include <cmath>

#include <GeomConvert.hxx>
#include <GeomConvert_BSplineCurveToBezierCurve.hxx>
#include <GeomConvert_BSplineSurfaceToBezierSurface.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_BezierSurface.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <gp_Circ.hxx>
#include <gp_Elips.hxx>

namespace abut {

namespace {

/// The poles of a Bezier piece, u by v of them, with their weights.
struct Poles {
  int count_u = 0, count_v = 0;
  std::vector<gp_XYZ> points;  ///< v runs first
  std::vector<double> weights;

  std::size_t place(int i, int j) const { return static_cast<std::size_t>(i * count_v + j); }
};

/// The largest length of the differences of a grid of numbers or vectors, `du` times along u and `dv` times along v,
/// times the degrees: it bounds the derivative of a Bezier piece over its unit square.
template <class Value, class Length>
double largest_difference(const Poles& poles, std::vector<Value> values, int du, int dv, const Length& length) {
  int count_u = poles.count_u, count_v = poles.count_v;
  double factor = 1;
  const auto at = [&](int i, int j) -> Value& { return values[poles.place(i, j)]; };
  for (; du > 0; --du) {
    factor *= --count_u;
    for (int i = 0; i < count_u; ++i)
      for (int j = 0; j < count_v; ++j) at(i, j) = at(i + 1, j) - at(i, j);
  }
  for (; dv > 0; --dv) {
    factor *= --count_v;
    for (int i = 0; i < count_u; ++i)
      for (int j = 0; j < count_v; ++j) at(i, j) = at(i, j + 1) - at(i, j);
  }
  double largest = 0;
  for (int i = 0; i < count_u; ++i)
    for (int j = 0; j < count_v; ++j) largest = std::max(largest, length(at(i, j)));
  return factor * largest;
}

/// S = c + Q / w with Q the poles from c times their weights. By the quotient rule S_u = (Q_u - (S - c) w_u) / w,
/// S_uu = (Q_uu - 2 S_u w_u - (S - c) w_uu) / w, and S_uv = (Q_uv - S_u w_v - S_v w_u - (S - c) w_uv) / w. S is in the
/// hull of the poles, and every derivative of Q and w in that of its differences. By the unit square's parameters.
Bends bends_of(const Poles& poles) {
  gp_XYZ middle(0, 0, 0);
  for (const gp_XYZ& point : poles.points) middle += point / static_cast<double>(poles.points.size());
  std::vector<gp_XYZ> weighted;
  double far = 0;
  for (std::size_t i = 0; i < poles.points.size(); ++i) {
    weighted.push_back((poles.points[i] - middle) * poles.weights[i]);
    far = std::max(far, (poles.points[i] - middle).Modulus());
  }
  const double least = *std::min_element(poles.weights.begin(), poles.weights.end());
  const auto q = [&](int du, int dv) {
    return largest_difference(poles, weighted, du, dv, [](const gp_XYZ& x) { return x.Modulus(); });
  };
  const auto w = [&](int du, int dv) {
    return largest_difference(poles, poles.weights, du, dv, [](double x) { return std::abs(x); });
  };
  const double u = (q(1, 0) + far * w(1, 0)) / least, v = (q(0, 1) + far * w(0, 1)) / least;
  return {(q(2, 0) + 2 * u * w(1, 0) + far * w(2, 0)) / least,
          (q(1, 1) + u * w(0, 1) + v * w(1, 0) + far * w(1, 1)) / least,
          (q(0, 2) + 2 * v * w(0, 1) + far * w(0, 2)) / least};
}

Poles poles_of(const Geom_BezierSurface& piece) {
  Poles poles{piece.NbUPoles(), piece.NbVPoles(), {}, {}};
  for (int i = 1; i <= poles.count_u; ++i)
    for (int j = 1; j <= poles.count_v; ++j) {
      poles.points.push_back(piece.Pole(i, j).XYZ());
      poles.weights.push_back(piece.Weight(i, j));
    }
  return poles;
}

Poles poles_of(const Geom_BezierCurve& piece) {
  Poles poles{piece.NbPoles(), 1, {}, {}};
  for (int i = 1; i <= poles.count_u; ++i) {
    poles.points.push_back(piece.Pole(i).XYZ());
    poles.weights.push_back(piece.Weight(i));
  }
  return poles;
}

std::vector<double> list_of(const TColStd_Array1OfReal& numbers) { return {numbers.begin(), numbers.end()}; }

/// The pieces between knots, first and last, that an interval meets; none where it leaves them by more than rounding.
std::optional<std::pair<std::size_t, std::size_t>> pieces_met(const std::vector<double>& knots, double least,
                                                              double largest) {
  const double slack = 1e-9 * (knots.back() - knots.front());
  if (!(least >= knots.front() - slack && largest <= knots.back() + slack)) return std::nullopt;
  const auto first = std::upper_bound(knots.begin() + 1, knots.end() - 1, least) - 1 - knots.begin();
  const auto last = std::lower_bound(knots.begin() + 1, knots.end() - 1, largest) - 1 - knots.begin();
  return std::pair(static_cast<std::size_t>(first), static_cast<std::size_t>(std::max(first, last)));
}

Handle(Geom_BSplineSurface) spline_of(const BRepAdaptor_Surface& surface) {
  Handle(Geom_BSplineSurface) spline;
  if (surface.GetType() == GeomAbs_BSplineSurface)
    spline = Handle(Geom_BSplineSurface)::DownCast(surface.BSpline()->Copy());
  else if (surface.GetType() == GeomAbs_BezierSurface)
    spline = GeomConvert::SurfaceToBSplineSurface(surface.Bezier());
  else
    return {};
  if (spline->IsUPeriodic()) spline->SetUNotPeriodic();
  if (spline->IsVPeriodic()) spline->SetVNotPeriodic();
  return spline;
}

/// Cuts a spline of few pieces into more, over which the second derivatives differ less.
void cut(const Handle(Geom_BSplineSurface) & spline) {
  constexpr int pieces = 16;  // along each parameter, about
  const TColStd_Array1OfReal knots_u = spline->UKnots(), knots_v = spline->VKnots();
  const auto for_each_cut = [](const TColStd_Array1OfReal& knots, const auto& insert) {
    const int each = pieces / (knots.Length() - 1);
    for (int i = knots.Lower(); i < knots.Upper(); ++i)
      for (int k = 1; k < each; ++k) insert(knots(i) + (knots(i + 1) - knots(i)) * k / each);
  };
  for_each_cut(knots_u, [&](double knot) { spline->InsertUKnot(knot, 1, 0, false); });
  for_each_cut(knots_v, [&](double knot) { spline->InsertVKnot(knot, 1, 0, false); });
}

double bend_of_spline(const Handle(Geom_BSplineCurve) & spline, double begin, double end) {
  if (spline->IsPeriodic()) spline->SetNotPeriodic();
  GeomConvert_BSplineCurveToBezierCurve pieces(spline, begin, end, 1e-12 * (end - begin));
  TColStd_Array1OfReal knots(1, pieces.NbArcs() + 1);
  pieces.Knots(knots);
  double bend = 0;
  for (int i = 1; i <= pieces.NbArcs(); ++i) {
    const double wide = knots(i + 1) - knots(i);
    bend = std::max(bend, bends_of(poles_of(*pieces.Arc(i))).uu / (wide * wide));
  }
  return bend;
}

}  // namespace

std::optional<SplineBends> SplineBends::of(const BRepAdaptor_Surface& surface) try {
  const Handle(Geom_BSplineSurface) spline = spline_of(surface);
  // Taylor's theorem needs a first derivative without jumps.
  if (spline.IsNull() || !spline->IsCNu(1) || !spline->IsCNv(1)) return std::nullopt;
  cut(spline);
  GeomConvert_BSplineSurfaceToBezierSurface pieces(spline);
  TColStd_Array1OfReal knots_u(1, pieces.NbUPatches() + 1), knots_v(1, pieces.NbVPatches() + 1);
  pieces.UKnots(knots_u);
  pieces.VKnots(knots_v);
  SplineBends bends;
  bends.knots_u_ = list_of(knots_u);
  bends.knots_v_ = list_of(knots_v);
  for (int i = 1; i <= pieces.NbUPatches(); ++i)
    for (int j = 1; j <= pieces.NbVPatches(); ++j) {
      const double wide_u = knots_u(i + 1) - knots_u(i), wide_v = knots_v(j + 1) - knots_v(j);
      const Bends own = bends_of(poles_of(*pieces.Patch(i, j)));
      bends.pieces_.push_back({own.uu / (wide_u * wide_u), own.uv / (wide_u * wide_v), own.vv / (wide_v * wide_v)});
    }
  return bends;
} catch (const Standard_Failure&) {
  // Nothing is wrong with a surface that OpenCASCADE cannot convert.
  return std::nullopt;
}

std::optional<Bends> SplineBends::over(const gp_Pnt2d& least, const gp_Pnt2d& largest) const {
  const auto u = pieces_met(knots_u_, least.X(), largest.X()), v = pieces_met(knots_v_, least.Y(), largest.Y());
  if (!u || !v) return std::nullopt;
  Bends all;
  for (std::size_t i = u->first; i <= u->second; ++i)
    for (std::size_t j = v->first; j <= v->second; ++j) {
      const Bends& piece = pieces_[i * (knots_v_.size() - 1) + j];
      all = {std::max(all.uu, piece.uu), std::max(all.uv, piece.uv), std::max(all.vv, piece.vv)};
    }
  return all;
}

std::optional<double> bend_between(const BRepAdaptor_Curve& curve, double begin, double end) try {
  switch (curve.GetType()) {
    case GeomAbs_Line:
      return 0;
    case GeomAbs_Circle:
      return curve.Circle().Radius();
    case GeomAbs_Ellipse:
      return curve.Ellipse().MajorRadius();
    case GeomAbs_BezierCurve:
    case GeomAbs_BSplineCurve:
      if (curve.Continuity() < GeomAbs_C1) return std::nullopt;
      return bend_of_spline(curve.GetType() == GeomAbs_BSplineCurve
                                ? Handle(Geom_BSplineCurve)::DownCast(curve.BSpline()->Copy())
                                : GeomConvert::CurveToBSplineCurve(curve.Bezier()),
                            begin, end);
    default:
      return std::nullopt;
  }
} catch (const Standard_Failure&) {
  return std::nullopt;
}

}  // namespace abut
