// SPDX-License-Identifier: Apache-2.0
// The module's memory with ideal HBM and DDR: what it asks of each, and when it answers.
#include "systemc/photonic/cached_memory.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
namespace {

using memory::Direction;

constexpr std::int64_t kTags = 5'000;
// From activation to data, tRCDRD + tCL or tRCDWR + tCWL: HBM3E-9200, DDR5-5600.
constexpr std::int64_t kHbm = 31'900, kHbmWrite = 15'650, kDdr = 28'572, kDdrWrite = 27'857;
// A line of 256 B at 2,355.2 and at 358.4 GB/s.
constexpr std::int64_t kHbmLine = 109, kDdrLine = 714;

class Rig {
 public:
  explicit Rig(const ModuleConfig& config) : scope_(simulation_), memory("memory", config, 1) {}

  // The number of this access in `ends`.
  std::size_t at(std::int64_t time, std::uint64_t address, std::int64_t bytes,
                 Direction direction = Direction::read) {
    const std::size_t index = ends.size();
    ends.emplace_back(-1);
    agenda_.at(base::Picoseconds{time}, [=] {
      memory.submit({address, base::Bytes{bytes}, direction}, [=] {
        CHECK(ends[index] == base::Picoseconds{-1});
        ends[index] = now();
      });
    });
    return index;
  }
  void run() { sc_core::sc_start(); }
  std::int64_t end(std::size_t index) const { return ends[index].count(); }

 private:
  Simulation simulation_;
  Simulation::Scope scope_;
  Agenda agenda_{"agenda"};

 public:
  CachedMemory memory;
  std::vector<base::Picoseconds> ends;
};

bool near(std::int64_t found, std::int64_t expected) { return std::abs(found - expected) <= 2; }

ModuleConfig whole_lines() {
  ModuleConfig config = ideal_module();
  config.cache.critical_first = false;
  return config;
}

}  // namespace

TEST_CASE("A read that misses waits for its line from DDR, the next one hits HBM") {
  Rig rig(whole_lines());
  const auto miss = rig.at(0, 4096, 64);
  const auto hit = rig.at(1'000'000, 4096 + 192, 64);
  rig.run();
  CHECK(near(rig.end(miss), kTags + kDdr + kDdrLine));
  CHECK(near(rig.end(hit), 1'000'000 + kTags + kHbm + kHbmLine / 4));
  const CacheCounts& counts = rig.memory.counts();
  CHECK(counts.reads == 2);
  CHECK(counts.read_hits == 1);
  CHECK(counts.missed == base::Bytes{64});
  CHECK(counts.fetched == base::Bytes{256});
  CHECK(counts.read_amplification() == 4);
  CHECK(rig.memory.ddr().read == base::Bytes{256});
  CHECK(rig.memory.hbm().written == base::Bytes{256});
  CHECK(rig.memory.hbm().read == base::Bytes{64});
}

