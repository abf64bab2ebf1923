// SPDX-License-Identifier: Apache-2.0
// What a module that grants or switches is asked, case by case: directed scripts, every pattern
// where they are few, then random ones.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/port_roles.hpp"
#include "sim/verify/script.hpp"

namespace jacquard::verify {

class GrantCases {
 public:
  // `stalls`: ready or ack can be held back. `random`: how many random cases.
  GrantCases(rtl::RtlKind kind, const rtl::SwitchShape& shape, bool stalls, std::uint64_t seed,
             std::int64_t random);

  std::int64_t directed() const { return static_cast<std::int64_t>(directed_.size()); }
  std::int64_t count() const { return directed() + random_; }
  Script at(std::int64_t index) const;
  std::string label(std::int64_t index) const;

  // Requests that are each presented once and served, by name: what comes before what, to find
  // out whether a module remembers. The first asks nothing.
  struct Demand {
    std::string label;
    Script script;
  };
  std::vector<Demand> demands() const;

  // All ask in each of so many clocks.
  Script saturated(std::int64_t clocks) const;

 private:
  struct Case {
    std::string label;
    std::function<Script()> script;
  };
  using Lanes = std::vector<base::Word>;

  Lanes all() const;
  Lanes only(int requester) const;
  Lanes drawn(base::Rng& rng, double probability) const;
  std::vector<std::uint8_t> destinations(std::uint64_t index) const;
  Script held(const Lanes& lanes, std::int64_t clocks, std::uint64_t index, int ready_every) const;
  Script alone(int requester) const;
  Script late_rivals(int requester) const;
  Script every_pattern() const;
  Script random(std::uint64_t index) const;
  void add(std::string label, std::function<Script()> script);

  rtl::SwitchShape shape_;
  bool fixed_;  // a requester's output is always the same
  bool stalls_;
  std::uint64_t seed_;
  std::int64_t random_;
  std::vector<Case> directed_;
};

}  // namespace jacquard::verify
