// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/new_folder.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"

using namespace jacquard;

TEST_CASE("A new folder is there once it is complete, and leaves nothing if it never is") {
  const tb::Folder folder;
  {
    const base::NewFolder half(folder.path("half"));
    half.write("a", "1");
    CHECK_FALSE(folder.listing().empty());
  }
  CHECK(folder.listing().empty());
  const base::NewFolder whole(folder.path("whole"));
  whole.write("a", "1");
  whole.complete();
  CHECK(folder.listing() == std::vector<std::string>{"whole", "whole/a"});
  CHECK(base::read_file(folder.path("whole/a")) == "1");
}

TEST_CASE("A new folder takes the place of an old one, whose name may end in a slash") {
  const tb::Folder folder;
  base::write_file(folder.path("old/stale"), "1");
  base::write_file(folder.path("old.partial"), "mine");
  const base::NewFolder made(folder.path("old") + "/");
  made.write("fresh", "2");
  made.replace();
  CHECK(folder.listing() == std::vector<std::string>{"old", "old.partial", "old/fresh"});
  CHECK(base::read_file(folder.path("old.partial")) == "mine");
}

TEST_CASE("A folder with files, a file, and no name at all are no new folder") {
  const tb::Folder folder;
  base::write_file(folder.path("old/file"), "x");
  for (const std::string& path : {folder.path("old"), folder.path("old/file"), std::string()}) {
    CAPTURE(path);
    CHECK_THROWS_AS(base::require_new_folder(path), base::ConfigError);
  }
  CHECK_NOTHROW(base::require_new_folder(folder.path("new")));
}
