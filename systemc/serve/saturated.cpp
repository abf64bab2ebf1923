// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/saturated.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/serve/batch/moved_bytes.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/traffic.hpp"
#include "systemc/serve/paper_batch.hpp"
#include "systemc/serve/run_batch.hpp"
#include "systemc/serve/traffic_run.hpp"

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

QueueAnswer serve_full_queue(FullQueue queue, StepClock& clock) {
  queue.settings.max_sequences =
      static_cast<int>(base::divide_up<std::int64_t>(queue.batch, queue.groups));
  Request request;
  request.input = queue.input;
  request.output = queue.output;
  ListTraffic traffic(
      std::vector<Request>(static_cast<std::size_t>(kRounds * queue.batch), request));
  const ServerRun run = serve(queue.settings, queue.groups, clock, traffic);

  QueueAnswer answer;
  const auto quarter = static_cast<std::size_t>(queue.batch);
  const base::Picoseconds begin = run.records[quarter - 1].last_token;
  const base::Picoseconds end = run.records[3 * quarter - 1].last_token;
  answer.time = base::Picoseconds{(end - begin).count() / 2};
  if (answer.time.count() <= 0) answer.time = base::Picoseconds{run.end.count() / kRounds};
  answer.ttft = base::Picoseconds{std::llround(
      mean(run.records, [](const RequestRecord& r) { return r.first_token - r.scheduled; }))};
  answer.tpot = base::Picoseconds{
      std::llround(mean(run.records, [](const RequestRecord& r) { return r.tpot(); }))};
  answer.steps = static_cast<double>(run.steps) / kRounds;
  answer.most_blocks = run.most_blocks;
  return answer;
}

void set_times(const QueueAnswer& answer, BatchRow& row) {
  row.ttft = answer.ttft;
  row.tpot = answer.tpot;
  row.time = answer.time;
}

BatchRow run_saturated(const ServeConfig& config) {
  if (by_paper(config)) {
    Nouns nouns;
    return run_paper_batch(config, nouns);
  }
  const Setup s = setup_of(config);
  const Deployment& d = s.deployment;
  BatchRow row = row_of_setup(s);
  row.batch = batch_that_fits(s);
  if (config.max_sequences > 0) {
    row.batch =
        std::min<std::int64_t>(row.batch, std::int64_t{config.max_sequences} * d.attention_dp);
  }
  const auto clock = cost_clock(d);
  const QueueAnswer answer = serve_full_queue(
      {engine_settings(s), d.attention_dp, config.input, config.output, row.batch}, *clock);
  set_times(answer, row);
  const auto requests = static_cast<double>(row.batch);
  set_work(s, model_flops(s, row.batch),
           answer.steps * weights_read(d, s.memory.weights, requests) +
               kv_moved(d, requests, config.input, config.output),
           row);
  set_kv(s, answer.most_blocks * config.block, row);
  return row;
}

}  // namespace jacquard::serve
