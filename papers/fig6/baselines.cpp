// SPDX-License-Identifier: Apache-2.0
#include "papers/fig6/baselines.hpp"

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/demand/generate.hpp"
#include "systemc/packet/packet_fabric.hpp"
#include "systemc/packet/switch_devices.hpp"

namespace jacquard::studies::fig6 {
namespace {

enum Knob { kKmin, kKmaxPlace, kPmax, kRateAi, kRateHai, kGain, kKnobs };

constexpr double kHighestKmax = 12.8e6;

template <class Quantity>
Quantity nearest(double value) {
  return Quantity{std::llround(value)};
}

// With the memory of HPCC's simulator, which Chronos used.
systemc::PacketConfig of_preset(systemc::PacketPreset which) {
  systemc::PacketConfig config;
  config.preset = which;
  config.device = systemc::kDeviceOfPreset;
  return config;
}

}  // namespace

const Space& knobs() {
  static const Space space = {
      {"kmin_bytes", 320e3, 3.2e6, true},
      {"kmax_place", 0, 1, false},
      {"pmax", 0.02, 1, true},
      {"r_ai_bits_per_s", 16e6, 16e9, true},
      {"r_hai_bits_per_s", 160e6, 160e9, true},
      {"g", 0.1 / 256, 10.0 / 256, true},
  };
  return space;
}

systemc::PacketConfig tuned_config(const std::vector<double>& values) {
  JQ_CHECK(values.size() == kKnobs, "every knob has a value");
  systemc::PacketConfig config = of_preset(systemc::PacketPreset::dcqcn_hpcc);
  config.dcqcn.kmin = nearest<base::Bytes>(values[kKmin]);
  config.dcqcn.kmax = nearest<base::Bytes>(
      values[kKmin] * std::pow(kHighestKmax / values[kKmin], values[kKmaxPlace]));
  config.dcqcn.pmax = values[kPmax];
  config.dcqcn.r_ai = nearest<base::BitsPerSecond>(values[kRateAi]);
  config.dcqcn.r_hai = nearest<base::BitsPerSecond>(values[kRateHai]);
  config.dcqcn.g = values[kGain];
  return config;
}

std::vector<NamedFabric> untuned() {
  using systemc::PacketPreset;
  systemc::PacketConfig high = of_preset(PacketPreset::dcqcn_hpcc);
  high.dcqcn.kmin = base::Bytes{32'000'000};
  high.dcqcn.kmax = base::Bytes{128'000'000};
  return {
      {"dcqcn-hpcc", of_preset(PacketPreset::dcqcn_hpcc)},
      {"dcqcn-hpcc-vwin", of_preset(PacketPreset::dcqcn_hpcc_vwin)},
      {"dcqcn-hpcc-paper-timers", of_preset(PacketPreset::dcqcn_hpcc_paper_timers)},
      {"dcqcn-paper", of_preset(PacketPreset::dcqcn_paper)},
      {"dcqcn-hpcc, thresholds x 10", high},
      {"pfc-only", of_preset(PacketPreset::pfc_only)},
      {"ideal-output-queued", of_preset(PacketPreset::ideal_output_queued)},
  };
}

std::vector<NamedFabric> on_a_device(const systemc::PacketConfig& tuned) {
  const systemc::SwitchDevice& device = systemc::switch_device_for(tuned.rate);
  const std::string memory =
      ", " + device.name + " (" + config::show_quantity(*device.buffer) + ")";
  std::vector<NamedFabric> all = {
      {"dcqcn-tuned", tuned},
      {"dcqcn-hpcc-vwin", of_preset(systemc::PacketPreset::dcqcn_hpcc_vwin)},
      {"pfc-only", of_preset(systemc::PacketPreset::pfc_only)},
  };
  for (NamedFabric& fabric : all) {
    fabric.name += memory;
    fabric.config.device = device.name;
  }
  return all;
}

base::Picoseconds packet_completion(const systemc::PacketConfig& config,
                                    const demand::DemandMatrix& bytes, std::uint64_t seed) {
  systemc::PacketRunOptions options;
  options.seed = seed;
  return systemc::simulate_packets(config, flows_of(bytes), options).completion;
}

demand::DemandMatrix part_of(const demand::DemandMatrix& whole, std::int64_t part) {
  demand::DemandMatrix bytes(whole.ports());
  for (int row = 0; row < whole.ports(); ++row) {
    for (int column = 0; column < whole.ports(); ++column) {
      bytes.set(row, column, base::Bytes{whole.at(row, column).count() / part});
    }
  }
  return bytes;
}

config::Json fingerprint() {
  const auto small = part_of(demand::generate(demand::DemandClass::moe, 16, 1, 0), 128);
  config::Json completions = config::Json::array();
  for (NamedFabric& fabric : untuned()) {
    fabric.config.dcqcn.kmin = base::Bytes{20'000};  // low enough for so few bytes to reach
    fabric.config.dcqcn.kmax = base::Bytes{200'000};
    fabric.config.dcqcn.t_inc = base::Picoseconds{12'000'000};  // and soon enough to rise again
    completions.push_back(packet_completion(fabric.config, small, 1).count());
  }
  return completions;
}

}  // namespace jacquard::studies::fig6
