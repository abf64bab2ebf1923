// SPDX-License-Identifier: Apache-2.0
// Chrome trace-event JSON, which https://ui.perfetto.dev and chrome://tracing open.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>

namespace jacquard::interop {

// Microseconds with six decimals: exact to the picosecond.
std::string exact_microseconds(std::int64_t ps);

// A document of events, one a line. Texts that are given are JSON.
class TraceEvents {
 public:
  static constexpr int kNoThread = -1;

  // `other`: the value of otherData, or "".
  explicit TraceEvents(const std::string& other = "");

  void reserve(std::size_t bytes) { out_.reserve(bytes); }
  // A name, or a place in the order: {"name": ...}, {"sort_index": ...}.
  void metadata(const char* what, int process, int thread, const std::string& args);
  // Begins an interval; name, args and the closing brace are for add().
  void begin_interval(int process, int thread, const std::string& from_us,
                      const std::string& duration_us);
  // Begins an event of any other kind.
  void begin();
  template <class... Values>
  void add(const char* format, const Values&... values) {
    fmt::format_to(std::back_inserter(out_), fmt::runtime(format), values...);
  }
  std::string take();

 private:
  std::string out_;
  bool first_ = true;
};

}  // namespace jacquard::interop
