// SPDX-License-Identifier: Apache-2.0
// A recorded request as the file has it: a row of a table, or an object.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::serve {

class Fields {
 public:
  virtual ~Fields() = default;
  virtual const char* noun() const = 0;  // "a column"
  virtual bool has(const std::string& key) const = 0;
  virtual void each_key(const std::function<void(const std::string&)>& take) const = 0;
  // Of a key that it has; nothing for what is no such value.
  virtual std::optional<double> number(const std::string& key) const = 0;
  virtual std::optional<std::int64_t> whole(const std::string& key) const = 0;
  virtual std::optional<std::vector<std::uint64_t>> ids(const std::string& key) const = 0;
  virtual std::string text(const std::string& key) const = 0;
  // Throw ConfigError naming file, line and key (of "": the row), or the key that is not there.
  [[noreturn]] virtual void fail(const std::string& key, const std::string& expected) const = 0;
  [[noreturn]] virtual void lacks(const std::string& key, const std::string& beside) const = 0;
  virtual const char* ids_expected() const = 0;
};

// Tokens of a block where a file has ids of tokens: as vLLM's cache has them.
inline constexpr int kTokenIdBlock = 16;

}  // namespace jacquard::serve
