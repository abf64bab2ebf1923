// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/journal.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "support/folder.hpp"

using namespace jacquard::tool;
using jacquard::base::ConfigError;
using jacquard::base::read_file;
using jacquard::config::Document;
using jacquard::config::Json;
using jacquard::tb::Folder;

namespace {

const Json kIdentity = {{"matrices", 3}};

Cases cases(int workers, std::int64_t count, std::function<Document(std::int64_t)> evaluate) {
  Cases all;
  all.what = "a power";
  all.workers = workers;
  all.count = count;
  all.evaluate = std::move(evaluate);
  return all;
}

// Two stages of squares and cubes; what was done here, not found, goes into `worked`.
std::vector<Json> study(const std::string& path, int workers = 1, int* worked = nullptr,
                        JournalAccess access = JournalAccess::add) {
  Journal journal(path, "squares", kIdentity, access);
  Cases squares = cases(workers, 4, [](std::int64_t k) -> Document { return k * k; });
  squares.on_result = [&](std::int64_t, bool found, const Document&) {
    if (worked != nullptr && !found) ++*worked;
  };
  Cases cubes = squares;
  cubes.count = 3;
  cubes.evaluate = [](std::int64_t k) -> Document {
    return {{"cube", (k + 10) * (k + 10) * (k + 10)}};
  };
  std::vector<Json> all;
  for (const Document& r : run_cases(squares, journal, "square")) all.emplace_back(r);
  for (const Document& r : run_cases(cubes, journal, "cube", 10)) all.emplace_back(r);
  return all;
}

const std::vector<Json> kAll = {0, 1, 4, 9, {{"cube", 1000}}, {{"cube", 1331}}, {{"cube", 1728}}};

}  // namespace

TEST_CASE("A study cut off anywhere goes on to the same results and the same bytes") {
  const Folder folder;
  CHECK(study(folder.path("whole")) == kAll);
  const std::string whole = read_file(folder.path("whole"));
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const std::string path = folder.file("cut", whole.substr(0, length));
    REQUIRE(study(path, length % 3 == 0 ? 2 : 1) == kAll);
    REQUIRE(read_file(path) == whole);
  }
}

TEST_CASE("What a journal has is not done again, and any number of workers writes the same") {
  const Folder folder;
  int worked = 0;
  study(folder.path("j"), 3, &worked);
  CHECK(worked == 7);
  study(folder.path("j"), 1, &worked);
  CHECK(worked == 7);
  study(folder.path("one"), 1);
  CHECK(read_file(folder.path("j")) == read_file(folder.path("one")));
}

TEST_CASE("A journal of another configuration, study or no journal at all is refused and kept") {
  const Folder folder;
  study(folder.path("j"));
  const std::string before = read_file(folder.path("j"));
  CHECK_THROWS_WITH(Journal(folder.path("j"), "squares", {{"matrices", 4}}),
                    Catch::Contains("config_hash") && Catch::Contains("another folder"));
  CHECK_THROWS_WITH(Journal(folder.path("j"), "cubes", kIdentity), Catch::Contains("journal_of"));
  CHECK(read_file(folder.path("j")) == before);
  for (const char* text : {"hello", "hello\n", "{\"a\": 1}\n", "[]\n", "\n"}) {
    const std::string path = folder.file("other", text);
    CHECK_THROWS_AS(Journal(path, "squares", kIdentity), ConfigError);
    CHECK(read_file(path) == text);
  }
}

TEST_CASE("A journal with a broken or misplaced line is refused with its number") {
  const Folder folder;
  study(folder.path("j"));
  const std::string whole = read_file(folder.path("j"));
  const std::size_t second = whole.find('\n') + 1, third = whole.find('\n', second) + 1;
  const std::string broken =
      folder.file("broken", whole.substr(0, second) + "{oops\n" + whole.substr(second));
  CHECK_THROWS_WITH(study(broken), Catch::Contains("line 2"));
  const std::string misplaced =
      folder.file("misplaced", whole.substr(0, second) + whole.substr(third));
  CHECK_THROWS_WITH(study(misplaced), Catch::Contains("line 2"));
}

TEST_CASE("A journal that is only looked at is neither made nor changed") {
  const Folder folder;
  CHECK_THROWS_AS(study(folder.path("none"), 1, nullptr, JournalAccess::look), NotRecorded);
  CHECK(folder.listing().empty());
  study(folder.path("j"));
  CHECK(study(folder.path("j"), 1, nullptr, JournalAccess::look) == kAll);
  const std::string whole = read_file(folder.path("j"));
  const std::string cut = folder.file("cut", whole.substr(0, whole.size() - 5));
  CHECK_THROWS_AS(study(cut, 1, nullptr, JournalAccess::look), NotRecorded);
  CHECK(read_file(cut) == whole.substr(0, whole.size() - 5));
}

TEST_CASE("An interrupted study has what it finished, and goes on to the same bytes") {
  const Folder folder;
  study(folder.path("whole"));
  {
    Journal journal(folder.path("j"), "squares", kIdentity);
    Cases squares = cases(1, 4, [](std::int64_t k) -> Document { return k * k; });
    squares.on_result = [done = 0](std::int64_t, bool, const Document&) mutable {
      if (++done == 2) throw std::runtime_error("interrupted");
    };
    CHECK_THROWS(run_cases(squares, journal, "square"));
  }
  int worked = 0;
  CHECK(study(folder.path("j"), 1, &worked) == kAll);
  CHECK(worked == 5);
  CHECK(read_file(folder.path("j")) == read_file(folder.path("whole")));
}
