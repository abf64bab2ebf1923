// SPDX-License-Identifier: Apache-2.0
// jacquard collective: collectives as rounds.
#include <memory>

#include "sim/cli/collective/prove.hpp"
#include "sim/cli/collective/run.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/collective/collective_row.hpp"
#include "sim/collective/compare_rows.hpp"

namespace jacquard::cli {
namespace {

// What the words say to do; nothing, where no subcommand is among them.
using Chosen = std::function<int()>;

std::function<int()> setup(Arguments& app, const Common& common) {
  auto chosen = std::make_shared<Chosen>();
  app.allow_one_subcommand();
  app.add_subcommand(prove_command(), common, [chosen](const auto& run) { *chosen = run; });
  const auto run = add_collective_run(app, common);
  return [chosen, run] { return *chosen ? (*chosen)() : run(); };
}

}  // namespace

Command collective_command() {
  return {
      "collective",
      "A collective on a network, by closed forms, events or circuits; proofs",
      "  jacquard collective all-gather --system 8xh100 --bytes \"8 MiB\"\n"
      "  jacquard collective --kind all-reduce --algorithm ring --topology \"Ring(8)\" \\\n"
      "    --bandwidth \"50 GiB/s\" --latency \"500 ns\" --bytes \"64 MiB\" --chunks 4\n"
      "  jacquard collective --topology \"Ring(4) Switch(8)\" --bandwidth \"200 GB/s,50 GB/s\" \\\n"
      "    --spread blueconnect --algorithm ring,halving-doubling --engine analytic\n"
      "  jacquard collective --algorithm direct --topology \"Crossbar(16)\" --engine cycle\n"
      "  jacquard collective --algorithm direct --topology configs/graphs/leaf_spine.json\n"
      "  jacquard collective --kind all-to-all --algorithm direct \\\n"
      "    --topology configs/graphs/fat_tree_256_3_levels.json\n"
      "  jacquard collective --topology \"Ring(8)\" --rounds-out ring.json\n"
      "  jacquard collective --topology \"Ring(8)\" --rounds ring.json\n"
      "  jacquard collective --topology \"Ring(4)\" --rounds configs/rounds/msccl_ring_4.xml\n"
      "  jacquard collective --system 8xh100 --algorithm all --bytes \"1 KB..1 GB\" \\\n"
      "    --tuner-out nccl_tuner.conf\n"
      "  jacquard collective --system 8xh100 --bytes \"1 GB\" --tuner nccl_tuner.conf\n"
      "  jacquard collective prove --algorithm all --ports 1..64",
      setup,
      true,
      true,
      [] {
        std::vector<report::RowKind> kinds = run::collective_row_kinds();
        kinds.push_back(run::ranked_metrics().kind());
        for (report::RowKind& kind : prove_command().rows()) kinds.push_back(std::move(kind));
        return kinds;
      },
      {{"run", "time_ps", "time of the collective"},
       {"combination", "time_ps", "time of the fastest way"}}};
}

}  // namespace jacquard::cli
