// SPDX-License-Identifier: Apache-2.0
// What a case wishes clock by clock, and how a wish list that fails is made as short as may be. The
// bench closes the loop (a request stays until it is granted), so any part of a script is legal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/bitset.hpp"

namespace jacquard::verify {

struct Wish {
  std::vector<base::Word> asks;    // by input: its lanes that ask from now on
  std::vector<std::uint8_t> dest;  // by requester: the output it asks for; empty where it is fixed
  base::Word ready = ~base::Word{0};
  bool when_idle = false;  // only once nothing is asked any more
};
using Script = std::vector<Wish>;

struct Fault {
  std::string rule;    // a word of the contract: "one grant", "order"
  std::string text;    // what happened, in a line
  std::int64_t clock;  // of the script: 0 is the first after the reset
  std::string pins;    // what in_i asked and out_o answered, as text
  std::size_t wishes;  // of the script, that had been presented; all of them, where it is more
};

// Plays a script from a reset on; the first fault ends it.
using Play = std::function<std::optional<Fault>(const Script&)>;

// The shortest script that `play` still faults by the same rule: cut behind the fault, then
// wishes taken out, then single requests. `most_plays` bounds the work.
Script minimal(const Script& script, const Play& play, const std::string& rule, int most_plays);

}  // namespace jacquard::verify
