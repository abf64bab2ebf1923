// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/rtl_crossbar.hpp"

#include "jacquard/base/at.hpp"
#include "jacquard/rtl/loaded_model.hpp"
#include "jacquard/rtl/model_cache.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/rtl/rtl_sources.hpp"

namespace jacquard::rtl {
namespace {

using schedule::CrossbarInputs;
using schedule::CrossbarOutputs;
using schedule::CrossbarShape;

ModelSpec spec_of(const CrossbarShape& shape, const std::string& trace) {
  return {"jq_crossbar",
          rtl_sources("jq_crossbar"),
          {{"N", shape.ports},
           {"WIDTH", shape.width},
           {"B", shape.hold_bits},
           {"GUARD", shape.guard_bits}},
          "crossbar",
          waves_of(trace)};
}

void put_word(std::uint32_t (&words)[2], base::Word value) {
  words[0] = static_cast<std::uint32_t>(value);
  words[1] = static_cast<std::uint32_t>(value >> 32);
}

class RtlCrossbar final : public CrossbarModel {
 public:
  RtlCrossbar(const CrossbarShape& shape, std::uint32_t seed, const std::string& trace)
      : shape_(shape),
        column_bits_(port_width(shape.ports)),
        model_(build_model(spec_of(shape, trace)), seed, trace) {
    out_.words.assign(static_cast<std::size_t>(shape.ports), 0);
    reset();
  }

  const CrossbarShape& shape() const override { return shape_; }

  void dump(bool on) override { model_.dump(on); }

  void reset() override {
    abi::CrossbarIn in{};
    for (int i = 0; i < 2; ++i) model_.clock(in);
  }

  const CrossbarOutputs& outputs() override {
    show();
    return out_;
  }

  const CrossbarOutputs& step(const CrossbarInputs& in) override {
    show();
    abi::CrossbarIn pins{};
    pins.rst_n = 1;
    pins.abort = in.abort;
    pins.offer = in.offer;
    if (in.offer) put_configuration(in.configuration, pins);
    put_word(pins.valid, in.valid);
    base::for_each_bit(
        in.valid, 0, [&](int i) { put_field(pins.data, i, shape_.width, base::at(in.words, i)); });
    model_.clock(pins);
    return out_;
  }

 private:
  void put_configuration(const schedule::CrossbarConfiguration& c, abi::CrossbarIn& pins) const {
    pins.hold = static_cast<std::uint16_t>(c.hold);
    pins.slot = static_cast<std::uint16_t>(c.slot_clocks);
    pins.guard = static_cast<std::uint16_t>(c.guard_clocks);
    put_word(pins.match, c.match);
    for (int i = 0; i < shape_.ports; ++i) {
      put_field(pins.column, i, column_bits_, static_cast<std::uint64_t>(base::at(c.columns, i)));
    }
  }

  void show() {
    abi::CrossbarOut pins;
    model_.show(pins);
    out_.ready = pins.ready;
    out_.active = pins.active;
    out_.guard = pins.guard;
    out_.error = pins.error;
    out_.slots = pins.slots;
    out_.connected = pins.connected;
    out_.valid = pins.valid;
    base::for_each_bit(out_.valid, 0, [&](int j) {
      base::at(out_.words, j) = get_field(pins.data, j, shape_.width);
    });
  }

  CrossbarShape shape_;
  int column_bits_;
  LoadedModel<abi::CrossbarIn, abi::CrossbarOut> model_;
  CrossbarOutputs out_;
};

}  // namespace

std::unique_ptr<CrossbarModel> make_rtl_crossbar(const CrossbarShape& shape, std::uint32_t seed,
                                                 const std::string& trace) {
  return std::make_unique<RtlCrossbar>(shape, seed, trace);
}

}  // namespace jacquard::rtl
