// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>

namespace jacquard::report {

// As JSON; bytes that are no UTF-8 become U+FFFD, what is no ASCII is escaped.
std::string quoted(const std::string& text);

// What is said beside a name: members of a JSON object, in the order in which they are added.
class Arguments {
 public:
  template <class Whole, std::enable_if_t<std::is_integral_v<Whole>, int> = 0>
  Arguments& add(const char* key, Whole value) {
    return add_json(key, fmt::format("{}", value));
  }
  Arguments& add(const char* key, const std::string& text) { return add_json(key, quoted(text)); }
  Arguments& add_json(const char* key, const std::string& json);

  bool empty() const { return members_.empty(); }
  const std::string& members() const { return members_; }

 private:
  std::string members_;
};

}  // namespace jacquard::report
