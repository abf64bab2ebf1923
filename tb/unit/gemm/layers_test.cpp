// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/layers.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/hugging_face.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

workload::Model shipped(const char* name) {
  return workload::read_model(config::Json(name), {name, ""});
}

double weights_of(const std::vector<Layer>& layers) {
  double sum = 0;
  for (const Layer& l : layers) {
    sum += static_cast<double>(l.inputs) * static_cast<double>(l.outputs) * l.products;
  }
  return sum;
}

}  // namespace

TEST_CASE("The layers of GPT-3 and Megatron-NLG are the paper's: h to 3h, h, 4h, 4h to h") {
  for (const char* name : {"gpt3-175b", "mt-nlg-530b"}) {
    const workload::Model model = shipped(name);
    const std::vector<Layer> own = layers_of(model, 2'048);
    const std::vector<Layer> papers = paper_layers(model.hidden, 2'048);
    REQUIRE(own.size() == papers.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      CHECK(own[i].name == papers[i].name);
      CHECK(own[i].inputs == papers[i].inputs);
      CHECK(own[i].outputs == papers[i].outputs);
    }
  }
}

TEST_CASE("The weights of a block's layers are those that the models' makers publish") {
  // Billions of parameters in all; embeddings, norms and routers are no layers here.
  for (const auto& [name, billions, tolerance] :
       {std::tuple("llama3-70b", 70.6, 0.035), std::tuple("mixtral-8x7b", 46.7, 0.01),
        std::tuple("qwen3-235b-a22b", 235.0, 0.01), std::tuple("gpt3-175b", 175.0, 0.01)}) {
    const workload::Model model = shipped(name);
    const double all = weights_of(layers_of(model, 8'192)) * model.layers;
    INFO(name);
    CHECK(all * 1e-9 == Approx(billions).epsilon(tolerance));
  }
  // DeepSeek-V3: 58 of 61 blocks have experts; 671 billion in all.
  const workload::Model deepseek = shipped("deepseek-v3");
  CHECK(weights_of(layers_of(deepseek, 8'192)) * 58 * 1e-9 == Approx(671).epsilon(0.02));
}

TEST_CASE("An expert takes its share of the tokens, rounded up, and decoding may leave it one") {
  const workload::Model model = shipped("deepseek-v3");  // 8 of 256
  for (const auto& [tokens, rows] : {std::pair(8'192, 256), std::pair(100, 4), std::pair(1, 1)}) {
    for (const Layer& layer : layers_of(model, tokens)) {
      if (layer.products > 1) CHECK(layer.rows == rows);
    }
  }
}
