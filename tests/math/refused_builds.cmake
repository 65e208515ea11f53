# Builds that break IEEE arithmetic must fail to compile, with a sentence that says why.
set(refused -ffast-math -Ofast -ffinite-math-only)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Clang does not tell the preprocessor about this one.
  list(APPEND refused -funsafe-math-optimizations)
endif()
foreach(flag ${refused})
  set(name math.BuildsWith${flag}AreRefused)
  add_test(NAME ${name} COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O2 ${flag} -fsyntax-only
                                -I${PROJECT_SOURCE_DIR}/include -x c++ ${PROJECT_SOURCE_DIR}/include/abut/vec3.h)
  set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION "abut cannot be built with")
endforeach()
