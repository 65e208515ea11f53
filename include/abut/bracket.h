#pragma once

// Bracket, a number that is proved to lie between two others, both included, is declared there.
#include <abut/vec3.h>
