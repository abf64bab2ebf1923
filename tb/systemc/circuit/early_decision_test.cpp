// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/replay_checker.hpp"
#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using demand::DemandMatrix;
using test::golden;
using test::replay;
using test::scenario;
using test::small_moe;
using test::software;

constexpr int kPorts = 8;
constexpr Picoseconds kLatency{20'000'000};

struct Ran {
  CircuitOutcome out;
  std::string replayed;
};

Ran run(const DemandMatrix& demand, const std::optional<Foresight>& foresight,
        const MakeDecision& decide, const FaultConfig& faults = {}) {
  CircuitScenario s = scenario(kPorts);
  s.faults = faults;
  s.foresight = foresight ? &*foresight : nullptr;
  Ran ran{simulate_circuit(s, demand, decide), {}};
  ran.replayed = replay(ran.out, with_acknowledgements(demand, s.parameters.framing));
  return ran;
}

Ran run(const DemandMatrix& demand, const std::optional<Foresight>& foresight) {
  return run(demand, foresight, software("ladder", kLatency));
}

const Picoseconds kLongBefore = kLatency * 10;

}  // namespace

TEST_CASE("What was foreseen exactly and in time is carried as if a decision took no time") {
  const DemandMatrix demand = small_moe(kPorts, 1);
  const Ran at_once = run(demand, std::nullopt, software("ladder", Picoseconds{0}));
  const Ran foreseen = run(demand, Foresight{demand, kLongBefore});
  CHECK(foreseen.out.completion == at_once.out.completion);
  CHECK(foreseen.out.controller.columns == at_once.out.controller.columns);
  CHECK(foreseen.out.controller.decisions == 1);
  CHECK(foreseen.replayed == "");
}

TEST_CASE("A decision that began somewhat before its demand is waited for by as much less") {
  const DemandMatrix demand = small_moe(kPorts, 1);
  const Ran on_demand = run(demand, std::nullopt);
  for (const std::int64_t us : {1, 7, 19}) {
    const Picoseconds lead{us * 1'000'000};
    const Ran foreseen = run(demand, Foresight{demand, lead});
    CHECK(on_demand.out.completion - foreseen.out.completion == lead);
    CHECK(foreseen.replayed == "");
  }
}

TEST_CASE("Of a demand that was foreseen wrongly every byte comes once") {
  for (std::uint64_t index = 0; index < 10; ++index) {
    const DemandMatrix demand = small_moe(kPorts, index);
    const Ran foreseen = run(demand, Foresight{small_moe(kPorts, index + 1), kLongBefore});
    CHECK(foreseen.out.bytes_delivered == demand.total());
    CHECK(foreseen.replayed == "");
  }
}

TEST_CASE("What nobody foresaw is decided on demand, with not one permutation more") {
  const DemandMatrix demand = small_moe(kPorts, 1);
  const Ran on_demand = run(demand, std::nullopt);
  const Ran foreseen = run(demand, Foresight{DemandMatrix(kPorts), Picoseconds{0}});
  CHECK(foreseen.out.controller.columns == on_demand.out.controller.columns);
}

TEST_CASE("Permutations that no message needs are passed over, and holds are cut") {
  const DemandMatrix expected = small_moe(kPorts, 1);
  DemandMatrix one(kPorts);
  one.set(2, 5, base::Bytes{expected.at(2, 5).count() / 2});
  const Ran foreseen = run(one, Foresight{expected, kLongBefore});
  const Ran at_once = run(one, std::nullopt, software("ladder", Picoseconds{0}));
  CHECK(foreseen.replayed == "");
  CHECK(foreseen.out.controller.columns.size() < 5);
  CHECK(foreseen.out.completion < at_once.out.completion * 2);
}

TEST_CASE("Faults that undo an early schedule are mended by later decisions") {
  FaultConfig faults;
  faults.policy = Policy::skip;
  faults.stragglers = 2;
  faults.late_by = Picoseconds{50'000'000};
  const DemandMatrix demand = small_moe(kPorts, 1);
  const Ran foreseen =
      run(demand, Foresight{demand, kLongBefore}, golden(kPorts, Picoseconds{1'000}), faults);
  CHECK(foreseen.out.bytes_delivered == demand.total());
  CHECK(foreseen.out.controller.decisions > 1);
}

}  // namespace jacquard::systemc
