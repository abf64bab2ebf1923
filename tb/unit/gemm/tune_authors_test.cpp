// SPDX-License-Identifier: Apache-2.0
// The authors' search against what their published tuner prints, with a product's time as its
// flops / their 242 x 2^40.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/gemm/tune/authors.hpp"
#include "unit/gemm/tune_chips.hpp"

using namespace jacquard;
using namespace jacquard::gemm;
using Catch::Contains;

namespace {

struct Printed {
  int hidden;
  int chips;
  int batch;
  const char* mesh;
  double ms;
};

std::vector<int> slices_of(const TunedBlock& block) {
  std::vector<int> slices;
  for (const TunedLayer& layer : block.layers) slices.push_back(layer.passes[0].request.slices);
  return slices;
}

void compare(const std::vector<Printed>& theirs, const Chip& chip, Calibration calibration) {
  for (const Printed& p : theirs) {
    Question q = tb::block_of(p.hidden, p.chips, chip);
    q.layers = paper_layers(p.hidden, std::int64_t{p.batch} * 2'048);
    const TunedBlock best = tune_as_authors(q, calibration).blocks.front();
    INFO(p.hidden << " on " << p.chips);
    CHECK(text_of(best.mesh) == p.mesh);
    CHECK(best.time.count() * 1e3 == Approx(p.ms).epsilon(1e-9));
  }
}

}  // namespace

TEST_CASE("The authors' search of GPT-3 and Megatron-NLG on 256 chips is theirs") {
  for (const auto& [hidden, ms, slices] :
       {std::tuple(12'288, 53.20525, std::vector<int>{4, 3, 8, 8}),
        std::tuple(20'480, 126.80358, std::vector<int>{20, 4, 20, 20})}) {
    const Tuned tuned =
        tune_as_authors(tb::block_of(hidden, 256, tb::of_authors()), Calibration::simulator);
    const TunedBlock& best = tuned.blocks.front();
    CHECK(text_of(best.mesh) == "32x8");
    CHECK(best.time.count() * 1e3 == Approx(ms).epsilon(1e-6));
    CHECK(slices_of(best) == slices);
    CHECK(tuned.certificate.meshes == 5);  // 4x64 ... 64x4
  }
}

TEST_CASE("The authors' search equals their tuner with the figures of their simulator") {
  compare({{12288, 16, 8, "4x4", 47.23615559},
           {12288, 64, 32, "16x4", 50.091662145},
           {12288, 128, 128, "32x4", 90.24481938},
           {12288, 512, 256, "64x8", 56.91408441},
           {12288, 1024, 512, "128x8", 63.481606426},
           {20480, 32, 16, "8x4", 122.175146635},
           {20480, 128, 64, "16x8", 124.821507555},
           {20480, 512, 512, "128x4", 245.160564843},
           {20480, 1024, 512, "128x8", 137.116892301},
           {16384, 256, 64, "32x8", 53.096011555},
           {18432, 2048, 1024, "128x16", 127.58602515},
           {4096, 4096, 2048, "512x8", 32.099810144}},
          tb::of_authors(), Calibration::simulator);
}

TEST_CASE("The authors' search equals their tuner with the figures of a TPU v4 pod") {
  compare({{12288, 16, 8, "4x4", 76.562433028},
           {12288, 64, 32, "8x8", 56.574356506},
           {12288, 128, 128, "16x8", 97.799687053},
           {12288, 512, 256, "64x8", 76.507758038},
           {12288, 1024, 512, "64x16", 79.772335946},
           {20480, 32, 16, "4x8", 127.818104046},
           {20480, 128, 64, "8x16", 144.959317174},
           {20480, 512, 512, "64x8", 253.380492574},
           {20480, 1024, 512, "64x16", 152.490218052},
           {16384, 256, 64, "16x16", 62.473682254},
           {18432, 2048, 1024, "128x16", 138.306187321},
           {4096, 4096, 2048, "256x16", 43.729255009}},
          tb::of_pod(), Calibration::pod);
}

TEST_CASE("The authors' lists of slice counts are taken by the first divisor") {
  CHECK(slices_of_authors(192, Calibration::simulator).back() == 32);
  CHECK(slices_of_authors(192, Calibration::pod).back() == 24);  // 48 is their first
  CHECK(slices_of_authors(320, Calibration::simulator).back() == 32);
  CHECK(slices_of_authors(320, Calibration::pod).back() == 20);  // 40
  CHECK(slices_of_authors(64, Calibration::pod) == std::vector<int>{4, 8, 16});
  CHECK(slices_of_authors(7, Calibration::pod) == std::vector<int>{7});
}

TEST_CASE("Chips of which the authors have no mesh are refused with the nearest that they have") {
  const auto refused = [](int chips) {
    try {
      tune_as_authors(tb::block_of(4096, chips, tb::of_authors()), Calibration::simulator);
    } catch (const base::ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refused(8), Contains("--chips") && Contains("nearest is 16"));
  CHECK_THAT(refused(257), Contains("nearest is 256"));
}
