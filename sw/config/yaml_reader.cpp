// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/yaml_reader.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::config {
namespace {

constexpr std::int64_t kMostValues = 4'000'000;

class Reader {
 public:
  Reader(std::string source, std::size_t depth) : source_(std::move(source)), depth_(depth) {}

  Json value(const YAML::Node& node, std::size_t depth) {
    if (depth > depth_) fail(node, fmt::format("nesting of at most {}", depth_), "more");
    if (++values_ > kMostValues) fail(node, fmt::format("at most {} values", kMostValues), "more");
    if (!node || node.IsNull()) return nullptr;
    if (node.IsScalar()) return scalar(node);
    if (node.IsSequence()) {
      Json list = Json::array();
      for (const auto& item : node) list.push_back(value(item, depth + 1));
      return list;
    }
    Json object = Json::object();
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) fail(entry.first, "a key", "no text");
      const std::string key = entry.first.Scalar();
      if (object.contains(key)) fail(entry.first, "each key once", brief(key) + " again");
      object[key] = value(entry.second, depth + 1);
    }
    return object;
  }

 private:
  static Json scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") return text;  // in quotes
    if (text == "true" || text == "false") return text == "true";
    if (const auto whole = base::parse_number<std::int64_t>(text)) return *whole;
    const auto real = base::parse_number<double>(text);
    if (real && std::isfinite(*real)) return *real;
    return text;
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& expected,
                         const std::string& found) const {
    const bool known = node && !node.Mark().is_null();
    throw base::ConfigError(
        {source_, known ? fmt::format("line {}", node.Mark().line + 1) : "", expected, found, ""});
  }

  std::string source_;
  std::size_t depth_;
  std::int64_t values_ = 0;
};

}  // namespace

Json parse_yaml(const std::string& text, const std::string& source, const JsonLimits& limits) {
  std::vector<Json> all = parse_yaml_documents(text, source, limits);
  if (all.size() > 1) {
    throw base::ConfigError({source, "", "one document of YAML", std::to_string(all.size()), ""});
  }
  return all.empty() ? Json() : std::move(all.front());
}

std::vector<Json> parse_yaml_documents(const std::string& text, const std::string& source,
                                       const JsonLimits& limits) {
  try {
    std::vector<Json> documents;
    Reader reader(source, limits.depth);
    for (const YAML::Node& node : YAML::LoadAll(text)) {
      if (node.IsDefined() && !node.IsNull()) documents.push_back(reader.value(node, 0));
    }
    return documents;
  } catch (const YAML::Exception& error) {
    throw base::ConfigError(
        {source, error.mark.is_null() ? "" : fmt::format("line {}", error.mark.line + 1), "YAML",
         brief(error.msg.substr(0, 60)), ""});
  }
}

Json read_json_or_yaml(const std::string& path) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end != ".yaml" && end != ".yml") return read_json(path);
  return parse_yaml(base::read_file(path, JsonLimits{}.bytes), path);
}

}  // namespace jacquard::config
