// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/model.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

Model shipped(const std::string& name) { return read_model(name, {"test", ""}); }

std::string fault_with(const std::string& json) {
  return fault_of([&] { read_model(config::parse_json(json, "m.json"), {"m.json", ""}); });
}

}  // namespace

TEST_CASE("Shipped models have the parameters that their publishers count") {
  // The checkpoints' own totals, as Hugging Face's repositories state them.
  CHECK(total_parameters(shipped("llama3-8b")) == 8'030'261'248.0);
  CHECK(total_parameters(shipped("llama3-70b")) == 70'553'706'496.0);
  CHECK(total_parameters(shipped("llama3-405b")) == 405'853'388'800.0);
  CHECK(total_parameters(shipped("mixtral-8x7b")) == 46'702'792'704.0);
  // "12.9B active parameters" (Mixtral of experts), "671B total and 37B activated" (DeepSeek-V3).
  CHECK(active_parameters(shipped("mixtral-8x7b")) == Approx(12.9e9).epsilon(0.005));
  CHECK(total_parameters(shipped("deepseek-v3")) == Approx(671.03e9).epsilon(0.0001));
  CHECK(active_parameters(shipped("deepseek-v3")) == Approx(37.5e9).epsilon(0.02));
  // GPT-3, table 2.1, rounded: 174.6 and 12.9 billion.
  CHECK(total_parameters(shipped("gpt3-175b")) == Approx(174.6e9).epsilon(0.001));
  CHECK(total_parameters(shipped("gpt3-13b")) == Approx(12.85e9).epsilon(0.002));
}

TEST_CASE("A vision transformer at its own 197 positions has its published parameters") {
  Model base = shipped("vit-base");
  base.positions = 197;
  CHECK(total_parameters(base) == 86'567'656.0);
  Model large = shipped("vit-large");
  large.positions = 197;
  CHECK(total_parameters(large) == 304'326'632.0);
}

TEST_CASE("Training FLOPs are Megatron's formula for a GPT without recomputation") {
  // Narayanan et al. 2021 s5.1: 72 B s L h^2 (1 + s/6h + V/12Lh) without recomputation; the causal
  // half of attention's products is not done, so s/6h becomes s/12h.
  const Model m = shipped("gpt3-175b");
  const double h = 12288;
  const double L = 96;
  const double s = 2048;
  const double V = 50257;
  CHECK(training_flops(m, 10 * s, s) ==
        Approx(72 * 10 * s * L * h * h * (1 + s / (12 * h) + V / (12 * L * h))).epsilon(1e-12));
}

TEST_CASE("Training FLOPs count the keys within a window") {
  Model m;
  m.hidden = 64;
  m.layers = 30000;
  m.heads = 1 << 20;
  m.head_size = 1 << 20;
  m.window = 4096;
  const double s = 8192;
  double keys = 0;  // of all queries, each of which meets half of its own position
  for (int q = 0; q < static_cast<int>(s); ++q) keys += std::min(q + 0.5, double(m.window));
  const double projections = 6 * matmul_parameters(m) * s;
  // 6 FLOPs a value of Q K^T and of P V; as many layers and heads as a file may have.
  CHECK(training_flops(m, s, s) - projections ==
        Approx(6.0 * m.layers * m.heads * 2 * m.head_size * keys).epsilon(1e-6));
}

TEST_CASE("Every shipped model is complete and reads back as it is shown") {
  for (const std::string& name : config::shipped_configs("models")) {
    const Model m = shipped(name);
    CHECK(m.name == name);
    CHECK_FALSE(m.source.empty());
    const config::Document shown = model_fields().show(m);
    Model again;
    model_fields().read(again, config::Json(shown), {"shown", ""});
    CHECK(model_fields().show(again) == shown);
  }
}

TEST_CASE("The last kind of layer goes on, and experts are the usual kind of a model with some") {
  const Model v3 = shipped("deepseek-v3");
  CHECK(v3.feed(2) == FeedForward::dense);
  CHECK(v3.feed(3) == FeedForward::experts);
  CHECK(v3.layers_of(FeedForward::experts) == 58);
  CHECK(shipped("mixtral-8x7b").layers_of(FeedForward::experts) == 32);
  CHECK(shipped("vit-base").layers_of(FeedForward::dense) == 12);
}

TEST_CASE("A model with a missing or wrong dimension is refused by its key") {
  const std::string whole =
      R"("hidden": 64, "layers": 2, "heads": 4, "inner": 256, "sequence": 16, "vocabulary": 9)";
  CHECK(fault_with("{" + whole + "}").empty());
  CHECK_THAT(fault_with(R"({"layers": 2, "heads": 4, "inner": 256, "sequence": 16})"),
             Catch::Contains("m.json#/hidden: expected a whole number of at least 1"));
  const std::string bare = R"({"hidden": 64, "layers": 2, "heads": 4, "sequence": 16, )";
  CHECK_THAT(fault_with(bare + R"("vocabulary": 9})"), Catch::Contains("m.json#/inner"));
  CHECK_THAT(fault_with(bare + R"("inner": 256})"),
             Catch::Contains("m.json#/vocabulary: expected a whole number of at least 1"));
  CHECK(fault_with(bare + R"("inner": 256, "patch_values": 768})").empty());
  CHECK_THAT(fault_with("{" + whole + R"(, "kv_heads": 3})"),
             Catch::Contains("m.json#/kv_heads: expected a divisor of the 4 heads"));
  CHECK_THAT(fault_with("{" + whole + R"(, "layer_kinds": ["recurrent"]})"),
             Catch::Contains("m.json#/layer_kinds/0: expected \"dense\", \"experts\" or \"none\""));
  CHECK_THAT(fault_with("{" + whole + R"(, "experts": {"count": 4, "top_k": 8, "inner": 8}})"),
             Catch::Contains("m.json#/experts/top_k: expected at most the 4 experts"));
  CHECK_THAT(fault_with("{" + whole + R"(, "experts": {"count": 4, "inner": 8}})"),
             Catch::Contains("m.json#/experts/top_k: expected a whole number of at least 1"));
  CHECK_THAT(fault_with("{" + whole + R"(, "experts": {"top_k": 2, "inner": 8}})"),
             Catch::Contains("m.json#/experts/count"));
  CHECK_THAT(fault_with("{" + whole + R"(, "latent": {"q_rank": 1}})"),
             Catch::Contains("m.json#/latent/kv_rank"));
  CHECK_THAT(fault_with("{" + whole + R"(, "head_size": 7.3})"),
             Catch::Contains("m.json#/head_size: expected a whole number, found 7.3"));
  CHECK_THAT(fault_with("{" + whole + R"(, "latent": {"kv_rank": 4, "rope": 2, "nope": 2}})"),
             Catch::Contains("m.json#/latent/value"));
  CHECK_THAT(fault_with(R"({"hidden": 65, "layers": 2, "heads": 4, "inner": 4, "sequence": 16})"),
             Catch::Contains("m.json#/heads: expected heads that divide hidden (65)") &&
                 Catch::Contains("fractional_heads"));
  CHECK_THAT(fault_with("{" + whole + R"(, "hiden": 3})"), Catch::Contains("hidden"));
  CHECK_THAT(fault_with(R"({"hidden": 1e99})"), Catch::Contains("m.json#/hidden"));
}
