// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <systemc>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/engine.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/npu/npu_network.hpp"
#include "systemc/rounds/cycle_engine.hpp"
#include "systemc/rounds/link_out.hpp"

namespace jacquard::systemc {
namespace {

using base::ConfigError;
using base::Picoseconds;

constexpr double kLongestRounds = 4e18;  // ps, 46 days

// Of all rounds; times as if messages and their accesses to memory went one after the other.
struct Load {
  double packets = 0;
  double messages = 0;
  double picoseconds = 0;
};

// `simulated`: the share of the NPUs that are.
Load load_of(const engine::Scenario& s, const NpuPlatform& platform, double simulated) {
  const double ps_per_byte_of_memory =
      base::kPicosecondsPerSecond / platform.memory.organisation.peak().count();
  Load load;
  for (const rounds::Round& round : s.graph().rounds) {
    const rounds::Totals all = totals(s.graph(), round);
    const auto messages = static_cast<double>(all.messages);
    const double packets = messages + all.bytes / platform.nic.packet;
    const double on_links = static_cast<double>(all.bytes.count()) +
                            packets * static_cast<double>(platform.nic.header.count());
    const topology::Dimension& d =
        s.network.fabric()->dimension(base::at(s.graph().channels, round.channel).dimension);
    const rounds::Protocol& protocol = s.graph().collective_of(round).protocol;
    const Picoseconds each = d.latency + 2 * s.rules.endpoint_delay + protocol.sync;
    load.packets += packets * simulated;
    load.messages += messages * simulated;
    load.picoseconds +=
        simulated *
        (on_links / (d.bandwidth.count() * protocol.share) * base::kPicosecondsPerSecond +
         5 * static_cast<double>(all.bytes.count()) * ps_per_byte_of_memory +
         messages * static_cast<double>(each.count()));
  }
  return load;
}

void require_few(const engine::Scenario& s, const Load& load) {
  const auto require = [&s](double found, double most, const char* of, const char* hint) {
    if (found <= most) return;
    throw ConfigError({s.origin.source, "", fmt::format("at most {:.3g} {}", most, of),
                       fmt::format("about {:.3g}", found), hint});
  };
  require(load.messages, kMostMessages, "messages", "fewer chunks");
  require(load.packets, kMostPackets, "packets", "fewer bytes, or a larger nic.packet");
  require(load.picoseconds, kLongestRounds, "picoseconds, were messages one after the other",
          "fewer bytes, or a higher nic.rate");
}

}  // namespace

void require_consistent(const NpuPlatform& platform, const config::Place& place) {
  require_consistent(platform.nic, place / "nic");
  memory::require_consistent(platform.memory, place / "memory");
}

void require_runnable(const engine::Scenario& s, const NpuPlatform& platform, Standing standing) {
  const auto throw_if = [](const std::optional<base::InputFault>& fault) {
    if (fault) throw ConfigError(*fault);
  };
  throw_if(refuse_rounds(s));
  if (standing == Standing::each) throw_if(refuse_size(s));
  const topology::Fabric& fabric = *s.network.fabric();
  for (int d = 0; d < fabric.dimensions(); ++d) {
    if (!topology::has_switch(fabric.dimension(d).block)) continue;
    throw ConfigError({kNpusWithNics, "",
                       "Ring or FullyConnected, whose NPUs have links to each other",
                       fmt::format("a switch in dimension {}", d), ""});
  }
  if (const int round = rounds::first_cast(s.graph()); round >= 0) {
    throw ConfigError({kNpusWithNics, fmt::format("/rounds/{}/cast", round),
                       "messages from one NPU to one", "sums and copies, which want a switch", ""});
  }
  require_few(s, load_of(s, platform, standing == Standing::each ? 1.0 : 1.0 / fabric.npus()));
  for (std::size_t r = 0; r < s.graph().rounds.size(); ++r) {
    for (const rounds::Message& message : expand(s.graph(), s.graph().rounds[r])) {
      if (message.from.id == message.to.id) continue;
      link_out(fabric, message.from.id, message.to.id, static_cast<int>(r), kNpusWithNics);
    }
  }
}

NpuRoundsOutcome run_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform) {
  require_runnable(scenario, platform);
  const PieceBuffers buffers(scenario.graph(), platform.memory.organisation,
                             scenario.origin.source);
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  NpuNetwork network("network", scenario, platform, buffers);
  network.start();
  sc_core::sc_start();
  return network.outcome();
}

}  // namespace jacquard::systemc
