#include "io/file.h"
#include "io/obj.h"
#include "io/ply.h"
#include "io/stl.h"
#include "reading.h"
#include <abut/load.h>

#include <clocale>
#include <csignal>
#include <locale>

#include <sys/resource.h>
#include <sys/stat.h>

namespace abut {
namespace {

Mesh floats() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, {{0, 1, 2}}, {}}; }

std::string load_message(const std::filesystem::path& file) {
  return message_of([&] { load(file); });
}
std::string save_message(const Mesh& mesh, const std::filesystem::path& file) {
  return message_of([&] { save(mesh, file); });
}

/// Gives up the right to read everything that the superuser has, for a while.
class AsNobody {
 public:
  AsNobody() {
    if (::geteuid() == 0) changed_ = ::seteuid(65534) == 0;
  }
  ~AsNobody() {
    if (changed_ && ::seteuid(0) != 0) std::abort();
  }

 private:
  bool changed_ = false;
};

/// Files may not grow beyond this size for a while.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(SaveAndLoad, BringBackTheMeshInEveryFormat) {
  const TemporaryDirectory directory;
  for (const char* name : {"a.stl", "a.obj", "a.ply", "A.STL", "b.Obj"}) {
    save(floats(), directory.file(name));
    EXPECT_EQ(load(directory.file(name)), floats()) << name;
  }
  EXPECT_EQ(directory.entries(), 5u);
}

TEST(Load, TellsTheFormatByTheContentWhateverTheName) {
  const TemporaryDirectory directory;
  const std::string contents[] = {write_stl(floats()),
                                  write_stl(floats(), StlForm::ascii),
                                  write_obj(floats()),
                                  write_ply(floats()),
                                  write_ply(floats(), PlyForm::ascii),
                                  "# a comment\r\n\r\no thing\r\n" + with_crlf(write_obj(floats()))};
  for (const std::string& content : contents)
    for (const char* name : {"mesh", "mesh.dat", "mesh.stl", "mesh.obj", "mesh.ply"})
      EXPECT_EQ(load(directory.file(name, content)).triangles, floats().triangles) << name << "\n" << content;
}

TEST(Load, FollowsTheNameWhenTheContentDoesNotTell) {
  const TemporaryDirectory directory;
  const std::string obj = "unusual 1\n" + write_obj(floats());
  EXPECT_EQ(load(directory.file("a.obj", obj)), floats());
  const std::string stl = write_stl(floats()) + "tail";
  EXPECT_EQ(load(directory.file("a.STL", stl)), floats());
}

TEST(Load, RefusesUnknownFormats) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.file("notes.txt", "Once upon a time.\n");
  EXPECT_EQ(
      load_message(file),
      file.string() +
          ": is in no format that abut knows: it does not begin like an STL, OBJ, PLY, glTF, STEP or tree file, nor "
          "does its name end in .stl, .obj, .ply, .gltf, .glb, .step, .stp or .abut.");
  const std::string assembly =
      " file, which holds an assembly. 'abut clash' and load_assembly() read it; for a single mesh, "
      "export it as STL, OBJ or PLY.";
  for (const auto& [name, content, kind] : {std::tuple{"a.step", "anything", "STEP"},
                                            {"a.stp", "?", "STEP"},
                                            {"a", "ISO-10303-21;\n", "STEP"},
                                            {"a.gltf", "{}", "glTF"},
                                            {"a.GLB", "?", "glTF"},
                                            {"b", "glTF1234", "glTF"}}) {
    const std::filesystem::path other = directory.file(name, content);
    EXPECT_EQ(load_message(other), other.string() + ": is a " + kind + assembly);
  }
}

