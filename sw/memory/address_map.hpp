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

class AddressMap {
 public:
  // `mapping` as ControllerConfig has it. Throws ConfigError at `place` for a mapping that does not
  // reach every burst exactly once, or has a field that is none.
  AddressMap(const Organisation& organisation, const std::string& mapping,
             const config::Place& place);

  // Requires address < capacity().
  BurstAddress operator()(std::uint64_t address) const;
  base::Bytes capacity() const { return capacity_; }  // of all channels

 private:
  struct Part {
    int field;             // index into a BurstAddress
    std::uint64_t count;   // values of this part
    std::uint64_t weight;  // of one step in its field
  };
  std::vector<Part> parts_;  // from the least significant
  std::uint64_t burst_ = 1;
  base::Bytes capacity_{0};
};

}  // namespace jacquard::memory
