#include "assembly/contact_tally.h"

#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// Copies of one triangle.
Model copies(std::uint32_t count) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles.assign(count, {0, 1, 2});
  return Model(std::move(mesh));
}

}  // namespace

TEST(ContactTally, SumsUpManyContactsAsItKeepsFew) {
  const Model soup(shapes::random_soup(400, 0.8, 3)), other(shapes::random_soup(400, 0.8, 4));
  const Placement at = Placement::translation({0.1, 0, 0});
  const std::vector<Contact> contacts = collide(soup, {}, other, at).pairs;
  ASSERT_GT(contacts.size(), 1000u);
  ContactTally once(soup, other, {{}, at}), often(soup, other, {{}, at});
  for (const Contact& contact : contacts) once.add(contact);
  EXPECT_FALSE(once.is_many());
  std::uint64_t added = 0;
  while (!often.is_many())
    for (const Contact& contact : contacts) often.add(contact), ++added;
  EXPECT_EQ(once.count(), contacts.size());
  EXPECT_EQ(often.count(), added);
  EXPECT_EQ(often.triangles_a(), once.triangles_a());
  EXPECT_EQ(often.triangles_b(), once.triangles_b());
  EXPECT_EQ(often.region().low, once.region().low);
  EXPECT_EQ(often.region().high, once.region().high);
  std::vector<std::uint32_t> in_a;
  for (const Contact& contact : contacts)
    if (in_a.empty() || in_a.back() != contact.a) in_a.push_back(contact.a);
  EXPECT_EQ(once.triangles_a(), in_a);
}

TEST(ContactTally, OfNothingIsEmpty) {
  const ContactTally none;
  EXPECT_EQ(none.count(), 0u);
  EXPECT_TRUE(none.triangles_a().empty());
  EXPECT_GT(none.region().low.x, none.region().high.x);
}

TEST(ContactTally, CountsEveryPairOfCopies) {
  const Model many = copies(300), more = copies(700);
  ContactTally tally(many, more, {});
  collide(many, {}, more, {}, {}, [&](const Contact& contact) {
    tally.add(contact);
    return Flow::go_on;
  });
  EXPECT_EQ(tally.count(), 210000u);
  EXPECT_EQ(tally.triangles_a().size(), 300u);
  EXPECT_EQ(tally.triangles_b().size(), 700u);
  EXPECT_EQ(tally.region().high, (Vec3{1, 1, 0}));
  EXPECT_EQ(tally.least(), (Contact{0, 0}));
}

}  // namespace abut