TEST(Load, RefusesGarbageUnderEveryEnding) {
  const TemporaryDirectory directory;
  const std::string garbage = "\x89PNG\r\n\x1a\n" + std::string(300, '\x02');
  const std::filesystem::path stl = directory.file("a.stl", garbage), obj = directory.file("a.obj", garbage),
                              ply = directory.file("a.ply", garbage);
  EXPECT_EQ(load_message(stl), stl.string() +
                                   ": the file says 33686018 triangles and ends after 4 (byte 308 of 1684300984). Was "
                                   "the download cut off?");
  EXPECT_EQ(load_message(obj),
            obj.string() + ": has no triangles: none of its lines is a face ('f ...'). Is it an OBJ file?");
  EXPECT_EQ(load_message(ply), ply.string() + ": is not a PLY file: its first line is not 'ply'.");
}

// A binary file may begin like text of another format.
TEST(Load, IsNotMisledByABinaryHeader) {
  const TemporaryDirectory directory;
  std::string content = write_stl(floats());
  content.replace(0, 7, "o solid");
  EXPECT_EQ(load(directory.file("a.obj", content)), floats());
  const std::filesystem::path cut = directory.file("cut.stl", content.substr(0, content.size() - 1));
  EXPECT_EQ(load_message(cut),
            cut.string() +
                ": the file says 1 triangle and ends after 0 (byte 133 of 134). Was the download cut "
                "off?");
}

TEST(Load, RefusesWhatIsNoReadableFile) {
  const TemporaryDirectory directory;
  const std::string here = directory.path().string();
  EXPECT_EQ(load_message(directory.file("gone.stl")), here + "/gone.stl: there is no such file. Check the path.");
  EXPECT_EQ(load_message(directory.path()), here + ": is a directory. Name a file in it.");
  EXPECT_EQ(load_message(directory.file("a.stl", "") / "b"), here + "/a.stl/b: there is no such file. Check the path.");
  EXPECT_EQ(load_message(directory.file("empty.stl", "")),
            here + "/empty.stl: the file is empty. Was it saved or downloaded in full?");
  ASSERT_EQ(::mkfifo(directory.file("pipe.stl").c_str(), 0600), 0);
  EXPECT_EQ(load_message(directory.file("pipe.stl")),
            here + "/pipe.stl: is not a regular file. Save its content to a file first.");
}

TEST(Load, RefusesAFileThatMayNotBeRead) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.file("secret.stl", write_stl(floats()));
  std::filesystem::permissions(directory.path(), std::filesystem::perms::all);
  std::filesystem::permissions(file, std::filesystem::perms::none);
  const AsNobody nobody;
  EXPECT_EQ(load_message(file), file.string() + ": cannot be opened: Permission denied.");
}

TEST(Load, DoesNotDependOnTheLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const TemporaryDirectory directory;
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  // Where the machine has it, the C library is told, too.
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  Mesh mesh = floats();
  mesh.points[0] = {1234567.25, -0.125, 1e-7};
  for (const char* name : {"a.stl", "a.obj", "a.ply"}) {
    save(mesh, directory.file(name));
    EXPECT_EQ(load(directory.file(name)).triangles, mesh.triangles);
  }
  const std::string text = content_of(directory.file("a.obj"));
  const Mesh back = load(directory.file("a.obj"));
  std::locale::global(before);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(back, mesh);
  EXPECT_EQ(text, "v 1234567.25 -0.125 1e-07\nv 1 0 0\nv 0 1 0.5\nf 1 2 3\n");
}

