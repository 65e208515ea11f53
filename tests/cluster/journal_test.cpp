#include "cluster/journal.h"

#include <abut/error.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace abut {

namespace {

namespace fs = std::filesystem;

class JournalTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "abut_journal_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path file() const { return folder_ / "results.journal"; }
  std::string bytes() const {
    std::ifstream stream(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& bytes) const { std::ofstream(file(), std::ios::binary) << bytes; }

  /// The texts of what a journal has, and what was said about it.
  struct Read {
    std::vector<std::string> texts;
    std::string said;
  };
  Read read(const Journal::Identity& identity) const {
    Read got;
    Journal::resume(
        file(), identity, [&](const PieceResult& result) { got.texts.push_back(result.text); },
        [&](const std::string& told) { got.said += told; });
    return got;
  }
  std::string error_of(const std::function<void()>& action) const {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  fs::path folder_;
};

constexpr Journal::Identity identity{12345, 100};

PieceResult result_of(std::size_t first, std::string text) {
  PieceResult result;
  result.items = {first, first + 10};
  result.text = std::move(text);
  result.sums.queries = 10;
  result.sums.any_unknown = true;
  result.sums.counters = {1, 2, 3};
  result.sums.nanoseconds = -4;
  result.seconds = 0.25;
  return result;
}

TEST_F(JournalTest, GivesBackWhatWasAdded) {
  {
    Journal journal = Journal::begin(file(), identity);
    journal.add(result_of(10, "one"));
    journal.add(result_of(0, ""));
    journal.add(result_of(20, std::string(3, '\0')));
  }
  std::vector<PieceResult> got;
  {
    Journal journal = Journal::resume(
        file(), identity, [&](PieceResult result) { got.push_back(std::move(result)); },
        [](const std::string& told) { FAIL() << told; });
    journal.add(result_of(30, "four"));
  }
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(std::move(got[0]).packed(), result_of(10, "one").packed());
  EXPECT_EQ(std::move(got[2]).packed(), result_of(20, std::string(3, '\0')).packed());
  EXPECT_EQ(read(identity).texts, (std::vector<std::string>{"one", "", std::string(3, '\0'), "four"}));
}

TEST_F(JournalTest, CutAnywhereKeepsTheRecordsBefore) {
  std::vector<std::size_t> ends;
  {
    Journal journal = Journal::begin(file(), identity);
    ends.push_back(fs::file_size(file()));
    for (std::size_t i = 0; i < 3; ++i) {
      journal.add(result_of(10 * i, "text " + std::to_string(i)));
      ends.push_back(fs::file_size(file()));
    }
  }
  const std::string whole = bytes();
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write(whole.substr(0, size));
    const Read got = read(identity);
    std::size_t complete = 0;
    while (complete + 1 < ends.size() && ends[complete + 1] <= size) ++complete;
    ASSERT_EQ(got.texts.size(), complete) << size;
    const bool is_whole = size == 0 || std::find(ends.begin(), ends.end(), size) != ends.end();
    EXPECT_EQ(got.said.empty(), is_whole) << size << got.said;
    // It is good again.
    EXPECT_EQ(read(identity).said, "") << size;
    EXPECT_EQ(fs::file_size(file()), ends[complete]) << size;
  }
}

TEST_F(JournalTest, WithAnyBitChangedGivesNoWrongRecord) {
  {
    Journal journal = Journal::begin(file(), identity);
    journal.add(result_of(0, "zero"));
    journal.add(result_of(10, "one"));
  }
  const std::string whole = bytes();
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    write(changed);
    try {
      const std::vector<std::string> got = read(identity).texts;
      const std::vector<std::string> all{"zero", "one"};
      ASSERT_LT(got.size(), 2u) << bit;
      EXPECT_TRUE(std::equal(got.begin(), got.end(), all.begin())) << bit;
    } catch (const Error&) {
      EXPECT_LT(bit / 8, 40u);  // in the head
    }
  }
}

TEST_F(JournalTest, OfAnotherRunIsRefused) {
  { Journal::begin(file(), identity).add(result_of(0, "zero")); }
  const std::string before = bytes();
  EXPECT_NE(error_of([&] { read({12346, 100}); }).find("other options or inputs"), std::string::npos);
  EXPECT_NE(error_of([&] { read({12345, 99}); }).find("other options or inputs"), std::string::npos);
  EXPECT_NE(error_of([&] { Journal::begin(file(), identity); }).find("--resume"), std::string::npos);
  EXPECT_EQ(bytes(), before);
  write(std::string(100, 'x'));
  EXPECT_NE(error_of([&] { read(identity); }).find("is not a journal"), std::string::npos);
  EXPECT_EQ(bytes(), std::string(100, 'x'));
}

TEST_F(JournalTest, IsWrittenByOneRunAtATime) {
  const Journal journal = Journal::begin(file(), identity);
  EXPECT_NE(error_of([&] { read(identity); }).find("another run is writing it"), std::string::npos);
}

TEST_F(JournalTest, OnAFullDiskEndsWithTheRecordBefore) {
  Journal journal = Journal::begin(file(), identity);
  journal.add(result_of(0, "zero"));
  const std::string before = bytes();
  struct rlimit old {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { before.size() + 50, old.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string told = error_of([&] { journal.add(result_of(10, std::string(1000, 'x'))); });
  ::setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, was);
  EXPECT_NE(told.find("cannot be written: File too large"), std::string::npos) << told;
  EXPECT_EQ(bytes(), before);
  journal.add(result_of(10, "one"));
  const Journal closed = std::move(journal);
}

}  // namespace

}  // namespace abut
