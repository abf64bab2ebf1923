// SPDX-License-Identifier: Apache-2.0
#include "sim/studies/fig6/baselines.hpp"

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/demand/generate.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::studies::fig6 {
namespace {

enum Knob { kKmin, kKmaxOverKmin, kPmax, kRateAi, kRateHai, kGain, kKnobs };

template <class Quantity>
Quantity nearest(double value) {
  return Quantity{std::llround(value)};
}

}  // namespace

const Space& knobs() {
  static const Space space = {
      {"kmin_bytes", 320e3, 32e6, true},
      {"kmax_over_kmin", 1, 40, true},
      {"pmax", 0.02, 1, true},
      {"r_ai_bits_per_s", 16e6, 1.6e9, true},
      {"r_hai_bits_per_s", 160e6, 16e9, true},
      {"g", 0.1 / 256, 10.0 / 256, true},
  };
  return space;
}

systemc::PacketConfig tuned_config(const std::vector<double>& values) {
  JQ_CHECK(values.size() == kKnobs, "every knob has a value");
  systemc::PacketConfig config;
  config.preset = systemc::PacketPreset::dcqcn_hpcc;
  config.dcqcn.kmin = nearest<base::Bytes>(values[kKmin]);
  config.dcqcn.kmax = nearest<base::Bytes>(values[kKmin] * values[kKmaxOverKmin]);
  config.dcqcn.pmax = values[kPmax];
  config.dcqcn.r_ai = nearest<base::BitsPerSecond>(values[kRateAi]);
  config.dcqcn.r_hai = nearest<base::BitsPerSecond>(values[kRateHai]);
  config.dcqcn.g = values[kGain];
  return config;
}

const std::vector<Preset>& presets() {
  using systemc::PacketPreset;
  static const std::vector<Preset> all = {
      {"dcqcn-hpcc", PacketPreset::dcqcn_hpcc},
      {"dcqcn-hpcc-vwin", PacketPreset::dcqcn_hpcc_vwin},
      {"dcqcn-hpcc-paper-timers", PacketPreset::dcqcn_hpcc_paper_timers},
      {"dcqcn-paper", PacketPreset::dcqcn_paper},
      {"pfc-only", PacketPreset::pfc_only},
      {"ideal-output-queued", PacketPreset::ideal_output_queued},
  };
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
  const auto small = part_of(demand::generate(demand::DemandClass::moe, 16, 1, 0), 256);
  config::Json completions = config::Json::array();
  for (const Preset& preset : presets()) {
    systemc::PacketConfig config;
    config.preset = preset.preset;
    config.dcqcn.kmin = base::Bytes{20'000};  // low enough for so few bytes to reach
    config.dcqcn.kmax = base::Bytes{200'000};
    completions.push_back(packet_completion(config, small, 1).count());
  }
  return completions;
}

}  // namespace jacquard::studies::fig6
