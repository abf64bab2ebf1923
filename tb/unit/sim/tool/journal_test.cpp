// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/journal.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"

namespace jacquard::tool {
namespace {

using base::ConfigError;

TEST_CASE("a journal gives back what was finished, whatever order it came in", "[journal]") {
  const tb::Folder folder;
  const std::string path = folder.path("journal");
  {
    Journal journal(path, "study 1");
    CHECK(journal.finished().empty());
    journal.add(4, "four");
    journal.add(0, "");
    journal.add(2, "two words");
  }
  const Journal again(path, "study 1");
  const std::map<std::int64_t, std::string> expected{{0, ""}, {2, "two words"}, {4, "four"}};
  CHECK(again.finished() == expected);
}

TEST_CASE("a line that was cut off is done again", "[journal]") {
  const tb::Folder folder;
  const std::string path = folder.path("journal");
  for (const char* text : {"study", "study 1\n0 a\n1 b", "study 1\n0 a\n1"}) {
    base::write_file(path, text);
    {
      Journal journal(path, "study 1");
      CHECK(journal.finished().size() == (std::string(text).size() > 10 ? 1u : 0u));
      journal.add(1, "c");
    }
    CHECK(Journal(path, "study 1").finished().at(1) == "c");
  }
}

TEST_CASE("another study's journal, or what is none, is refused", "[journal]") {
  const tb::Folder folder;
  const std::string path = folder.path("journal");
  base::write_file(path, "study 1\n0 a\n");
  CHECK_THROWS_AS(Journal(path, "study 2"), ConfigError);
  base::write_file(path, "study 1\nzero a\n");
  CHECK_THROWS_WITH(Journal(path, "study 1"), Catch::Contains("line 2"));
}

TEST_CASE("a journal of no path keeps nothing", "[journal]") {
  Journal journal("", "study");
  journal.add(0, "a");
  CHECK(journal.finished().empty());
}

}  // namespace
}  // namespace jacquard::tool
