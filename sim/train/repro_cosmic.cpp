// SPDX-License-Identifier: Apache-2.0
#include "sim/train/repro_cosmic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/data_path.hpp"
#include "jacquard/config/json_reader.hpp"
#include "sim/train/run_step.hpp"
#include "sim/train/table4.hpp"

namespace jacquard::train {
namespace {

using config::Json;

// Layers of GPT3-175B that COSMIC runs, of all (Table 2's note).
constexpr int kLayersRun = 4;
constexpr int kLayers = 96;

std::string shipped_name(std::string printed) {
  std::transform(printed.begin(), printed.end(), printed.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return printed == "gpt3-13b" ? "gpt3-13b-cosmic" : printed;
}

report::Answer table2(const report::Question& question) {
  const std::string& id = question.number.id;
  const std::string name = shipped_name(id.substr(id.rfind('/') + 1));
  const auto model = config::read_config(workload::model_fields(),
                                         base::data_path("configs/models/" + name + ".json"));
  const Json ours = {{"layers", model.layers},
                     {"d_model", model.hidden},
                     {"d_ff", model.inner},
                     {"seq", model.sequence},
                     {"heads", model.heads}};
  return {ours,
          ours == question.number.value ? "match" : "differs",
          "configs/models/" + name + ".json",
          {},
          {},
          {}};
}

struct Spread {
  int points = 0;
  int refused = 0;
  double best = 0;
  double worst = 0;
  std::string best_knobs;
  std::string worst_knobs;

  double ratio() const { return best > 0 ? worst / best : 0; }
};

// Every choice of dp, pp, sp, tp and sharding on the job's system. The limit of memory is scaled
// with the layers that are run.
Spread spread_of(TrainConfig job, bool bounded) {
  engine::step::ListSchedule schedule;
  Spread spread;
  const std::int64_t limit = job.system.npu.memory.count() * kLayersRun / kLayers;
  job.system.npu.memory = base::Bytes{bounded ? limit : 0};
  for (const workload::Parallelism& knobs : table4_parallelisms(job, 1024)) {
    job.parallel = knobs;
    const auto time = time_if_it_fits(job, schedule);
    ++(time ? spread.points : spread.refused);
    if (!time) continue;
    const double seconds = base::to_seconds(*time).count();
    const std::string text = workload::text_of(knobs);
    if (spread.best == 0 || seconds < spread.best) {
      spread.best = seconds;
      spread.best_knobs = text;
    }
    if (seconds > spread.worst) {
      spread.worst = seconds;
      spread.worst_knobs = text;
    }
  }
  return spread;
}

std::string said(const Spread& s) {
  return fmt::format("{:.4g} ({} points, {} refused; worst {} {:.4g} s, best {} {:.4g} s)",
                     s.ratio(), s.points, s.refused, s.worst_knobs, s.worst, s.best_knobs, s.best);
}

report::Answer fig4a(const report::Question& question) {
  TrainConfig job =
      config::read_config(train_fields(), base::data_path("configs/jobs/gpt3_175b_4_layers.json"));
  job.chunks = 4;
  job.mode = engine::Mode::astra_unaware;
  job.counting = workload::Counting::macs;
  const Spread bounded = spread_of(job, true);
  const Spread all = spread_of(job, false);
  job.mode = engine::Mode::faithful;
  const Spread faithful = spread_of(job, false);
  return {all.ratio(),
          report::compared(question.number, all.ratio()),
          fmt::format("every dp, pp, sp, tp and sharding by closed forms, 4 layers, batch 1,024, "
                      "MACs, latencies [20, 700, 700, 1700] ns; astra-unaware: within the scaled "
                      "24 GB {}; memory not bounded {}; faithful, not bounded {}",
                      said(bounded), said(all), said(faithful)),
          {},
          {},
          {}};
}

}  // namespace

std::vector<report::ReproEntry> cosmic_answers() {
  return {{"cosmic.table2.models", table2}, {"cosmic.fig4a.workload_spread", fig4a}};
}

}  // namespace jacquard::train
