#pragma once

#include "rough.h"
#include <abut/first_contact.h>

namespace abut::cli {

// What abut sweep tells of a motion: whether it makes the exit status `found`, what follows its number in JSON, and
// what does so in text for people.

Answer answer_of(const MovingContact& contact);
void append_json(std::string& text, const MovingContact& contact);
void append_text(std::string& text, const MovingContact& contact, double margin);

Answer answer_of(const MotionParts& parts);
void append_json(std::string& text, const MotionParts& parts);
void append_text(std::string& text, const MotionParts& parts);

Answer answer_of(const MotionClearance& clearance);
void append_json(std::string& text, const MotionClearance& clearance);
void append_text(std::string& text, const MotionClearance& clearance);

Answer answer_of(const RoughContact& found);
void append_json(std::string& text, const RoughContact& found);
void append_text(std::string& text, const RoughContact& found);

}  // namespace abut::cli
