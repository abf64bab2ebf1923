// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_core.hpp"

#include <algorithm>
#include <cstring>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/data_path.hpp"
#include "sim/rtl/loaded_model.hpp"
#include "sim/rtl/model_cache.hpp"
#include "sim/rtl/pins.hpp"

namespace jacquard::rtl {
namespace {

using schedule::CoreInputs;
using schedule::CoreOutputs;
using schedule::CoreShape;
using schedule::kUnmatched;

ModelSpec spec_of(const CoreShape& shape, bool trace) {
  const std::string folder = base::data_path("rtl") + "/bvn/";
  return {"jq_scheduler",
          {folder + "jq_bvn_unit.sv", folder + "jq_bvn_ladder.sv", folder + "jq_bvn_minhold.sv",
           folder + "jq_scheduler.sv"},
          {{"KIND", static_cast<int>(shape.kind)},
           {"N", shape.ports},
           {"B", shape.bits},
           {"S", shape.diagonals_per_clock}},
          "scheduler",
          trace};
}

class RtlCore final : public schedule::Core {
 public:
  RtlCore(const CoreShape& shape, std::uint32_t seed, const std::string& trace)
      : shape_(shape),
        column_bits_(port_width(shape.ports)),
        model_(build_model(spec_of(shape, !trace.empty())), seed, trace) {
    out_.columns.assign(static_cast<std::size_t>(shape.ports), kUnmatched);
    reset();
  }

  const CoreShape& shape() const override { return shape_; }

  void reset() override {
    abi::SchedulerIn in{};
    for (int i = 0; i < 2; ++i) model_.clock(in);
  }

  const CoreOutputs& outputs() override {
    show();
    return out_;
  }

  const CoreOutputs& step(const CoreInputs& in) override {
    show();
    abi::SchedulerIn pins{};
    pins.rst_n = 1;
    pins.load_valid = in.load;
    if (in.load) pack(in.row, pins.load_row);
    pins.start = in.start;
    pins.abort = in.abort;
    pins.ready = in.ready;
    const int level_mask = (1 << port_width(shape_.bits)) - 1;
    pins.top_offset = static_cast<std::uint8_t>(in.top_offset & level_mask);
    pins.floor = static_cast<std::uint8_t>(in.floor & level_mask);
    pins.fill = in.fill;
    model_.clock(pins);
    return out_;
  }

 private:
  void show() {
    abi::SchedulerOut pins;
    model_.show(pins);
    const bool blank = !pins.valid && !out_.valid;
    out_.load_ready = pins.load_ready;
    out_.busy = pins.busy;
    out_.done = pins.done;
    out_.valid = pins.valid;
    out_.hold = pins.hold;
    if (blank) return;
    const base::Word match = pins.valid ? pins.match : 0;
    for (int row = 0; row < shape_.ports; ++row) {
      out_.columns[static_cast<std::size_t>(row)] =
          (match >> row) & 1 ? field(pins.column, row) : kUnmatched;
    }
  }

  int field(const std::uint32_t* words, int index) const {
    const int at = index * column_bits_;
    std::uint64_t pair = words[at / 32];
    if (at / 32 + 1 < abi::kColumnWords) pair |= std::uint64_t{words[at / 32 + 1]} << 32;
    return static_cast<int>((pair >> (at % 32)) & base::low_mask(column_bits_));
  }

  void pack(const std::vector<std::uint32_t>& row, std::uint32_t* words) const {
    std::uint64_t gathered = 0;
    int held = 0, next = 0;
    for (const std::uint32_t count : row) {
      gathered |= (count & base::low_mask(shape_.bits)) << held;
      for (held += shape_.bits; held >= 32; held -= 32, gathered >>= 32) {
        words[next++] = static_cast<std::uint32_t>(gathered);
      }
    }
    if (held > 0) words[next] = static_cast<std::uint32_t>(gathered);
  }

  CoreShape shape_;
  int column_bits_;
  LoadedModel<abi::SchedulerIn, abi::SchedulerOut> model_;
  CoreOutputs out_;
};

}  // namespace

std::unique_ptr<schedule::Core> make_rtl_core(const CoreShape& shape, std::uint32_t seed,
                                              const std::string& trace) {
  return std::make_unique<RtlCore>(shape, seed, trace);
}

}  // namespace jacquard::rtl
