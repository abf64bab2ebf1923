// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/data_path.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "jacquard/base/error.hpp"
#include "support/source_tree.hpp"

namespace fs = std::filesystem;
using jacquard::base::ConfigError;
using jacquard::base::data_path;
using jacquard::base::shown_path;
using jacquard::tb::in_source_tree;

namespace {

// JACQUARD_DATA set to a fresh folder, or unset ("") for the life of the object.
class ChosenFolder {
 public:
  explicit ChosenFolder(const char* name) {
    if (*name == '\0') {
      ::unsetenv("JACQUARD_DATA");
      return;
    }
    path = fs::temp_directory_path() / (name + std::to_string(::getpid()));
    fs::create_directories(path);
    ::setenv("JACQUARD_DATA", path.c_str(), 1);
  }
  ~ChosenFolder() {
    ::unsetenv("JACQUARD_DATA");
    if (!path.empty()) fs::remove_all(path);
  }
  ChosenFolder(const ChosenFolder&) = delete;
  ChosenFolder& operator=(const ChosenFolder&) = delete;

  fs::path path;
};

}  // namespace

TEST_CASE("data_path prefers the folder of JACQUARD_DATA") {
  const ChosenFolder folder("jq data with spaces ");
  std::ofstream(folder.path / "thing.json") << "{}";
  CHECK(data_path("thing.json") == (folder.path / "thing.json").string());
}

TEST_CASE("data_path finds the shipped folders from a program of the build tree") {
  for (const char* chosen : {"", "jq_empty_"}) {  // a folder that lacks them is passed over
    const ChosenFolder folder(chosen);
    CHECK(fs::equivalent(data_path("configs"), in_source_tree("configs")));
    CHECK(fs::is_regular_file(data_path("rtl/bvn/jq_scheduler.sv")));
  }
}

TEST_CASE("A file that ships with the program is said by its name in every message") {
  const ChosenFolder folder("");
  const std::string system = data_path("configs/systems/dgx_h100_8.json");
  CHECK(fs::path(system).is_absolute());
  CHECK(shown_path(system) == "configs/systems/dgx_h100_8.json");
  CHECK(ConfigError({system, "/npu", "a device", "", ""}).what() ==
        std::string("configs/systems/dgx_h100_8.json#/npu: expected a device"));
  for (const char* other : {"/tmp/configs/a.json", "configs/a.json", "a.json", "", "--set"}) {
    CHECK(shown_path(other) == other);
  }
}

TEST_CASE("data_path says what is missing, where it looked and how to point at it") {
  const ChosenFolder folder("jq_empty_");
  CHECK_THROWS_AS(data_path("no-such-thing"), ConfigError);
  CHECK_THROWS_WITH(data_path("no-such-thing"), Catch::Contains("no-such-thing") &&
                                                    Catch::Contains(folder.path.string()) &&
                                                    Catch::Contains("JACQUARD_DATA"));
}
