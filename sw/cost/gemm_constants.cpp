// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/gemm_constants.hpp"

#include <limits>

namespace jacquard::cost {
namespace {

// Fitted on A100, 893 products (cuBLAS, mma.sync).
constexpr GemmConstants kAmpere{0.962,   0.962, 0.708,   39.0e9,  64,  163e-9,
                                144e-12, 0.0,   2.71e-6, 2.89e-6, true};
// On H100 and H200, 2,610 products (cuBLAS, wgmma; persistent kernels, so waves even out).
constexpr GemmConstants kHopper{0.842,  0.775,    0.828,   136e9,   128,  85e-9,
                                50e-12, 0.129e-6, 3.04e-6, 2.46e-6, false};
// On RTX 4090, 608 products within layers of a model (cuBLAS, mma.sync).
constexpr GemmConstants kAda{1.0,     1.0,      0.93,    44.8e9,  64,  200e-9,
                             217e-12, 0.035e-6, 1.52e-6, 2.50e-6, true};

// Hopper's, with the published best products of B200 to those of H100 (77.6 to 80.3 %, and fp8 76.3
// to 73.4 %); results are stored beside the next tile's loop.
GemmConstants blackwell() {
  GemmConstants c = kHopper;
  c.peak_share *= 0.776 / 0.803;
  c.fp8_share *= 0.763 / 0.734;
  c.store_seconds /= 2;
  return c;
}

// Matrix units of 128 x 128 fed from the chip's own memory by a compiler that knows the schedule.
constexpr GemmConstants kTpu{0.95, 0.95, 0.85, 1e12, 256, 0, 3e-12, 0, 2e-6, 1.5e-6, false};

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr GemmConstants kOther{0.8, 0.75, 0.8, kNoLimit, 128, 0, 0, 0, 3e-6, 2.5e-6, false};

GemmConstants of_architecture(const std::string& architecture) {
  if (architecture == "ampere") return kAmpere;
  if (architecture == "hopper") return kHopper;
  if (architecture == "blackwell") return blackwell();
  // Blackwell's workstations have Ada's instructions (mma.sync), not those of the data centre's.
  if (architecture == "ada" || architecture == "blackwell_rtx") return kAda;
  return architecture == "tpu" ? kTpu : kOther;
}

}  // namespace

GemmConstants gemm_constants(const Device& device) {
  GemmConstants c = of_architecture(device.architecture);
  if (device.sustained > 0) {
    c.fp8_share *= device.sustained / c.peak_share;
    c.peak_share = device.sustained;
  }
  return c;
}

}  // namespace jacquard::cost
