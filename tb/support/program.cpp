// SPDX-License-Identifier: Apache-2.0
#include "support/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "sim/tool/process.hpp"

namespace jacquard::tb {
namespace fs = std::filesystem;
namespace {

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "jacquard-cli-XXXXXX").string();
  JQ_CHECK(::mkdtemp(name.data()) != nullptr, "a test needs a folder of its own");
  return name;
}

}  // namespace

Folder::Folder() : path_(new_folder()) {}
Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::vector<std::string> Folder::listing() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    names.push_back(entry.path().lexically_relative(path_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Answer run_program(const std::vector<std::string>& arguments, const Folder& in) {
  const Folder kept;
  std::vector<std::string> argv{"sh",
                                "-c",
                                R"(o=$1 e=$2; shift 2; exec "$@" >"$o" 2>"$e")",
                                "sh",
                                kept.path("out"),
                                kept.path("err"),
                                JACQUARD_PROGRAM};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Answer answer;
  answer.exit_code = tool::run_process(argv, in.path("")).exit_code;
  answer.out = base::read_file(kept.path("out"));
  answer.err = base::read_file(kept.path("err"));
  return answer;
}

int count_lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace jacquard::tb
