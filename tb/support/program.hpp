// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user does and keeps what it said.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jacquard::tb {

struct Answer {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// A folder of its own for one test, removed with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  // Names of everything in it, sorted.
  std::vector<std::string> listing() const;

 private:
  std::filesystem::path path_;
};

// `jacquard` with these arguments, in the folder. Its files of output lie elsewhere.
Answer run_program(const std::vector<std::string>& arguments, const Folder& in);

int count_lines(const std::string& text);

}  // namespace jacquard::tb