TEST(Save, RefusesWhatItCannotWrite) {
  const TemporaryDirectory directory;
  const std::string here = directory.path().string();
  EXPECT_EQ(save_message(floats(), directory.file("a.xyz")),
            here + "/a.xyz: cannot be written: the name does not tell the format. End it in .stl, .obj or .ply.");
  EXPECT_EQ(
      save_message({}, directory.file("a.obj")),
      here + "/a.obj: cannot be written: the mesh has no triangles, and a file without triangles cannot be read back.");
  Mesh bad = floats();
  bad.triangles[0][2] = 3;
  EXPECT_EQ(save_message(bad, directory.file("a.ply")),
            here + "/a.ply: cannot be written: triangle 0 names point 3, but there are 3 points (counted from 0).");
  bad = floats();
  bad.points[1].x = 1e39;
  EXPECT_EQ(save_message(bad, directory.file("a.stl")),
            here +
                "/a.stl: cannot be written: point 1: x is beyond the floats of a binary STL file. Save as .ply or "
                ".obj, which hold doubles.");
  EXPECT_EQ(save_message(floats(), directory.file("no/a.stl")),
            here + "/no/a.stl: cannot be written: its directory does not exist.");
  EXPECT_EQ(save_message(floats(), "/dev/null/a.stl"),
            "/dev/null/a.stl: cannot be written: its directory does not exist.");
  std::filesystem::create_directory(directory.file("d.stl"));
  EXPECT_EQ(save_message(floats(), directory.file("d.stl")), here + "/d.stl: is a directory. Name the file to write.");
  EXPECT_EQ(directory.entries(), 1u);
}

TEST(Save, ThatFailsLeavesTheOldFileAndNothingElse) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.file("a.ply", "what was there before");
  Mesh large = floats();
  large.triangles.resize(100000, {0, 1, 2});
  std::string message;
  {
    const FileSizeLimit limit(4096);
    message = save_message(large, file);
  }
  EXPECT_EQ(message, file.string() + ": cannot be written: File too large.");
  EXPECT_EQ(content_of(file), "what was there before");
  EXPECT_EQ(directory.entries(), 1u);
}

TEST(Save, ReplacesALinksTargetAlsoWhereNothingIsThereYet) {
  const TemporaryDirectory directory;
  const std::filesystem::path target = directory.file("target.stl", "old"), link = directory.file("link.stl"),
                              dangling = directory.file("dangling.stl");
  std::filesystem::create_symlink(target, link);
  std::filesystem::create_symlink("new.stl", dangling);
  for (const std::filesystem::path& each : {link, dangling}) {
    save(floats(), each);
    EXPECT_TRUE(std::filesystem::is_symlink(each));
    EXPECT_EQ(load(each), floats());
  }
  EXPECT_EQ(load(directory.file("new.stl")), floats());
  EXPECT_EQ(directory.entries(), 4u);
}

