// SPDX-License-Identifier: Apache-2.0
// A port hides the fidelity: it takes accesses at any time and says when each is done.
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/memory/address_map.hpp"
#include "systemc/memory/bench.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using memory::Fidelity;

struct Bench {
  explicit Bench(const memory::MemoryConfig& config, int outstanding = 1000)
      : scope(simulation), memory("memory", config), port("port", config.fidelity, outstanding) {
    port.socket.bind(memory.socket);
    elaborate();
  }
  // Submits the access now; its end goes to ends[i] for the i-th.
  void submit(const memory::Access& access) {
    const std::size_t index = ends.size();
    ends.emplace_back(0);
    port.submit(access, [this, index] { ends[index] = now(); });
  }

  Simulation simulation;
  Simulation::Scope scope;
  Memory memory;
  MemoryPort port;
  std::vector<Picoseconds> ends;
};

}  // namespace

TEST_CASE("An ideal memory answers after its latency and streams at its peak") {
  Bench bench(hbm(Fidelity::ideal));
  for (std::uint64_t i = 0; i < 1000; ++i) bench.submit(read_of(256 * i, 256));
  sc_core::sc_start();
  // tRCDRD + tCL, then 256 bytes at 36.8 GB/s each.
  const std::int64_t latency = 19'400 + 12'500;
  CHECK(bench.ends[0] == Picoseconds{latency + 6'957});
  CHECK(bench.ends[999] == Picoseconds{latency + 6'956'522});
  const memory::Figures figures = bench.memory.figures();
  CHECK(figures.read == base::Bytes{256'000});
  CHECK(figures.bus.total() == figures.elapsed);
  CHECK(figures.latencies.size() == 1000);
}

TEST_CASE("A port keeps no more accesses in flight than its window") {
  for (const Fidelity fidelity : {Fidelity::at, Fidelity::ideal}) {
    Bench bench(hbm(fidelity), 1);
    for (std::uint64_t i = 0; i < 3; ++i) bench.submit(read_of(32 * i, 32));
    CHECK(bench.port.pending() == 3);
    sc_core::sc_start();
    CHECK(bench.port.pending() == 0);
    // Each begins when the one before it has ended.
    CHECK(bench.ends[1] - bench.ends[0] > Picoseconds{12'500});
    CHECK(bench.ends[2] - bench.ends[1] > Picoseconds{12'500});
  }
}

TEST_CASE("An access may be submitted from the end of another") {
  for (const Fidelity fidelity : {Fidelity::at, Fidelity::ideal}) {
    Bench bench(hbm(fidelity), 2);
    int left = 100;
    const std::function<void()> again = [&] {
      if (left-- > 0) bench.port.submit(read_of(0, 32), again);
    };
    again();
    sc_core::sc_start();
    CHECK(left == -1);
    CHECK(bench.memory.figures().latencies.size() == 100);
  }
}

TEST_CASE("An access that is not aligned moves the whole bursts that hold it") {
  memory::MemoryConfig config = hbm();
  config.organisation.channels = 4;
  Bench bench(config);
  const memory::AddressMap map(config.organisation, config.controller.mapping, {});
  std::vector<memory::Command> columns;
  std::vector<int> channels;
  bench.memory.observe([&](int channel, const memory::Command& command) {
    if (command.kind != memory::CommandKind::read) return;
    columns.push_back(command);
    channels.push_back(channel);
  });
  bench.submit(read_of(0x1234567, 1000));
  sc_core::sc_start();
  // Bursts of 32 bytes from 0x1234560 to 0x123494f: 32 of them.
  REQUIRE(columns.size() == 32);
  for (std::uint64_t address = 0x1234560; address < 0x1234950; address += 32) {
    const memory::BurstAddress where = map(address);
    int found = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const memory::Command& c = columns[i];
      found += memory::BurstAddress{channels[i], c.group, c.bank, c.row, c.column} == where;
    }
    CHECK(found == 1);
  }
  const memory::Figures figures = bench.memory.figures();
  CHECK(figures.read == base::Bytes{1000});
  CHECK(figures.bursts == base::Bytes{1024});
  CHECK(figures.channels == 4);
}

TEST_CASE("A simulation that stops and goes on changes nothing about a memory") {
  const auto ends = [](bool stops) {
    Bench bench(hbm());
    for (std::uint64_t i = 0; i < 500; ++i) {
      const std::uint64_t address = i * 0x9e3779b97f4a7c15U % (1U << 30U) / 32 * 32;
      bench.submit(i % 3 == 2 ? write_of(address, 64) : read_of(address, 64));
    }
    if (stops) {
      for (int t = 0; t < 20'000; ++t) sc_core::sc_start(sc_core::sc_time(137, sc_core::SC_PS));
    }
    sc_core::sc_start();
    return bench.ends;
  };
  CHECK(ends(true) == ends(false));
}

TEST_CASE("Two initiators share a memory evenly") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Memory memory("memory", hbm());
  MemoryPort a("a", Fidelity::at, 1000);
  MemoryPort b("b", Fidelity::at, 1000);
  a.socket.bind(memory.socket);
  b.socket.bind(memory.socket);
  elaborate();
  Picoseconds end_a{0}, end_b{0};
  // The rows of a bank in every group are 4 KiB, so neither closes the other's rows.
  const std::uint64_t two_banks_on = (1U << 29U) + 2 * 4096;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    a.submit(read_of(256 * i, 256), [&] { end_a = now(); });
    b.submit(read_of(two_banks_on + 256 * i, 256), [&] { end_b = now(); });
  }
  sc_core::sc_start();
  CHECK(end_a / end_b == Approx(1).margin(0.02));
  // Together they stream as one does: 4000 of 256 bytes at 0.910 of the peak or a little less.
  const double least_ps = 4000 * 256 / 36.8e9 * 1e12;
  CHECK(static_cast<double>(std::max(end_a, end_b).count()) < least_ps / 0.85);
}

TEST_CASE("Random accesses are as fast from eight initiators as from one") {
  // Their rows come at random in either case, so the activations that they need are as many.
  const auto time = [](std::size_t initiators) {
    const Simulation simulation;
    const Simulation::Scope scope(simulation);
    Memory memory("memory", hbm());
    std::vector<std::unique_ptr<MemoryPort>> ports;
    for (std::size_t p = 0; p < initiators; ++p) {
      const std::string name = "port" + std::to_string(p);
      ports.push_back(std::make_unique<MemoryPort>(name.c_str(), Fidelity::at, 1000));
      ports.back()->socket.bind(memory.socket);
    }
    elaborate();
    Picoseconds end{0};
    for (std::uint64_t i = 0; i < 8000; ++i) {
      const std::uint64_t address = i * 0x9e3779b97f4a7c15U % (1U << 30U) / 256 * 256;
      ports[i % initiators]->submit(read_of(address, 256), [&] { end = now(); });
    }
    sc_core::sc_start();
    return end;
  };
  CHECK(time(8) / time(1) == Approx(1).margin(0.03));
}

}  // namespace jacquard::systemc
