// SPDX-License-Identifier: Apache-2.0
// The planner's models and clusters as they ship.
#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "papers/madmax/setting.hpp"

using namespace jacquard;
using namespace jacquard::studies::madmax;

namespace {

std::vector<std::string> names_in(const char* folder) {
  std::vector<std::string> names;
  const std::string path = base::data_path(std::string("configs/") + folder);
  for (const auto& file : std::filesystem::directory_iterator(path)) {
    names.push_back(file.path().stem().string());
  }
  return names;
}

// Weights of an LLM or a ViT, from what inference keeps of them.
double parameters(const std::string& model) {
  const plan::Request request =
      request_of(model, "a100-2048", plan::TaskKind::inference, plan::Physics::none());
  const plan::Answer answer = answer_of(request, "transformer=fsdp emb=mp");
  return answer.memory.total() * request.cluster.total() / 2;
}

}  // namespace

TEST_CASE("every shipped planner model says where it is from and can be planned") {
  for (const std::string& name : names_in("planner_models")) {
    INFO(name);
    const plan::Request request = request_of(name, "zionex-128");
    CHECK(request.model.name == name);
    CHECK(request.model.source.size() > 20);
    CHECK(request.batch() > 0);
    CHECK_FALSE(plan::all_strategies(request.model, request.cluster).empty());
  }
}

TEST_CASE("every shipped cluster says where it is from and names a device that exists") {
  for (const std::string& name : systems::cluster_names()) {
    INFO(name);
    const systems::Cluster cluster = request_of("dlrm-a", name).cluster;
    CHECK(cluster.name == name);
    CHECK(cluster.source.size() > 20);
    const auto device = cost::shipped_device(cluster.device);
    REQUIRE(device);
    if (name == "a100-2048" || name.rfind("a100-plus", 0) == 0) continue;  // as the paper has them
    CHECK(cluster.memory_bandwidth.count() == Approx(device->memory_bandwidth.count()));
    CHECK(cluster.peak2.count() == Approx(device->peak.bf16.count()));
    CHECK(cluster.links * cluster.link_bandwidth.count() / 2 == Approx(device->link.count()));
  }
}

TEST_CASE("transformers have the parameters that their papers print") {
  CHECK(parameters("gpt-3") == Approx(175e9).epsilon(0.005));
  CHECK(parameters("llm-moe") == Approx(1.8e12).epsilon(0.01));
  CHECK(parameters("vit-l") == Approx(304e6).epsilon(0.005));
  CHECK(parameters("vit-h") == Approx(632e6).epsilon(0.005));
  CHECK(parameters("vit-22b") == Approx(22e9).epsilon(0.02));
  // Input and output embeddings are two there, one here.
  CHECK(parameters("llama-65b-swiglu") == Approx(65.2e9 - 32'000 * 8192.0).epsilon(0.005));
}
