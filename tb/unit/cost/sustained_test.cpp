// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/sustained.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/cost/gemm.hpp"

using namespace jacquard;
using namespace jacquard::cost;
using workload::NumberType;

namespace {

Device device(const char* name) { return device_of(name, {"--device", ""}); }

// TFLOP/s of a large product in a long burst.
double burst(const char* name, NumberType type, double m, double n, double k) {
  const Device warm = in_long_bursts(device(name));
  return 2e-12 * m * n * k / gemm_time(warm, {m, n, k, 1, type}).count();
}

}  // namespace

TEST_CASE("a board that may draw more sustains more, and never more than a product alone") {
  const auto rate = [](const char* name) {
    return sustained_rate(device(name), NumberType::bf16).count();
  };
  CHECK(rate("h100_500w") < rate("h100_sxm"));
  CHECK(rate("b200_sxm") < rate("gb200"));
  CHECK(rate("gb200") < rate("gb300"));
  for (const char* name : {"a100_sxm", "h100_sxm", "h200_sxm", "b200_sxm", "gb200", "gb300"}) {
    INFO(name);
    CHECK(board_power(device(name)).count() >= 400);
    CHECK(sustained_share(device(name), NumberType::bf16) < 1);
  }
  // In between the rate goes as the power left for products, and a little less.
  const double power = (500.0 - 125) / (700.0 - 125);
  CHECK(rate("h100_500w") / rate("h100_sxm") > power);
  CHECK(rate("h100_500w") / rate("h100_sxm") < std::sqrt(power));
}

TEST_CASE("narrower numbers sustain a larger share of their rate alone") {
  for (const char* name : {"h100_sxm", "b200_sxm", "gb200", "gb300"}) {
    INFO(name);
    const Device d = device(name);
    const double bf16 = sustained_share(d, NumberType::bf16);
    const double fp8 = sustained_share(d, NumberType::fp8);
    CHECK(fp8 >= bf16);
    CHECK(sustained_share(d, NumberType::nvfp4) >= fp8);  // all of it on GB200
  }
}

TEST_CASE("what a device's file says stands, and a device of unknown power sustains all") {
  Device d = device("h100_sxm");
  d.sustained = 0.5;
  CHECK(sustained_share(d, NumberType::bf16) == 0.5);
  CHECK(sustained_share(device("h20"), NumberType::bf16) == 1);  // a sixth of the operations
  CHECK(sustained_share(device("tpu_v5p"), NumberType::bf16) == 1);
}

// Random numbers, until the board is warm: 720 TFLOP/s of H100 (SemiAnalysis, MI300X vs H100 vs
// H200, December 2024); of B200 at 1,000 W as SimuMax 1.2's system configuration has it
// (b200_bf16_ceperm, TN and NN layouts).
TEST_CASE("long bursts of H100 and B200 are as fast as others measured them") {
  CHECK(burst("h100_sxm", NumberType::bf16, 8192, 8192, 8192) == Approx(720).epsilon(0.15));
  const auto b200 = [](double m, double n, double k) {
    return burst("b200_sxm", NumberType::bf16, m, n, k) / 2250;
  };
  CHECK(b200(4096, 57344, 8192) == Approx(0.487).epsilon(0.12));
  CHECK(b200(4096, 8192, 28672) == Approx(0.485).epsilon(0.12));
  CHECK(b200(4096, 16384, 53248) == Approx(0.511).epsilon(0.12));
}
