// SPDX-License-Identifier: Apache-2.0
// What a long study has finished, so that an interrupted one goes on where it was.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::tool {

// A journal that is only looked at does not have all that was asked for.
class NotRecorded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class JournalAccess { add, look };

// A file of JSON Lines. The first names the study and the hash of all that decides its results;
// each further one is a finished job {"stage", "index", "result"}, in the order they were done.
class Journal {
 public:
  // Opens or creates it. A last line that was cut off is dropped. Throws ConfigError if the file is
  // not a journal, or one of another study or configuration: it is never overwritten. Only looked
  // at, it is not changed, and may be missing.
  Journal(std::string path, const std::string& study, const config::Json& identity,
          JournalAccess access = JournalAccess::add);

  const std::string& path() const { return path_; }
  // How many jobs it had when it was opened.
  std::size_t found() const { return found_; }

  // The result of the next job. It is either the next line, which must be of that stage and index,
  // or there is none.
  std::optional<config::Json> next(const std::string& stage, std::int64_t index);
  // Throws NotRecorded if nothing may be added.
  void require_room() const;
  // Adds a job's result as a line, once all lines found have been asked for.
  void append(const std::string& stage, std::int64_t index, const config::Document& result);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void read(const std::string& text, const config::Json& own);
  void begin(const std::string& text, const config::Json& own);

  std::string path_;
  JournalAccess access_;
  std::vector<config::Json> lines_;
  std::size_t asked_ = 0;
  std::size_t found_ = 0;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace jacquard::tool
