// SPDX-License-Identifier: Apache-2.0
// The user's mistakes are ConfigError (exit code 2); our own are JQ_CHECK (abort, "please report").
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::base {

// What was wrong with an input, in one line:
//   "<source><where>: expected <expected>, found <found> (<hint>)"
struct InputFault {
  std::string source;    // file path, option name ("--bits"), or "" if there is none
  std::string where;     // JSON pointer ("/demand/3"), "line 12", or ""
  std::string expected;  // "a whole number in 1..16"
  std::string found;     // "\"eight\"", or "" where nothing was there to show
  std::string hint;      // "nearest is 'solstice'", or ""
};

class ConfigError : public std::runtime_error {
 public:
  explicit ConfigError(InputFault fault);
  const InputFault& fault() const { return fault_; }

 private:
  InputFault fault_;
};

// The candidate closest to `name` by edit distance, or "" if none is near enough to be a typo of it.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

// Throws the ConfigError every lookup by name gives: source, what kind of name, and the nearest one.
[[noreturn]] void throw_unknown_name(const std::string& source, std::string_view kind,
                                     std::string_view name,
                                     const std::vector<std::string>& known);

[[noreturn]] void broken_invariant(const char* condition, const char* file, int line,
                                   const char* meaning);

}  // namespace jacquard::base

// An invariant of this program, checked in every build. `meaning` is one plain sentence.
#define JQ_CHECK(condition, meaning)                                                  \
  ((condition) ? void(0)                                                              \
               : ::jacquard::base::broken_invariant(#condition, __FILE__, __LINE__, meaning))
