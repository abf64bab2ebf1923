// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/config/yaml_reader.hpp"
#include "jacquard/launch/serving.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using Catch::Contains;
using launch::launch_script;
using launch::ServingKeys;
using launch::ServingWorker;
using launch::Software;

namespace {

ServingWorker worker(const ServingKeys& more = {}) {
  ServingWorker w;
  w.npus = 8;
  w.keys = {{"model", "m/x"},
            {"tp", "8"},
            {"pp", "1"},
            {"dp", "1"},
            {"ep", "0"},
            {"kv_precision", "fp8"},
            {"max_sequences", "256"},
            {"max_batched_tokens", "4096"},
            {"memory_share", "0.85"},
            {"block", "32"},
            {"prefix_caching", "false"},
            {"max_model_length", "16384"}};
  for (const auto& [key, value] : more) w.keys[key] = value;
  return w;
}

config::Json manifest(Software engine, const std::vector<ServingWorker>& workers) {
  return config::parse_yaml(dynamo_manifest(engine, workers), "m.yaml");
}

}  // namespace

TEST_CASE("what is written for an engine is read back as the same keys") {
  const std::pair<Software, ServingKeys> layouts[] = {
      {Software::vllm, {}},
      {Software::vllm, {{"tp", "1"}, {"dp", "8"}, {"ep", "8"}, {"precision", "fp8"}}},
      {Software::vllm, {{"tp", "4"}, {"pp", "2"}, {"kv_precision", "bf16"}}},
      {Software::sglang, {{"prefix_caching", "true"}}},
      {Software::sglang, {{"tp", "2"}, {"dp", "4"}, {"ep", "4"}, {"precision", "fp8"}}},
      {Software::sglang, {{"tp", "4"}, {"pp", "2"}, {"kv_precision", "bf16"}}},
      {Software::trtllm, {{"tp", "4"}, {"pp", "2"}, {"ep", "2"}}},
      {Software::trtllm, {{"tp", "1"}, {"dp", "8"}, {"ep", "8"}, {"prefix_caching", "true"}}},
  };
  for (const auto& [engine, more] : layouts) {
    const ServingWorker w = worker(more);
    const std::string script = launch_script(engine, {w});
    INFO(script);
    const tb::Folder folder;
    base::write_file(folder.path("launch.sh"), script);
    const launch::ReadServing read = launch::read_serving(folder.path("launch.sh"), {});
    CHECK(read.engine == engine);
    ServingKeys expected = w.keys;
    expected["npus"] = "8";
    // That it is on is what SGLang does by itself.
    if (engine == Software::sglang && expected["prefix_caching"] == "true") {
      expected.erase("prefix_caching");
    }
    CHECK(read.keys == expected);
    CHECK(read.passed_over == 0);
    CHECK(read.not_simulated.empty());
  }
}

TEST_CASE("a line has the engine's own names") {
  CHECK(launch_script(Software::vllm, {worker()}) ==
        "# 1 instance of 8 NPUs\n"
        "vllm serve m/x --tensor-parallel-size 8 --pipeline-parallel-size 1 --data-parallel-size 1 "
        "--kv-cache-dtype fp8 --max-num-seqs 256 --max-num-batched-tokens 4096 --max-model-len "
        "16384 --gpu-memory-utilization 0.85 --block-size 32 --enable-chunked-prefill "
        "--no-enable-prefix-caching\n");
  CHECK(launch_script(Software::sglang, {worker({{"tp", "4"}, {"dp", "2"}})}) ==
        "# 1 instance of 8 NPUs\n"
        "python -m sglang.launch_server --model-path m/x --tp-size 8 --pp-size 1 --dp-size 2 "
        "--enable-dp-attention --kv-cache-dtype fp8_e4m3 --max-running-requests 512 "
        "--chunked-prefill-size 8192 --context-length 16384 --mem-fraction-static 0.85 --page-size "
        "32 --disable-radix-cache\n");
  CHECK(launch_script(Software::trtllm, {worker({{"tp", "1"}, {"dp", "8"}, {"ep", "8"}})}) ==
        "# 1 instance of 8 NPUs\n"
        "cat > trtllm.yaml <<'EOF'\n"
        "tensor_parallel_size: 8\npipeline_parallel_size: 1\nmoe_expert_parallel_size: 8\n"
        "enable_attention_dp: true\nkv_cache_config:\n  dtype: \"fp8\"\n"
        "  free_gpu_memory_fraction: 0.85\n  tokens_per_block: 32\n  enable_block_reuse: false\n"
        "max_batch_size: 256\nmax_num_tokens: 4096\nmax_seq_len: 16384\n"
        "enable_chunked_prefill: true\nEOF\n"
        "trtllm-serve m/x --extra_llm_api_options trtllm.yaml\n");
}

