// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/interleaved_memory.hpp"

#include <catch2/catch.hpp>

#include "systemc/kernel/agenda.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
namespace {

memory::MemoryConfig checked_ddr(memory::Fidelity fidelity) {
  memory::MemoryConfig config = ideal_module().all_ddr();
  config.fidelity = fidelity;
  config.check = true;
  return config;
}

}  // namespace

TEST_CASE("An access over channels is done once, when the last of its bytes has moved") {
  for (const memory::Fidelity fidelity : {memory::Fidelity::at, memory::Fidelity::ideal}) {
    for (const std::int64_t bytes : {64, 256, 65'536}) {
      const Simulation simulation;
      const Simulation::Scope scope(simulation);
      InterleavedMemory memory("memory", checked_ddr(fidelity));
      Agenda agenda("agenda");
      int done = 0;
      base::Picoseconds end{0};
      agenda.at(base::Picoseconds{0}, [&] {
        memory.submit({4096, base::Bytes{bytes}, memory::Direction::read}, [&] {
          ++done;
          end = now();
        });
      });
      sc_core::sc_start(sc_core::sc_time(3, sc_core::SC_US));
      CHECK(done == 1);
      CHECK(memory.figures().read == base::Bytes{bytes});
      // The peak of all channels, after an activation and the first data; nothing else is in the
      // way.
      const double least = 28'571 + static_cast<double>(bytes) / 358.4e9 * 1e12;
      CHECK(static_cast<double>(end.count()) >= least - 2);
      CHECK(static_cast<double>(end.count()) <= 1.3 * least);
    }
  }
}

TEST_CASE("What waits for one channel holds up nothing that goes to another") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  InterleavedMemory memory("memory", checked_ddr(memory::Fidelity::at));
  Agenda agenda("agenda");
  constexpr std::uint64_t kRows = std::uint64_t{4096} * 32 * 16;  // from row to row of one bank
  base::Picoseconds busy{0}, other{0};
  const auto read = [&memory](std::uint64_t address, base::Picoseconds& end) {
    memory.submit({address, base::Bytes{64}, memory::Direction::read}, [&end] { end = now(); });
  };
  agenda.at(base::Picoseconds{0}, [&] {
    for (std::uint64_t i = 0; i < 200; ++i) read(i * kRows, busy);  // one bank of channel 0
    read(64, other);
  });
  sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_US));
  CHECK(busy > base::Picoseconds{200 * 46'000});  // tRC for each
  CHECK(other < base::Picoseconds{60'000});
}

}  // namespace jacquard::systemc
