// SPDX-License-Identifier: Apache-2.0
// Names and defaults are those of the engines' own argument parsers; the texts are ours.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/launch/serving.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using Catch::Contains;
using launch::read_serving;
using launch::ReadServing;
using launch::ServingKeys;
using launch::Software;

namespace {

ReadServing read(const std::string& text, const std::string& name = "run.sh",
                 std::optional<Software> engine = {}) {
  const tb::Folder folder;
  base::write_file(folder.path(name), text);
  return read_serving(folder.path(name), engine);
}

std::string fault(const std::string& text, const std::string& name = "run.sh") {
  return tb::fault_of([&] { read(text, name); });
}

// As far as `expected` says.
void check_keys(const ReadServing& read, const ServingKeys& expected) {
  for (const auto& [key, value] : expected) {
    INFO(key);
    CHECK(read.keys.count(key) == 1);
    if (read.keys.count(key) == 1) CHECK(read.keys.at(key) == value);
  }
}

}  // namespace

TEST_CASE("a script that starts vLLM is read, with short names and continued lines") {
  const ReadServing r = read(
      "#!/bin/bash\n# -tp 8 would be more\nexport HF_HOME=/data\n"
      "VLLM_LOGGING_LEVEL=DEBUG vllm serve 'meta-llama/Llama-3.1-70B-Instruct' \\\n"
      "  -tp 4 --pipeline-parallel-size=2 --max-num-seqs 512 --kv_cache_dtype fp8 \\\n"
      "  --no-enable-prefix-caching --port 8000 -q fp8 --max-model-len 32k > log 2>&1 &\n");
  CHECK(r.engine == Software::vllm);
  check_keys(r, {{"model", "meta-llama/Llama-3.1-70B-Instruct"},
                 {"tp", "4"},
                 {"pp", "2"},
                 {"dp", "1"},
                 {"ep", "0"},
                 {"npus", "8"},
                 {"max_sequences", "512"},
                 {"max_model_length", "32000"},
                 {"kv_precision", "fp8"},
                 {"precision", "fp8"},
                 {"prefix_caching", "false"}});
  CHECK(r.passed_over == 1);
  CHECK(r.not_simulated.empty());
  const ReadServing filled = read(
      "MODEL=meta-llama/Llama-3.1-8B-Instruct\nTP=2\n"
      "vllm serve \"$MODEL\" -tp ${TP} --max-num-seqs ${SEQS:-64}\n");
  check_keys(filled,
             {{"model", "meta-llama/Llama-3.1-8B-Instruct"}, {"tp", "2"}, {"max_sequences", "64"}});
  CHECK(fault("cat > a.yaml <<#\nvllm serve m --config a.yaml\n") != "");
}

TEST_CASE("vLLM's experts lie on all groups of attention") {
  check_keys(read("vllm serve m/x --data-parallel-size 8 --enable-expert-parallel"),
             {{"tp", "1"}, {"dp", "8"}, {"ep", "8"}, {"npus", "8"}});
}

TEST_CASE("vLLM's file of options is read by itself, and named on its line") {
  const std::string yaml =
      "model: m/x\ntensor-parallel-size: 2\nenable-chunked-prefill: true\n"
      "gpu-memory-utilization: 0.85\nmax-num-batched-tokens: 4096\nuvicorn-log-level: info\n";
  const ServingKeys keys = {
      {"model", "m/x"}, {"tp", "2"}, {"memory_share", "0.85"}, {"max_batched_tokens", "4096"}};
  const ReadServing r = read(yaml, "serve.yaml");
  CHECK(r.engine == Software::vllm);
  CHECK(r.passed_over == 1);
  check_keys(r, keys);
  const tb::Folder folder;
  base::write_file(folder.path("c.yaml"), yaml);
  base::write_file(folder.path("run.sh"), "vllm serve --config c.yaml --tensor-parallel-size 4\n");
  check_keys(read_serving(folder.path("run.sh"), {}), {{"model", "m/x"}, {"tp", "4"}});
}

TEST_CASE("SGLang's limits are of all groups of attention, and its tp spans them") {
  const ReadServing r = read(
      "python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp 16 --dp 8 "
      "--enable-dp-attention --ep-size 16 --chunked-prefill-size 65536 --max-running-requests 256 "
      "--page-size 64 --disable-radix-cache --mem-fraction-static 0.8 --context-length 32768");
  CHECK(r.engine == Software::sglang);
  check_keys(r, {{"tp", "2"},
                 {"dp", "8"},
                 {"ep", "16"},
                 {"npus", "16"},
                 {"max_batched_tokens", "8192"},
                 {"max_sequences", "32"},
                 {"max_model_length", "32768"},
                 {"block", "64"},
                 {"memory_share", "0.8"},
                 {"prefix_caching", "false"}});
}

