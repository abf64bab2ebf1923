// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/expected_accesses.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/machine/memory_stream.hpp"

namespace jacquard::systemc {
namespace {

using engine::job::JobRounds;

double of_computations(const engine::Scenario& scenario, const JobMachine& machine,
                       const JobRounds& rounds) {
  double accesses = 0;
  for (int npu = 0; npu < rounds.npus(); ++npu) {
    const int in_network = rounds.in_network(npu);
    const workload::OpGraph& graph = scenario.work.job->job.graph(in_network);
    const auto& meeting_of = base::at(machine.meeting_of, in_network);
    for (int n = 0; n < graph.size(); ++n) {
      if (graph.node(n).kind != workload::OpKind::compute || meeting_of.count(n) > 0) continue;
      accesses += static_cast<double>(accesses_of_run(machine.cost(in_network, n).bytes));
    }
  }
  return accesses;
}

// An NPU that stands for its class sends for itself alone.
double of_messages(const engine::Scenario& scenario, const JobRounds& rounds) {
  constexpr int kMoved = 2, kMovedAndSummed = 4;
  double accesses = 0;
  for (const rounds::Round& round : rounds.graph.rounds) {
    const rounds::Totals totals = rounds::totals(rounds.graph, round);
    if (totals.messages == 0) continue;
    const int runs = round.action == rounds::Action::copy ? kMoved : kMovedAndSummed;
    accesses +=
        static_cast<double>(totals.messages) * runs *
        static_cast<double>(accesses_of_run(base::Bytes{totals.bytes.count() / totals.messages}));
  }
  if (!rounds.by_classes) return accesses;
  return accesses * rounds.npus() / scenario.network.npus();
}

}  // namespace

double expected_accesses(const engine::Scenario& scenario, const JobMachine& machine,
                         const JobRounds& rounds) {
  if (!machine.memory) return 0;
  return of_computations(scenario, machine, rounds) + of_messages(scenario, rounds);
}

void require_few_accesses(const engine::Scenario& scenario, const JobMachine& machine,
                          const JobRounds& rounds, const char* source) {
  if (machine.most_accesses <= 0) return;
  const double expected = expected_accesses(scenario, machine, rounds);
  if (expected <= static_cast<double>(machine.most_accesses)) return;
  throw base::ConfigError({source, "",
                           fmt::format("at most {:.3g} accesses of memories",
                                       static_cast<double>(machine.most_accesses)),
                           fmt::format("about {:.3g}", expected),
                           "--most-accesses 0 runs any number"});
}

}  // namespace jacquard::systemc
