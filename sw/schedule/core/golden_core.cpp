// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/choose_array.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/few_array.hpp"
#include "jacquard/schedule/core/min_hold_array.hpp"
#include "jacquard/schedule/core/shift_array.hpp"
#include "jacquard/schedule/core/wave_array.hpp"

namespace jacquard::schedule {
namespace {

template <int kWords>
WaveArray<kWords> make_array(const CoreShape& shape, const WaveArray<kWords>*) {
  return {shape, shape.bits};
}
MinHoldArray make_array(const CoreShape& shape, const MinHoldArray*) { return MinHoldArray(shape); }
template <int kWords>
FewArray<kWords> make_array(const CoreShape& shape, const FewArray<kWords>*) {
  return FewArray<kWords>(shape);
}
ShiftArray make_array(const CoreShape& shape, const ShiftArray*) { return ShiftArray(shape); }
template <int kWords>
ChooseArray<kWords> make_array(const CoreShape& shape, const ChooseArray<kWords>*) {
  return ChooseArray<kWords>(shape);
}

template <int kWords>
void begin(WaveArray<kWords>& array, const CoreInputs& in, int bits) {
  array.begin(in.top_offset, std::min(in.floor, bits - 1), in.fill);
}
void begin(MinHoldArray& array, const CoreInputs&, int) { array.begin(); }
template <int kWords>
void begin(FewArray<kWords>& array, const CoreInputs&, int) { array.begin(); }
void begin(ShiftArray& array, const CoreInputs&, int) { array.begin(); }
template <int kWords>
void begin(ChooseArray<kWords>& array, const CoreInputs& in, int) { array.begin(in); }

template <class Array>
bool shows_shifts(const Array&) {
  return false;
}
bool shows_shifts(const ShiftArray&) { return true; }
template <int kWords>
bool shows_shifts(const ChooseArray<kWords>& array) { return array.shifts(); }

// Loading, starting and the handshake, around the cells of either array.
template <class Array>
class GoldenCore final : public Core {
 public:
  explicit GoldenCore(const CoreShape& shape)
      : shape_(shape),
        array_(make_array(shape, static_cast<const Array*>(nullptr))),
        row_(static_cast<std::size_t>(shape.ports)) {
    out_.columns.assign(row_.size(), kUnmatched);
  }

  const CoreShape& shape() const override { return shape_; }

  void reset() override {
    array_.flush();
    state_ = State::load;
    rows_ = 0;
  }

  const CoreOutputs& outputs() override {
    show();
    return out_;
  }

  const CoreOutputs& step(const CoreInputs& in) override {
    show();
    if (in.abort) {
      reset();
      return out_;
    }
    switch (state_) {
      case State::load:
      case State::done:
        if (in.load) load(in);
        break;
      case State::ready:
        if (in.start) {
          begin(array_, in, shape_.bits);
          state_ = State::run;
        }
        break;
      case State::run:
        if (array_.idle()) state_ = State::done;
        if (!out_.valid || in.ready) array_.clock();
        break;
    }
    return out_;
  }

 private:
  enum class State { load, ready, run, done };

  void show() {
    out_.load_ready = state_ == State::load || state_ == State::done;
    out_.busy = state_ == State::run;
    out_.done = state_ == State::done;
    out_.shifts = shows_shifts(array_);
    const Shown shown = array_.shown();
    if (shown.columns == nullptr && !out_.valid) return;
    out_.valid = shown.columns != nullptr;
    out_.hold = shown.hold;
    if (out_.valid) {
      out_.columns = *shown.columns;
    } else {
      std::fill(out_.columns.begin(), out_.columns.end(), kUnmatched);
    }
  }

  void load(const CoreInputs& in) {
    const auto rows = static_cast<std::size_t>(shape_.rows_per_clock);
    JQ_CHECK(in.row.size() == rows * row_.size(), "a loaded row has one count per port");
    const std::uint32_t mask = (std::uint32_t{1} << shape_.bits) - 1;
    for (auto next = in.row.begin(); next != in.row.end();) {
      for (std::int64_t& count : row_) count = *next++ & mask;
      array_.set_row(rows_++, row_);
    }
    state_ = rows_ == shape_.ports ? State::ready : State::load;
    if (state_ == State::ready) rows_ = 0;
  }

  CoreShape shape_;
  Array array_;
  std::vector<std::int64_t> row_;
  State state_ = State::load;
  int rows_ = 0;
  CoreOutputs out_;
};

// Of as many words for a bit a port as there must be.
template <template <int> class Array>
std::unique_ptr<Core> make_core(const CoreShape& shape) {
  const int words = base::words_for(shape.ports);
  if (words <= 1) return std::make_unique<GoldenCore<Array<1>>>(shape);
  if (words <= 2) return std::make_unique<GoldenCore<Array<2>>>(shape);
  return std::make_unique<GoldenCore<Array<4>>>(shape);
}

}  // namespace

std::unique_ptr<Core> make_golden_core(const CoreShape& shape) {
  JQ_CHECK(shape.ports >= 1 && shape.ports <= kMostCorePorts,
           "a core has 1..256 ports");
  JQ_CHECK(shape.bits >= 1 && shape.bits <= 16, "a core counts in 1..16 bits");
  JQ_CHECK(shape.rows_per_clock == 1 || shape.kind == CoreKind::ladder,
           "a core takes a row a clock");
  JQ_CHECK(shape.rows_per_clock >= 1 && shape.rows_per_clock <= kMostRowsPerClock &&
               shape.ports % shape.rows_per_clock == 0,
           "a ladder takes 1..4 rows a clock, which divide its ports");
  if (shape.kind == CoreKind::shift) return std::make_unique<GoldenCore<ShiftArray>>(shape);
  if (shape.kind == CoreKind::few) return make_core<FewArray>(shape);
  JQ_CHECK(shape.diagonals_per_clock >= 1 && shape.diagonals_per_clock <= shape.ports,
           "a wave crosses 1..N diagonals per clock");
  if (shape.kind == CoreKind::minhold) return std::make_unique<GoldenCore<MinHoldArray>>(shape);
  if (shape.kind == CoreKind::choose) return make_core<ChooseArray>(shape);
  return make_core<WaveArray>(shape);
}

}  // namespace jacquard::schedule