TEST_CASE("SGLang's dp without attention's is replicas") {
  const ReadServing r = read("sglang serve --model m/x --tp 2 --dp 4 --max-running-requests 64");
  check_keys(r, {{"tp", "2"}, {"dp", "1"}, {"npus", "8"}, {"max_sequences", "64"}});
}

TEST_CASE("TensorRT-LLM's file has the last word, and may stand in the script") {
  const ReadServing r = read(
      "cat > extra.yml <<'EOF'\nenable_attention_dp: true\nmax_batch_size: 128\n"
      "kv_cache_config:\n  dtype: fp8\n  free_gpu_memory_fraction: 0.8\n"
      "  enable_block_reuse: false\n  tokens_per_block: 64\nEOF\n"
      "mpirun -n 1 trtllm-serve nvidia/DeepSeek-R1-FP4 --tp_size 8 --ep_size 8 "
      "--max_batch_size 64 --max_num_tokens 2048 --extra_llm_api_options extra.yml\n");
  CHECK(r.engine == Software::trtllm);
  check_keys(r, {{"model", "nvidia/DeepSeek-R1-FP4"},
                 {"tp", "1"},
                 {"dp", "8"},
                 {"ep", "8"},
                 {"npus", "8"},
                 {"max_sequences", "128"},
                 {"max_batched_tokens", "2048"},
                 {"kv_precision", "fp8"},
                 {"memory_share", "0.8"},
                 {"block", "64"},
                 {"prefix_caching", "false"}});
}

TEST_CASE(
    "options without a server are of the engine that knows most of them, or of the one named") {
  CHECK(read("--model-path m/x --tp 4\n--mem-fraction-static 0.9").engine == Software::sglang);
  CHECK(read("kv_cache_config:\n  dtype: fp8\ntensor_parallel_size: 4\n", "a.yaml").engine ==
        Software::trtllm);
  const auto named = read("tensor_parallel_size: 4\n", "a.yaml", Software::sglang);
  CHECK(named.engine == Software::sglang);
  check_keys(named, {{"tp", "4"}});
}

TEST_CASE("options that change times and have no key of ours are named") {
  const ReadServing vllm = read(
      "vllm serve m/x --enforce-eager --speculative-config '{\"method\": \"mtp\"}' "
      "--no-enable-chunked-prefill --kv-cache-dtype nvfp4 --quantization bitsandbytes "
      "--decode-context-parallel-size 1 --served-model-name x");
  CHECK(vllm.not_simulated ==
        std::vector<std::string>{"enforce_eager", "speculative_config", "no_enable_chunked_prefill",
                                 "kv_cache_dtype nvfp4", "quantization bitsandbytes"});
  CHECK(vllm.passed_over == 2);
  const ReadServing trtllm = read(
      "cuda_graph_config:\n  enable_padding: true\n  max_batch_size: 8\nmax_batch_size: 8\n"
      "disable_overlap_scheduler: false\nprint_iter_log: true\n",
      "t.yaml");
  CHECK(trtllm.not_simulated == std::vector<std::string>{"cuda_graph_config"});
  CHECK(trtllm.passed_over == 2);
  CHECK(read("python -m sglang.launch_server --model-path m/x --chunked-prefill-size -1")
            .not_simulated == std::vector<std::string>{"chunked_prefill_size"});
}

TEST_CASE("a file that starts no server, or several, is refused") {
  CHECK_THAT(fault("hello world\n"), Contains("run.sh: expected"));
  CHECK_THAT(fault("name: x\n", "a.yaml"), Contains("vLLM, SGLang or TensorRT-LLM"));
  CHECK_THAT(fault("- 1\n", "a.yaml"), Contains("a.yaml: expected"));
  CHECK_THAT(fault("vllm serve a\nvllm serve b\n"), Contains("one server"));
  CHECK_THAT(fault("vllm serve a --tensor-parallel-size eight"),
             Contains("'eight'") || Contains("eight"));
  CHECK_THAT(fault("vllm serve a -tp 0"), Contains("tp of 1 to 4096"));
  CHECK_THAT(fault("vllm serve a -tp -2"), Contains("run.sh#/-tp: ") && Contains("found -2"));
  CHECK_THAT(fault("vllm serve a -tp 99999999999"), Contains("tp of 1 to 4096"));
  CHECK_THAT(fault("vllm serve --config gone.yaml"), Contains("gone.yaml"));
  CHECK_THAT(fault("python -m sglang.launch_server --model m --tp 8 --dp 3 --enable-dp-attention"),
             Contains("divides"));
}

