// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/measured_serving.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "jacquard/base/error.hpp"
#include "sim/validate/given.hpp"
#include "sim/validate/serving/measured_side.hpp"

namespace jacquard::validate {
namespace {

constexpr int kLongest = 1 << 24;  // tokens
constexpr int kMostClients = 1 << 16;
// Fitted on Llama-3.1-70B on one H100: an engine alone leaves more memory to caches than our
// buffers for a server do.
constexpr double kLeanMemory = 1.04;
// Published engines are built with user buffers and fused reductions: sums are scattered in bf16,
// and gathered in fp8 where the next product is in fp8.
constexpr double kFusedReduction = 0.75;

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
  if (m.disaggregated) m.prefill = side_of(row, "p_", nouns);
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
  // Throughputs are published of an engine alone, whose runtime keeps the NPUs busy.
  if (m.tokens_per_s) {
    m.side.deployment.host = {};
    cost::Device& device = m.side.deployment.device;
    const double memory = kLeanMemory * static_cast<double>(device.memory.count());
    device.memory = base::Bytes{std::llround(memory)};
    if (workload::bytes_per_value(m.side.deployment.precision.weights) <= 1) {
      device.link = device.link * (1 / kFusedReduction);
    }
  }
  if (!m.tokens_per_s) m.concurrency = clients_of(row, m.side);
  return m;
}

}  // namespace

std::vector<MeasuredServing> read_measured_serving(const std::string& path) {
  std::vector<MeasuredServing> all;
  read_csv(path, {"model", "isl", "osl"},
           [&](const CsvRow& row) { all.push_back(serving_of(row)); });
  return all;
}

}  // namespace jacquard::validate
