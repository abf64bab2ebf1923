// SPDX-License-Identifier: Apache-2.0
// A user's mistake: exit code 2, one line on stderr that says where, nothing printed, nothing left.
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "cli/mistake.hpp"

using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::Words;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// A mistake in a demand file; every place a run could write to is asked for.
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
      {"no double", "beyond.csv", "1,2\n3,1e400\n", "line 2"},
      {"zeros", "zeros.csv", std::string(5000, '\0'), "line 1"},
      {"too wide", "wider.csv", repeated("1,", 1024) + "1\n", "1024"},
      {"deep", "deep.json", repeated("[", 100'000), "deep.json#/0/0"},
      {"binary", "binary.csv", std::string("\x7f\x45\x4c\x46\x02\x00\x01\xff\xfe", 9),
       "binary.csv"},
      {"truncated JSON", "cut.json", R"({"demand": [[1, 2], [3)", "cut.json"},
      {"JSON no double", "beyond.json", "[[1, 2],\n [1e400, 4]]", "line 2"},
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

// It has no blocks, but whoever reads it whole finds a line of 8 GB.
TEST_CASE("A file of one very long line is refused without being read to its end") {
  const Folder folder;
  std::filesystem::resize_file(folder.file("sparse.csv", "1"), std::uintmax_t{8} << 30);
  CHECK_THAT(mistake({"schedule", "--demand", "sparse.csv", "--quiet"}, folder),
             Catch::Contains("sparse.csv, line 1") && Catch::Contains("longer"));
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
  CHECK_THAT(line({"--bits", "33"}), Catch::Contains("--bits"));
  CHECK_THAT(line({"--bits", "8x"}), Catch::Contains("--bits"));
  CHECK_THAT(line({"--bits", ""}), Catch::Contains("--bits"));
  CHECK_THAT(line({"--bits", "-3"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--bits", "17000000000000000000000"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--guard", "10"}), Catch::Contains("guard"));
  CHECK_THAT(line({"--guard", "-1 ns"}), Catch::Contains("guard"));
  for (const char* time : {"10 parsecs", "nan ns", "inf s", "1e400 ns", "1e9 s", "ns", ""}) {
    CHECK_THAT(line({"--guard", time}), Catch::Contains("--guard: expected a time"));
  }
  for (const char* rate : {"-3 Gb/s", "1e400", "800", "8 Gb"}) {
    CHECK_THAT(line({"--rate", rate}), Catch::Contains("--rate: expected a rate"));
  }
  CHECK_THAT(line({"--slot", "0 ns", "--rate", "1 Gb/s"}), Catch::Contains("--slot"));
  CHECK_THAT(line({"--bytes-per-token", "0 B"}), Catch::Contains("--bytes-per-token"));
  CHECK_THAT(line({"--guard-per", "fortnight"}), Catch::Contains("permutation"));
  CHECK_THAT(line({"--drop-diagonal=maybe"}), Catch::Contains("--drop-diagonal"));
  CHECK_THAT(line({"--floor", "-1"}), Catch::Contains("--floor"));
  CHECK_THAT(line({"--diagonals-per-clock", "0"}), Catch::Contains("--diagonals-per-clock"));
  CHECK_THAT(line({"--ports", "0"}), Catch::Contains("--ports"));
  CHECK_THAT(line({"--rate", "0 Gb/s", "--slot", "1 us"}), Catch::Contains("rate"));
  CHECK_THAT(line({"--threads", "-1"}), Catch::Contains("--threads"));
  CHECK_THAT(line({"--threads", "many"}), Catch::Contains("--threads"));
  CHECK_THAT(line({"--seed", "-1"}), Catch::Contains("--seed"));
  CHECK_THAT(line({"--seed", "1.5"}), Catch::Contains("--seed"));
  CHECK_THAT(line({"--seed", "18446744073709551616"}), Catch::Contains("--seed"));
  CHECK_THAT(line({"--index", "7"}), Catch::Contains("7"));
  CHECK_THAT(line({"--index", "-1"}), Catch::Contains("--index"));
  CHECK_THAT(line({"--index", "99999999999"}), Catch::Contains("--index"));
  CHECK_THAT(line({"--set", "bitz=8"}), Catch::Contains("bits"));
  CHECK_THAT(line({"--set", "bits"}), Catch::Contains("--set"));
  CHECK_THAT(line({"--set", "guard=10"}), Catch::Contains("--set guard"));
}

TEST_CASE("A broken configuration is refused with the key") {
  struct Case {
    const char* text;
    const char* place;
  };
  const std::vector<Case> cases = {
      {"", "c.json, line 1"},
      {"{", "c.json, line 1"},
      {"{\"bits\": 4}\nx", "c.json, line 2"},
      {"[]", "c.json: expected an object"},
      {R"({"bitz": 3})", "did you mean 'bits'?"},
      {R"({"bits": "x"})", "c.json#/bits"},
      {R"({"bits": -1})", "c.json#/bits"},
      {R"({"bits": 4.5})", "c.json#/bits"},
      {R"({"bits": 4, "bits": 5})", "c.json#/bits"},
      {"{\"guard\": \"1 ns\",\n\"bits\": 1e400}", "c.json, line 2"},
      {R"({"guard": 10})", "the unit is missing"},
      {R"({"guard": "10"})", "the unit is missing"},
      {R"({"fill": 3})", "c.json#/fill"},
      {R"({"guard_per": "x"})", "c.json#/guard_per"},
      {R"({"rate": null})", "c.json#/rate"},
  };
  const Folder folder;
  for (const Case& c : cases) {
    folder.file("c.json", c.text);
    CHECK_THAT(
        mistake({"schedule", "--demand", "moe:4", "--config", "c.json", "--out", "report"}, folder),
        Catch::Contains(c.place));
    CHECK_THAT(mistake({"config", "check", "c.json"}, folder), Catch::Contains(c.place));
  }
  CHECK_THAT(mistake({"schedule", "--demand", "moe:4", "--config", "gone.json"}, folder),
             Catch::Contains("gone.json"));
  CHECK_THAT(mistake({"schedule", "--demand", "moe:4", "--config", "ladder_fast_optic"}, folder),
             Catch::Contains("did you mean 'ladder_fast_optics'?"));
}

TEST_CASE("A file that is no schedule is refused by --check with the place") {
  struct Case {
    const char* text;
    const char* place;
  };
  const std::vector<Case> cases = {
      {"", "s.json, line 1"},    {"{", "s.json, line 1"},
      {"abc", "s.json, line 1"}, {"[]", "s.json: expected an object"},
      {"{}", "s.json#/format"},  {R"({"format": "jacquard-schedule", "perts": 2})", "perts"},
  };
  const Folder folder;
  folder.file("d.csv", "0,9\n7,0\n");
  for (const Case& c : cases) {
    folder.file("s.json", c.text);
    CHECK_THAT(mistake({"schedule", "--demand", "d.csv", "--check", "s.json"}, folder),
               Catch::Contains(c.place));
  }
  CHECK_THAT(mistake({"schedule", "--demand", "d.csv", "--check", "gone.json"}, folder),
             Catch::Contains("gone.json"));
  CHECK_THAT(mistake({"schedule", "--demand", "d.csv", "--check", "."}, folder),
             Catch::Contains("directory"));
}

TEST_CASE("A place that cannot be written is named") {
  const Folder folder;
  folder.file("d.csv", "0,9\n7,0\n");
  const Words words{"schedule", "--demand", "d.csv", "--scheduler", "exact"};
  const auto line = [&](const char* option, const char* place) {
    Words more = words;
    more.insert(more.end(), {option, place});
    return mistake(more, folder);
  };
  CHECK_THAT(line("--save", "."), Catch::Contains("Is a directory"));
  CHECK_THAT(line("--save", "d.csv/s.json"), Catch::Contains("d.csv/s.json"));
  std::filesystem::create_symlink("/dev/full", folder.path("full"));
  CHECK_THAT(line("--save", "full"), Catch::Contains("full: ") && Catch::Contains("No space"));
  CHECK_THAT(line("--out", "d.csv"), Catch::Contains("d.csv/schedule.html"));
}
