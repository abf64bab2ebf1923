// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/network.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {
namespace {

constexpr std::size_t kLargestFile = 1 << 20;
constexpr double kLargestNumber = 1e12;

const char* name_of(topology::Block block) {
  if (block == topology::Block::ring) return "Ring";
  return block == topology::Block::fully_connected ? "FullyConnected" : "Switch";
}

class Reader {
 public:
  Reader(const std::string& source, UnknownKeys* unknown) : source_(source), unknown_(unknown) {}

  std::vector<Dimension> read(const std::string& text) {
    const YAML::Node root = load(text);
    if (!root.IsMap()) fail(root, "", "keys with lists, as \"npus_count: [ 8 ]\"", kind_of(root));
    require_known_keys(root);
    const auto blocks = each<topology::Block>(root, "topology", &Reader::block);
    const auto npus_count = each<int>(root, "npus_count", &Reader::npus);
    const auto bandwidths = each<double>(root, "bandwidth", &Reader::bandwidth);
    const auto latencies = each<double>(root, "latency", &Reader::latency);
    require_one_per_dimension(root["npus_count"], "npus_count", npus_count.size(), blocks.size());
    require_one_per_dimension(root["bandwidth"], "bandwidth", bandwidths.size(), blocks.size());
    require_one_per_dimension(root["latency"], "latency", latencies.size(), blocks.size());
    std::int64_t all = 1;
    std::vector<Dimension> dimensions;
    for (std::size_t d = 0; d < blocks.size(); ++d) {
      all *= npus_count[d];
      if (all > topology::Fabric::kMostNpus) {
        fail(root["npus_count"], "npus_count",
             fmt::format("at most {} NPUs in all", topology::Fabric::kMostNpus), "more");
      }
      dimensions.push_back({blocks[d], npus_count[d], bandwidths[d], latencies[d]});
    }
    return dimensions;
  }

 private:
  // The first document, as ASTRA-sim reads it. (LoadAll of yaml-cpp 0.7 never returns from ",0".)
  YAML::Node load(const std::string& text) {
    try {
      return YAML::Load(text);
    } catch (const YAML::Exception& error) {
      throw base::ConfigError(
          {source_, error.mark.is_null() ? "" : fmt::format("line {}", error.mark.line + 1), "YAML",
           clip(error.msg), ""});
    }
  }

  static std::string clip(const std::string& text) {
    return config::brief(text.size() <= 60 ? text : text.substr(0, 60) + "...");
  }

  static std::string kind_of(const YAML::Node& node) {
    if (!node || node.IsNull()) return "nothing";
    if (node.IsMap()) return "keys with values";
    if (node.IsSequence()) return "a list";
    return clip(node.Scalar());
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& key,
                         const std::string& expected, const std::string& found,
                         const std::string& hint = "") {
    std::string where;
    if (node && !node.Mark().is_null()) where = fmt::format("line {}", node.Mark().line + 1);
    if (!key.empty()) where += (where.empty() ? "" : ", ") + key;
    throw base::ConfigError({source_, where, expected, found, hint});
  }

  void require_known_keys(const YAML::Node& root) {
    static const std::vector<std::string> known = {"topology", "npus_count", "bandwidth",
                                                   "latency"};
    std::vector<std::string> seen;
    for (const auto& entry : root) {
      if (!entry.first.IsScalar()) fail(entry.first, "", "a key", kind_of(entry.first));
      const std::string& key = entry.first.Scalar();
      const bool is_known = std::find(known.begin(), known.end(), key) != known.end();
      if (!is_known && unknown_ != nullptr) {
        unknown_->push_back(source_ + ": " + clip(key));
      } else if (!is_known) {
        const std::string nearest = base::nearest(key, known);
        fail(entry.first, "", "one of topology, npus_count, bandwidth, latency", clip(key),
             nearest.empty() ? "" : "did you mean '" + nearest + "'?");
      }
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
        fail(entry.first, "", "each key once", clip(key) + " twice");
      }
      seen.push_back(key);
    }
  }

