// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/rtl_arbiter.hpp"

#include "jacquard/base/at.hpp"
#include "jacquard/rtl/loaded_model.hpp"
#include "jacquard/rtl/model_cache.hpp"
#include "jacquard/rtl/rtl_sources.hpp"

namespace jacquard::rtl {
namespace {

using schedule::ArbiterInputs;
using schedule::ArbiterOutputs;
using schedule::ArbiterShape;

ModelSpec spec_of(const ArbiterShape& shape, const std::string& trace) {
  return {"jq_slot_arbiter",
          rtl_sources("jq_slot_arbiter"),
          {{"N", shape.ports}, {"ROTATE", shape.rotate ? 1 : 0}},
          "arbiter",
          waves_of(trace)};
}

class RtlArbiter final : public ArbiterModel {
 public:
  RtlArbiter(const ArbiterShape& shape, std::uint32_t seed, const std::string& trace)
      : n_(shape.ports), model_(build_model(spec_of(shape, trace)), seed, trace) {
    out_.columns.assign(static_cast<std::size_t>(n_), schedule::kUnmatched);
    reset();
  }

  void dump(bool on) override { model_.dump(on); }

  void reset() override {
    abi::ArbiterIn in{};
    for (int i = 0; i < 2; ++i) model_.clock(in);
  }

  const ArbiterOutputs& step(const ArbiterInputs& in) override {
    show();
    abi::ArbiterIn pins{};
    pins.rst_n = 1;
    pins.valid = in.valid;
    if (in.valid) {
      for (int i = 0; i < n_; ++i) {
        base::for_each_bit(base::at(in.requests, i), 0, [&](int j) {
          const int at = pin(i, j);
          pins.request[at / 32] |= 1u << (at % 32);
        });
      }
    }
    model_.clock(pins);
    return out_;
  }

 private:
  // The ports are indexed by wrapped diagonal.
  int pin(int i, int j) const { return (j - i + n_) % n_ * n_ + i; }

  void show() {
    abi::ArbiterOut pins;
    model_.show(pins);
    out_.valid = pins.valid;
    if (!out_.valid) return;
    for (int i = 0; i < n_; ++i) {
      int& column = base::at(out_.columns, i);
      column = schedule::kUnmatched;
      for (int j = 0; j < n_; ++j) {
        const int at = pin(i, j);
        if (((pins.grant[at / 32] >> (at % 32)) & 1) == 0) continue;
        // Two grants in a row are shown as a column that no reference ever has.
        column = column == schedule::kUnmatched ? j : n_;
      }
    }
  }

  int n_;
  LoadedModel<abi::ArbiterIn, abi::ArbiterOut> model_;
  ArbiterOutputs out_;
};

}  // namespace

std::unique_ptr<ArbiterModel> make_rtl_wwfa(const ArbiterShape& shape, std::uint32_t seed,
                                            const std::string& trace) {
  return std::make_unique<RtlArbiter>(shape, seed, trace);
}

}  // namespace jacquard::rtl
