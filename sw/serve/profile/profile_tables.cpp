// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/profile/profile_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/csv.hpp"

namespace jacquard::serve {
namespace {

using demand::CsvRow;
using Points = std::map<std::string, std::vector<Curve::Point>>;

std::map<std::string, Curve> curves(const Points& points) {
  std::map<std::string, Curve> made;
  for (const auto& [layer, measured] : points) made.emplace(layer, Curve(measured));
  return made;
}

std::map<std::string, Curve> read_layers(const std::string& file, const std::string& size,
                                         const std::vector<std::string>& needed) {
  Points points;
  demand::read_csv(file, {"layer", size, "time_us"}, [&](const CsvRow& row) {
    points[row.text("layer")].push_back(
        {static_cast<double>(row.count(size)), row.number("time_us")});
  });
  for (const std::string& layer : needed) {
    if (points.count(layer) > 0) continue;
    throw base::ConfigError({file, "", fmt::format("rows of the layer '{}'", layer), "none", ""});
  }
  return curves(points);
}

Grid<2> read_experts(const std::string& file) {
  std::map<double, std::map<double, double>> by_tokens;
  std::set<double> activated;
  demand::read_csv(file, {"tokens", "activated_experts", "time_us"}, [&](const CsvRow& row) {
    const double experts = row.count("activated_experts");
    by_tokens[row.count("tokens")][experts] = row.number("time_us");
    activated.insert(experts);
  });
  // Few tokens cannot activate many experts: a row's curve is drawn on to the columns it lacks.
  std::array<std::vector<double>, 2> axes;
  axes[1].assign(activated.begin(), activated.end());
  std::vector<double> values;
  for (const auto& [tokens, measured] : by_tokens) {
    axes[0].push_back(tokens);
    std::vector<Curve::Point> points;
    for (const auto& [experts, us] : measured) points.push_back({experts, us});
    const Curve curve(points);
    for (const double experts : axes[1]) values.push_back(curve.at(experts));
  }
  return {axes, values};
}

std::vector<AttentionProfile::Row> read_attention(const std::string& file) {
  std::vector<AttentionProfile::Row> rows;
  bool decodes = false;
  bool prompts = false;
  demand::read_csv(
      file, {"prefill_chunk", "kv_prefill", "n_decode", "kv_decode", "time_us"},
      [&](const CsvRow& row) {
        rows.push_back({row.number("prefill_chunk"), row.number("kv_prefill"),
                        row.number("n_decode"), row.number("kv_decode"), row.number("time_us")});
        decodes = decodes || rows.back().chunk == 0;
        prompts = prompts || rows.back().decodes == 0;
      });
  const auto need = [&](bool holds, const char* expected) {
    if (!holds) throw base::ConfigError({file, "", expected, "none", ""});
  };
  need(decodes, "rows of decodes alone, with a prefill_chunk of 0");
  need(prompts, "rows of a prompt alone, with an n_decode of 0");
  return rows;
}

}  // namespace

ProfileTables read_profile(const std::string& folder) {
  const std::filesystem::path base(folder);
  const auto file = [&](const char* name) { return (base / name).string(); };
  if (!std::filesystem::is_directory(base)) {
    throw base::ConfigError({folder, "",
                             "a folder with profile_dense.csv, "
                             "profile_per_sequence.csv and profile_attention.csv",
                             "", ""});
  }
  ProfileTables tables;
  const bool experts = std::filesystem::exists(base / "profile_moe.csv");
  std::vector<std::string> needed = {"embedding",  "layernorm", "qkv_proj",
                                     "rotary_emb", "o_proj",    "final_layernorm"};
  if (!experts) needed.insert(needed.end(), {"gate_up_proj", "act_fn", "down_proj"});
  tables.dense = read_layers(file("profile_dense.csv"), "tokens", needed);
  tables.per_sequence =
      read_layers(file("profile_per_sequence.csv"), "sequences", {"lm_head", "sampler"});
  tables.attention = read_attention(file("profile_attention.csv"));
  if (experts) tables.experts = read_experts(file("profile_moe.csv"));
  if (std::filesystem::exists(base / "profile_allreduce.csv")) {
    std::vector<Curve::Point> points;
    demand::read_csv(file("profile_allreduce.csv"), {"bytes", "time_us"}, [&](const CsvRow& row) {
      points.push_back({static_cast<double>(row.whole("bytes")), row.number("time_us")});
    });
    tables.all_reduce = Curve(points);
  }
  return tables;
}

}  // namespace jacquard::serve