TEST_CASE("variables that a script does not set are named where their value is needed") {
  const ReadServing r = read(
      "if [ -z \"$SEQS\" ]; then EXTRA=\"--port 80\"; fi\n"
      "vllm serve $MODEL -tp 2 --max-num-seqs $SEQS --api-key $KEY $EXTRA $MORE\n");
  check_keys(r, {{"model", "$MODEL"}, {"tp", "2"}, {"max_sequences", "$SEQS"}});
  CHECK(r.passed_over == 2);  // the key and the port
  CHECK_THAT(fault("vllm serve a -tp $TP --max-num-seqs 8"),
             Contains("run.sh#/-tp: expected tp of 1 to 4096, found $TP"));
  CHECK_THAT(fault("vllm serve a -tp ${TP}"), Contains("found $TP"));
  check_keys(read("python -m sglang.launch_server --model-path m/x --tp 2 $MORE"),
             {{"model", "m/x"}});
}

TEST_CASE("a manifest of Dynamo is read by its workers' lines, of either version") {
  const std::string old =
      "apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nspec:\n  services:\n"
      "    Frontend:\n      componentType: frontend\n      replicas: 1\n"
      "    Worker:\n      componentType: worker\n      replicas: 3\n      extraPodSpec:\n"
      "        mainContainer:\n          command: [/bin/sh, -c]\n          args:\n"
      "            - python3 -m dynamo.vllm --model m/x --tensor-parallel-size 2\n";
  const ReadServing r = read(old, "m.yaml");
  CHECK(r.engine == Software::vllm);
  CHECK(r.split.empty());
  check_keys(r, {{"model", "m/x"}, {"tp", "2"}, {"npus", "6"}});
  CHECK_THAT(fault("kind: DynamoGraphDeployment\n", "m.yaml"), Contains("m.yaml: expected a list"));
  CHECK_THAT(fault("kind: DynamoGraphDeployment\nspec:\n  components:\n  - name: f\n", "m.yaml"),
             Contains("workers that start vLLM"));
  CHECK_THAT(
      fault("kind: DynamoGraphDeployment\nspec:\n  components:\n  - replicas: x\n", "m.yaml"),
      Contains("m.yaml#/spec/components/0/replicas: expected a whole number"));
}

TEST_CASE("workers of a manifest that prefill and decode are its split") {
  const auto worker = [](const std::string& name, const std::string& more) {
    return "  - name: " + name + "\n    type: " + name +
           "\n    replicas: 2\n    podTemplate:\n      spec:\n        containers:\n"
           "        - name: main\n          command: [python3, -m, dynamo.sglang]\n"
           "          args: [--model-path, m/x, --page-size, 64, " +
           more + "]\n";
  };
  const std::string head = "kind: DynamoGraphDeployment\nspec:\n  components:\n";
  const ReadServing r =
      read(head + worker("decode", "--tp, '8', --dp, '4', --enable-dp-attention") +
               worker("prefill", "--tp, '4', --chunked-prefill-size, '4096'"),
           "m.yaml");
  CHECK(r.split == "prefill=2xtp4pp1dp1,decode=2xtp2pp1dp4");
  check_keys(r, {{"model", "m/x"}, {"block", "64"}, {"tp", "2"}, {"dp", "4"}, {"npus", "16"}});
  CHECK(r.not_simulated ==
        std::vector<std::string>{"chunked_prefill_size 4096 of workers that prefill"});
  CHECK_THAT(fault(head + worker("decode", "--tp, '2'") + worker("b", "--tp, '2'"), "m.yaml"),
             Contains("one kind of workers that prefill"));
  CHECK_THAT(
      fault(head + worker("decode", "--tp, '2'") + worker("prefill", "--model, b"), "m.yaml"),
      Contains("one model and engine"));
}

