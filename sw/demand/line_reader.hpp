// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/config/place.hpp"

namespace jacquard::demand {

// Fills a block with the next bytes and returns how many; 0 at the end.
using ReadBytes = std::function<std::size_t(char* block, std::size_t size)>;

// Something that can be read from its beginning, more than once.
struct Input {
  std::string name;  // for errors
  std::function<ReadBytes()> open;
};

// Throws ConfigError (on open) if the file is missing, unreadable or a directory.
Input file_input(const std::string& path);
Input text_input(const std::string& name, std::string text);

struct LineLimits {
  std::size_t line_bytes = std::size_t{64} << 20;
  std::size_t total_bytes = std::size_t{4} << 30;  // after unpacking
};

// The lines of a text, unpacked if it is gzip, one at a time in constant memory. A carriage return
// at the end of a line and a byte order mark are dropped. Throws ConfigError with the line's number
// for control characters (a binary file), a line or text beyond the limits, and damaged or cut-off
// gzip.
class LineReader {
 public:
  explicit LineReader(const Input& input, LineLimits limits = {});

  // The view lives until the next call. False at the end.
  bool next(std::string_view& line);
  std::size_t line_number() const { return number_; }  // of the line last given, from 1
  config::Place here() const;

 private:
  bool refill();

  std::string name_;
  LineLimits limits_;
  ReadBytes read_;
  std::vector<char> block_;
  std::size_t begin_ = 0;  // of what is unread in block_
  std::size_t end_ = 0;
  std::size_t total_ = 0;
  std::size_t number_ = 0;
  std::string line_;
};

}  // namespace jacquard::demand
