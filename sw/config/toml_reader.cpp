// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/toml_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"

// toml++ asserts about some texts that are not TOML before it reports them, and assumes the same
// with NDEBUG. The report is what is wanted.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_ENABLE_FORMATTERS 0  // they double what the compiler takes
#include <toml++/toml.h>

namespace jacquard::config {
namespace {

class Reader {
 public:
  Reader(std::string source, std::size_t depth) : source_(std::move(source)), depth_(depth) {}

  Json value(const toml::node& node, std::size_t depth) const {
    if (depth > depth_) fail(node.source(), fmt::format("nesting of at most {}", depth_), "more");
    if (const toml::table* table = node.as_table()) {
      Json object = Json::object();
      for (const auto& [key, inner] : *table) {
        object[std::string(key.str())] = value(inner, depth + 1);
      }
      return object;
    }
    if (const toml::array* array = node.as_array()) {
      Json list = Json::array();
      for (const toml::node& inner : *array) list.push_back(value(inner, depth + 1));
      return list;
    }
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* yes = node.as_boolean()) return yes->get();
    if (const auto* real = node.as_floating_point()) {
      return std::isfinite(real->get()) ? Json(real->get()) : Json();
    }
    return nullptr;  // a date
  }

  [[noreturn]] void fail(const toml::source_region& at, const std::string& expected,
                         const std::string& found) const {
    throw base::ConfigError({source_, fmt::format("line {}", at.begin.line), expected, found, ""});
  }

 private:
  std::string source_;
  std::size_t depth_;
};

}  // namespace

Json parse_toml(const std::string& text, const std::string& source, const JsonLimits& limits) {
  const Reader reader(source, limits.depth);
  try {
    return reader.value(toml::parse(text), 0);
  } catch (const toml::parse_error& error) {
    reader.fail(error.source(), "TOML", brief(std::string(error.description().substr(0, 80))));
  }
}

}  // namespace jacquard::config
