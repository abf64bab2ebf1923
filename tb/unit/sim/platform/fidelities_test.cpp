// SPDX-License-Identifier: Apache-2.0
// The loosely-timed memory against the one that issues every command.
#include <catch2/catch.hpp>

#include "sim/platform/run_memory.hpp"

namespace jacquard::platform {
namespace {

double achieved(const MemoryExperiment& experiment) {
  return run_memory(experiment, 7).figures.achieved().count();
}

// HBM3E-9200 at its default mapping.
double error_of_lt(MemoryExperiment e) {
  e.traffic.duration = base::Picoseconds{78'000'000};
  e.memory.fidelity = memory::Fidelity::at;
  const double at = achieved(e);
  e.memory.fidelity = memory::Fidelity::lt;
  return achieved(e) / at - 1;
}

MemoryExperiment random(std::int64_t bytes) {
  MemoryExperiment e;
  e.traffic.pattern = systemc::Pattern::random;
  e.traffic.access = base::Bytes{bytes};
  return e;
}

}  // namespace

TEST_CASE("Loosely timed, a memory's bandwidth is within 5 % of that with every command") {
  MemoryExperiment stream;
  CHECK(error_of_lt(stream) == Approx(0).margin(0.05));
  MemoryExperiment mix;
  mix.traffic.read_share = 2.0 / 3;
  CHECK(error_of_lt(mix) == Approx(0).margin(0.05));
  for (const std::int64_t bytes : {32, 64, 256, 1024}) {
    INFO("random " << bytes);
    CHECK(error_of_lt(random(bytes)) == Approx(0).margin(0.05));
  }
  MemoryExperiment two;
  two.traffic.initiators = 2;
  CHECK(error_of_lt(two) == Approx(0).margin(0.05));
  MemoryExperiment two_random = random(256);
  two_random.traffic.initiators = 2;
  CHECK(error_of_lt(two_random) == Approx(0).margin(0.05));
}

TEST_CASE("An ideal memory is an upper bound of both") {
  for (const memory::Fidelity fidelity : {memory::Fidelity::at, memory::Fidelity::lt}) {
    MemoryExperiment e = random(256);
    e.traffic.duration = base::Picoseconds{39'000'000};
    e.memory.fidelity = fidelity;
    const double found = achieved(e);
    e.memory.fidelity = memory::Fidelity::ideal;
    CHECK(found < achieved(e));
  }
}

}  // namespace jacquard::platform
