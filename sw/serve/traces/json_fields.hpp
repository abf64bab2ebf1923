// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/config/json_reader.hpp"
#include "jacquard/serve/traces/fields.hpp"

namespace jacquard::serve {

// An object's keys; one that is null is not there. Throws ConfigError for what is no object.
class JsonFields : public Fields {
 public:
  JsonFields(const config::Json& object, config::Place place);

  const char* noun() const override { return "a key"; }
  bool has(const std::string& key) const override;
  void each_key(const std::function<void(const std::string&)>& take) const override;
  std::optional<double> number(const std::string& key) const override;
  std::optional<std::int64_t> whole(const std::string& key) const override;
  std::optional<std::vector<std::uint64_t>> ids(const std::string& key) const override;
  std::string text(const std::string& key) const override;
  [[noreturn]] void fail(const std::string& key, const std::string& expected) const override;
  [[noreturn]] void lacks(const std::string& key, const std::string& beside) const override;
  const char* ids_expected() const override { return "a list of whole numbers of at least 0"; }

 private:
  const config::Json& object_;
  config::Place place_;
};

}  // namespace jacquard::serve