TEST_CASE("workers that prefill and decode have a line each, and what joins them") {
  ServingWorker prefill = worker({{"tp", "4"}}), decode = worker();
  prefill.role = "prefill";
  prefill.instances = 2;
  prefill.npus = 4;
  decode.role = "decode";
  decode.npus = 16;
  const std::string vllm = launch_script(Software::vllm, {prefill, decode});
  CHECK_THAT(vllm, Contains("# prefill: 2 instances of 4 NPUs, behind a router\nvllm serve"));
  CHECK_THAT(vllm, Contains("# decode: 1 instance of 16 NPUs, each on 2 nodes, behind a router\n"));
  CHECK_THAT(vllm, Contains("--kv-transfer-config "
                            "'{\"kv_connector\":\"NixlConnector\",\"kv_role\":\"kv_both\"}'"));
  CHECK_THAT(
      launch_script(Software::sglang, {prefill, decode}),
      Contains("--disaggregation-mode prefill\n") && Contains("--disaggregation-mode decode\n"));
  CHECK_THAT(launch_script(Software::trtllm, {prefill, decode}),
             Contains("cat > prefill.yaml") && Contains("cat > decode.yaml") &&
                 Contains("cache_transceiver_config:\n  backend: \"DEFAULT\"\n"));
}

TEST_CASE("Dynamo's manifest has a component for each kind of worker") {
  ServingWorker prefill = worker({{"tp", "4"}}), decode = worker({{"tp", "16"}});
  prefill.role = "prefill";
  prefill.instances = 3;
  prefill.npus = 4;
  decode.role = "decode";
  decode.npus = 16;
  const config::Json all = manifest(Software::sglang, {prefill, decode});
  CHECK(all.at("apiVersion") == "nvidia.com/v1beta1");
  CHECK(all.at("kind") == "DynamoGraphDeployment");
  CHECK(all.at("spec").at("backendFramework") == "sglang");
  const config::Json& components = all.at("spec").at("components");
  REQUIRE(components.size() == 3);
  CHECK(components[0].at("type") == "frontend");
  CHECK(components[1].at("type") == "prefill");
  CHECK(components[1].at("replicas") == 3);
  CHECK_FALSE(components[1].contains("multinode"));
  CHECK(components[2].at("multinode").at("nodeCount") == 2);
  const auto container = [](const config::Json& component) {
    return component.at("podTemplate").at("spec").at("containers").at(0);
  };
  const config::Json one = container(components[1]), two = container(components[2]);
  CHECK(one.at("command") == config::Json({"python3", "-m", "dynamo.sglang"}));
  CHECK(one.at("resources").at("limits").at("nvidia.com/gpu") == "4");
  CHECK(two.at("resources").at("limits").at("nvidia.com/gpu") == "8");
  const config::Json& args = two.at("args");
  CHECK(args.at(0) == "--model-path");
  CHECK(args.at(3) == "16");  // a text, as Kubernetes asks
  CHECK(args.at(args.size() - 2) == "--disaggregation-mode");
  CHECK(args.back() == "decode");
}

TEST_CASE("Dynamo's workers of TensorRT-LLM and vLLM have their engine's options") {
  const auto args_of = [](Software engine) {
    return manifest(
        engine,
        {worker()})["spec"]["components"][1]["podTemplate"]["spec"]["containers"][0]["args"];
  };
  const config::Json trtllm = args_of(Software::trtllm);
  CHECK(trtllm.at(1) == "m/x");
  CHECK(trtllm.at(2) == "--override-engine-args");
  const config::Json options = config::Json::parse(trtllm.at(3).get<std::string>());
  CHECK(options.at("tensor_parallel_size") == 8);
  CHECK(options.at("kv_cache_config").at("enable_block_reuse") == false);
  const config::Json vllm = args_of(Software::vllm);
  CHECK(vllm.at(0) == "--model");
  CHECK(vllm.back() == "--no-enable-prefix-caching");
}

TEST_CASE("a layout that an engine has not is refused at our option") {
  const auto fault = [](Software engine, const ServingKeys& more) {
    return tb::fault_of([&] { launch_script(engine, {worker(more)}); });
  };
  CHECK_THAT(fault(Software::vllm, {{"ep", "4"}}), Contains("--ep: expected 8 for vLLM"));
  CHECK_THAT(fault(Software::trtllm, {{"tp", "2"}, {"dp", "4"}}),
             Contains("--tp: expected 1 for TensorRT-LLM"));
}
