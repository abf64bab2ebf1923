// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/gemm_constants.hpp"

#include <limits>

namespace jacquard::cost {
namespace {

// Fitted on A100, 893 products (cuBLAS, mma.sync).
GemmConstants ampere() {
  GemmConstants c;
  c.peak_share = 0.960;
  c.fp8_share = 0.960;
  c.bandwidth_share = 0.728;
  c.ramp_seconds = 1.57e-6;
  c.ramp_bytes = 4.08e6;
  c.cache_rate = 39.0e9;
  c.step_bytes = 64;
  c.step_seconds = 187e-9;
  c.store_seconds = 141e-12;
  c.start_seconds = 0.02e-6;
  c.split_seconds = 2.64e-6;
  c.floor_seconds = 2.70e-6;
  c.waves = true;
  return c;
}

// Fitted on H100 and H200, 2,610 products (cuBLAS, wgmma). Persistent kernels even waves out.
GemmConstants hopper() {
  GemmConstants c;
  c.peak_share = 0.842;
  c.fp8_share = 0.775;
  c.bandwidth_share = 0.828;
  c.cache_rate = 136e9;
  c.step_bytes = 128;
  c.step_seconds = 85e-9;
  c.store_seconds = 50e-12;
  c.start_seconds = 0.129e-6;
  c.split_seconds = 3.04e-6;
  c.floor_seconds = 2.46e-6;
  return c;
}

// Fitted on RTX 4090, 608 products within layers of a model (cuBLAS, mma.sync), where its GDDR6X
// gave 0.93; 0.90 allows for boards whose GDDR6 carries its error codes in band.
GemmConstants ada() {
  GemmConstants c;
  c.peak_share = 1.0;  // clocks above the data sheet's boost
  c.fp8_share = 1.0;
  c.bandwidth_share = 0.90;
  c.cache_rate = 44.8e9;
  c.step_bytes = 64;
  c.step_seconds = 200e-9;
  c.store_seconds = 217e-12;
  c.start_seconds = 0.035e-6;
  c.split_seconds = 1.52e-6;
  c.floor_seconds = 2.50e-6;
  c.waves = true;
  return c;
}

// Fitted on B200, 1,783 products (cuBLAS bf16, CuTe fp4), but for the shares of bf16 and fp8:
// Hopper's with the published best products of B200 to those of H100 (77.6 to 80.3 %) and H200
// (fp8, 76.3 to 73.4 %), which the largest of the fitted products reach.
GemmConstants blackwell() {
  GemmConstants c;
  c.peak_share = 0.842 * 0.776 / 0.803;
  c.fp8_share = 0.775 * 0.763 / 0.734;
  c.fp4_share = 0.515;
  c.bandwidth_share = 0.84;
  c.ramp_seconds = 3.3e-6;
  c.ramp_bytes = 45e6;
  c.cache_rate = 179e9;
  c.step_bytes = 128;
  c.step_seconds = 78e-9;
  c.store_seconds = 26.6e-12;
  c.start_seconds = 0.245e-6;
  c.split_seconds = 3.52e-6;
  c.floor_seconds = 1.73e-6;
  c.fp4_step_seconds = 134e-9;
  c.fp4_floor_seconds = 4.23e-6;
  return c;
}

// Not fitted. Matrix units whose compiler knows the schedule, fed from the chip's own memory.
GemmConstants tpu() {
  GemmConstants c;
  c.peak_share = 0.95;
  c.fp8_share = 0.95;
  c.bandwidth_share = 0.85;
  c.cache_rate = 1e12;
  c.step_bytes = 256;
  c.store_seconds = 3e-12;
  c.split_seconds = 2e-6;
  c.floor_seconds = 1.5e-6;
  return c;
}

// Not fitted: shares alone.
GemmConstants other() {
  GemmConstants c;
  c.peak_share = 0.80;
  c.fp8_share = 0.75;
  c.bandwidth_share = 0.80;
  c.cache_rate = std::numeric_limits<double>::infinity();
  c.step_bytes = 128;
  c.split_seconds = 3e-6;
  c.floor_seconds = 2.5e-6;
  return c;
}

GemmConstants of_architecture(const std::string& architecture) {
  if (architecture == "ampere") return ampere();
  if (architecture == "hopper") return hopper();
  if (architecture == "blackwell") return blackwell();
  // Blackwell's workstations have Ada's instructions (mma.sync), not those of the data centre's.
  if (architecture == "ada" || architecture == "blackwell_rtx") return ada();
  return architecture == "tpu" ? tpu() : other();
}

}  // namespace

GemmConstants gemm_constants(const Device& device) {
  GemmConstants c = of_architecture(device.architecture);
  if (c.fp4_share <= 0) {  // not measured: as fp8
    c.fp4_share = c.fp8_share;
    c.fp4_step_seconds = c.step_seconds;
    c.fp4_floor_seconds = c.floor_seconds;
  }
  if (device.achieved > 0) {
    const double ratio = device.achieved / c.peak_share;
    c.fp8_share *= ratio;
    c.fp4_share *= ratio;
    c.peak_share = device.achieved;
  }
  return c;
}

}  // namespace jacquard::cost
