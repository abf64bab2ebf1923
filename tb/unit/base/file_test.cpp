// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "support/folder.hpp"

namespace fs = std::filesystem;
using jacquard::base::ConfigError;
using jacquard::base::read_file;
using jacquard::base::write_file;
using jacquard::tb::Folder;

TEST_CASE("A file is written whole, into folders that are made for it, and replaced whole") {
  const Folder folder;
  const std::string path = folder.path("a/b/file");
  write_file(path, "first, and longer");
  write_file(path, "second");
  CHECK(read_file(path) == "second");
  CHECK(folder.listing() == std::vector<std::string>{"a", "a/b", "a/b/file"});
}

TEST_CASE("A file larger than allowed is refused, one just as large is read") {
  const Folder folder;
  const std::string path = folder.file("file", "12345");
  CHECK(read_file(path, 5) == "12345");
  CHECK_THROWS_AS(read_file(path, 4), ConfigError);
}

TEST_CASE("A pipe is written to, and is still a pipe afterwards") {
  const Folder folder;
  const std::string pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // so that no writer waits for it
  REQUIRE(reader >= 0);
  write_file(pipe, "through");
  char got[16] = {};
  CHECK(::read(reader, got, sizeof got) == 7);
  CHECK(std::string(got) == "through");
  ::close(reader);
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("A device is written to, its link stays, and a full one is reported") {
  const Folder folder;
  const std::string link = folder.path("full");
  fs::create_symlink("/dev/full", link);
  CHECK_THROWS_WITH(write_file(link, "x"), Catch::Contains("No space left on device"));
  CHECK(fs::is_symlink(link));
}

TEST_CASE("What is a folder, or below a file, cannot be written") {
  const Folder folder;
  folder.file("file", "x");
  CHECK_THROWS_WITH(write_file(folder.path("."), "x"), Catch::Contains("Is a directory"));
  CHECK_THROWS_WITH(write_file(folder.path("file/y"), "x"), Catch::Contains("Not a directory"));
  CHECK(folder.listing() == std::vector<std::string>{"file"});
}
