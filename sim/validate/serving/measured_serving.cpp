// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/measured_serving.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "jacquard/base/error.hpp"
#include "jacquard/report/cell_text.hpp"
#include "jacquard/serve/precision_words.hpp"
#include "sim/validate/given.hpp"
#include "sim/validate/serving/measured_side.hpp"

namespace jacquard::validate {
namespace {

constexpr int kLongest = 1 << 24;  // tokens
constexpr int kMostClients = 1 << 16;
// What rows may say, beside what each side has behind p_ and d_. Those that change no time are
// named too, as other tables have them.
constexpr const char* kColumns[] = {"system",
                                    "gpu",
                                    "device",
                                    "model",
                                    "backend",
                                    "backend_version",
                                    "precision",
                                    "gemm_quant",
                                    "moe_quant",
                                    "kv_precision",
                                    "mode",
                                    "isl",
                                    "osl",
                                    "concurrency",
                                    "batch_size",
                                    "tp",
                                    "pp",
                                    "attn_dp",
                                    "moe_tp",
                                    "moe_ep",
                                    "redundant_experts",
                                    "mtp",
                                    "acceptance",
                                    "stream_interval",
                                    "max_batched_tokens",
                                    "memory_share",
                                    "batch_wait",
                                    "batch_wait_share",
                                    "ttft_ms",
                                    "tpot_ms",
                                    "out_tok_per_s_total",
                                    "measured",
                                    "source",
                                    "repeats",
                                    "tpot_spread"};
constexpr const char* kOfSides[] = {"workers", "batch",  "tp",     "pp",
                                    "attn_dp", "moe_tp", "moe_ep", "redundant_experts"};

bool is_known(const std::string& column) {
  for (const char* known : kColumns) {
    if (column == known) return true;
  }
  for (const char* known : kOfSides) {
    if (column == std::string("p_") + known || column == std::string("d_") + known) return true;
  }
  return false;
}

using Counts = std::map<std::string, std::int64_t>;

void count_unknown(const CsvRow& row, Counts& unknown) {
  for (const std::string& column : row.header()) {
    if (!is_known(column) && !given(row, column).empty()) ++unknown[column];
  }
}

void warn_of(const Counts& unknown, const std::string& path) {
  std::string names;
  for (const auto& [column, rows] : unknown) {
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ",
                         report::without_control(column, report::Lines::one), rows);
  }
  if (!names.empty()) {
    spdlog::warn("validate: {}: columns passed over, with how many rows have something: {}", path,
                 names);
  }
}

std::optional<double> above_zero(const CsvRow& row, const char* column) {
  const auto value = given_number(row, column);
  if (value && *value <= 0) row.fail(column, "a number above 0, or nothing");
  return value;
}

int tokens_of(const CsvRow& row, const char* column) {
  const int tokens = number_or(row, column, 0);
  if (tokens < 1 || tokens > kLongest) row.fail(column, "a whole number in 1..2^24");
  return tokens;
}

// Clients at once: as the table says, or as many as all groups of the decoding side run.
int clients_of(const CsvRow& row, const MeasuredSide& side) {
  int clients = number_or(row, "concurrency", 0);
  if (clients == 0 && side.batch > 0) {
    const std::int64_t all = std::int64_t{side.batch} * side.workers * side.deployment.attention_dp;
    clients = static_cast<int>(std::min<std::int64_t>(all, kMostClients));
  }
  if (clients == 0) row.fail("concurrency", "clients at once");
  if (clients > kMostClients) row.fail("concurrency", "a whole number in 1..65536");
  return clients;
}

bool is_disaggregated(const CsvRow& row) { return given(row, "mode").rfind("disagg", 0) == 0; }

// A table may hold models and systems that we do not ship: their rows stay without an answer.
void read_sides(const CsvRow& row, MeasuredServing& m) {
  RowNouns nouns;
  try {
    nouns = nouns_of(row);
  } catch (const base::ConfigError& error) {
    m.unanswered = error.what();
    return;
  }
  m.side = side_of(row, m.disaggregated ? "d_" : "", nouns);
  if (!m.disaggregated) return;
  m.prefill = side_of(row, "p_", nouns);
  for (const char* column : {"p_workers", "d_workers"}) {
    if (number_or(row, column, 0) == 0) {
      m.unanswered = row.place().where + ": " + column + " is not there, so nobody knows how many";
    }
  }
}

// The row's own columns go before the scripts of its benchmark.
void read_script(const CsvRow& row, MeasuredServing& m) {
  serve::Deployment& d = m.side.deployment;
  if (is_inferencex(row)) {
    m.script = script_settings({m.backend, m.model, m.system, date_of(row), m.input, m.output,
                                d.tp * d.attention_dp, m.concurrency});
  }
  const std::string own = given(row, "kv_precision");
  if (!own.empty()) m.script.kv_precision = own;
  if (!m.script.kv_precision.empty()) {
    const config::Place place{row.place().source, row.place().where + ", column kv_precision"};
    d.precision.kv = serve::kv_type_of(m.script.kv_precision, place);
    m.prefill.deployment.precision.kv = d.precision.kv;
  }
  const auto whole = [&](const char* column, int otherwise) {
    return given_count(row, column).value_or(otherwise);
  };
  m.script.batch_wait = whole("batch_wait", m.script.batch_wait);
  m.stream_interval = whole("stream_interval", 1);
  if (const auto tokens = given_count(row, "max_batched_tokens")) {
    m.script.max_batched_tokens = tokens;
  }
  const auto share = [&](const char* column, std::optional<double> otherwise) {
    const auto value = given_number(row, column);
    if (value && (*value <= 0 || *value > 1)) row.fail(column, "a share above 0, up to 1");
    return value ? value : otherwise;
  };
  m.script.memory_share = share("memory_share", m.script.memory_share);
  m.script.batch_wait_share =
      share("batch_wait_share", m.script.batch_wait_share).value_or(m.script.batch_wait_share);
}

MeasuredServing serving_of(const CsvRow& row) {
  MeasuredServing m;
  m.place = row.place();
  for (const char* column : {"gpu", "system"}) {
    if (!given(row, column).empty()) m.system = given(row, column);
  }
  m.backend = given(row, "backend");
  m.model = given(row, "model");
  m.disaggregated = is_disaggregated(row);
  read_sides(row, m);
  m.input = tokens_of(row, "isl");
  m.output = tokens_of(row, "osl");
  m.drawn_lengths = is_inferencex(row);
  m.ttft_ms = above_zero(row, "ttft_ms");
  m.tpot_ms = above_zero(row, "tpot_ms");
  m.tokens_per_s = above_zero(row, "out_tok_per_s_total");
  if (!m.tokens_per_s) m.concurrency = clients_of(row, m.side);
  if (m.unanswered.empty()) read_script(row, m);
  return m;
}

}  // namespace

std::vector<MeasuredServing> read_measured_serving(const std::string& path) {
  std::vector<MeasuredServing> all;
  Counts unknown;
  read_csv(path, {"model", "isl", "osl"}, [&](const CsvRow& row) {
    all.push_back(serving_of(row));
    count_unknown(row, unknown);
  });
  warn_of(unknown, path);
  return all;
}

}  // namespace jacquard::validate
