// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/crossbar_core.hpp"

namespace jacquard::schedule {
namespace {

class GoldenCrossbar final : public CrossbarCore {
 public:
  explicit GoldenCrossbar(const CrossbarShape& shape) : shape_(shape) {
    shown_.words.resize(static_cast<std::size_t>(shape.ports));
    arriving_words_ = shown_.words;
    columns_.assign(shown_.words.size(), kUnmatched);
  }

  const CrossbarShape& shape() const override { return shape_; }

  void reset() override {
    go_dark();
    arriving_ = 0;
  }

  const CrossbarOutputs& outputs() override {
    show();
    return shown_;
  }

  const CrossbarOutputs& step(const CrossbarInputs& in) override {
    show();
    carry(in);
    if (in.abort) {
      go_dark();
      return shown_;
    }
    if (connected_clocks_ > 0) --connected_clocks_;
    const bool guard_ends = guard_clocks_ == 1;
    if (guard_clocks_ > 0) --guard_clocks_;
    if (waiting_ && connected_clocks_ == 0 && guard_clocks_ == 0) {
      if (guard_ends || waiting_->guard_clocks == 0) {
        connect();
      } else {
        guard_clocks_ = waiting_->guard_clocks;
      }
    }
    if (in.offer && shown_.ready) waiting_ = in.configuration;
    return shown_;
  }

 private:
  void go_dark() {
    waiting_.reset();
    connected_clocks_ = guard_clocks_ = 0;
  }

  bool connects_at_this_edge() const {
    if (!waiting_) return false;
    if (guard_clocks_ > 0) return guard_clocks_ == 1;
    return connected_clocks_ <= 1 && waiting_->guard_clocks == 0;
  }

  void show() {
    shown_.ready = !waiting_ || connects_at_this_edge();
    shown_.active = connected_clocks_ > 0;
    shown_.guard = guard_clocks_ > 0;
    shown_.error = shown_.active && refused_;
    shown_.slots = (connected_clocks_ + slot_clocks_ - 1) / slot_clocks_;
    shown_.connected = shown_.active ? lit_inputs_ : 0;
    shown_.valid = arriving_;
    shown_.words = arriving_words_;
  }

  void carry(const CrossbarInputs& in) {
    arriving_ = 0;
    base::for_each_bit(shown_.connected & in.valid, 0, [&](int i) {
      const int j = base::at(columns_, i);
      arriving_ |= base::Word{1} << j;
      base::at(arriving_words_, j) = base::at(in.words, i) & base::low_mask(shape_.width);
    });
  }

  // Lowest input first, each where its output exists and is still free.
  void connect() {
    slot_clocks_ = std::max(waiting_->slot_clocks, 1);
    connected_clocks_ = std::max<std::int64_t>(waiting_->hold, 1) * slot_clocks_;
    base::Word taken = 0;
    lit_inputs_ = 0;
    refused_ = false;
    base::for_each_bit(waiting_->match, 0, [&](int i) {
      const int j = base::at(waiting_->columns, i);
      if (j >= shape_.ports || ((taken >> j) & 1) != 0) {
        refused_ = true;
        return;
      }
      taken |= base::Word{1} << j;
      lit_inputs_ |= base::Word{1} << i;
      base::at(columns_, i) = j;
    });
    waiting_.reset();
  }

  CrossbarShape shape_;
  std::optional<CrossbarConfiguration> waiting_;
  std::int64_t connected_clocks_ = 0;  // left of the active configuration
  std::int64_t guard_clocks_ = 0;      // left of the guard
  std::int64_t slot_clocks_ = 1;
  Matching columns_;
  base::Word lit_inputs_ = 0;
  bool refused_ = false;
  base::Word arriving_ = 0;
  std::vector<std::uint64_t> arriving_words_;
  CrossbarOutputs shown_;
};

}  // namespace

bool CrossbarOutputs::operator==(const CrossbarOutputs& o) const {
  if (ready != o.ready || active != o.active || guard != o.guard || error != o.error ||
      slots != o.slots || connected != o.connected || valid != o.valid) {
    return false;
  }
  bool same = true;
  base::for_each_bit(valid, 0,
                     [&](int j) { same = same && base::at(words, j) == base::at(o.words, j); });
  return same;
}

CrossbarConfiguration crossbar_configuration(const Matching& setting, std::int64_t hold,
                                             int slot_clocks, int guard_clocks) {
  CrossbarConfiguration configuration;
  configuration.hold = hold;
  configuration.slot_clocks = slot_clocks;
  configuration.guard_clocks = guard_clocks;
  configuration.columns.assign(setting.size(), 0);
  for (std::size_t i = 0; i < setting.size(); ++i) {
    if (setting[i] == kUnmatched) continue;
    configuration.match |= base::Word{1} << i;
    configuration.columns[i] = setting[i];
  }
  return configuration;
}

std::unique_ptr<CrossbarCore> make_golden_crossbar(const CrossbarShape& shape) {
  JQ_CHECK(shape.ports >= 1 && shape.ports <= base::kWordBits, "a crossbar has 1..64 ports");
  JQ_CHECK(shape.width >= 1 && shape.width <= 64, "a crossbar's word has 1..64 bits");
  return std::make_unique<GoldenCrossbar>(shape);
}

}  // namespace jacquard::schedule
