// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/schedule/arbiter/arbiter.hpp"

namespace jacquard::schedule {

enum class WavePriority { rotating, fixed };

// Wrapped wave front arbiter (Tamir & Chi, IEEE TPDS 4(1), 1993). Visits the N wrapped diagonals
// one after another, each cell taking its row's and its column's token if both are left: always a
// maximal matching. With rotating priority the diagonal visited first moves on by one every slot.
class WaveFrontArbiter final : public Arbiter {
 public:
  WaveFrontArbiter(int ports, WavePriority priority);
  const Matching& arbitrate(const Requests& requests) override;

 private:
  void visit(const base::Word* diagonal, int d);

  int ports_;
  bool rotating_;
  int first_ = 0;  // diagonal of highest priority in the next slot
  int rows_left_ = 0;
  std::vector<base::Word> row_tokens_;
  // Column tokens twice over (bit j and bit j + N): the tokens that diagonal d needs, aligned to
  // its rows, are the N bits from bit d on, so no word is ever rotated.
  std::vector<base::Word> column_tokens_;
  Matching matching_;
};

}  // namespace jacquard::schedule
