// SPDX-License-Identifier: Apache-2.0
// The contract of a slot arbiter in hardware, as core.hpp is that of a scheduler.
#pragma once

#include <memory>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

struct ArbiterShape {
  int ports = 16;      // N, 1..64
  bool rotate = true;  // the first diagonal moves on with every answer
};

struct ArbiterInputs {
  bool valid = false;
  std::vector<base::Word> requests;  // bit j of word i: input i asks for output j; read if valid
};

struct ArbiterOutputs {
  bool valid = false;  // answers the request of the clock before
  Matching columns;    // of the last answer

  bool operator==(const ArbiterOutputs& o) const {
    return valid == o.valid && (!valid || columns == o.columns);
  }
  bool operator!=(const ArbiterOutputs& o) const { return !(*this == o); }
};

class ArbiterCore {
 public:
  virtual ~ArbiterCore() = default;
  virtual void reset() = 0;
  // One clock, as Core::step().
  virtual const ArbiterOutputs& step(const ArbiterInputs& in) = 0;
};

// Tamir & Chi's cells taken one by one in the order of the diagonals: slow, and plainly right. One
// word per input, 1..64 of them; diagonal d is where (output - input) mod N is d.
Matching wave_front(const std::vector<base::Word>& requests, int first_diagonal);

// The same every clock, the first diagonal rotating or fixed.
std::unique_ptr<ArbiterCore> make_golden_wwfa(const ArbiterShape& shape);

}  // namespace jacquard::schedule
