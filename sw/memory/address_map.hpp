// SPDX-License-Identifier: Apache-2.0
// Which channel, bank, row and column an address means.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/memory/organisation.hpp"

namespace jacquard::memory {

struct BurstAddress {
  int channel = 0;
  int group = 0;  // bank group, of all stack IDs: 0 .. stack_ids * bank_groups - 1
  int bank = 0;   // in its group
  std::int64_t row = 0;
  int column = 0;  // burst of the page

  friend bool operator==(const BurstAddress& a, const BurstAddress& b) {
    return a.channel == b.channel && a.group == b.group && a.bank == b.bank && a.row == b.row &&
           a.column == b.column;
  }
};

// Fields of a burst's number from the most to the least significant, joined by "-": row, bank (with
// stack IDs), column, group, channel. A field of one value may be left out.
//   "column:3"  a part of 3 bits of a field; one part of each field may be without bits, the rest
//   "bank^row"  bits of the bank, exclusive or the lowest bits of the row (bank, group, channel)
class AddressMap {
 public:
  // Requires a consistent organisation. Throws ConfigError at `place` for a mapping that does not
  // reach every burst exactly once, or has a field that is none.
  AddressMap(const Organisation& organisation, const std::string& mapping,
             const config::Place& place);

  // Requires address < capacity().
  BurstAddress operator()(std::uint64_t address) const;
  base::Bytes capacity() const { return capacity_; }  // of all channels

 private:
  enum Field { kRow, kBank, kColumn, kGroup, kChannel, kFields };
  // Divides by a number, by a shift where it is a power of two.
  struct Divisor {
    std::uint64_t count = 1;
    std::uint64_t mask = 0;  // count - 1
    int shift = 0;           // -1: no power of two
  };
  struct Part {
    Field field;
    Divisor values;
    std::uint64_t weight;  // of one step in its field
  };

  static Divisor divisor(std::uint64_t count);
  static std::uint64_t split(std::uint64_t& number, const Divisor& by);

  std::vector<Part> parts_;  // from the least significant
  Divisor burst_;
  std::uint64_t hash_[kFields] = {};  // of the row's bits, which change this field's
  Divisor banks_per_group_;
  int bank_groups_ = 1;
  bool stacked_ = false;
  base::Bytes capacity_{0};
};

}  // namespace jacquard::memory
