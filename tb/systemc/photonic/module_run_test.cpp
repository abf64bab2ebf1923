// SPDX-License-Identifier: Apache-2.0
// A module with an XPU on its port, before ideal memories: what closed forms say it carries.
#include "systemc/photonic/module_run.hpp"

#include <catch2/catch.hpp>

#include "jacquard/memory/cache/port_forms.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/module.hpp"
#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
namespace {

constexpr double kDdrPeak = 358.4e9;

ModuleTraffic traffic_of(ModulePattern pattern, std::optional<double> hit_share) {
  ModuleTraffic traffic;
  traffic.pattern = pattern;
  traffic.hit_share = hit_share;
  // So little in flight that no backlog lasts beyond the warm-up.
  traffic.outstanding = base::Bytes{1 << 19};
  traffic.warm_up = base::Picoseconds{8'000'000};
  traffic.duration = base::Picoseconds{8'000'000};
  return traffic;
}

// A cache of 1 MiB, that working sets below and above are quickly gone through.
ModuleConfig small_cache() {
  ModuleConfig config = ideal_module();
  config.cache.capacity = base::Bytes{1 << 20};
  return config;
}

}  // namespace

// 12 B there in 13 ps, tags in 5 ns, HBM in 31.9 ns and 64 B of its bus in 27 ps, 68 B back in
// 76 ps, and twice the latency of the fibre.
TEST_CASE("An XPU alone has what it asked for after the way there, the memory, and the way back") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Module module("module", ideal_module(), 1);
  module.memory().warm(4096);
  base::Picoseconds end{0};
  module.ask({4096, base::Bytes{64}, memory::Direction::read}, [&end] { end = now(); });
  sc_core::sc_start();
  CHECK(end.count() == Approx(200'000 + 13 + 5'000 + 31'900 + 27 + 76).margin(2));
  CHECK(module.from_xpu().sent() == base::Bytes{12});
  CHECK(module.to_xpu().sent() == base::Bytes{68});
}

TEST_CASE("A port of which every access hits carries all that its headers leave") {
  for (const std::int64_t bytes : {64, 256, 1024}) {
    ModuleTraffic traffic = traffic_of(ModulePattern::stream, 1);
    traffic.access = base::Bytes{bytes};
    const ModuleFigures figures = run_module(ideal_module(), traffic, 1);
    const std::int64_t headers = bytes <= 256 ? 4 : bytes / 256 * 4;
    const double left = static_cast<double>(bytes) / static_cast<double>(bytes + headers);
    CHECK(figures.achieved().count() == Approx(900e9 * left).epsilon(0.001));
    CHECK(figures.counts.hit_rate() == 1);
    // Accesses end whole, while payload counts as it passes.
    const double passed = static_cast<double>(figures.read.count()) / static_cast<double>(bytes);
    CHECK(static_cast<double>(figures.latencies.size()) == Approx(passed).margin(1));
  }
}

TEST_CASE("No share of the port's payload is above 1, whatever is asked for however long") {
  for (const std::int64_t ps : {200'000, 200'001, 333'333, 1'000'000, 2'345'678}) {
    for (const std::int64_t bytes : {64, 256, 4096}) {
      for (const double reads : {1.0, 0.7, 0.0}) {
        ModuleTraffic traffic = traffic_of(ModulePattern::stream, 1);
        traffic.access = base::Bytes{bytes};
        traffic.read_share = reads;
        traffic.warm_up = base::Picoseconds{3'000'000};
        traffic.duration = base::Picoseconds{ps};
        const ModuleConfig module = ideal_module();
        const ModuleFigures figures = run_module(module, traffic, 1);
        const auto share = [&](base::Bytes passed, base::Bytes header) {
          return static_cast<double>(passed.count()) /
                 (payload_peak(base::Bytes{bytes}, header, module.port).count() *
                  static_cast<double>(ps) * 1e-12);
        };
        INFO(ps << " ps, " << bytes << " B, reads " << reads);
        CHECK(share(figures.read, base::Bytes{4}) <= 1 + 1e-12);
        CHECK(share(figures.written, base::Bytes{12}) <= 1 + 1e-12);
        if (reads == 1) CHECK(share(figures.read, base::Bytes{4}) > 0.999);
      }
    }
  }
}

TEST_CASE("What misses holds the port to what DDR gives for it") {
  for (const ModulePattern pattern : {ModulePattern::stream, ModulePattern::random}) {
    for (const double share : {0.0, 0.3, 0.5, 0.7, 0.9}) {
      const ModuleFigures figures = run_module(ideal_module(), traffic_of(pattern, share), 1);
      const auto expected =
          memory::carried_at(figures.counts.hit_rate(), base::BytesPerSecond{900e9 * 256 / 260},
                             base::BytesPerSecond{kDdrPeak});
      CHECK(figures.achieved().count() == Approx(expected.count()).epsilon(0.015));
      CHECK(figures.counts.hit_rate() == Approx(share).margin(0.01));
    }
  }
}

TEST_CASE("Lines of four requests each have DDR carry four times what random misses ask for") {
  ModuleTraffic traffic = traffic_of(ModulePattern::random, 0);
  traffic.access = base::Bytes{64};
  const ModuleFigures figures = run_module(ideal_module(), traffic, 1);
  CHECK(figures.counts.read_amplification() == Approx(4).epsilon(0.01));
  CHECK(figures.from_ddr().count() == Approx(kDdrPeak).epsilon(0.01));
  CHECK(figures.achieved().count() == Approx(kDdrPeak / 4).epsilon(0.01));
  traffic.pattern = ModulePattern::stream;
  const ModuleFigures stream = run_module(ideal_module(), traffic, 1);
  CHECK(stream.counts.read_amplification() == Approx(1).epsilon(0.01));
  CHECK(stream.achieved().count() == Approx(kDdrPeak).epsilon(0.01));
}

TEST_CASE("DDR bounds writes, however many of them hit") {
  for (const double share : {0.0, 1.0}) {
    ModuleTraffic traffic = traffic_of(ModulePattern::stream, share);
    traffic.read_share = 0;
    const ModuleFigures figures = run_module(ideal_module(), traffic, 1);
    CHECK(figures.achieved().count() == Approx(kDdrPeak).epsilon(0.005));
    CHECK(figures.to_ddr().count() == Approx(kDdrPeak).epsilon(0.005));
  }
}

TEST_CASE("Random working sets hit as far as the cache holds them") {
  for (const auto& [mebibytes, rate] : {std::pair<int, double>{1, 1}, {2, 0.5}, {4, 0.25}}) {
    ModuleTraffic traffic = traffic_of(ModulePattern::random, std::nullopt);
    traffic.working_set = base::Bytes{mebibytes << 20};
    const ModuleFigures figures = run_module(small_cache(), traffic, 1);
    CHECK(figures.counts.hit_rate() == Approx(rate).margin(0.02));
  }
}

TEST_CASE("A stream that fits into the cache always hits, a longer one never") {
  for (const auto& [kibibytes, rate] : {std::pair<int, double>{1024, 1}, {2048, 0}, {8192, 0}}) {
    ModuleTraffic traffic = traffic_of(ModulePattern::stream, std::nullopt);
    traffic.working_set = base::Bytes{kibibytes << 10};
    const ModuleFigures figures = run_module(small_cache(), traffic, 1);
    CHECK(figures.counts.hit_rate() == rate);
  }
}

TEST_CASE("Lines that hits are drawn from stay in the cache") {
  const ModuleFigures figures =
      run_module(small_cache(), traffic_of(ModulePattern::random, 0.5), 1);
  CHECK(figures.counts.hit_rate() == Approx(0.5).margin(0.01));
}

TEST_CASE("A seed decides a run") {
  const auto latencies = [](std::uint64_t seed) {
    return run_module(small_cache(), traffic_of(ModulePattern::random, 0.5), seed).latencies;
  };
  CHECK(latencies(1) == latencies(1));
  CHECK(latencies(1) != latencies(2));
}

TEST_CASE("Traffic that does not fit its module is refused at its place") {
  const auto refused = [](const ModuleConfig& module, const ModuleTraffic& traffic,
                          const std::string& expected) {
    CHECK_THROWS_WITH(run_module(module, traffic, 1), Catch::Contains(expected));
  };
  ModuleTraffic traffic = traffic_of(ModulePattern::random, std::nullopt);
  refused(ideal_module(), traffic, "traffic#/hit_share: expected a share, for a cache of more");
  traffic.working_set = base::Bytes{std::int64_t{1} << 42};
  refused(small_cache(), traffic, "traffic#/working_set: expected at most the module's memory");
  traffic.working_set = base::Bytes{128};
  refused(small_cache(), traffic, "traffic#/working_set: expected at least one access, 256 B");
  traffic.duration = base::Picoseconds{199'999};
  refused(small_cache(), traffic, "traffic#/duration: expected at least the fibre's latency there");
  traffic.duration = base::Picoseconds{200'000};
  traffic.hit_share = 0.5;
  traffic.access = base::Bytes{1 << 17};
  refused(small_cache(), traffic, "traffic#/access: expected at most a sixteenth of the cache");
}

}  // namespace jacquard::systemc
