// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/journal.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"

namespace jacquard::tool {
namespace {

[[noreturn]] void cannot_write(const std::string& path) {
  throw base::ConfigError({path, "", "a file that can be written", std::strerror(errno), ""});
}

}  // namespace

Journal::Journal(const std::string& path, const std::string& identity)
    : path_(path), identity_(identity) {
  JQ_CHECK(identity.find('\n') == std::string::npos, "a journal's identity is one line");
  std::error_code ignored;
  if (!path_.empty() && std::filesystem::exists(path_, ignored)) {
    read(base::read_file(path_), identity);
  }
}

// Written anew, so that a line that was cut off is gone.
void Journal::open() {
  std::string text = identity_ + "\n";
  for (const auto& [index, result] : finished_) text += std::to_string(index) + " " + result + "\n";
  base::write_file(path_, text);
  file_ = std::fopen(path_.c_str(), "ab");
  if (file_ == nullptr) cannot_write(path_);
}

Journal::~Journal() {
  if (file_ != nullptr) std::fclose(file_);
}

void Journal::read(const std::string& text, const std::string& identity) {
  std::size_t at = text.find('\n');
  const std::string first = text.substr(0, at);
  if (at == std::string::npos) return;  // cut off within its first line: nothing is lost
  if (first != identity) {
    throw base::ConfigError({path_, "line 1", "the journal of this very study",
                             "one of another, or of other options",
                             "remove it to begin anew, or give another --out"});
  }
  std::size_t line = 1;
  for (++at; at < text.size(); ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) return;
    std::int64_t index = -1;
    const char* stop = text.data() + end;
    const auto [rest, error] = std::from_chars(text.data() + at, stop, index);
    if (error != std::errc() || index < 0 || rest == stop || *rest != ' ') {
      throw base::ConfigError({path_, "line " + std::to_string(line + 1),
                               "an index, a blank, and a result", "something else",
                               "remove it to begin anew"});
    }
    finished_[index].assign(rest + 1, stop);
    at = end + 1;
  }
}

void Journal::add(std::int64_t index, const std::string& text) {
  if (path_.empty()) return;
  if (file_ == nullptr) open();
  JQ_CHECK(text.find('\n') == std::string::npos, "a result in a journal is one line");
  const std::string line = std::to_string(index) + " " + text + "\n";
  if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0) {
    cannot_write(path_);
  }
}

}  // namespace jacquard::tool