  template <class Value>
  std::vector<Value> each(const YAML::Node& root, const char* key,
                          Value (Reader::*value_of)(const YAML::Node&)) {
    const YAML::Node list = root[key];
    if (!list) fail(root, "", fmt::format("the key \"{}\"", key), "none");
    if (!list.IsSequence() || list.size() == 0) {
      fail(list, key, "a list with one entry per dimension, as [ 8 ]", kind_of(list));
    }
    if (list.size() > 64) fail(list, key, "at most 64 dimensions", std::to_string(list.size()));
    std::vector<Value> values;
    for (const YAML::Node& item : list) values.push_back((this->*value_of)(item));
    return values;
  }

  double number(const YAML::Node& node, const char* key, const char* expected) {
    double value = 0;
    if (!node.IsScalar() || !YAML::convert<double>::decode(node, value) || !std::isfinite(value) ||
        std::abs(value) > kLargestNumber) {
      fail(node, key, expected, kind_of(node));
    }
    return value;
  }

  topology::Block block(const YAML::Node& node) {
    const std::string name = node.IsScalar() ? node.Scalar() : "";
    if (name == "Ring") return topology::Block::ring;
    if (name == "FullyConnected") return topology::Block::fully_connected;
    if (name == "Switch") return topology::Block::switched;
    const std::string nearest = base::nearest(name, {"Ring", "FullyConnected", "Switch"});
    fail(node, "topology", "Ring, FullyConnected or Switch", kind_of(node),
         nearest.empty() ? "" : "did you mean '" + nearest + "'?");
  }

  int npus(const YAML::Node& node) {
    constexpr const char* expected = "a whole number of NPUs, at least 2";
    const double value = number(node, "npus_count", expected);
    if (value < 2 || value != std::floor(value) || value > topology::Fabric::kMostNpus) {
      fail(node, "npus_count", expected, kind_of(node));
    }
    return static_cast<int>(value);
  }

  double bandwidth(const YAML::Node& node) {
    const double value = number(node, "bandwidth", "GB/s above 0");
    if (value <= 0) fail(node, "bandwidth", "GB/s above 0", kind_of(node));
    return value;
  }

  double latency(const YAML::Node& node) {
    const double value = number(node, "latency", "nanoseconds, not below 0");
    if (value < 0) fail(node, "latency", "nanoseconds, not below 0", kind_of(node));
    return value;
  }

  void require_one_per_dimension(const YAML::Node& node, const char* key, std::size_t size,
                                 std::size_t dimensions) {
    if (size == dimensions) return;
    fail(node, key, fmt::format("{} entries, one per dimension of topology", dimensions),
         std::to_string(size));
  }

  const std::string& source_;
  UnknownKeys* unknown_;
};

}  // namespace

std::vector<Dimension> parse_astra_network(const std::string& text, const std::string& source,
                                           UnknownKeys* unknown) {
  return Reader(source, unknown).read(text);
}

std::string write_astra_network(const std::vector<Dimension>& network) {
  std::string text;
  const auto add = [&](const char* key, const auto& show) {
    text += fmt::format("{}: [", key);
    const char* between = " ";
    for (const Dimension& dimension : network) {
      text += between + show(dimension);
      between = ", ";
    }
    text += " ]\n";
  };
  add("topology", [](const Dimension& d) { return std::string(name_of(d.block)); });
  add("npus_count", [](const Dimension& d) { return std::to_string(d.npus); });
  add("bandwidth", [](const Dimension& d) { return fmt::format("{}", d.bandwidth); });
  add("latency", [](const Dimension& d) { return fmt::format("{}", d.latency); });
  return text;
}

std::vector<Dimension> read_astra_network(const std::string& path, UnknownKeys* unknown) {
  return parse_astra_network(base::read_file(path, kLargestFile), path, unknown);
}

}  // namespace jacquard::astra
