// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/saturated.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/serve/batch/moved_bytes.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/traffic.hpp"
#include "sim/serve/run_batch.hpp"
#include "sim/serve/traffic_run.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kRounds = 4;

double mean(const std::vector<RequestRecord>& records,
            base::Picoseconds (*get)(const RequestRecord&)) {
  double sum = 0;
  for (const RequestRecord& record : records) sum += static_cast<double>(get(record).count());
  return sum / static_cast<double>(records.size());
}

}  // namespace

BatchRow run_saturated(const ServeConfig& config) {
  const Setup s = setup_of(config);
  const Deployment& d = s.deployment;
  BatchRow row = row_of_setup(s);
  row.batch = batch_that_fits(s);
  EngineSettings settings = engine_settings(s);
  // Of each group's scheduler.
  const std::int64_t each = base::divide_up<std::int64_t>(row.batch, d.attention_dp);
  settings.max_sequences = static_cast<int>(
      config.max_sequences > 0 ? std::min<std::int64_t>(each, config.max_sequences) : each);
  row.batch =
      std::min<std::int64_t>(row.batch, std::int64_t{settings.max_sequences} * d.attention_dp);
  Request request;
  request.input = config.input;
  request.output = config.output;
  ListTraffic traffic(std::vector<Request>(static_cast<std::size_t>(kRounds * row.batch), request));
  const auto clock = cost_clock(d);
  const ServerRun run = serve(settings, d.attention_dp, *clock, traffic);

  const auto quarter = static_cast<std::size_t>(row.batch);
  const base::Picoseconds begin = run.records[quarter - 1].last_token;
  const base::Picoseconds end = run.records[3 * quarter - 1].last_token;
  row.time = base::Picoseconds{(end - begin).count() / 2};
  if (row.time.count() <= 0) row.time = base::Picoseconds{run.end.count() / kRounds};
  row.ttft = base::Picoseconds{std::llround(
      mean(run.records, [](const RequestRecord& r) { return r.first_token - r.scheduled; }))};
  row.tpot = base::Picoseconds{
      std::llround(mean(run.records, [](const RequestRecord& r) { return r.tpot(); }))};
  const auto requests = static_cast<double>(row.batch);
  const double flops = model_flops(s, row.batch);
  const double steps = static_cast<double>(run.steps) / kRounds;
  set_work(s, flops,
           steps * weights_read(d, requests) + kv_moved(d, requests, config.input, config.output),
           row);
  set_kv(s, run.most_blocks * config.block, row);
  return row;
}

}  // namespace jacquard::serve
