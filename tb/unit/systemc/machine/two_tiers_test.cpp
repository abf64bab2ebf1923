// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/two_tiers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/machine/counted_demand.hpp"

using namespace jacquard;
using namespace jacquard::machine;
using base::Bytes;
using base::Picoseconds;

namespace {

// Racks of four NPUs at 80 GB/s and 500 ns a link; rails at 10 GB/s and 2 us.
constexpr int kOfRack = 4;
constexpr base::BitsPerSecond kRack{640'000'000'000}, kRail{80'000'000'000};
constexpr Picoseconds kRackDelay{500'000}, kRailDelay{2'000'000};
constexpr std::int64_t kToken = 8'000;  // bytes: 100 ns within a rack, 800 ns on a rail
// The guard is longer than what a rack's decision takes, and shorter than what a rail's takes.
constexpr Picoseconds kDecision{3'000'000}, kGuard{5'000'000};

ExchangeConfig config_of(Carrier carrier) {
  ExchangeConfig config;
  config.carrier = carrier;
  config.fabric.header = Bytes{0};
  config.circuit.guard = kGuard;
  config.scheduler.name = "exact";
  config.scheduler.timing = experiment::Timing::fixed;
  config.scheduler.latency = kDecision;
  return config;
}

TwoTiers tiers(int racks, Carrier rack, Carrier rail) {
  ExchangeConfig within = config_of(rack), between = config_of(rail);
  use_links(kOfRack, kRack, kRackDelay, within);
  use_links(racks, kRail, kRailDelay, between);
  return {within, between, 7};
}

void add(TierTokens& tokens, int source, const std::vector<int>& experts, int count = 1) {
  for (int k = 0; k < count; ++k) tokens.add(source, {experts.data(), experts.size()});
}

TierTokens drawn(int racks, int count, int top_k, std::uint64_t seed) {
  base::Rng rng(seed, "tokens of racks");
  TierTokens tokens(racks, kOfRack);
  const auto all = static_cast<std::uint64_t>(racks * kOfRack);
  for (int t = 0; t < count; ++t) {
    std::vector<int> experts;
    for (int k = 0; k < top_k; ++k) experts.push_back(static_cast<int>(rng() % all));
    add(tokens, static_cast<int>(rng() % all), experts);
  }
  return tokens;
}

// One message on dark circuits, by the rule of docs/simulate.md: a crossbar turns its first setting
// while it is decided on. So report, decision and grant, or the guard where that is longer.
Picoseconds circuit_time(base::BitsPerSecond rate, Picoseconds delay) {
  return std::max(kGuard, delay + kDecision + delay) + base::transfer_time(Bytes{kToken}, rate) +
         2 * delay;
}
Picoseconds ideal_time(base::BitsPerSecond rate, Picoseconds delay) {
  return base::transfer_time(Bytes{kToken}, rate) + 2 * delay;
}

}  // namespace

// NPU 1 of rack 0 to NPU 2 of rack 1.
TEST_CASE("A token to another rack takes its rail and then the switch there, to the picosecond") {
  TierTokens tokens(2, kOfRack);
  add(tokens, 1, {6});
  for (const Carrier rack : {Carrier::ideal, Carrier::circuit}) {
    for (const Carrier rail : {Carrier::ideal, Carrier::circuit}) {
      TwoTiers both = tiers(2, rack, rail);
      const Picoseconds on_rail =
          rail == Carrier::ideal ? ideal_time(kRail, kRailDelay) : circuit_time(kRail, kRailDelay);
      const Picoseconds in_rack =
          rack == Carrier::ideal ? ideal_time(kRack, kRackDelay) : circuit_time(kRack, kRackDelay);
      const TierExchanged there = both.dispatch(tokens, kToken, 0);
      CHECK(there.all.completion.count() == (on_rail + in_rack).count());
      CHECK(there.rails.count() == on_rail.count());
      CHECK(there.racks.count() == in_rack.count());
      CHECK(there.all.bytes == Bytes{2 * kToken});
      CHECK(there.rail_bytes == Bytes{kToken});
      CHECK(both.combine(tokens, kToken, 1).all.completion.count() == (on_rail + in_rack).count());
    }
  }
}

TEST_CASE("A token whose expert is where its rail ends needs no switch") {
  TierTokens tokens(2, kOfRack);
  add(tokens, 1, {5});
  TwoTiers both = tiers(2, Carrier::circuit, Carrier::ideal);
  CHECK(both.dispatch(tokens, kToken, 0).all.completion == ideal_time(kRail, kRailDelay));
  CHECK(both.dispatch(tokens, kToken, 0).racks == Picoseconds{0});
}

TEST_CASE("A token goes over a rail once, and then to each of its experts there") {
  TierTokens tokens(2, kOfRack);
  add(tokens, 1, {4, 6, 7});
  TwoTiers both = tiers(2, Carrier::ideal, Carrier::ideal);
  const TierExchanged there = both.dispatch(tokens, kToken, 0);
  CHECK(there.rail_bytes == Bytes{kToken});
  CHECK(there.all.bytes == Bytes{4 * kToken});
  const Picoseconds three = base::transfer_time(Bytes{3 * kToken}, kRack) + 2 * kRackDelay;
  CHECK(there.all.completion == ideal_time(kRail, kRailDelay) + three);
}

// 80 tokens within rack 1 take 8 us there, longer than one on a rail; what it brings comes after.
TEST_CASE("Own tokens have the switch while rails carry, and the later of both is waited for") {
  TierTokens tokens(2, kOfRack);
  add(tokens, 1, {6});
  add(tokens, 4, {5}, 80);
  TwoTiers both = tiers(2, Carrier::ideal, Carrier::ideal);
  const Picoseconds own = base::transfer_time(Bytes{80 * kToken}, kRack) + 2 * kRackDelay;
  const Picoseconds sent_on = ideal_time(kRack, kRackDelay);
  REQUIRE(own > ideal_time(kRail, kRailDelay));
  CHECK(both.dispatch(tokens, kToken, 0).all.completion == own + sent_on);
  // Back, what belongs to rack 0 goes first, and its rail is done before rack 1's own.
  CHECK(both.combine(tokens, kToken, 1).all.completion == sent_on + own);
  CHECK(both.combine(tokens, kToken, 1).racks == sent_on + own);
}

TEST_CASE("One rack alone is what its switch takes, to the picosecond") {
  const TierTokens tokens = drawn(1, 300, 3, 11);
  for (const Carrier carrier : {Carrier::ideal, Carrier::circuit, Carrier::packet}) {
    ExchangeConfig config = config_of(carrier);
    use_links(kOfRack, kRack, kRackDelay, config);
    Exchanger one(config, 7);
    TwoTiers both = tiers(1, carrier, Carrier::packet);
    for (const bool back : {false, true}) {
      const Exchanged alone = one.carry(demand_of(tokens.own(0), kOfRack, kToken, back), 4);
      const TierExchanged racked =
          back ? both.combine(tokens, kToken, 4) : both.dispatch(tokens, kToken, 4);
      CHECK(racked.all.completion == alone.completion);
      CHECK(racked.all.bytes == alone.bytes);
      CHECK(racked.all.wait == alone.wait);
      CHECK(racked.rails == Picoseconds{0});
    }
  }
}

TEST_CASE("Tokens that stay in their racks use no rail, and racks work side by side") {
  TierTokens tokens(3, kOfRack);
  for (int source = 0; source < 3 * kOfRack; ++source) {
    add(tokens, source, {source / kOfRack * kOfRack + (source + 1) % kOfRack}, 5);
  }
  TwoTiers both = tiers(3, Carrier::ideal, Carrier::packet);
  const TierExchanged there = both.dispatch(tokens, kToken, 0);
  CHECK(there.rail_bytes == Bytes{0});
  CHECK(there.rails == Picoseconds{0});
  CHECK(there.all.completion == base::transfer_time(Bytes{5 * kToken}, kRack) + 2 * kRackDelay);
}

TEST_CASE("Every fabric brings every byte once, within the bounds, and none beats the ideal one") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const TierTokens tokens = drawn(3, 400, 4, seed);
    std::int64_t on_rails = 0, in_racks = 0;
    const auto between = [](const std::vector<std::int64_t>& counts, int ports) {
      return demand_of(counts, ports, kToken, false).total().count();
    };
    for (int p = 0; p < kOfRack; ++p) on_rails += between(tokens.rail(p), 3);
    for (int r = 0; r < 3; ++r) {
      in_racks += between(tokens.own(r), kOfRack) + between(tokens.forwarded(r), kOfRack);
    }
    for (const bool back : {false, true}) {
      const auto carried = [&](Carrier rack, Carrier rail) {
        TwoTiers both = tiers(3, rack, rail);
        return back ? both.combine(tokens, kToken, 0) : both.dispatch(tokens, kToken, 0);
      };
      const TierExchanged ideal = carried(Carrier::ideal, Carrier::ideal);
      for (const Carrier rack : {Carrier::ideal, Carrier::packet, Carrier::circuit}) {
        for (const Carrier rail : {Carrier::ideal, Carrier::packet, Carrier::circuit}) {
          const TierExchanged there = carried(rack, rail);
          CHECK(there.all.completion >= std::max(there.rails, there.racks));
          CHECK(there.all.completion <= there.rails + there.racks);
          CHECK(there.all.completion >= ideal.all.completion);
          CHECK(there.rail_bytes == Bytes{on_rails});
          CHECK(there.all.bytes == Bytes{on_rails + in_racks});
          CHECK(there.all.bytes_lost == Bytes{0});
        }
      }
    }
  }
}
