// SPDX-License-Identifier: Apache-2.0
// Collectives on an appliance against closed forms and counts.
#include "systemc/photonic/appliance_run.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/memory/interleave.hpp"
#include "systemc/photonic/appliance_forms.hpp"
#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
namespace {

using rounds::CollectiveKind;

constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather, CollectiveKind::broadcast};

ApplianceConfig fast_appliance() {
  ApplianceConfig config = ideal_appliance();
  config.module.hbm.fidelity = config.module.ddr.fidelity = memory::Fidelity::lt;
  return config;
}

ApplianceCollective collective_of(CollectiveKind kind, ApplianceAlgorithm algorithm,
                                  std::int64_t bytes) {
  ApplianceCollective collective;
  collective.kind = kind;
  collective.algorithm = algorithm;
  collective.bytes = base::Bytes{bytes};
  return collective;
}

// The simulated time over the closed form's.
double over_form(const ApplianceConfig& appliance, const ApplianceCollective& collective) {
  return run_collective(appliance, collective, 1).time / closed_form(appliance, collective).time;
}

// Bytes that all XPUs write and read together, in units of what each puts in, of 16 XPUs.
struct Moved {
  std::int64_t written;
  std::int64_t read;
};
const std::map<CollectiveKind, Moved> kMoved = {{CollectiveKind::all_reduce, {16 + 1, 16 + 16}},
                                                {CollectiveKind::reduce_scatter, {16, 16}},
                                                {CollectiveKind::all_gather, {16, 16 * 16}},
                                                {CollectiveKind::broadcast, {1, 15}}};

}  // namespace

TEST_CASE("Through shared memory, collectives write once and read what they need") {
  for (const CollectiveKind kind : kKinds) {
    constexpr std::int64_t bytes = 1 << 16;
    const auto figures = run_collective(
        ideal_appliance(), collective_of(kind, ApplianceAlgorithm::shared_memory, bytes), 1);
    CHECK(figures.written.count() == kMoved.at(kind).written * bytes);
    CHECK(figures.read.count() == kMoved.at(kind).read * bytes);
    CHECK(figures.sent.count() == 0);
    CHECK(figures.counts.written == figures.written);  // every write goes to DDR
    CHECK(figures.counts.hit_rate() == 1);
    CHECK(figures.time == figures.writing + figures.reading);
  }
}

// Chan et al., Collective communication: theory, practice, and experience (2007): the bytes that
// each of n sends around a ring.
TEST_CASE("Around a ring, XPUs send what ring collectives send, and ask no memory") {
  constexpr std::int64_t bytes = 1 << 16, n = 16;
  const std::map<CollectiveKind, std::int64_t> sent = {
      {CollectiveKind::all_reduce, 2 * (n - 1) * bytes},
      {CollectiveKind::reduce_scatter, (n - 1) * bytes},
      {CollectiveKind::all_gather, n * (n - 1) * bytes},
      {CollectiveKind::broadcast, (n - 1) * bytes}};
  for (const CollectiveKind kind : kKinds) {
    const auto figures =
        run_collective(ideal_appliance(), collective_of(kind, ApplianceAlgorithm::ring, bytes), 1);
    CHECK(figures.sent.count() == sent.at(kind));
    CHECK(figures.counts.reads + figures.counts.writes == 0);
    CHECK(figures.ddr.written.count() == 0);
  }
}

TEST_CASE("Ring collectives take their closed form within 1 %") {
  for (const CollectiveKind kind : kKinds) {
    for (const std::int64_t bytes : {1 << 16, 1 << 20}) {
      const auto collective = collective_of(kind, ApplianceAlgorithm::ring, bytes);
      const auto figures = run_collective(ideal_appliance(), collective, 1);
      const CollectiveForm form = closed_form(ideal_appliance(), collective);
      CHECK(static_cast<double>(figures.time.count()) ==
            Approx(static_cast<double>(form.time.count())).epsilon(0.01));
    }
  }
}

TEST_CASE("Shared-memory collectives before ideal memories take their closed form within 6 %") {
  for (const CollectiveKind kind : kKinds) {
    for (const std::int64_t bytes : {1 << 18, 1 << 20}) {
      if (kind == CollectiveKind::all_gather && bytes > 1 << 18) continue;
      for (const bool warm : {true, false}) {
        auto collective = collective_of(kind, ApplianceAlgorithm::shared_memory, bytes);
        collective.warm = warm;
        CAPTURE(static_cast<int>(kind), bytes, warm);
        CHECK(over_form(ideal_appliance(), collective) == Approx(1).margin(0.06));
      }
    }
  }
}

