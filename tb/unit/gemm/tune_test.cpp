// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/tune.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/gemm/tune/candidates.hpp"
#include "jacquard/gemm/tune/heuristic.hpp"
#include "jacquard/gemm/tune/resharding.hpp"
#include "unit/gemm/tune_chips.hpp"

using namespace jacquard;
using namespace jacquard::gemm;
using Catch::Contains;

namespace {

const std::vector<Choice> kUntransposed = {{Stationary::y, false}, {Stationary::x, false}};
const std::vector<Choice> kYStays = {{Stationary::y, false}};

double best_utilisation(Question q, const std::vector<Choice>& choices) {
  q.choices = choices;
  return utilisation(q, tune(q).blocks.front().time);
}

// All settings of a small block one after the other: every choice of every layer, every slice
// count of every pass, every way to place reshardings, every mesh.
struct Brute {
  const Question& q;
  double best = std::numeric_limits<double>::infinity();
  double combinations = 0;

  double pass_time(const Layer& layer, const Choice& choice, Pass pass, const Mesh& mesh) {
    double least = std::numeric_limits<double>::infinity();
    Request request = request_of(layer, choice, pass, mesh);
    for (const int slices : legal_slices(request)) {
      request.slices = slices;
      least = std::min(least, cost_of(request, q.chip, q.mode).time.count());
    }
    return least;
  }

  void go(const Mesh& mesh, std::size_t i, Layout begin, Layout stream, Layout last, double time) {
    if (i == q.layers.size()) {
      if (stream == begin) best = std::min(best, time);
      return;
    }
    const Layer& layer = q.layers[i];
    const auto resharding = [&](std::int64_t width) {
      return 2 * resharding_time(static_cast<double>(layer.rows), static_cast<double>(width), 2,
                                 mesh, q.chip, {})
                     .count();
    };
    for (const Choice& choice : kChoices) {
      double t = time;
      for (const Pass pass : kPasses) t += pass_time(layer, choice, pass, mesh);
      if ((layer.from_stream ? stream : last) != choice.input()) t += resharding(layer.inputs);
      const Layout y = choice.output();
      if (!layer.into_stream || y == stream) {
        go(mesh, i + 1, begin, stream, y, t);
      } else {
        for (const Layout sum : {stream, y}) {
          go(mesh, i + 1, begin, sum, sum, t + resharding(layer.outputs));
        }
      }
    }
  }

