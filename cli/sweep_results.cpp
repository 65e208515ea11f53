#include "sweep_results.h"

#include "io/text.h"
#include "output.h"

#include <cmath>

#include <fmt/format.h>

namespace abut::cli {

namespace {

constexpr const char* ran_out = " (the search ran out of its budget)";
constexpr const char* ran_out_in_json = ",\"complete\":false";

}  // namespace

// The first contact.

Answer answer_of(const MovingContact& contact) {
  constexpr Answer answers[] = {Answer::no, Answer::yes, Answer::unknown};
  return answers[static_cast<int>(contact.verdict)];
}

void append_json(std::string& text, const MovingContact& contact) {
  auto out = std::back_inserter(text);
  const auto add = [&](const char* name, const Vec3& vector) {
    fmt::format_to(out, ",\"{}\":", name);
    append_json_point(text, vector);
  };
  fmt::format_to(out, ",\"verdict\":\"{}\",\"lower\":{},\"upper\":", name_of(contact.verdict), contact.lower);
  append_json_number(text, contact.upper);
  if (contact.verdict == MotionVerdict::contact) {
    add("point", contact.point_a);
    add("point_b", contact.point_b);
    fmt::format_to(out, ",\"triangle_a\":{},\"triangle_b\":{},\"distance\":{}", contact.triangle_a, contact.triangle_b,
                   contact.distance);
    add("normal", contact.normal);
    add("velocity", contact.velocity);
    fmt::format_to(out, ",\"feature_a\":\"{}\",\"feature_b\":\"{}\"", name_of(contact.feature_a),
                   name_of(contact.feature_b));
  }
  if (!contact.complete) text += ran_out_in_json;
}

void append_text(std::string& text, const MovingContact& contact, double margin) {
  auto out = std::back_inserter(text);
  if (contact.verdict == MotionVerdict::clear)
    text += margin == 0 ? "no contact" : fmt::format("never within {}", margin);
  else if (contact.verdict == MotionVerdict::contact)
    fmt::format_to(out, "{} at time {}, triangle {} of A and {} of B at {}{}",
                   margin == 0 ? "contact" : fmt::format("within {}", margin), as_bracket(contact.lower, contact.upper),
                   contact.triangle_a, contact.triangle_b, as_point(contact.point_a), contact.complete ? "" : ran_out);
  else
    fmt::format_to(out, "clear before time {}, undecided from there on{}", contact.lower,
                   contact.complete ? " (the tolerance is too small)" : ran_out);
}

// The intervals of contact.

Answer answer_of(const MotionParts& parts) {
  Answer answer = Answer::no;
  for (const MotionPart& part : parts.parts) {
    if (part.kind == MotionPartKind::within) return Answer::yes;
    if (part.kind == MotionPartKind::undecided) answer = Answer::unknown;
  }
  return answer;
}

void append_json(std::string& text, const MotionParts& parts) {
  text += ",\"parts\":[";
  for (const MotionPart& part : parts.parts)
    fmt::format_to(std::back_inserter(text), "{}{{\"kind\":\"{}\",\"begin\":{},\"end\":{}}}",
                   &part == parts.parts.data() ? "" : ",", name_of(part.kind), part.begin, part.end);
  text += ']';
  if (!parts.complete) text += ran_out_in_json;
}

void append_text(std::string& text, const MotionParts& parts) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}{}", counted(parts.parts.size(), "part"), parts.complete ? "" : ran_out);
  for (const MotionPart& part : parts.parts)
    fmt::format_to(out, "\n  {} from {} to {}", name_of(part.kind), part.begin, part.end);
}

// The least clearance.

Answer answer_of(const MotionClearance& clearance) {
  return clearance.upper == 0 ? Answer::yes : clearance.lower > 0 ? Answer::no : Answer::unknown;
}

void append_json(std::string& text, const MotionClearance& clearance) {
  text += ",\"clearance\":";
  append_json_number(text, clearance.upper);
  text += ",\"lower\":";
  append_json_number(text, clearance.lower);
  fmt::format_to(std::back_inserter(text), ",\"time\":{}{}", clearance.time, clearance.complete ? "" : ran_out_in_json);
}

void append_text(std::string& text, const MotionClearance& clearance) {
  auto out = std::back_inserter(text);
  if (clearance.upper == 0)
    fmt::format_to(out, "touching at time {:.6g}", clearance.time);
  else if (std::isinf(clearance.upper))
    fmt::format_to(out, "at least {:.6g} apart", clearance.lower);
  else
    fmt::format_to(out, "least clearance {} at time {:.6g}", as_bracket(clearance.lower, clearance.upper),
                   clearance.time);
  if (!clearance.complete) text += ran_out;
}

// The rough contact.

Answer answer_of(const RoughContact& found) { return found.contact.found ? Answer::yes : Answer::no; }

void append_json(std::string& text, const RoughContact& found) {
  text += found.contact.found ? ",\"verdict\":\"contact\"" : ",\"verdict\":\"clear\"";
  append_json(text, found, "time");
}

void append_text(std::string& text, const RoughContact& found) {
  if (found.contact.found)
    fmt::format_to(std::back_inserter(text), "perhaps a contact, not before time {:.6g}, near {}", found.contact.time,
                   as_point(found.contact.point));
  else
    text += "no contact";
}

}  // namespace abut::cli
