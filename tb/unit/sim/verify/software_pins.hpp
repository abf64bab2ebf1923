// SPDX-License-Identifier: Apache-2.0
// Modules in C++ behind the wiring of a user's RTL, so that a bench can be tried on many faults.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/rtl/pin_device.hpp"
#include "jacquard/rtl/pins.hpp"
#include "sim/verify/wired_run.hpp"

namespace jacquard::tb {

// A device whose outputs follow from its inputs and its state, which changes at the edge.
class SoftwarePins : public rtl::PinDevice {
 public:
  explicit SoftwarePins(const rtl::Wiring& wiring) : wiring_(wiring) {}

  const rtl::Pins& step(const rtl::Pins& in, bool reset) override {
    look(in);
    edge(reset);
    return out_;
  }
  const rtl::Pins& look(const rtl::Pins& in) override {
    in_ = in;
    out_ = rtl::blank_pins(wiring_.out_bits);
    answer();
    return out_;
  }
  void dump(bool) override {}

 protected:
  virtual void answer() = 0;
  virtual void edge(bool reset) = 0;

  int get(const char* role, int field = 0) const {
    const rtl::Bus bus = wiring_.bus(role);
    return static_cast<int>(rtl::get_bits(in_.data(), bus.at + field * bus.bits, bus.bits));
  }
  void put(const char* role, int field, int value) {
    const rtl::Bus bus = wiring_.bus(role);
    if (!bus.there()) return;
    rtl::put_bits(out_.data(), bus.at + field * bus.bits, bus.bits,
                  static_cast<std::uint64_t>(value));
  }

 private:
  const rtl::Wiring& wiring_;
  rtl::Pins in_, out_;
};

// A module of ports "req_i[4]", "gnt_o[4]", wired by their names.
inline verify::WiredModule software_module(rtl::RtlKind kind, const std::vector<std::string>& ports,
                                           const std::vector<std::string>& contract = {},
                                           rtl::SwitchShape shape = {0, 0, 0}) {
  rtl::Interface found{{}, {}, true};
  for (const std::string& port : ports) {
    const std::size_t bracket = port.find('[');
    const int bits = bracket == port.npos ? 1 : std::stoi(port.substr(bracket + 1));
    const std::string name = port.substr(0, bracket);
    const bool input = name.compare(name.size() - 2, 2, "_i") == 0;
    found.ports.push_back(
        rtl::port_of(name, input ? "input" : "output",
                     bits == 1 ? rtl::Shape::bit() : rtl::Shape::vector({bits - 1, 0})));
  }
  verify::WiredModule module{kind, rtl::wire("software", found, {}, kind, shape, {}), {}};
  std::vector<std::string> hints;
  module.contract = verify::default_contract(kind, module.wiring, found, hints);
  for (const std::string& promise : contract) {
    verify::contract_fields().set(module.contract, promise);
  }
  return module;
}

// Every case of a device that `make` builds.
inline verify::WiredReport run_software(verify::WiredModule module, const verify::MakeDevice& make,
                                        bool history = false) {
  verify::Script script;
  return verify::verify_wired(module, make, 1, 200, history, nullptr, script);
}

}  // namespace jacquard::tb
