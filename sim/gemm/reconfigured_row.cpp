// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/reconfigured_row.hpp"

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/ocs.hpp"
#include "jacquard/gemm/picoseconds.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::gemm {
namespace {

using report::Unit;

constexpr double kTimesPassed = 2;  // each boundary of layers: forward, and backward

struct Reconfigured {
  base::Picoseconds guard{0};
  std::string meshes;
  int changes = 0;
  base::Picoseconds time{0};
  base::Picoseconds gain{0};
  base::Picoseconds pays_below{0};
};

std::vector<std::vector<base::Seconds>> times_of(const Tuned& tuned) {
  std::vector<std::vector<base::Seconds>> times(tuned.blocks.front().layers.size());
  for (const TunedBlock& block : tuned.blocks) {
    for (std::size_t l = 0; l < times.size(); ++l) times[l].push_back(block.layers[l].time());
  }
  return times;
}

// The largest guard at which a change pays: that of the sequence with the most saved for each of
// its changes. Each step finds a sequence that saves more for each.
double break_even(const std::vector<std::vector<base::Seconds>>& times, base::Seconds alone) {
  double guard = 0;
  for (;;) {
    const MeshSequence found = cheapest_sequence(times, base::Seconds{guard * kTimesPassed});
    if (found.changes == 0) return guard;
    const double changes = found.changes * kTimesPassed;
    const double next = guard + (alone - found.time).count() / changes;
    if (!(next > guard)) return guard;
    guard = next;
  }
}

const report::MetricTable<Reconfigured>& metrics() {
  using R = Reconfigured;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "reconfigured", "gemm tune --guard: a mesh for each layer, changed by an optical switch.",
      {M("guard_ps", Unit::ps, &R::guard, "Dead time of each change.", "guard"),
       M("meshes", Unit::text, &R::meshes, "Of the layers, in their order.", "meshes"),
       M("changes", Unit::count, &R::changes, "In a block, there and back.", "changes"),
       M("block_time_ps", Unit::ps, &R::time, "With the guards; data are moved for nothing.",
         "block time"),
       M("gain_ps", Unit::ps, &R::gain, "Against the fastest mesh for all layers: at most.",
         "gain at most"),
       M("pays_below_ps", Unit::ps, &R::pays_below,
         "The largest guard at which a change could pay.", "pays below")});
  return table;
}

}  // namespace

void add_reconfigured_row(const TuneAnswer& answer, base::Picoseconds guard,
                          report::Result& result) {
  const auto times = times_of(answer.tuned);
  const MeshSequence found = cheapest_sequence(times, base::to_seconds(guard) * kTimesPassed);
  base::Seconds alone{0};
  for (const TunedLayer& layer : answer.tuned.blocks.front().layers) alone += layer.time();
  Reconfigured row;
  row.guard = guard;
  for (const int mesh : found.mesh) {
    if (!row.meshes.empty()) row.meshes += " ";
    row.meshes += text_of(base::at(answer.tuned.blocks, mesh).mesh);
  }
  row.changes = static_cast<int>(found.changes * kTimesPassed);
  row.time = to_picoseconds(found.time);
  row.gain = to_picoseconds(alone - found.time);
  row.pays_below = to_picoseconds(base::Seconds{break_even(times, alone)});
  result.add(metrics()(row));
}

report::RowKind reconfigured_row_kind() { return metrics().kind(); }

}  // namespace jacquard::gemm