// Many read the same few rows at a time, which the closed form does not know.
TEST_CASE("Real memories cost shared-memory collectives up to a fifth of their closed form") {
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::broadcast}) {
    const auto collective = collective_of(kind, ApplianceAlgorithm::shared_memory, 1 << 18);
    CAPTURE(static_cast<int>(kind));
    const double ratio = over_form(fast_appliance(), collective);
    CHECK(ratio > 0.97);
    CHECK(ratio < 1.20);
  }
}

TEST_CASE("Buffers lie apart, each begins in its XPU's module, and XPUs begin in their own") {
  ApplianceConfig appliance = ideal_appliance();
  const memory::Interleave space(appliance.modules, appliance.interleave);
  for (const std::int64_t bytes : {1 << 12, 1 << 16, 1 << 18, 1 << 18 | 64}) {
    const auto collective =
        collective_of(CollectiveKind::all_gather, ApplianceAlgorithm::shared_memory, bytes);
    const SharedBuffers buffers(collective, appliance);
    for (int x = 0; x < appliance.modules; ++x) {
      CHECK(space.home(buffers.of_xpu(x)).memory == x);
      CHECK(buffers.of_xpu(x) + static_cast<std::uint64_t>(bytes) <= buffers.of_xpu(x + 1));
    }
    for (const SharedPhase& phase : shared_phases(collective, appliance)) {
      for (int x = 0; x < appliance.modules; ++x) {
        CHECK(space.home(base::at(phase.of_xpu, x).front().address).memory == x);
      }
    }
  }
}

// 16 modules x 358.4 GB/s. The ports would carry 16 x 860 GB/s.
TEST_CASE("DDR bounds what XPUs write, not the ports and not HBM") {
  const auto figures = run_collective(
      ideal_appliance(),
      collective_of(CollectiveKind::reduce_scatter, ApplianceAlgorithm::shared_memory, 1 << 22), 1);
  const double rate =
      static_cast<double>(figures.written.count()) / base::to_seconds(figures.writing).count();
  CHECK(rate < 16 * 358.4e9);
  CHECK(rate > 0.93 * 16 * 358.4e9);
}

TEST_CASE("Buffers that are not in HBM are read from DDR once, however many read them") {
  auto collective =
      collective_of(CollectiveKind::broadcast, ApplianceAlgorithm::shared_memory, 1 << 18);
  collective.warm = false;
  const auto figures = run_collective(ideal_appliance(), collective, 1);
  CHECK(figures.counts.fetched == base::Bytes{1 << 18});
}

TEST_CASE("The same seed gives the same times, whatever the arbiter is called") {
  const auto collective =
      collective_of(CollectiveKind::all_reduce, ApplianceAlgorithm::shared_memory, 1 << 16);
  const auto once = run_collective(fast_appliance(), collective, 5);
  const auto again = run_collective(fast_appliance(), collective, 5);
  CHECK(once.time == again.time);
  CHECK(once.latencies == again.latencies);
  for (const char* name : {"islip", "qps"}) {
    ApplianceConfig other = fast_appliance();
    other.fabric.arbiter = name;
    const auto figures = run_collective(other, collective, 5);
    CHECK(figures.cells == once.cells);
    CHECK(figures.time / once.time == Approx(1).margin(0.1));
  }
}

TEST_CASE("What an appliance cannot run is told with its place") {
  const auto refused = [](auto change) {
    ApplianceConfig appliance = ideal_appliance();
    auto collective =
        collective_of(CollectiveKind::all_reduce, ApplianceAlgorithm::shared_memory, 1 << 16);
    change(appliance, collective);
    try {
      run_collective(appliance, collective, 1);
    } catch (const base::ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("nothing refused");
  };
  using Catch::Contains;
  CHECK_THAT(refused([](auto&, auto& c) { c.bytes = base::Bytes{1000}; }), Contains("/bytes"));
  CHECK_THAT(refused([](auto&, auto& c) { c.kind = CollectiveKind::all_to_all; }),
             Contains("/collective"));
  CHECK_THAT(refused([](auto&, auto& c) { c.outstanding = base::Bytes{100}; }),
             Contains("/outstanding"));
  CHECK_THAT(refused([](auto& a, auto&) { a.modules = 1; }), Contains("/modules"));
  CHECK_THAT(refused([](auto& a, auto&) { a.interleave = base::Bytes{3000}; }),
             Contains("/interleave"));
  CHECK_THAT(refused([](auto& a, auto&) { a.fabric.arbiter = "wfwa"; }), Contains("wwfa"));
}

}  // namespace jacquard::systemc
