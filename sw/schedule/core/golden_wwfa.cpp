// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/arbiter_core.hpp"

namespace jacquard::schedule {
namespace {

class GoldenWwfa final : public ArbiterCore {
 public:
  explicit GoldenWwfa(const ArbiterShape& shape) : shape_(shape) {}

  void reset() override {
    out_.valid = false;
    first_diagonal_ = 0;
  }

  const ArbiterOutputs& step(const ArbiterInputs& in) override {
    shown_ = out_;
    out_.valid = in.valid;
    if (!in.valid) return shown_;
    JQ_CHECK(in.requests.size() == static_cast<std::size_t>(shape_.ports),
             "one request word per input");
    out_.columns = wave_front(in.requests, first_diagonal_);
    if (shape_.rotate) first_diagonal_ = (first_diagonal_ + 1) % shape_.ports;
    return shown_;
  }

 private:
  ArbiterShape shape_;
  int first_diagonal_ = 0;
  ArbiterOutputs out_;
  ArbiterOutputs shown_;
};

}  // namespace

Matching wave_front(const std::vector<base::Word>& requests, int first_diagonal) {
  const int n = static_cast<int>(requests.size());
  Matching columns(requests.size(), kUnmatched);
  base::Word taken = 0;
  for (int step = 0; step < n; ++step) {
    const int diagonal = (first_diagonal + step) % n;
    for (int i = 0; i < n; ++i) {
      const int j = (i + diagonal) % n;
      const base::Word bit = base::Word{1} << j;
      int& column = base::at(columns, i);
      if (column != kUnmatched || (taken & bit) != 0) continue;
      if ((base::at(requests, i) & bit) == 0) continue;
      column = j;
      taken |= bit;
    }
  }
  return columns;
}

std::unique_ptr<ArbiterCore> make_golden_wwfa(const ArbiterShape& shape) {
  JQ_CHECK(shape.ports >= 1 && shape.ports <= base::kWordBits, "an arbiter core has 1..64 ports");
  return std::make_unique<GoldenWwfa>(shape);
}

}  // namespace jacquard::schedule
