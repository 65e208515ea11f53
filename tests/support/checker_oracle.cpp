#include "support/checker_oracle.h"

#include <algorithm>

namespace abut::test {

namespace {

/// Every shape of the figures at a configuration, without a tree or an order.
struct Standing {
  std::string name;
  Shape shape;
  Placement at;
  double padding, self_padding;
  std::size_t figure, link;
};

std::vector<Standing> standing(const CheckerSetup& setup, std::span<const double> configuration) {
  std::vector<Standing> all;
  for (std::size_t f = 0; f < setup.figures.size(); ++f) {
    const CheckedFigure& figure = setup.figures[f];
    const std::string prefix = figure.name.empty() ? "" : figure.name + "/";
    const std::vector<Placement> links = figure.figure.place(configuration.first(figure.figure.dof()), figure.base);
    configuration = configuration.subspan(figure.figure.dof());
    const auto add = [&](const std::string& name, const Shape& shape, const Placement& at, std::size_t link) {
      const Placement placed = at == Placement{} ? links[link] : links[link] * at;
      all.push_back({name, shape, placed, figure.padding, figure.self_padding, f, link});
    };
    for (std::size_t i = 0; i < links.size(); ++i)
      for (const LinkShape& shape : figure.figure.links()[i].shapes)
        add(prefix + figure.figure.links()[i].name, shape.shape, shape.at, i);
    for (const AttachedBody& body : figure.attached)
      add(body.name, body.shape, body.at, *figure.figure.find_link(body.link));
  }
  return all;
}

bool connects(const Figure& figure, std::size_t parent, std::size_t child) {
  const std::optional<std::size_t> joint = figure.joint_of(child);
  return joint && figure.joint_places()[*joint].parent == parent;
}

}  // namespace

NamesThatTouch brute_force_contacts(const CheckerSetup& setup, std::span<const double> configuration, double margin) {
  const std::vector<Standing> all = standing(setup, configuration);
  NamesThatTouch pairs;
  const auto is_allowed = [&](const std::string& a, const std::string& b) {
    return std::any_of(setup.allowed.begin(), setup.allowed.end(), [&](const NamePair& pair) {
      return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    });
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Standing& a = all[i];
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Standing& b = all[j];
      const Figure& figure = setup.figures[a.figure].figure;
      const bool neighbours = a.figure == b.figure && (a.link == b.link || connects(figure, a.link, b.link) ||
                                                       connects(figure, b.link, a.link));
      if (neighbours || is_allowed(a.name, b.name)) continue;
      if (touches(a.shape, a.at, b.shape, b.at, a.self_padding + b.self_padding + margin))
        pairs.emplace_back(a.name, b.name);
    }
    for (const CheckedBody& body : setup.bodies)
      if (!is_allowed(a.name, body.name) &&
          touches(a.shape, a.at, body.shape, body.at, a.padding + body.padding + margin))
        pairs.emplace_back(a.name, body.name);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

NamesThatTouch names_of(const Checker& checker, std::span<const CheckedPair> pairs) {
  NamesThatTouch result;
  for (const CheckedPair& pair : pairs) result.emplace_back(checker.names()[pair.a], checker.names()[pair.b]);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace abut::test
