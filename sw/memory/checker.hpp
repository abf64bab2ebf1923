// SPDX-License-Identifier: Apache-2.0
// Holds the commands of one channel against every constraint of its timing and every rule of its
// protocol. It shares nothing with the controllers but the timing table.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/memory/command.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::memory {

// What a command broke.
struct Violation {
  std::string rule;  // a constraint ("tRCDRD"), or "row", "bus", "data bus", "refresh owed", ...
  Command first;     // what came before; the command itself where nothing did
  Command second;    // what broke the rule
  Clock early = 0;   // by how many clocks; 0 where the rule is about no time
  std::string told() const;  // one line
};

// A channel may owe a bank so many refreshes: JEDEC lets controllers postpone eight.
inline constexpr Clock kMostRefreshesOwed = 8;

class Checker {
 public:
  // Requires a consistent config, but does not rely on tRTW + tCWL >= tCL + burst.
  explicit Checker(const MemoryConfig& config);

  // The next command; clocks never go back. Cost: some tens of comparisons.
  void see(const Command& command);
  // No further command up to `now`: is a refresh owed?
  void finish(Clock now);

  // Of all commands seen, in their order; at most kMostKept are kept, all are counted.
  const std::vector<Violation>& violations() const { return violations_; }
  std::int64_t count() const { return count_; }
  std::int64_t seen() const { return seen_; }

  static constexpr std::size_t kMostKept = 1000;

 private:
  // Where two commands must meet for a rule to bind them.
  enum class Scope { bank, group, channel };
  struct Rule {
    const char* name;
    CommandKind first;
    CommandKind second;
    Scope scope;
    Clock least;  // clocks from the first to the second
  };
  using Last = std::optional<Command>;  // the latest of a kind within a scope
  static constexpr int kKinds = 6;

  static std::vector<Rule> rules_of(const ClockTiming& t, Clock burst);
  void report(const std::string& rule, const Command& first, const Command& second, Clock early);
  bool inside(const Command& c) const;
  int bank_of(int group, int bank) const { return group * banks_per_group_ + bank; }
  // Fills banks_ with those that a command is for.
  void find_banks(const Command& c);
  Last& last(CommandKind kind, Scope scope, int index);
  void hold_pairs(const Command& c);
  void hold_window(const Command& c);
  void hold_state(const Command& c);
  void hold_command_bus(const Command& c);
  void hold_data_bus(const Command& c);
  void hold_refresh(Clock now, const Command& c);
  void remember(const Command& c);

  Organisation organisation_;
  ClockTiming timing_;
  bool refreshes_;  // whether any is due
  int groups_, banks_per_group_;
  Clock burst_;
  std::vector<Rule> rules_;
  std::vector<int> banks_;                    // of the command in hand
  std::vector<Last> last_[kKinds][3];         // by kind and scope: of each bank, group, the channel
  std::deque<Command> activations_;           // the latest four
  std::vector<std::optional<Command>> open_;  // of each bank: the activation of its open row
  struct Busy {
    Command by;
    Clock until = 0;
  };
  std::optional<Busy> row_bus_, column_bus_;
  Clock refreshes_due_;           // of a bank in tREFI, as refreshes of one bank count
  std::vector<Clock> refreshed_;  // of each bank, as these count
  Clock intervals_ = 0;           // of refresh, that have been looked at
  Clock now_ = 0;
  std::int64_t seen_ = 0, count_ = 0;
  std::vector<Violation> violations_;
};

}  // namespace jacquard::memory
