// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/sustained.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/gemm_constants.hpp"

namespace jacquard::cost {
namespace {

// What a generation draws (docs/cost.md has where from).
struct Draw {
  double operation = 0;  // J of an operation of bf16, at the clock of a product alone; 0: not known
  double beside = 0;     // W that do not depend on the clock: leakage, memory, links
  double board = 0;      // W of its usual board
};

Draw draw_of(const std::string& architecture) {
  if (architecture == "ampere") return {1.08e-12, 125, 400};
  if (architecture == "hopper") return {0.932e-12, 125, 700};
  if (architecture == "blackwell") return {0.59e-12, 400, 1000};
  return {};
}

// Energy of an operation goes as the clock to this power, as the voltage follows it.
constexpr double kVoltage = 0.15;

// Half the width takes half the energy, on Hopper and Blackwell alike. A type that the device lacks
// computes in the next wider one.
double energy_share(const Device& device, workload::NumberType type) {
  if (type == workload::NumberType::nvfp4 && device.peak.fp4.count() > 0) return 0.25;
  return workload::bytes_per_value(type) < 2 && device.peak.fp8.count() > 0 ? 0.5 : 1;
}

double rate_alone(const Device& device, workload::NumberType type) {
  const GemmConstants c = gemm_constants(device);
  const bool narrow = workload::bytes_per_value(type) < 2 && device.peak.fp8.count() > 0;
  const bool fp4 = type == workload::NumberType::nvfp4 && device.peak.fp4.count() > 0;
  const double share = fp4 ? c.fp4_share : narrow ? c.fp8_share : c.peak_share;
  return share * peak_of(device, type).count();
}

}  // namespace

double sustained_share(const Device& device, workload::NumberType type) {
  if (device.sustained > 0) return device.sustained;
  const Draw draw = draw_of(device.architecture);
  const double joules = draw.operation * energy_share(device, type);
  const double watts = board_power(device).count() - draw.beside;
  if (joules <= 0) return 1;
  return std::min(1.0, std::pow(watts / (joules * rate_alone(device, type)), 1 / (1 + kVoltage)));
}

base::FlopsPerSecond sustained_rate(const Device& device, workload::NumberType type) {
  return base::FlopsPerSecond{sustained_share(device, type) * rate_alone(device, type)};
}

base::Watts board_power(const Device& device) {
  if (device.power.count() > 0) return device.power;
  return base::Watts{draw_of(device.architecture).board};
}

base::Watts power_beside_products(const Device& device) {
  return base::Watts{draw_of(device.architecture).beside};
}

}  // namespace jacquard::cost
