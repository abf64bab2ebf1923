// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/two_tiers.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"
#include "jacquard/machine/counted_demand.hpp"

namespace jacquard::machine {
namespace {

using base::Picoseconds;

constexpr int kPartBit = 48;  // of an index, from which on parts of an exchange are told apart

// Exchanges side by side into the sums of all: of what lasts, the longest counts.
void add_stage(const std::vector<Exchanged>& stage, Exchanged& all) {
  Picoseconds decision{0}, guard{0}, hold{0};
  base::Digest digest;
  digest.add(all.schedule_hash);
  for (const Exchanged& one : stage) {
    decision = std::max(decision, one.decision);
    guard = std::max(guard, one.guard);
    hold = std::max(hold, one.hold);
    all.permutations += one.permutations;
    all.decisions += one.decisions;
    all.bytes += one.bytes;
    all.bytes_lost += one.bytes_lost;
    all.bytes_resent += one.bytes_resent;
    all.messages_lost += one.messages_lost;
    all.events += one.events;
    all.struck = all.struck || one.struck;
    digest.add(one.schedule_hash);
  }
  all.decision += decision;
  all.guard += guard;
  all.hold += hold;
  all.schedule_hash = digest.value().first;
}

Picoseconds bound_of(const Exchanged& one) { return one.completion - one.wait; }

// The last of these at a port.
Picoseconds last_done(const std::vector<Exchanged>& stage, int port) {
  Picoseconds last{0};
  for (const Exchanged& one : stage) last = std::max(last, base::at(one.done, port));
  return last;
}

}  // namespace

struct TwoTiers::Stages {
  std::vector<Exchanged> own, forwarded, rails;  // by rack, by rack, by place

  // All but the completion, which is `end`.
  TierExchanged at(Picoseconds end) const {
    TierExchanged out;
    Picoseconds bound{0};
    add_stage(rails, out.all);
    out.rail_bytes = out.all.bytes;
    for (const Exchanged& rail : rails) {
      out.rails = std::max(out.rails, rail.completion);
      bound = std::max(bound, bound_of(rail));
    }
    add_stage(own, out.all);
    add_stage(forwarded, out.all);
    for (std::size_t r = 0; r < own.size(); ++r) {
      out.racks = std::max(out.racks, own[r].completion + forwarded[r].completion);
      bound = std::max(bound, bound_of(own[r]) + bound_of(forwarded[r]));
    }
    out.all.completion = end;
    out.all.wait = out.all.completion - bound;
    return out;
  }
};

TwoTiers::TwoTiers(const ExchangeConfig& rack, const ExchangeConfig& rail, std::uint64_t seed)
    : rack_(rack, seed), rail_(rail, seed) {}

TwoTiers::Stages TwoTiers::carry(const TierTokens& tokens, std::int64_t bytes, bool back,
                                 std::uint64_t index) {
  Stages stages;
  std::uint64_t part = 0;
  const auto one = [&](Exchanger& exchanger, const std::vector<std::int64_t>& counts, int ports) {
    return exchanger.carry(demand_of(counts, ports, bytes, back), index + (part++ << kPartBit));
  };
  const int racks = tokens.racks(), places = tokens.of_rack();
  for (int r = 0; r < racks; ++r) stages.own.push_back(one(rack_, tokens.own(r), places));
  for (int r = 0; r < racks; ++r) {
    stages.forwarded.push_back(one(rack_, tokens.forwarded(r), places));
  }
  for (int p = 0; racks > 1 && p < places; ++p) {
    stages.rails.push_back(one(rail_, tokens.rail(p), racks));
  }
  return stages;
}

TierExchanged TwoTiers::dispatch(const TierTokens& tokens, std::int64_t bytes,
                                 std::uint64_t index) {
  const Stages stages = carry(tokens, bytes, false, index);
  Picoseconds end{0};
  for (int r = 0; r < tokens.racks(); ++r) {
    const Picoseconds brought = last_done(stages.rails, r);
    end = std::max(end, std::max(base::at(stages.own, r).completion, brought) +
                            base::at(stages.forwarded, r).completion);
  }
  // Acknowledgements of rails hold nothing up, but the exchange is not over before them.
  for (const Exchanged& rail : stages.rails) end = std::max(end, rail.completion);
  return stages.at(end);
}

TierExchanged TwoTiers::combine(const TierTokens& tokens, std::int64_t bytes, std::uint64_t index) {
  const Stages stages = carry(tokens, bytes, true, index);
  Picoseconds end{0};
  for (int r = 0; r < tokens.racks(); ++r) {
    end = std::max(end,
                   base::at(stages.forwarded, r).completion + base::at(stages.own, r).completion);
  }
  for (std::size_t p = 0; p < stages.rails.size(); ++p) {
    const Picoseconds gathered = last_done(stages.forwarded, static_cast<int>(p));
    end = std::max(end, gathered + stages.rails[p].completion);
  }
  return stages.at(end);
}

}  // namespace jacquard::machine
