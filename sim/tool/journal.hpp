// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

namespace jacquard::tool {

// The results of a long study's jobs, kept as they finish, so that who interrupts it can go on. A
// text file: the first line says which study it is, each further one is an index, a blank, and the
// job's result, which is one line.
class Journal {
 public:
  // Reads `path` if it is there; the first add() creates it. "" keeps nothing. A last line that was
  // cut off is dropped. Throws ConfigError if the file is of another study (its first line is not
  // `identity`) or is no journal.
  Journal(const std::string& path, const std::string& identity);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::map<std::int64_t, std::string>& finished() const { return finished_; }
  // Requires a text of one line. Throws ConfigError if it cannot be written.
  void add(std::int64_t index, const std::string& text);

 private:
  void read(const std::string& text, const std::string& identity);
  void open();

  std::string path_;
  std::string identity_;
  std::FILE* file_ = nullptr;
  std::map<std::int64_t, std::string> finished_;
};

}  // namespace jacquard::tool