TEST(Save, WritesToADeviceAndLeavesItOne) {
  const TemporaryDirectory directory;
  std::filesystem::create_symlink("/dev/null", directory.file("null.stl"));
  save(floats(), directory.file("null.stl"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  std::filesystem::create_symlink("/dev/full", directory.file("full.stl"));
  EXPECT_EQ(save_message(floats(), directory.file("full.stl")),
            directory.file("full.stl").string() + ": cannot be written: No space left on device.");
  EXPECT_EQ(directory.entries(), 2u);
}

TEST(Save, KeepsThePermissionsOfTheFileThatItReplaces) {
  using std::filesystem::perms;
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.file("a.stl", "old");
  for (perms mode : {perms(0600), perms(0664), perms(0755)}) {
    std::filesystem::permissions(file, mode);
    save(floats(), file);
    EXPECT_EQ(std::filesystem::status(file).permissions(), mode);
  }
}

TEST(Save, RemovesWhatAKilledProgramLeftOfTheSameFileAndNothingElse) {
  const TemporaryDirectory directory;
  directory.file("a.stl.999999999-0.part", "abandoned");
  for (const char* kept : {"b.stl.999999999-0.part", "a.stl.1-0.part", "a.stl.999999999-0.part.stl",
                           "a.stl.999999999.part", "a.stl.-1-0.part", "a.stl..part"})
    directory.file(kept, "not ours, or of a program that runs");
  save(floats(), directory.file("a.stl"));
  EXPECT_EQ(directory.entries(), 7u);
  EXPECT_FALSE(std::filesystem::exists(directory.file("a.stl.999999999-0.part")));
}

// A text file that became shorter while it was read was taken as it was then.
TEST(ReadFile, RefusesAFileThatChangesWhileItIsRead) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.file("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n");
  {
    const InputFile input(file);
    std::filesystem::resize_file(file, 32);
    EXPECT_EQ(message_of([&] { input.read_all(); }),
              file.string() + ": became shorter while it was read. Load it again when it is complete.");
  }
  {
    const InputFile input(file);
    std::ofstream(file, std::ios::app) << "f 3 2 1\n";
    EXPECT_EQ(message_of([&] { input.read_all(); }),
              file.string() + ": became longer while it was read. Load it again when it is complete.");
  }
  {
    const InputFile input(file);
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
    EXPECT_EQ(message_of([&] { input.read_all(); }),
              file.string() + ": changed while it was read. Load it again when it is complete.");
  }
  EXPECT_EQ(InputFile(file).read_all().bytes().size(), 40u);
}

TEST(ReadLines, GivesLinesOfFilesAndPipesAndRefusesDevices) {
  const TemporaryDirectory directory;
  const auto lines_of = [](const std::filesystem::path& file) {
    InputLines lines(file);
    std::vector<std::string> result;
    for (std::string line; lines.next(line);) result.push_back(line);
    return result;
  };
  using testing::ElementsAre;
  EXPECT_THAT(lines_of(directory.file("a", "one\n\nthree\r\nlast")), ElementsAre("one", "", "three\r", "last"));
  EXPECT_THAT(lines_of(directory.file("b", "one\n")), ElementsAre("one"));
  EXPECT_THAT(lines_of(directory.file("c", "")), ElementsAre());
  const std::string most(1 << 20, 'x');
  EXPECT_THAT(lines_of(directory.file("d", most + "\n" + most)), ElementsAre(most, most));
  for (const char* end : {"", "\n", "\nmore"})
    EXPECT_EQ(message_of([&] { lines_of(directory.file("e", most + "x" + end)); }),
              directory.file("e").string() + ": has a line of more than 2^20 bytes. Is it a text?");
  EXPECT_EQ(message_of([&] { lines_of("/dev/zero"); }),
            "/dev/zero: is neither a file nor a pipe. Save its content to a file first.");
  EXPECT_EQ(message_of([&] { lines_of(directory.path()); }),
            directory.path().string() + ": is a directory. Name a file in it.");
}

TEST(ReadLines, GivesManyLinesAtOnceWithTheirEnds) {
  const TemporaryDirectory directory;
  const auto pieces_of = [](const std::filesystem::path& file) {
    InputLines lines(file);
    std::vector<std::string> result;
    for (std::string some; lines.next_lines(some);) result.push_back(some);
    return result;
  };
  using testing::ElementsAre;
  EXPECT_THAT(pieces_of(directory.file("a", "one\n\nthree\r\nlast")), ElementsAre("one\n\nthree\r\n", "last\n"));
  EXPECT_THAT(pieces_of(directory.file("b", "one\n")), ElementsAre("one\n"));
  EXPECT_THAT(pieces_of(directory.file("c", "")), ElementsAre());
  const std::string most(1 << 20, 'x');
  for (const char* end : {"", "\n", "\nmore"})
    EXPECT_EQ(message_of([&] { pieces_of(directory.file("e", "short\n" + most + "x" + end)); }),
              directory.file("e").string() + ": has a line of more than 2^20 bytes. Is it a text?");
  // Lines of all lengths, so that they end anywhere in what is read at a time.
  std::string content;
  for (std::size_t i = 0; i < 1000; ++i) content += std::string(i * 7 % 1013, 'y') + '\n';
  std::string found;
  for (const std::string& piece : pieces_of(directory.file("f", content + "end"))) {
    EXPECT_EQ(piece.back(), '\n');
    found += piece;
  }
  EXPECT_EQ(found, content + "end\n");
}

TEST(ReadFile, ReadsLargeFilesWhole) {
  const TemporaryDirectory directory;
  std::string content(9'000'001, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * i >> 7);
  write_file(directory.file("large"), content);
  const Pages pages = InputFile(directory.file("large")).read_all();
  EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(pages.bytes().data()), pages.bytes().size()), content);
}

}  // namespace
}  // namespace abut
