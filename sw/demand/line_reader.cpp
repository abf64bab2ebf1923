// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "jacquard/base/data_path.hpp"
#include "jacquard/demand/gunzip.hpp"

namespace jacquard::demand {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

ReadBytes open_file(const std::string& path) {
  const config::Place place{path, ""};
  std::error_code ignored;
  const std::string found = base::as_given_or_shipped(path);
  if (std::filesystem::is_directory(found, ignored)) place.fail("a file", "a directory");
  std::FILE* opened = std::fopen(found.c_str(), "rb");
  if (opened == nullptr) place.fail("a readable file", std::strerror(errno));
  const std::shared_ptr<std::FILE> file(opened, [](std::FILE* f) { std::fclose(f); });
  return [file, place](char* block, std::size_t size) {
    const std::size_t got = std::fread(block, 1, size, file.get());
    if (got == 0 && std::ferror(file.get()) != 0) {
      place.fail("a readable file", std::strerror(errno));
    }
    return got;
  };
}

bool is_control(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u < 0x20 && c != '\t') || u == 0x7f;
}

}  // namespace

Input file_input(const std::string& path) {
  return {path, [path] { return open_file(path); }};
}

Input text_input(const std::string& name, std::string text) {
  const auto shared = std::make_shared<const std::string>(std::move(text));
  return {name, [shared] {
            return [shared, at = std::size_t{0}](char* block, std::size_t size) mutable {
              const std::size_t got = std::min(size, shared->size() - at);
              std::memcpy(block, shared->data() + at, got);
              at += got;
              return got;
            };
          }};
}

LineReader::LineReader(const Input& input, LineLimits limits)
    : name_(input.name),
      limits_(limits),
      read_(unpack_gzip(input.open(), input.name)),
      block_(kBlock) {
  if (!refill()) return;
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (std::string_view(block_.data(), std::min(end_, mark.size())) == mark) begin_ = mark.size();
}

config::Place LineReader::here() const {
  return {name_, "line " + std::to_string(std::max<std::size_t>(number_, 1))};
}

bool LineReader::refill() {
  begin_ = 0;
  end_ = read_(block_.data(), block_.size());
  total_ += end_;
  if (total_ > limits_.total_bytes) {
    here().fail("at most " + std::to_string(limits_.total_bytes) + " bytes of text", "more");
  }
  return end_ > 0;
}

bool LineReader::next(std::string_view& line) {
  line_.clear();
  if (begin_ == end_ && !refill()) return false;
  ++number_;
  for (bool whole = false; !whole;) {
    const char* first = block_.data() + begin_;
    const char* last = block_.data() + end_;
    const char* newline = std::find(first, last, '\n');
    line_.append(first, newline);
    if (line_.size() > limits_.line_bytes) {
      here().fail("lines of at most " + std::to_string(limits_.line_bytes) + " bytes",
                  "a longer one");
    }
    whole = newline != last;
    begin_ = static_cast<std::size_t>(newline - block_.data()) + (whole ? 1 : 0);
    if (!whole && !refill()) break;
  }
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  if (std::any_of(line_.begin(), line_.end(), is_control)) here().fail("text", "binary data");
  line = line_;
  return true;
}

}  // namespace jacquard::demand
