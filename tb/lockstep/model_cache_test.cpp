// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/model_cache.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"

namespace fs = std::filesystem;
using jacquard::rtl::build_model;
using jacquard::rtl::ModelSpec;

namespace {

// A variable of the environment that has another value while this lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// A folder with a space in its name, that is the cache while it lives.
class TemporaryCache {
 public:
  TemporaryCache()
      : path_(fs::temp_directory_path() / ("jacquard cache " + std::to_string(::getpid()))),
        chosen_("JACQUARD_CACHE", path_.string()) {}
  ~TemporaryCache() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  Variable chosen_;
};

ModelSpec arbiter_in(const fs::path& folder) {
  return {"jq_slot_arbiter",
          {folder / "jq_wwfa.sv", folder / "jq_slot_arbiter.sv"},
          {{"N", 2}, {"ROTATE", 1}},
          "arbiter"};
}

}  // namespace

TEST_CASE(
    "a model is built from and into folders with spaces, once, and anew when the RTL changes") {
  const TemporaryCache cache;
  const auto runtime = [&] {  // Verilator's own sources, compiled
    std::map<std::string, fs::file_time_type> objects;
    for (const fs::directory_entry& entry : fs::directory_iterator(cache.path())) {
      if (entry.path().extension() == ".o") {
        objects[entry.path().filename()] = entry.last_write_time();
      }
    }
    return objects;
  };
  const fs::path rtl = cache.path() / "my rtl";
  fs::create_directories(cache.path());
  fs::copy(fs::path(jacquard::base::data_path("rtl")) / "arbiter", rtl);
  const std::string first = build_model(arbiter_in(rtl));
  const auto built = fs::last_write_time(first);
  CHECK(build_model(arbiter_in(rtl)) == first);
  CHECK(fs::last_write_time(first) == built);

  const std::string source = (rtl / "jq_wwfa.sv").string();
  jacquard::base::write_file(source, jacquard::base::read_file(source) + "// changed\n");
  const auto objects = runtime();
  CHECK(objects.size() == 2);
  CHECK(build_model(arbiter_in(rtl)) != first);
  CHECK(runtime() == objects);  // once for all models
}

TEST_CASE(
    "RTL that Verilator refuses is named with its first complaint, and leaves nothing behind") {
  const TemporaryCache cache;
  const fs::path rtl = cache.path() / "rtl";
  fs::create_directories(cache.path());
  fs::copy(fs::path(jacquard::base::data_path("rtl")) / "arbiter", rtl);
  jacquard::base::write_file((rtl / "jq_wwfa.sv").string(), "module jq_wwfa; nonsense\n");
  CHECK_THROWS_WITH(build_model(arbiter_in(rtl)),
                    Catch::Contains("verilator") && Catch::Contains("jq_wwfa.sv:1"));
  for (const fs::directory_entry& entry : fs::directory_iterator(cache.path())) {
    CHECK(entry.path().filename() == "rtl");
  }
}

namespace {

// PATH while it lives: all of /usr/bin but Yosys, and a compiler that only makes its output and notes
// how it was called.
class PathWithoutYosys {
 public:
  explicit PathWithoutYosys(const fs::path& folder)
      : folder_(folder), chosen_("PATH", folder.string()) {
    fs::create_directories(folder);
    for (const fs::directory_entry& entry : fs::directory_iterator("/usr/bin")) {
      const std::string name = entry.path().filename().string();
      if (name != "yosys" && name != "c++") fs::create_symlink(entry.path(), folder / name);
    }
    jacquard::base::write_file((folder / "c++").string(),
                               "#!/bin/sh\necho \"$*\" >>\"$0.called\"\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && : >\"$2\"; "
                               "shift; done\necho c++ 0\n");
    fs::permissions(folder / "c++", fs::perms::owner_all);
  }

  void add_yosys() const { fs::create_symlink("/usr/bin/yosys", folder_ / "yosys"); }
  std::string compiled() const {
    return jacquard::base::read_file((folder_ / "c++.called").string());
  }

 private:
  fs::path folder_;
  Variable chosen_;
};

}  // namespace

TEST_CASE("a loop that was let pass without Yosys is refused once Yosys is there") {
  const TemporaryCache cache;
  const PathWithoutYosys path(cache.path() / "bin");
  ModelSpec looped;
  looped.top = "arb";
  looped.shim = "arbiter";
  looped.from_user = true;
  looped.text =
      "module arb(input clk_i, input rst_ni, input [3:0] req_i, output reg [3:0] gnt_o);\n"
      "  always @* gnt_o = req_i & ~gnt_o;\nendmodule\n";
  CHECK(fs::exists(build_model(looped)));
  path.add_yosys();
  CHECK_THROWS_WITH(build_model(looped), Catch::Contains("combinational loop"));
}

TEST_CASE("an effort that the compiler does not have is refused before a model is built") {
  const TemporaryCache cache;
  const Variable effort("JACQUARD_RTL_EFFORT", "fast");
  CHECK_THROWS_WITH(build_model(arbiter_in(jacquard::base::data_path("rtl/arbiter"))),
                    "JACQUARD_RTL_EFFORT: expected 0, 1, 2 or 3, found fast");
  CHECK(!fs::exists(cache.path()));
}

TEST_CASE("a model is compiled with the effort that is chosen, and kept for each of them") {
  const TemporaryCache cache;
  const PathWithoutYosys path(cache.path() / "bin");
  const ModelSpec arbiter = arbiter_in(jacquard::base::data_path("rtl/arbiter"));
  std::string first;
  {
    const Variable effort("JACQUARD_RTL_EFFORT", "3");
    first = build_model(arbiter);
    CHECK_THAT(path.compiled(), Catch::Contains("-O3 -c"));
  }
  const Variable effort("JACQUARD_RTL_EFFORT", "0");
  CHECK(build_model(arbiter) != first);
  CHECK_THAT(path.compiled(), Catch::Contains("-O0 -c"));
}
