// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/gemm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "jacquard/cost/gemm_constants.hpp"
#include "jacquard/cost/product.hpp"
#include "jacquard/cost/quantise.hpp"

namespace jacquard::cost {
namespace {

using base::Seconds;
using workload::GemmWork;
using workload::NumberType;

constexpr double kFp4ScaleBytes = 1.0 / 16;  // an fp8 scale for 16 values
// Of the bf16 rate where weights of four bits are widened within the loop.
constexpr double kWideningShare = 0.75;

// The fp8 kernels of vLLM on Hopper (CUTLASS): a tile by m, no split of k, clusters of two tiles.
constexpr std::array kFewRows{Tile{64, 64}};
constexpr std::array kSomeRows{Tile{64, 128}};
constexpr std::array kManyRows{Tile{128, 128}};
constexpr std::array kNoSplit{1};

Tiling cutlass_tiling(double m) {
  const auto& tiles = m <= 64 ? kFewRows : m <= 128 ? kSomeRows : kManyRows;
  return {{tiles.data(), tiles.size()}, {kNoSplit.data(), kNoSplit.size()}, true};
}

GemmConstants cutlass_constants(GemmConstants c) {
  c.fp8_share *= 0.788 / 0.775;
  c.bandwidth_share *= 0.735 / 0.828;
  c.step_seconds *= 91.7 / 85.0;
  c.start_seconds = 0.058e-6;
  c.cache_rate *= 2.1;  // a cluster loads what its tiles share once
  c.waves = true;
  return c;
}

bool is_per_row(Software software) {
  return software == Software::vllm || software == Software::sglang;
}

// An engine's layer quantises what it is given. A step of training has works of its own for that.
// TensorRT-LLM's scales are known ahead, so within its step norms and activations write fp8.
Seconds quantise_before(const Device& d, const GemmWork& w, Software software, bool in_step) {
  const bool fused = in_step && software == Software::trtllm;
  if (software == Software::any || fused) return Seconds{0};
  return quantise_time(d, w.m * w.count, w.k, software);
}

Seconds fp8_product(const Device& d, const GemmWork& w, Software software) {
  const double peak = peak_of(d, NumberType::fp8).count();
  GemmConstants c = gemm_constants(d);
  Tiling tiling = is_per_row(software) ? unsplit_tiling() : library_tiling();
  if (is_per_row(software) && d.architecture == "hopper") {
    c = cutlass_constants(c);
    tiling = cutlass_tiling(w.m);
  }
  const Product product{w.m, w.n, w.k, w.count, 1, 1, 2};
  return Seconds{c.floor_seconds + product_seconds(d, c, product, peak * c.fp8_share, tiling)};
}

// What vLLM's host does for one product with a scale per block, by the library that it finds fit:
// CUTLASS, FlashInfer for few rows where it has them, DeepGEMM. Scales of rows that are no multiple
// of 4 are padded first. TensorRT-LLM's host is not seen.
struct BlockHost {
  double cutlass;
  double few_rows;  // 0: it has none
  double deep;
  double padded;
};
constexpr BlockHost kHopperHost{177e-6, 60e-6, 86e-6, 9e-6};
constexpr BlockHost kBlackwellHost{165e-6, 0, 179e-6, 57e-6};
constexpr double kFewRowsOfHost = 32;
constexpr double kBlock = 128;

Seconds fp8_block_host_time(const Device& d, const GemmWork& w, Software software) {
  if (!is_per_row(software)) return Seconds{0};
  const BlockHost& host = d.architecture == "blackwell" ? kBlackwellHost : kHopperHost;
  double time = host.deep;
  if (std::fmod(w.k, kBlock) != 0) {
    time = host.cutlass;
  } else if (w.m < kFewRowsOfHost && host.few_rows > 0) {
    time = host.few_rows;
  } else if (std::fmod(w.m, 4) != 0 && w.k > kBlock) {
    time += host.padded;
  }
  return Seconds{time};
}

// The host prepares a product while the device works on the one before.
Seconds fp8_block_time(const Device& d, const GemmWork& w, Software software, bool in_step) {
  Seconds device = fp8_product(d, w, Software::any);
  if (software != Software::any) device += quantise_time(d, w.m * w.count, w.k, Software::vllm);
  return in_step ? device : std::max(device, fp8_block_host_time(d, w, software));
}

Seconds fp4_time(const Device& d, const GemmWork& w, Software software) {
  GemmConstants c = gemm_constants(d);
  c.step_seconds = c.fp4_step_seconds;
  const double size = 0.5 + kFp4ScaleBytes;
  const Product product{w.m, w.n, w.k, w.count, size, size, 2};
  const double rate = peak_of(d, NumberType::nvfp4).count() * c.fp4_share;
  const double time = product_seconds(d, c, product, rate, unsplit_tiling());
  const Seconds before =
      software == Software::any ? Seconds{0} : quantise_fp4_time(d, w.m * w.count * w.k);
  return Seconds{c.fp4_floor_seconds + time} + before;
}

Seconds wide_time(const Device& d, const GemmWork& w, double a_bytes, double b_bytes,
                  double peak_factor) {
  const GemmConstants c = gemm_constants(d);
  const Product product{w.m, w.n, w.k, w.count, a_bytes, b_bytes, a_bytes};
  const double rate = peak_of(d, w.type).count() * c.peak_share * peak_factor;
  return Seconds{c.floor_seconds + product_seconds(d, c, product, rate, library_tiling())};
}

}  // namespace

Seconds gemm_time(const Device& d, const GemmWork& w, Software software, bool in_step) {
  switch (w.type) {
    case NumberType::fp32:
      return wide_time(d, w, 4, 4, 1);
    case NumberType::bf16:
      return wide_time(d, w, 2, 2, 1);
    case NumberType::w4a16:
    case NumberType::int4:
      return wide_time(d, w, 2, 0.5, kWideningShare);
    case NumberType::fp8:
      if (d.peak.fp8.count() <= 0) return wide_time(d, w, 2, 1, 1);
      return fp8_product(d, w, software) + quantise_before(d, w, software, in_step);
    case NumberType::fp8_block:
      return fp8_block_time(d, w, software, in_step);
    case NumberType::nvfp4:
      return fp4_time(d, w, software);
  }
  return Seconds{0};
}

}  // namespace jacquard::cost
