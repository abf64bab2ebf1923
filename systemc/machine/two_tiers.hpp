// SPDX-License-Identifier: Apache-2.0
// What experts exchange over racks that a second tier joins: a switch in each rack, and a rail for
// each place in a rack.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/machine/tier_tokens.hpp"
#include "systemc/machine/exchange.hpp"

namespace jacquard::machine {

struct TierExchanged {
  // Sums over all exchanges of switches and rails. `decision`, `guard` and `hold` are those of the
  // longest of each stage, added up; `wait` is beyond the longer tier's bounds. No `done`,
  // `arrivals` or `left`.
  Exchanged all;
  base::Picoseconds rails{0};  // of the longest rail
  base::Picoseconds racks{0};  // of the switch that is busy longest: its two exchanges
  base::Bytes rail_bytes{0};   // of all.bytes
};

// Each switch carries two exchanges one after the other, what tokens of its own rack and what those
// of other racks need; each rail carries one. All switches and rails work side by side.
//
// dispatch: tokens of its own rack have a switch from the beginning. Those of others follow when it
// is free and the rack's ports on all rails are done. combine, which is the way back: what belongs
// to other racks comes first. A rail begins when its NPUs have all of it, and the switch then
// carries what belongs to its own rack.
//
// So max(rails, racks) <= time <= rails + racks. Kernels that send on each token as it comes would
// be between that maximum and this time.
class TwoTiers {
 public:
  // `rack` and `rail`: of a switch and of a rail, with links as machine::use_links() has them.
  // Throws ConfigError as Exchanger does.
  TwoTiers(const ExchangeConfig& rack, const ExchangeConfig& rail, std::uint64_t seed);

  // `bytes` of each token; `index` below 2^48 names the exchange's random streams. Requires tokens
  // of as many racks and places as the configurations have ports.
  TierExchanged dispatch(const TierTokens& tokens, std::int64_t bytes, std::uint64_t index);
  TierExchanged combine(const TierTokens& tokens, std::int64_t bytes, std::uint64_t index);

 private:
  struct Stages;
  Stages carry(const TierTokens& tokens, std::int64_t bytes, bool back, std::uint64_t index);

  Exchanger rack_, rail_;
};

}  // namespace jacquard::machine
