// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/benchmark_scripts.hpp"

#include <algorithm>
#include <vector>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/divide_up.hpp"
#include "sim/validate/given.hpp"

namespace jacquard::validate {
namespace {

constexpr const char* kTable = "configs/measured/serving_scripts.csv";
constexpr const char* kFile = "source_file=";

struct Line {
  std::string engine;
  std::string model;
  std::string device;
  std::string since;
  std::optional<int> input;
  std::optional<int> output;
  std::optional<int> tp_below;
  std::string kv_precision;
  std::string tokens;  // a number, or "prompt": as much as the clients and a prompt have
  std::optional<double> memory_share;
  std::optional<int> batch_wait;
  std::optional<double> batch_wait_share;

  bool applies(const ScriptedLoop& loop) const {
    const auto has = [](const std::string& text, const std::string& word) {
      return plain(text).find(word) != std::string::npos;
    };
    return engine == loop.engine && has(loop.model, model) && has(loop.device, device) &&
           loop.date >= since && input.value_or(loop.input) == loop.input &&
           output.value_or(loop.output) == loop.output && (!tp_below || loop.tp < *tp_below);
  }
};

const std::vector<Line>& lines() {
  static const std::vector<Line> all = [] {
    std::vector<Line> read;
    read_csv(base::data_path(kTable), {"engine", "model", "since"}, [&](const CsvRow& row) {
      read.push_back({given(row, "engine"), given(row, "model"), given(row, "device"),
                      given(row, "since"), given_count(row, "isl"), given_count(row, "osl"),
                      given_count(row, "tp_below"), given(row, "kv_precision"),
                      given(row, "max_batched_tokens"), given_number(row, "memory_share"),
                      given_count(row, "batch_wait"), given_number(row, "batch_wait_share")});
    });
    return read;
  }();
  return all;
}

// The scripts round it up to 64.
int tokens_of(const std::string& text, const ScriptedLoop& loop) {
  const std::string word = "prompt";
  if (text.rfind(word, 0) != 0) return std::stoi(text);
  const int least = text == word ? 0 : std::stoi(text.substr(word.size()));
  return std::max(least, base::divide_up(loop.clients + loop.input + 64, 64) * 64);
}

}  // namespace

ScriptSettings script_settings(const ScriptedLoop& loop) {
  ScriptSettings settings;
  for (const Line& line : lines()) {
    if (!line.applies(loop)) continue;
    if (!line.kv_precision.empty()) settings.kv_precision = line.kv_precision;
    if (!line.tokens.empty()) settings.max_batched_tokens = tokens_of(line.tokens, loop);
    if (line.memory_share) settings.memory_share = line.memory_share;
    if (line.batch_wait) settings.batch_wait = *line.batch_wait;
    if (line.batch_wait_share) settings.batch_wait_share = *line.batch_wait_share;
  }
  return settings;
}

bool is_inferencex(const CsvRow& row) {
  const std::string source = given(row, "source");
  return source.rfind("source_file=20", 0) == 0 || source.rfind("db-dump/20", 0) == 0;
}

std::string date_of(const CsvRow& row) {
  const std::string measured = given(row, "measured");
  if (!measured.empty()) return measured;
  std::string source = given(row, "source");
  for (const char* before : {kFile, "db-dump/"}) {
    if (source.rfind(before, 0) == 0) source.erase(0, std::string(before).size());
  }
  constexpr std::size_t kDate = 10;
  return source.rfind("20", 0) == 0 ? source.substr(0, kDate) : "";
}

}  // namespace jacquard::validate
