// SPDX-License-Identifier: Apache-2.0
// A user's mistake: exit code 2, one line on stderr that says where, nothing printed, nothing left.
#include <catch2/catch.hpp>
#include <fstream>

#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::run_program;

namespace {

using Words = std::vector<std::string>;

// Runs it, checks what every mistake has in common, and returns the line.
std::string mistake(const Words& arguments, const Folder& folder) {
  const auto before = folder.listing();
  const Answer answer = run_program(arguments, folder);
  INFO("stderr: " << answer.err);
  CHECK(answer.exit_code == 2);
  CHECK(answer.out.empty());
  CHECK(count_lines(answer.err) == 1);
  CHECK_THAT(answer.err, Catch::StartsWith("jacquard") && Catch::EndsWith("\n"));
  CHECK(folder.listing() == before);
  return answer.err;
}

// The same for a demand file; every place a run could write to is asked for.
std::string bad_demand(const std::string& name, const std::string& text, Words more = {}) {
  const Folder folder;
  folder.file(name, text);
  Words words{"schedule", "--demand", name,     "--scheduler", "exact",
              "--json",   "--save",   "s.json", "--out",       "report"};
  words.insert(words.end(), more.begin(), more.end());
  return mistake(words, folder);
}

}  // namespace

TEST_CASE("A demand file that is not a matrix is refused with its name and the place") {
  struct Case {
    const char* what;
    const char* name;
    std::string text;
    const char* place;
  };
  const std::vector<Case> cases = {
      {"non-square", "wide.csv", "1,2,3\n4,5,6\n", "wide.csv"},
      {"ragged", "ragged.csv", "1,2\n3\n", "line 2"},
      {"empty", "empty.csv", "", "empty.csv"},
      {"blank", "blank.csv", "\n \n", "blank.csv"},
      {"negative", "negative.csv", "1,2\n3,-4\n", "line 2"},
      {"NaN", "nan.csv", "1,nan\n3,4\n", "line 1"},
      {"infinite", "infinite.csv", "1,2\ninf,4\n", "line 2"},
      {"non-numeric", "words.csv", "1,2\n3,four\n", "line 2"},
      {"overflowing", "huge.csv", "1,2\n3,99999999999999999999\n", "line 2"},
      {"overflowing float", "power.csv", "1,1e300\n3,4\n", "line 1"},
      {"binary", "binary.csv", std::string("\x7f\x45\x4c\x46\x02\x00\x01\xff\xfe", 9),
       "binary.csv"},
      {"truncated JSON", "cut.json", R"({"demand": [[1, 2], [3)", "cut.json"},
      {"truncated gzip", "cut.gz", std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03K", 11),
       "cut.gz"},
      {"JSON non-square", "wide.json", "[[1, 2, 3], [4, 5, 6]]", "wide.json"},
      {"JSON ragged", "ragged.json", "[[1, 2], [3]]", "/1"},
      {"JSON negative", "negative.json", "[[1, 2], [3, -4]]", "/1/1"},
      {"JSON word", "word.json", R"([[1, 2], ["x", 4]])", "/1/0"},
      {"JSON N = 0", "none.json", "[]", "none.json"},
      {"JSON of something else", "other.json", R"({"hello": 1})", "other.json"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.what) {
      const std::string line = bad_demand(c.name, c.text);
      CHECK_THAT(line, Catch::Contains(c.name) && Catch::Contains(c.place));
    }
  }
}

TEST_CASE("A demand that cannot be read is refused") {
  const Folder folder;
  CHECK_THAT(mistake({"schedule", "--demand", "missing.csv", "--json"}, folder),
             Catch::Contains("missing.csv"));
  CHECK_THAT(mistake({"schedule", "--demand", "."}, folder), Catch::Contains("directory"));
  CHECK_THAT(mistake({"schedule", "--demand", ""}, folder), Catch::Contains("--demand"));
  CHECK_THAT(mistake({"schedule"}, folder), Catch::Contains("--demand"));
  CHECK_THAT(mistake({"schedule", "--demand", "moe:0"}, folder), Catch::Contains("1..1024"));
  CHECK_THAT(mistake({"schedule", "--demand", "mow:4"}, folder), Catch::Contains("moe"));
}

TEST_CASE("A file of very many lines is refused") {
  const Folder folder;
  {
    std::ofstream file(folder.path("long.csv"), std::ios::binary);
    for (int i = 0; i < 2'000'000; ++i) file << "1\n";
  }
  CHECK_THAT(mistake({"schedule", "--demand", "long.csv"}, folder), Catch::Contains("long.csv"));
}

TEST_CASE("Options out of range are refused by name") {
  const Folder folder;
  folder.file("d.csv", "0,900\n700,0\n");
  const auto line = [&](Words more) {
    Words words{"schedule", "--demand", "d.csv", "--scheduler", "exact"};
    words.insert(words.end(), more.begin(), more.end());
    return mistake(words, folder);
  };
  // 1 Gb/s carries 1 byte in 8 ns; 900 such quanta need 10 bits.
  CHECK_THAT(line({"--bits", "8", "--slot", "8 ns", "--rate", "1 Gb/s"}), Catch::Contains("10"));
  CHECK_THAT(line({"--bits", "0"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--bits", "-3"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--bits", "17000000000000000000000"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--guard", "10"}), Catch::Contains("guard"));
  CHECK_THAT(line({"--guard", "-1 ns"}), Catch::Contains("guard"));
  CHECK_THAT(line({"--rate", "0 Gb/s", "--slot", "1 us"}), Catch::Contains("rate"));
  CHECK_THAT(line({"--threads", "-1"}), Catch::Contains("--threads"));
  CHECK_THAT(line({"--threads", "many"}), Catch::Contains("--threads"));
  CHECK_THAT(line({"--seed", "-1"}), Catch::Contains("--seed"));
  CHECK_THAT(line({"--seed", "1.5"}), Catch::Contains("--seed"));
  CHECK_THAT(line({"--index", "7"}), Catch::Contains("7"));
  CHECK_THAT(line({"--set", "bitz=8"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--set", "bits"}), Catch::Contains("--set"));
}

TEST_CASE("An unknown name is answered with the nearest one") {
  const Folder folder;
  CHECK_THAT(mistake({"shedule"}, folder), Catch::Contains("did you mean 'schedule'?"));
  CHECK_THAT(mistake({"schedule", "--scheduller", "exact"}, folder),
             Catch::Contains("did you mean '--scheduler'?"));
  CHECK_THAT(mistake({"schedule", "--jsn=1"}, folder), Catch::Contains("did you mean '--json'?"));
  CHECK_THAT(mistake({"schedule", "--demand", "moe:4", "--scheduler", "solstic"}, folder),
             Catch::Contains("did you mean 'solstice'?"));
  CHECK_THAT(mistake({"frobnicate"}, folder), Catch::Contains("frobnicate"));
  CHECK_THAT(mistake({"schedule", "stray"}, folder), Catch::Contains("stray"));
  CHECK_THAT(mistake({"schedule", "--demand"}, folder), Catch::Contains("--demand"));
  CHECK_THAT(mistake({"schedule", "--bad\nnews"}, folder), Catch::Contains("--bad news"));
  CHECK_THAT(mistake({}, folder), Catch::Contains("verb"));
}
