// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/gemm/tune/uneven.hpp"
#include "unit/gemm/tune_chips.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

Request request_of(Dataflow dataflow, const Mesh& mesh, bool transposed) {
  Request r;
  r.dataflow = dataflow;
  r.mesh = mesh;
  r.shape = {2'048, 2'048, 2'048};
  r.transposed = transposed;
  return r;
}

double best_of_all(const Pipeline& pipeline, std::vector<int>& slices, int left) {
  if (left == 0) return pipeline.time(slices);
  double best = 1e9;
  for (int next = 1; next <= left; ++next) {
    slices.push_back(next);
    best = std::min(best, best_of_all(pipeline, slices, left - next));
    slices.pop_back();
  }
  return best;
}

}  // namespace

TEST_CASE("Slices of one size pass the stations in the time of the paper's formula") {
  for (const Chip& chip : {tb::of_paper(), tb::of_pod()}) {
    for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
      for (const Mesh& mesh : {Mesh{4, 4, 1}, Mesh{8, 2, 1}, Mesh{1, 8, 1}, Mesh{2, 4, 1}}) {
        for (const bool transposed : {false, true}) {
          Request r = request_of(dataflow, mesh, transposed);
          for (const int slices : legal_slices(r)) {
            r.slices = slices;
            const Pipeline pipeline = pipeline_of(r, chip, {}, slices);
            CHECK(pipeline.time(std::vector<int>(static_cast<std::size_t>(slices), 1)) ==
                  Approx(cost_of(r, chip, Mode::paper).time.count()).epsilon(1e-9));
          }
        }
      }
    }
  }
}

TEST_CASE("The best sizes of slices are the best of all ways to cut") {
  for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
    for (const Mesh& mesh : {Mesh{16, 4, 1}, Mesh{2, 16, 1}}) {
      const Request r = request_of(dataflow, mesh, false);
      const Uneven uneven = best_uneven(r, tb::of_paper(), {});
      REQUIRE(uneven.units <= 16);
      REQUIRE(uneven.units >= 16);
      const Pipeline pipeline = pipeline_of(r, tb::of_paper(), {}, uneven.units);
      std::vector<int> slices;
      CHECK(uneven.time.count() ==
            Approx(best_of_all(pipeline, slices, uneven.units)).epsilon(1e-12));
      CHECK(pipeline.time(uneven.slices) == Approx(uneven.time.count()).epsilon(1e-12));
      CHECK(std::accumulate(uneven.slices.begin(), uneven.slices.end(), 0) == uneven.units);
    }
  }
}

TEST_CASE("Slices of different sizes shorten the prologue of GPT-3's layers") {
  const Question q = tb::block_of(12'288, 256, tb::of_paper());
  const Tuned tuned = tune(q);
  for (const TunedLayer& layer : tuned.blocks.front().layers) {
    for (const TunedPass& pass : layer.passes) {
      CHECK(best_uneven(pass.request, q.chip, {}).time < pass.cost.time);
    }
  }
}
