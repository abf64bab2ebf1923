// SPDX-License-Identifier: Apache-2.0
// A memory in SystemC against the bare controller, driven by a loop of its own: time, the kernel
// and the protocol add nothing and lose nothing.
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/memory/channel.hpp"
#include "systemc/memory/bench.hpp"
#include "systemc/memory/player.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using memory::Access;
using memory::Clock;
using memory::Command;

std::vector<Access> some_accesses(std::uint64_t seed, int count) {
  base::Rng rng(seed, "accesses");
  std::vector<Access> accesses;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t address = rng.below(1U << 24U);
    const std::int64_t bytes = rng.between(1, 400);
    accesses.push_back(rng.chance(0.7) ? read_of(address, bytes) : write_of(address, bytes));
  }
  return accesses;
}

struct Run {
  std::vector<Picoseconds> ends;  // of each access
  std::vector<Command> commands;
};

// All bursts are there from the beginning and enter the queues in their order.
Run bare(const memory::MemoryConfig& config, const std::vector<Access>& accesses) {
  Run run;
  const memory::AddressMap map(config.organisation, config.controller.mapping, {});
  memory::Channel channel(config);
  channel.observe([&](const Command& c) { run.commands.push_back(c); });
  std::vector<memory::Burst> bursts;
  for (std::size_t a = 0; a < accesses.size(); ++a) {
    const std::uint64_t last =
        accesses[a].address + static_cast<std::uint64_t>(accesses[a].bytes.count()) - 1;
    for (std::uint64_t b = accesses[a].address / 32; b <= last / 32; ++b) {
      bursts.push_back({map(32 * b), accesses[a].direction, a});
    }
  }
  std::vector<Clock> ends(accesses.size());
  std::size_t next = 0;
  Clock clock = 0;
  do {
    while (next < bursts.size() && channel.has_room(bursts[next])) {
      channel.offer(bursts[next++], clock);
    }
    clock = channel.next();
    if (clock != memory::Channel::kNever) channel.advance(clock);
    for (const memory::Finished& f : channel.finished()) {
      ends[f.tag] = std::max(ends[f.tag], f.end);
    }
    channel.clear_finished();
  } while (clock != memory::Channel::kNever);
  for (const Clock end : ends) run.ends.push_back(time_of(end, config.organisation));
  return run;
}

Run through_tlm(const memory::MemoryConfig& config, const std::vector<Access>& accesses) {
  Run run;
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Memory memory("memory", config);
  memory.observe([&](int, const Command& c) { run.commands.push_back(c); });
  PlayerConfig all_at_once;
  all_at_once.keep = true;
  all_at_once.outstanding = static_cast<int>(accesses.size());
  Player player("player", config.fidelity, all_at_once,
                [&, next = std::size_t{0}]() mutable -> std::optional<memory::TimedAccess> {
                  if (next == accesses.size()) return std::nullopt;
                  return memory::TimedAccess{accesses[next++], Picoseconds{0}};
                });
  player.port.socket.bind(memory.socket);
  sc_core::sc_start();
  for (const Played& p : player.played()) run.ends.push_back(p.done);
  return run;
}

}  // namespace

TEST_CASE("Behind a socket a controller gives the same commands at the same clocks") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::vector<Access> accesses = some_accesses(seed, 2000);
    const Run expected = bare(hbm(), accesses);
    const Run found = through_tlm(hbm(), accesses);
    REQUIRE(found.commands.size() == expected.commands.size());
    bool same = true;
    for (std::size_t i = 0; i < found.commands.size(); ++i) {
      const Command& a = found.commands[i];
      const Command& b = expected.commands[i];
      same = same && a.clock == b.clock && a.kind == b.kind && a.group == b.group &&
             a.bank == b.bank && a.row == b.row && a.column == b.column;
    }
    CHECK(same);
    CHECK(found.ends == expected.ends);
  }
}

TEST_CASE("Two memories in one simulation run as each does alone") {
  memory::MemoryConfig wide = hbm();
  wide.organisation.channels = 2;
  const auto ends = [&](bool first, bool second) {
    const Simulation simulation;
    const Simulation::Scope scope(simulation);
    Memory a("a", hbm());
    Memory b("b", wide);
    MemoryPort to_a("to_a", memory::Fidelity::at, 32);
    MemoryPort to_b("to_b", memory::Fidelity::at, 32);
    to_a.socket.bind(a.socket);
    to_b.socket.bind(b.socket);
    elaborate();
    std::vector<Picoseconds> of_a, of_b;
    for (const Access& access : some_accesses(4, 1000)) {
      if (first) to_a.submit(access, [&] { of_a.push_back(now()); });
      if (second) to_b.submit(access, [&] { of_b.push_back(now()); });
    }
    sc_core::sc_start();
    return std::make_pair(of_a, of_b);
  };
  const auto both = ends(true, true);
  CHECK(both.first == ends(true, false).first);
  CHECK(both.second == ends(false, true).second);
  CHECK(both.second.back() < both.first.back());
}

}  // namespace jacquard::systemc
