// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/gpu_power.hpp"

#include <catch2/catch.hpp>

namespace jacquard::serve::energy {

TEST_CASE("the power of static batches on A100 is as recorded") {
  // Splitwise's records, batch 1, 512 tokens in and 128 out: GPUs, ms of a token, share of the
  // power limit. Llama 2 70B and BLOOM 176B read their weights in bf16 for every token.
  struct Recorded {
    double parameters;
    int gpus;
    double ms;
    double share;
  };
  for (const Recorded& r : {Recorded{69e9, 2, 54.86, 0.736}, Recorded{69e9, 4, 44.9, 0.599},
                            Recorded{69e9, 8, 43.3, 0.435}, Recorded{176.2e9, 8, 48.76, 0.635}}) {
    const double bandwidth = 2 * r.parameters / r.gpus / (r.ms * 1e-3) / 2.039e12;
    const double peak = 2 * r.parameters / r.gpus / (r.ms * 1e-3) / 312e12;
    CHECK(power_share(bandwidth, peak) == Approx(r.share).epsilon(0.08));
  }
  CHECK(power_share(1, 1) == 1);
}

TEST_CASE("an idle H100 takes its share, and one without a known limit nothing that we know") {
  const cost::Device h100 = cost::device_of("h100_sxm", {"device", ""});
  const auto idle = serving_energy(h100, 8, {base::Seconds{10}, 0, 0}, workload::NumberType::fp8);
  REQUIRE(idle);
  CHECK(idle->count() == Approx(0.29 * 700 * 8 * 10));
  cost::Device other = h100;
  other.power = base::Watts{0};
  CHECK(!serving_energy(other, 8, {base::Seconds{10}, 0, 0}, workload::NumberType::fp8));
}

TEST_CASE("reading pooled memory at full rate costs more than the GPUs take") {
  // 26.8 TB/s x 8 bit x (10 + 25 x 15 / 16) pJ = 7.17 kW; eight H100 have a limit of 5.6 kW.
  CHECK(26.8e12 * 8 * pooled_bit(Preset::paper, 16).count() == Approx(7169).epsilon(1e-3));
  CHECK(pooled_bit(Preset::of_2025, 16).count() == Approx(11.35e-12));
}

}  // namespace jacquard::serve::energy
