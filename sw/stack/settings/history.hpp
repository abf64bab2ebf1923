// SPDX-License-Identifier: Apache-2.0
// What the ports of each actor are set to over time: a pattern from its first slot until another
// one takes its place. An idle port keeps its circuit, which saves changes.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/settings/side.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

// What is set at once, ascending: `held` of each setting (Routes::setting), and `used` of it while
// it is in use; one setting, unless patterns of few ranks share a slot. None: nothing is held.
using SetAtOnce = std::vector<std::uint32_t>;
inline std::uint32_t held(std::uint32_t setting) { return 2 * setting; }
inline std::uint32_t used(std::uint32_t setting) { return 2 * setting + 1; }
inline bool is_held(std::uint32_t what) { return what % 2 == 0; }

// In use: the ports follow the scheduler of the run. The largest number.
constexpr std::uint32_t kUsedOnDemand = 0xffffffffu;

// A side has the state from slot `start` until the next begins; state 0 before the first.
struct Change {
  std::int64_t start = 0;
  std::uint32_t state = 0;  // Histories::settings_of
};

class Histories {
 public:
  // `fleeting`, of each setting: it matters whether it is in use (Circuits::fleeting).
  Histories(const Stack& stack, const Routes& routes, const std::vector<bool>& fleeting);

  const std::vector<Change>& of(const ActorSide& side) const {
    return base::at(changes_, side_index(side, channels_));
  }
  bool has_on_demand(const ActorSide& side) const {
    return on_demand_[side_index(side, channels_)];
  }
  const SetAtOnce& settings_of(std::uint32_t state) const { return states_[state]; }
  std::uint32_t states() const { return static_cast<std::uint32_t>(states_.size()); }

 private:
  struct Use {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t setting = 0;
  };
  void add(std::uint32_t setting, SetAtOnce& set) const;
  std::vector<Change> history_of(const std::vector<Use>& uses);
  std::uint32_t number_of(const SetAtOnce& settings);

  int channels_;
  const std::vector<bool>& fleeting_;
  std::vector<SetAtOnce> states_;
  std::map<SetAtOnce, std::uint32_t> numbers_;
  std::vector<std::vector<Change>> changes_;  // by side_index
  std::vector<bool> on_demand_;               // by side_index: at some time
};

}  // namespace jacquard::stack
