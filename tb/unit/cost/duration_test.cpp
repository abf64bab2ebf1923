// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/duration.hpp"

#include <catch2/catch.hpp>

#include "jacquard/cost/elementwise.hpp"

using namespace jacquard;
using namespace jacquard::cost;
using workload::ElementwiseWork;

namespace {

Device named(const std::string& name) { return device_of(name, config::Place{"device", ""}); }

}  // namespace

TEST_CASE("a copy on H100 takes what is published of it, launch included") {
  // Read and written fractions of 3,350 GB/s, by MB copied; a floor of 6.1 to 6.5 us.
  const Device d = named("h100_sxm");
  const struct {
    double copied, fraction;
  } published[] = {{2e6, 0.18}, {4e6, 0.33}, {8e6, 0.52}, {64e6, 0.69}, {256e6, 0.76}};
  for (const auto& p : published) {
    const double bytes = 2 * p.copied;
    const double measured = bytes / (p.fraction * 3350e9);
    const double ours = seconds_of(d, ElementwiseWork{0, bytes}, {Launch::standalone, {}}).count();
    INFO(p.copied);
    CHECK(ours == Approx(measured).epsilon(0.12));
  }
  const double floor = seconds_of(d, ElementwiseWork{0, 64}, {Launch::standalone, {}}).count();
  CHECK(floor > 6.1e-6);
  CHECK(floor < 6.5e-6);
}

TEST_CASE("norms and activations on RTX 4090 take what vLLM's profile measured") {
  // Llama-3.1-8B: the activation reads 2 x 14,336 values of a token and writes 14,336; the last
  // norm reads and writes 4,096 twice.
  const Device d = named("rtx4090");
  const auto microseconds = [&](double bytes) {
    return seconds_of(d, ElementwiseWork{0, bytes}).count() * 1e6;
  };
  const double activation = 3 * 14336 * 2;
  CHECK(microseconds(activation) == Approx(2.592).epsilon(0.2));
  CHECK(microseconds(400 * activation) == Approx(22.2).epsilon(0.15));
  CHECK(microseconds(784 * activation) == Approx(52.7).epsilon(0.2));
  CHECK(microseconds(1936 * activation) == Approx(151.9).epsilon(0.2));
  CHECK(microseconds(784 * 4.0 * 4096 * 2) == Approx(11.98).epsilon(0.3));
}

TEST_CASE("much data moves at the achieved bandwidth, much arithmetic at the vector units' rate") {
  const Device d = named("h200_sxm");
  const double bytes = 1e12;
  CHECK(seconds_of(d, ElementwiseWork{0, bytes}).count() ==
        Approx(bytes / (0.75 * 4800e9)).epsilon(0.001));
  CHECK(seconds_of(d, ElementwiseWork{1e15, 1}).count() ==
        Approx(1e15 / (0.5 * 66.9e12)).epsilon(0.001));
  double before = 0;
  for (double size = 1; size < 1e10; size *= 1.3) {
    const double now = seconds_of(d, ElementwiseWork{0, size}).count();
    CHECK(now >= before);
    before = now;
  }
}

TEST_CASE("a standalone kernel adds the host's launch, and a work of no size takes no time") {
  const Device d = named("h100_sxm");
  for (const workload::ComputeWork& work :
       {workload::ComputeWork{ElementwiseWork{0, 1e6}},
        workload::ComputeWork{workload::GemmWork{128, 128, 128}}}) {
    const double streamed = seconds_of(d, work).count();
    CHECK(seconds_of(d, work, {Launch::standalone, {}}).count() ==
          Approx(streamed + kHostLaunch.count()));
  }
  // Grace launches 1.6 times as slowly.
  const Device grace = named("gb200");
  const workload::GemmWork work{128, 128, 128};
  CHECK(seconds_of(grace, work, {Launch::standalone, {}}).count() ==
        Approx(seconds_of(grace, work).count() + 1.6 * kHostLaunch.count()));
  CHECK(seconds_of(d, ElementwiseWork{}).count() == 0);
  CHECK(seconds_of(d, workload::GemmWork{}).count() == 0);
}
