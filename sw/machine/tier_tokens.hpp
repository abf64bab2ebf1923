// SPDX-License-Identifier: Apache-2.0
// Which way tokens take to their experts over racks that a second tier joins.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"

namespace jacquard::machine {

// NPU = place in its rack + NPUs of a rack x rack. NPUs of one place are joined by a rail. A token
// goes once to each other rack that has one of its experts, over its own rail. From the NPU of its
// place there it goes once to each expert. In its own rack it does so from where it is. DeepEP's
// normal kernels send it so, but to an NPU of several experts once. Entries whose ends are one NPU
// stay there.
class TierTokens {
 public:
  TierTokens(int racks, int of_rack);

  // A token on an NPU, and the NPUs of its experts.
  void add(int source, base::Span<const int> experts);

  int racks() const { return racks_; }
  int of_rack() const { return of_rack_; }
  // Counts, row by row; the row sends to the column. Of the rail of a place: racks x racks.
  const std::vector<std::int64_t>& rail(int place) const;
  // Of a rack's switch, place x place: what its own tokens choose there, and what tokens of other
  // racks choose, from where rails have brought them.
  const std::vector<std::int64_t>& own(int rack) const;
  const std::vector<std::int64_t>& forwarded(int rack) const;
  // Choices that come to an NPU's experts.
  std::int64_t received(int npu) const;

 private:
  int racks_, of_rack_;
  std::vector<std::vector<std::int64_t>> rails_, own_, forwarded_;
  std::vector<int> reached_;  // racks of the token at hand
};

}  // namespace jacquard::machine