TEST_CASE("What a miss asked for comes before the rest of its line, if so chosen") {
  ModuleConfig config = ideal_module();
  config.cache.line = base::Bytes{4096};
  const auto end_of = [&config](bool first) {
    config.cache.critical_first = first;
    Rig rig(config);
    const auto miss = rig.at(0, 4096 + 2048, 64);
    rig.run();
    CHECK(rig.memory.ddr().read == base::Bytes{4096});
    CHECK(rig.memory.counts().fetched == base::Bytes{4096});
    return rig.end(miss);
  };
  CHECK(near(end_of(true), kTags + kDdr + kDdrLine / 4));
  CHECK(near(end_of(false), kTags + kDdr + 11'429));
}

TEST_CASE("Reads of a line that is being fetched share its register") {
  Rig rig(whole_lines());
  const auto first = rig.at(0, 0, 64);
  const auto second = rig.at(10, 64, 64);
  const auto other = rig.at(10, 1024, 64);
  rig.run();
  CHECK(rig.end(second) == rig.end(first));
  CHECK(rig.end(other) > rig.end(first));
  CHECK(rig.memory.counts().merged == 1);
  CHECK(rig.memory.counts().fetched == base::Bytes{512});
  CHECK(rig.memory.ddr().read == base::Bytes{512});
}

TEST_CASE("With its only register in use, a miss and what came after it wait") {
  ModuleConfig config = whole_lines();
  config.cache.mshrs = 1;
  Rig rig(config);
  rig.memory.warm(8192);
  const auto first = rig.at(0, 0, 64);
  const auto second = rig.at(10, 1024, 64);
  const auto hit = rig.at(20, 8192, 64);
  rig.run();
  // The register is free when its line is in HBM.
  const std::int64_t stored = rig.end(first) + kHbmWrite + kHbmLine;
  CHECK(near(rig.end(second), stored + kDdr + kDdrLine));
  CHECK(near(rig.end(hit), stored + kHbm + kHbmLine / 4));
}

TEST_CASE("Every write goes to DDR, and to HBM where that has its line") {
  Rig rig(ideal_module());
  rig.memory.warm(4096);
  const auto present = rig.at(0, 4096, 128, Direction::write);
  const auto absent = rig.at(1'000'000, 65'536, 256, Direction::write);
  rig.run();
  CHECK(near(rig.end(present), kTags + kDdrWrite + kDdrLine / 2));
  CHECK(near(rig.end(absent), 1'000'000 + kTags + kDdrWrite + kDdrLine));
  CHECK(rig.memory.ddr().written == base::Bytes{384});
  CHECK(rig.memory.hbm().written == base::Bytes{128});
  CHECK(rig.memory.ddr().read == base::Bytes{0});
  CHECK(rig.memory.counts().write_hits == 1);
  CHECK(rig.memory.counts().written == base::Bytes{384});
}

TEST_CASE("With write_allocate a write that misses fetches its line") {
  ModuleConfig config = ideal_module();
  config.cache.write_allocate = true;
  Rig rig(config);
  rig.at(0, 65'536, 64, Direction::write);
  rig.at(1'000'000, 65'536, 64);
  rig.run();
  CHECK(rig.memory.ddr().read == base::Bytes{256});
  CHECK(rig.memory.ddr().written == base::Bytes{64});
  CHECK(rig.memory.hbm().written == base::Bytes{256});
  CHECK(rig.memory.counts().read_hits == 1);
}

TEST_CASE("A read while its line is on the way to HBM is answered by the register") {
  Rig rig(whole_lines());
  const auto miss = rig.at(0, 0, 64);
  const std::int64_t arrived = kTags + kDdr + kDdrLine;
  const auto early = rig.at(arrived - kTags + 1'000, 64, 64);
  rig.run();
  CHECK(near(rig.end(miss), arrived));
  CHECK(near(rig.end(early), arrived + 1'000));
  CHECK(rig.memory.hbm().read == base::Bytes{0});
  CHECK(rig.memory.counts().read_hits == 1);
}

TEST_CASE("A write to a line that a register holds goes to DDR, and to HBM with the line") {
  ModuleConfig config = whole_lines();
  config.cache.write_allocate = true;
  Rig rig(config);
  const std::int64_t arrived = kTags + kDdr + kDdrLine;
  rig.at(0, 0, 64);
  rig.at(10, 64, 64, Direction::write);                            // fetching
  rig.at(arrived - kTags + 1'000, 128, 64, Direction::write);      // arrived, not stored
  rig.at(arrived - kTags + 1'000'000, 192, 64, Direction::write);  // stored
  rig.run();
  CHECK(rig.memory.ddr().read == base::Bytes{256});
  CHECK(rig.memory.ddr().written == base::Bytes{3 * 64});
  CHECK(rig.memory.hbm().written == base::Bytes{256 + 64});
  CHECK(rig.memory.counts().write_hits == 3);
}

TEST_CASE("An access over several lines is done once, when the last of them is") {
  Rig rig(ideal_module());
  const auto wide = rig.at(0, 4096 - 64, 64 + 256 + 32);
  rig.run();
  CHECK(rig.end(wide) > kTags + kDdr);
  CHECK(rig.memory.counts().reads == 3);
  CHECK(rig.memory.counts().missed == base::Bytes{352});
  CHECK(rig.memory.counts().fetched == base::Bytes{768});
}

TEST_CASE("Modules whose parts do not fit are refused at their place") {
  const auto refused = [](ModuleConfig config, const std::string& expected) {
    const Simulation simulation;
    const Simulation::Scope scope(simulation);
    CHECK_THROWS_WITH(CachedMemory("memory", config, 1), Catch::Contains(expected));
  };
  ModuleConfig config = ideal_module();
  config.cache.capacity = base::Bytes{std::int64_t{144} << 30};
  refused(config,
          "module#/cache/capacity: expected at most the memory that holds its lines, 72 GiB");
  config = ideal_module();
  config.ddr_channels = 3;
  refused(config, "module#/memory: expected equal parts on 3 sub-channels");
  config = ideal_module();
  config.ddr = config.hbm;
  refused(config, "module#/ddr: expected a memory of DDR5");
}

}  // namespace jacquard::systemc
