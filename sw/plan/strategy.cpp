// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/strategy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::plan {
namespace {

constexpr std::array<Part, kParts> kAllParts = {Part::embedding, Part::mlp, Part::blocks};
constexpr std::array<Scheme, 4> kAllSchemes = {Scheme::ddp, Scheme::fsdp, Scheme::tp, Scheme::mp};

[[noreturn]] void fail(const std::string& source, Part part, const std::string& expected,
                       const std::string& found, const std::string& hint = "") {
  throw base::ConfigError({source, name_of(part), expected, found, hint});
}

std::vector<Scheme> schemes_of(Part part) {
  if (part == Part::embedding) return {Scheme::ddp, Scheme::mp};
  return {Scheme::ddp, Scheme::fsdp, Scheme::tp};
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Degrees that the two levels, or the only one, have on the cluster.
int degree_of_level(std::size_t level, std::size_t count, const Cluster& cluster) {
  if (count == 1) return cluster.total();
  return level == 0 ? cluster.devices : cluster.nodes;
}

Scheme parse_scheme(const std::string& word, Part part, const std::string& source) {
  std::vector<std::string> names;
  for (const Scheme scheme : schemes_of(part)) names.emplace_back(name_of(scheme));
  for (const Scheme scheme : schemes_of(part)) {
    if (word == name_of(scheme)) return scheme;
  }
  const std::string known = fmt::format("one of {}", fmt::join(names, ", "));
  const bool elsewhere = std::any_of(kAllSchemes.begin(), kAllSchemes.end(),
                                     [&](Scheme other) { return word == name_of(other); });
  if (elsewhere) fail(source, part, known, word, "this part cannot take it");
  const std::string near = base::nearest(word, names);
  fail(source, part, known, '"' + word + '"', near.empty() ? "" : "nearest is '" + near + "'");
}

Level parse_level(const std::string& text, Part part, int degree, const Cluster& cluster,
                  const std::string& source) {
  const std::size_t colon = text.find(':');
  Level level{parse_scheme(text.substr(0, colon), part, source), degree};
  if (colon == std::string::npos) return level;
  const std::string number = text.substr(colon + 1);
  const auto given = base::parse_number<int>(number);
  if (!given || *given != degree) {
    fail(source, part, fmt::format("a degree of {}", degree), '"' + number + '"',
         fmt::format("{} nodes of {} devices: one level has all {}, two have {} and {}",
                     cluster.nodes, cluster.devices, cluster.total(), cluster.devices,
                     cluster.nodes));
  }
  return level;
}

Levels parse_levels(const std::string& text, Part part, const Cluster& cluster,
                    const std::string& source) {
  const std::vector<std::string> pieces = base::comma_list(text);
  Levels levels;
  if (pieces.size() > levels.level.size()) {
    fail(source, part, "one or two levels", fmt::format("{} levels", pieces.size()));
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const int degree = degree_of_level(i, pieces.size(), cluster);
    levels.level[i] = parse_level(pieces[i], part, degree, cluster, source);
  }
  levels.count = static_cast<int>(pieces.size());
  return levels;
}

Part parse_part(const std::string& word, const Model& model, const std::string& source) {
  std::vector<std::string> names;
  for (const Part part : kAllParts) {
    if (has_part(model, part)) names.emplace_back(name_of(part));
  }
  for (const Part part : kAllParts) {
    if (word != name_of(part)) continue;
    if (has_part(model, part)) return part;
    fail(source, part, fmt::format("the parts of the model: {}", fmt::join(names, ", ")), word,
         "the model has no such layers");
  }
  base::throw_unknown_name(source, "a part of the model", word, names);
}

// What one part can take, in a fixed order.
std::vector<Levels> levels_of(Part part, const Cluster& cluster) {
  std::vector<Levels> all;
  for (const Scheme scheme : schemes_of(part)) {
    all.push_back({{Level{scheme, cluster.total()}}, 1});
  }
  if (cluster.nodes == 1 || cluster.devices == 1) return all;
  for (const Scheme inside : schemes_of(part)) {
    for (const Scheme across : schemes_of(part)) {
      all.push_back({{Level{inside, cluster.devices}, Level{across, cluster.nodes}}, 2});
    }
  }
  return all;
}

}  // namespace

const char* name_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::ddp:
      return "ddp";
    case Scheme::fsdp:
      return "fsdp";
    case Scheme::tp:
      return "tp";
    case Scheme::mp:
      return "mp";
  }
  return "";
}

const char* name_of(Part part) {
  switch (part) {
    case Part::embedding:
      return "emb";
    case Part::mlp:
      return "mlp";
    case Part::blocks:
      return "transformer";
  }
  return "";
}

bool has_part(const Model& model, Part part) {
  switch (part) {
    case Part::embedding:
      return model.embedding.tables > 0 || model.vocabulary > 0;
    case Part::mlp:
      return model.bottom.layers + model.top.layers > 0;
    case Part::blocks:
      return model.blocks.layers > 0;
  }
  return false;
}

Strategy parse_strategy(const std::string& text, const Model& model, const Cluster& cluster,
                        const std::string& source) {
  Strategy strategy;
  for (const std::string& word : words_of(text)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      throw base::ConfigError({source, "", "words such as mlp=tp:8,ddp:16", '"' + word + '"', ""});
    }
    const Part part = parse_part(word.substr(0, equals), model, source);
    if (strategy.of(part).count > 0) fail(source, part, "one strategy", "two");
    strategy.of(part) = parse_levels(word.substr(equals + 1), part, cluster, source);
  }
  for (const Part part : kAllParts) {
    if (has_part(model, part) && strategy.of(part).count == 0) {
      fail(source, part, fmt::format("{}=SCHEME[:DEGREE][,SCHEME[:DEGREE]]", name_of(part)), "none",
           "the model has such layers");
    }
  }
  return strategy;
}

Strategy merged(Strategy strategy) {
  for (Levels& levels : strategy.part) {
    if (levels.count < 2 || levels.level[0].scheme != levels.level[1].scheme) continue;
    levels.level[0].degree *= levels.level[1].degree;
    levels.count = 1;
  }
  return strategy;
}

std::string text_of(const Strategy& strategy) {
  std::string text;
  for (const Part part : {Part::mlp, Part::blocks, Part::embedding}) {
    const Levels& levels = strategy.of(part);
    for (int i = 0; i < levels.count; ++i) {
      const Level& level = base::at(levels.level, i);
      if (i == 0) text += fmt::format("{}{}=", text.empty() ? "" : " ", name_of(part));
      text += fmt::format("{}{}:{}", i == 0 ? "" : ",", name_of(level.scheme), level.degree);
    }
  }
  return text;
}

std::vector<Strategy> all_strategies(const Model& model, const Cluster& cluster) {
  std::vector<Strategy> all(1);
  for (const Part part : kAllParts) {
    if (!has_part(model, part)) continue;
    std::vector<Strategy> longer;
    for (const Strategy& before : all) {
      for (const Levels& levels : levels_of(part, cluster)) {
        Strategy strategy = before;
        strategy.of(part) = levels;
        longer.push_back(strategy);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace jacquard::plan