  void count(const Mesh& mesh) {
    double product = 1;
    for (const Layer& layer : q.layers) {
      double sum = 0;
      for (const Choice& choice : kChoices) {
        double of_choice = 1;
        for (const Pass pass : kPasses) {
          of_choice *=
              static_cast<double>(legal_slices(request_of(layer, choice, pass, mesh)).size());
        }
        sum += of_choice;
      }
      product *= sum;
    }
    combinations += product;
  }
};

std::string refused(const Question& q) {
  try {
    tune(q);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("By the paper's model its utilisations come out with the figures fitted to them") {
  // MeshSlice s5 as its calibration reproduces it, on 256 and on 16 chips.
  for (const auto& [hidden, chips, all, y_alone] :
       {std::tuple(12'288, 256, 0.6776, 0.5566), std::tuple(20'480, 256, 0.8148, 0.7774),
        std::tuple(12'288, 16, 0.8168, 0.0), std::tuple(20'480, 16, 0.8717, 0.0)}) {
    const Question q = tb::block_of(hidden, chips, tb::of_paper());
    CHECK(best_utilisation(q, kUntransposed) == Approx(all).margin(6e-5));
    if (y_alone > 0) CHECK(best_utilisation(q, kYStays) == Approx(y_alone).margin(6e-5));
  }
}

TEST_CASE("More choices never take longer, and the paper's rules are among them") {
  for (const int chips : {16, 64, 96, 1024}) {
    const Question q = tb::block_of(12'288, chips, tb::of_pod());
    const Tuned tuned = tune(q);
    const std::optional<TunedBlock> rules = by_rules_of_paper(q);
    REQUIRE(rules);
    CHECK(tuned.blocks.front().time <= rules->time);
    CHECK(utilisation(q, tuned.blocks.front().time) >= best_utilisation(q, kUntransposed));
  }
}

TEST_CASE("The tuner's block is the best of all settings of a small space") {
  for (const auto& [hidden, tokens] : {std::pair(384, 4'096), std::pair(1'536, 512)}) {
    Question q;
    q.layers = paper_layers(hidden, tokens);
    q.chip = tb::of_pod();
    q.chips = 12;
    Brute brute{q};
    for (const Mesh& mesh : meshes_of(q)) {
      brute.count(mesh);
      for (const Layout stream : {Layout::plain, Layout::transposed}) {
        brute.go(mesh, 0, stream, stream, stream, 0);
      }
    }
    const Tuned tuned = tune(q);
    CHECK(tuned.blocks.front().time.count() == Approx(brute.best).epsilon(1e-12));
    CHECK(tuned.certificate.combinations == Approx(brute.combinations).epsilon(1e-12));
    CHECK(tuned.certificate.meshes == 6);
  }
}

TEST_CASE("The bound of slices holds in every mode that searches") {
  for (const Mode mode : {Mode::paper, Mode::physical}) {
    Question q = tb::block_of(4'096, 64, tb::of_pod());
    q.mode = mode;
    for (const Rings rings : {Rings::one_way, Rings::two_way, Rings::shorter_way}) {
      q.network.rings = rings;
      for (const Mesh& mesh : meshes_of(q)) {
        for (const Layer& layer : q.layers) {
          for (const Choice& choice : kChoices) {
            for (const Pass pass : kPasses) {
              Request request = request_of(layer, choice, pass, mesh);
              const std::vector<int> counts = legal_slices(request);
              if (counts.empty()) continue;
              const GemmCost whole = cost_of(request, q.chip, mode, q.network);
              double last = 0;
              for (const int slices : counts) {
                request.slices = slices;
                const double bound = bound_of(whole, slices).count();
                const double time = cost_of(request, q.chip, mode, q.network).time.count();
                CHECK(bound <= time * (1 + 1e-12));
                CHECK(bound >= last);  // so that the first slice count that is pruned ends a search
                last = bound;
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("The certificate's points are the sum over meshes, layers, choices, passes and slices") {
  const Question q = tb::block_of(12'288, 64, tb::of_paper());
  std::int64_t points = 0;
  for (const Mesh& mesh : meshes_of(q)) {
    for (const Layer& layer : q.layers) {
      for (const Choice& choice : kChoices) {
        for (const Pass pass : kPasses) {
          const Request request = request_of(layer, choice, pass, mesh);
          const std::vector<int> counts = legal_slices(request);
          points += static_cast<std::int64_t>(counts.size());
          if (counts.empty()) continue;
          // What is pruned has a bound that is no better than what is found.
          const GemmCost whole = cost_of(request, q.chip, q.mode);
          const PassSearch found = best_of(request, q, {}, q.chip.memory);
          for (const int slices : counts) {
            Request other = request;
            other.slices = slices;
            const double time = cost_of(other, q.chip, q.mode).time.count();
            CHECK(bound_of(whole, slices).count() <= time * (1 + 1e-12));
            CHECK(found.best->cost.time.count() <= time);
          }
        }
      }
    }
  }
  const Certificate c = tune(q).certificate;
  CHECK(c.points == points);
  CHECK(c.evaluated + c.pruned == points);
  CHECK(c.pruned > 0);
}

TEST_CASE("A pass whose buffers a chip cannot hold takes more slices, or another mesh") {
  Question q = tb::block_of(12'288, 256, tb::of_paper());
  const base::Bytes free = tune(q).blocks.front().memory;
  q.chip.memory = free - base::Bytes{1};
  const Tuned tight = tune(q);
  CHECK(tight.certificate.too_big > 0);
  for (const TunedBlock& block : tight.blocks) CHECK(block.memory <= q.chip.memory);
  q.chip.memory = base::Bytes{100'000'000};
  CHECK_THAT(refused(q), Contains("--chips") && Contains("0.1 GB") && Contains("need"));
}

TEST_CASE("A mesh or a count of chips that no layer fits is refused with the nearest that is") {
  Question q = tb::block_of(12'288, 256, tb::of_paper());
  q.chips = 7;
  CHECK_THAT(refused(q), Contains("--chips") && Contains("7") && Contains("nearest is 6"));
  q.chips = 15;
  q.mesh = Mesh{3, 5, 1};
  CHECK_THAT(refused(q), Contains("--mesh") && Contains("qkv"));
  q.layers = paper_layers(12'288, 48 * 1'024);
  q.chips = 48;
  q.algorithms = {Algorithm::cannon};
  q.mesh = Mesh{12, 4, 1};
  CHECK_THAT(refused(q), Contains("12x4"));
}

TEST_CASE("Resharding is a gather of shards along a row and a column at most") {
  Chip chip = tb::chip_of("", 1, 2, 5, 1e9, 1e9);
  // 1 launch of 5 us; 3 + 1 hops of 2 us and 1,000 x 80 x 2 / 8 bytes at 1 GB/s.
  CHECK(resharding_time(1'000, 80, 2, {2, 4, 1}, chip, {}).count() ==
        Approx(5e-6 + 4 * (2e-6 + 20e-6)));
  CHECK(resharding_time(1'000, 80, 2, {1, 1, 1}, chip, {}).count() == 0);
}

TEST_CASE(
    "Folds are further meshes: fewer hops of the same shards, so only launches and hops win") {
  Question q = tb::block_of(12'288, 256, tb::of_pod());
  q.mode = Mode::physical;
  const Tuned plain = tune(q);
  q.folds = true;
  const Tuned folded = tune(q);
  CHECK(plain.certificate.meshes == 9);
  // Sides of 4 to 256 have 1, 1, 2, 2, 3, 3 and 4 ways; each is a side of two meshes.
  CHECK(folded.certificate.meshes == 9 + 2 * (1 + 1 + 2 + 2 + 3 + 3 + 4));
  CHECK(folded.blocks.front().time <= plain.blocks.front().time);
}
