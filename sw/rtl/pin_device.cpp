// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/pin_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/rtl/loaded_model.hpp"
#include "jacquard/rtl/pins.hpp"

namespace jacquard::rtl {
namespace {

constexpr int kWidestShown = 64;  // bits

class LoadedPins final : public PinDevice {
 public:
  LoadedPins(UserRun run, const Wiring& wiring)
      : in_bits_(wiring.in_bits),
        out_bits_(wiring.out_bits),
        run_(std::move(run)),
        model_(run_.model, run_.seed, run_.trace, run_.coverage),
        out_(blank_pins(wiring.out_bits)) {}

  const Pins& step(const Pins& in, bool reset) override {
    cycle(in, !reset, false);
    const std::uint32_t rst_n = reset ? 0 : 1;
    if (run_.log != nullptr) {
      run_.log->clock(reset, {{&rst_n, 1}, {in.data(), in_bits_}}, {{out_.data(), out_bits_}});
    }
    return out_;
  }

  const Pins& look(const Pins& in) override {
    cycle(in, true, true);
    return out_;
  }

  void dump(bool on) override { model_.dump(on); }

 private:
  void cycle(const Pins& in, bool rst_n, bool look) {
    abi::PinsOut out{out_.data()};
    model_.cycle({in.data(), rst_n, look}, out);
    run_.beat();
  }

  int in_bits_, out_bits_;
  UserRun run_;
  LoadedUserModel<abi::PinsIn, abi::PinsOut> model_;
  Pins out_;
};

}  // namespace

Pins blank_pins(int bits) {
  return Pins(static_cast<std::size_t>(std::max(2, (bits + 31) / 32)), 0);
}

std::string told(const Wiring& wiring, const Pins& in, const Pins& out) {
  std::string text;
  for (const Bus& bus : wiring.buses) {
    const int bits = bus.count * bus.bits;
    if (bits > kWidestShown || std::string(bus.role->name) == "previous") continue;
    text += fmt::format("{}{} = {}'b", text.empty() ? "" : ", ", bus.role->name, bits);
    const Pins& pins = bus.role->input ? in : out;
    for (int k = bits; k-- > 0;) text += get_bits(pins.data(), bus.at + k, 1) != 0 ? '1' : '0';
  }
  return text;
}

std::unique_ptr<PinDevice> make_pin_device(UserRun run, const Wiring& wiring) {
  return std::make_unique<LoadedPins>(std::move(run), wiring);
}

}  // namespace jacquard::rtl
