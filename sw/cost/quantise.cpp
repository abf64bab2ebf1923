// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/quantise.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/elementwise.hpp"
#include "jacquard/cost/multiprocessors.hpp"

namespace jacquard::cost {
namespace {

// Fitted on H100 and H200 together with the fp8 products: vLLM 1,787, TensorRT-LLM 947.
constexpr double kRowSeconds = 855e-9;    // of a processor, to find a row's scale
constexpr double kRowValueRate = 6.94e9;  // values/s of a processor
constexpr double kRowBytes = 7.29;        // per value at 0.85 of the bandwidth: read twice, written
constexpr double kRowBandwidthShare = 0.85;
constexpr base::Seconds kRowFloor{2.21e-6};

// Fitted on B200, 876 products by vLLM: a block of threads goes over a row by so many values.
constexpr double kPassValues = 2048;
constexpr double kBlackwellRowSeconds = 358e-9;
constexpr double kPassSeconds = 613e-9;
constexpr double kOnceBytes = 3;  // per value: read and written
constexpr base::Seconds kBlackwellRowFloor{3.58e-6};

// Fitted on B200, 909 products by vLLM.
constexpr double kFp4Bytes = 2 + 0.5 + 1.0 / 16;  // per value
constexpr double kFp4BandwidthShare = 0.8;
constexpr base::Seconds kFp4Floor{2.2e-6};

constexpr double kMatrixValueRate = 3.31e9;
constexpr base::Seconds kMatrixFloor{9.8e-6};  // with the host's work between the two kernels

base::Seconds blackwell_rows(const Device& d, double rows, double columns) {
  const double passes = std::ceil(columns / kPassValues);
  const double by_rows = rows / d.processors * (kBlackwellRowSeconds + passes * kPassSeconds);
  const double by_bytes =
      rows * columns * kOnceBytes / (kRowBandwidthShare * d.memory_bandwidth.count());
  return kBlackwellRowFloor + base::Seconds{std::max(by_rows, by_bytes)};
}

}  // namespace

base::Seconds quantise_time(const Device& d, double rows, double columns, Software software) {
  const double values = rows * columns;
  const double by_bytes = values * kRowBytes / (kRowBandwidthShare * d.memory_bandwidth.count());
  if (!has_multiprocessors(d)) return kRowFloor + base::Seconds{by_bytes};
  if (software == Software::trtllm) {
    return kMatrixFloor + base::Seconds{values / (d.processors * kMatrixValueRate)};
  }
  if (d.architecture == "blackwell") return blackwell_rows(d, rows, columns);
  const double by_rows = rows / d.processors * (kRowSeconds + columns / kRowValueRate);
  return kRowFloor + base::Seconds{std::max(by_rows, by_bytes)};
}

base::Seconds quantise_fp4_time(const Device& d, double values) {
  return kFp4Floor +
         base::Seconds{values * kFp4Bytes / (kFp4BandwidthShare * d.memory_bandwidth.count())};
}

}  // namespace jacquard::cost
