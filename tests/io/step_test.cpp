#include "io/step.h"

#include "io/reading.h"

#include <cstdlib>

namespace abut {

TEST(Step, IsToldByItsFirstWords) {
  EXPECT_TRUE(looks_like_step(bytes_of("ISO-10303-21;\nHEADER;")));
  EXPECT_TRUE(looks_like_step(bytes_of("\r\n ISO-10303-21;")));
  EXPECT_FALSE(looks_like_step(bytes_of("solid ISO-10303-21;")));
  EXPECT_FALSE(looks_like_step(bytes_of("")));
}

TEST(Step, SaysWhatToDoWhereItCannotBeRead) {
  const TemporaryDirectory folder;
  ::setenv("ABUT_MODULES", folder.path().c_str(), 1);
  const std::string file = folder.file("engine.step", "ISO-10303-21;").string();
  EXPECT_EQ(message_of([&] { read_step(file); }),
            file +
                ": is a STEP file, and the program that reads them is not installed. Export the assembly as glTF; or "
                "install the package abut-step; or install libocct-data-exchange-dev and rebuild abut.");
  folder.file("abut-step-reader", "not a program");
  EXPECT_THAT(message_of([&] { read_step(file); }), testing::StartsWith(file + ": STEP files cannot be read: "));
  ::unsetenv("ABUT_MODULES");
}

}  // namespace abut
