// SPDX-License-Identifier: Apache-2.0
// Lists of runs, packed: what repeats in them is said once (grammar.hpp). Any place of a list is
// found without unpacking the list.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/stack/configuration/bits.hpp"

namespace jacquard::stack {

// `value`, `length` times. length >= 1.
struct Run {
  std::uint64_t value = 0;
  std::uint64_t length = 0;

  friend bool operator==(const Run& a, const Run& b) {
    return a.value == b.value && a.length == b.length;
  }
  friend bool operator<(const Run& a, const Run& b) {
    return a.value != b.value ? a.value < b.value : a.length < b.length;
  }
};
using RunList = std::vector<Run>;

// Appends the lists to `out`.
void pack(const std::vector<RunList>& lists, BitWriter& out);

// The lists again, from their bits.
class PackedLists {
 public:
  // Throws ConfigError of the reader's source for bits that pack() does not write. `most_lists` and
  // `most_length`: bounds of what may be read.
  PackedLists(BitReader& in, std::uint64_t most_lists, std::uint64_t most_length);

  std::size_t lists() const { return first_.size() - 1 - rules_; }
  std::uint64_t length(std::size_t list) const;
  // The value at a place of a list. 0 <= place < length(list).
  std::uint64_t at(std::size_t list, std::uint64_t place) const;

  // Calls take(value, length) for each run, in order. Successive runs may have one value.
  template <class Take>
  void each(std::size_t list, const Take& take) const {
    expand(rules_ + list, take);
  }

 private:
  template <class Take>
  void expand(std::size_t text, const Take& take) const {
    for (std::uint32_t i = first_[text]; i < first_[text + 1]; ++i) {
      const std::uint32_t symbol = symbols_[i];
      if (symbol < runs_.size()) {
        take(runs_[symbol].value, runs_[symbol].length);
      } else {
        expand(symbol - runs_.size(), take);
      }
    }
  }

  std::vector<Run> runs_;             // symbols 0.. are runs; those behind, rules
  std::size_t rules_ = 0;             // the first texts are of rules, the others of lists
  std::vector<std::uint32_t> first_;  // of each text in symbols_, and the end
  std::vector<std::uint32_t> symbols_;
  std::vector<std::uint64_t> ends_;  // of each symbol, from the start of its text
};

}  // namespace jacquard::stack