TEST_CASE("a container's arguments are further words of its command, a shell's script among them") {
  const auto manifest = [](const std::string& container) {
    return "kind: DynamoGraphDeployment\nspec:\n  services:\n    W:\n      extraPodSpec:\n"
           "        mainContainer:\n" +
           container;
  };
  const std::string script = "python3 -m dynamo.vllm --model m/x --tensor-parallel-size 2";
  for (const std::string& container : std::vector<std::string>{
           "          command: [/bin/bash]\n          args: [-c, '" + script + "']\n",
           "          args: [/bin/bash, -lc, '" + script + "']\n",
           "          command: [/bin/bash, -c, '" + script + "']\n          args: [a, b]\n",
           "          command: [bash, -o, pipefail, -ec]\n          args: ['" + script + "', x]\n",
           "          command: [python3]\n          args: [-m, dynamo.vllm, --model, m/x, "
           "--tensor-parallel-size, '2']\n"}) {
    INFO(container);
    check_keys(read(manifest(container), "m.yaml"), {{"model", "m/x"}, {"tp", "2"}});
  }
  CHECK_THAT(fault(manifest("          command: [sh, -c, \"a\\nvllm serve 'm\"]\n"), "m.yaml"),
             Contains("m.yaml#/spec/services/W/extraPodSpec/mainContainer, line 2: expected a "
                      "quote that ends, found none"));
}

TEST_CASE("a manifest may stand among other documents, and is one") {
  const std::string one =
      "kind: DynamoGraphDeployment\nspec:\n  components:\n  - podTemplate:\n      spec:\n"
      "        containers:\n        - args: [vllm, serve, m/x, -tp, '2']\n";
  check_keys(read("---\nkind: ConfigMap\n---\n" + one + "---\n", "m.yaml"), {{"tp", "2"}});
  CHECK_THAT(fault(one + "---\n" + one, "m.yaml"),
             Contains("m.yaml: expected one DynamoGraphDeployment, found 2"));
  CHECK_THAT(fault("max-num-seqs: 8\n---\nmax-num-seqs: 9\n", "a.yaml"),
             Contains("a.yaml: expected one document of YAML, found 2"));
}

TEST_CASE("what is wrong with a worker of a manifest is said at its option") {
  const auto manifest = [](const std::string& args) {
    return "kind: DynamoGraphDeployment\nspec:\n  components:\n  - type: worker\n"
           "    podTemplate:\n      spec:\n        containers:\n        - args: [python3, -m, " +
           args + "]\n";
  };
  const std::string trtllm = "dynamo.trtllm, --model-path, m/x, --override-engine-args, ";
  CHECK_THAT(fault(manifest(trtllm + "'{\"a\": '"), "m.yaml"),
             Contains("m.yaml#/spec/components/0/--override-engine-args, line 1: expected YAML"));
  CHECK_THAT(fault(manifest(trtllm + "'{\"tensor_parallel_size\": 0}'"), "m.yaml"),
             Contains("m.yaml#/spec/components/0/--override-engine-args.tensor_parallel_size: "
                      "expected tp of 1 to 4096, found 0"));
  const ReadServing r = read(manifest(trtllm + "'{\"max_batch_size\": 64, \"kv_cache_config\": "
                                               "{\"tokens_per_block\": 64}}'"),
                             "m.yaml");
  check_keys(r, {{"max_sequences", "64"}, {"block", "64"}});
  CHECK(r.written.at("max_sequences") == "--override-engine-args.max_batch_size");
  CHECK_THAT(
      fault(manifest("dynamo.sglang, --model-path, m/x, --disaggregation-mode, prefill"), "m.yaml"),
      Contains("m.yaml: expected workers that decode, beside those that prefill"));
}

TEST_CASE("a quote that never ends is refused at its line") {
  CHECK_THAT(fault("# it's\nvllm serve \\\n  'm/x -tp 2\n"),
             Contains("run.sh, line 3: expected a quote that ends, found none"));
  CHECK_THAT(fault("vllm serve \"m/x -tp 2\n"), Contains("run.sh, line 1: expected a quote"));
}

TEST_CASE("types that weights are cast to change times, unless they have two bytes") {
  for (const char* usual : {"auto", "bfloat16", "float16", "half"}) {
    CHECK(read(std::string("vllm serve a -tp 1 --dtype ") + usual).not_simulated.empty());
  }
  for (const char* line : {"vllm serve a -tp 1 --dtype float32",
                           "python -m sglang.launch_server --model-path a --dtype float32"}) {
    CHECK(read(line).not_simulated == std::vector<std::string>{"dtype"});
  }
}

TEST_CASE("options are named as the file writes them") {
  CHECK(read("vllm serve a -tp 2 --max-num-seqs=8").written.at("tp") == "-tp");
  CHECK(read("vllm serve a -tp 2 --max-num-seqs=8").written.at("max_sequences") ==
        "--max-num-seqs");
  CHECK(read("max-num-seqs: 8\n", "a.yaml").written.at("max_sequences") == "max-num-seqs");
}
