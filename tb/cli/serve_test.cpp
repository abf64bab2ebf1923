// SPDX-License-Identifier: Apache-2.0
// `jacquard serve` on static batches as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

json rows_of(const Words& words, const std::string& kind = "batch") {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json all = json::parse(answer.out).at("rows");
  json rows = json::array();
  for (const json& row : all) {
    if (row.at("row_kind") == kind) rows.push_back(row);
  }
  return rows;
}

json row_of(const Words& words) {
  const json rows = rows_of(words);
  REQUIRE(rows.size() == 1);
  return rows[0];
}

double figure(const json& row, const char* key) { return row.at(key).get<double>(); }

std::string mistake(const Words& words) {
  const Folder folder;
  return tb::mistake(words, folder);
}

const Words kLarge = {"serve", "llama3-405b", "--system", "dgx-h100"};

}  // namespace

TEST_CASE("Llama 3 405B on a DGX H100 answers with every figure, and they agree") {
  const json row =
      row_of(with(kLarge, {"--input-tokens", "128", "--output-tokens", "4096", "--batch", "max"}));
  const double batch = figure(row, "batch");
  const double seconds = figure(row, "time_ps") / 1e12;
  CHECK(figure(row, "tokens_per_s") == Approx(batch * 4096 / seconds));
  CHECK(figure(row, "tokens_per_s_per_npu") == Approx(batch * 4096 / seconds / 8));
  CHECK(figure(row, "time_ps") ==
        Approx(figure(row, "ttft_ps") + 4095 * figure(row, "tpot_ps")).epsilon(1e-9));
  CHECK(figure(row, "tokens_per_s_per_user") == Approx(1e12 / figure(row, "tpot_ps")));
  CHECK(figure(row, "energy_per_token_j") == Approx(figure(row, "energy_j") / batch / 4096));
  // 126 layers, 8 KV heads of 128, two bytes: 516,096 B a token.
  CHECK(figure(row, "kv_bytes") == 516'096 * batch * (128 + 4096));
  // 405.85e9 parameters in fp8; embedding and logits, 2 x 128,256 x 16,384, keep two bytes.
  CHECK(figure(row, "weights_bytes") == Approx(405.85e9 + 2 * 128'256.0 * 16'384).epsilon(1e-3));
  CHECK(figure(row, "memory_bytes") <= figure(row, "capacity_bytes"));
  // One request more would not fit.
  CHECK(figure(row, "memory_bytes") + 516'096.0 * 4224 / 8 > figure(row, "capacity_bytes"));
  // Each token reads all weights but the embedding from 8 x 3.352 TB/s at best.
  CHECK(figure(row, "tpot_ps") / 1e12 > 405e9 / (8 * 3.352e12));
  CHECK(figure(row, "mfu") > 0);
  CHECK(figure(row, "mfu") < 1);
}

TEST_CASE("A model's name may be written as its publisher writes it") {
  const Words ask = {"--system",        "4xh100", "--input-tokens", "64",
                     "--output-tokens", "8",      "--batch",        "1"};
  const json plain = row_of(with(with({"serve", "llama3-70b"}, ask), {"--precision", "fp8"}));
  for (const char* name : {"meta-llama/Llama-3.1-70B-Instruct-FP8", "LLAMA3-70B-fp8"}) {
    CHECK(row_of(with({"serve", name}, ask)) == plain);
  }
}

TEST_CASE("Heads of keys and values that tp exceeds are replicated, and memory says so") {
  const Words ask = {"serve", "qwen3-235b-a22b", "--system", "8xh200", "--batch", "8"};
  const json by_4 = row_of(with(ask, {"--tp", "4"}));  // 4 KV heads
  const json by_8 = row_of(with(ask, {"--tp", "8"}));
  CHECK(figure(by_8, "kv_bytes") == 2 * figure(by_4, "kv_bytes"));
  CHECK(by_4.at("replicas") == 2);
}

// field/serving.md: the largest batches of 405B with fp16 keys and values by the paper's counting.
TEST_CASE("The paper's rules hold as many requests as its machines' memories do") {
  const Words lengths = {"--sweep", "input-tokens=128,4096", "--sweep", "osl=128,4096"};
  const auto batches = [&](const Words& more) {
    std::vector<std::int64_t> found;
    for (const json& row :
         rows_of(with(with({"serve", "llama3-405b", "--rules", "paper"}, lengths), more))) {
      found.push_back(row.at("batch").get<std::int64_t>());
    }
    return found;
  };
  using Batches = std::vector<std::int64_t>;
  CHECK(batches({"--system", "dgx-h100"}) == Batches{1287, 78, 78, 40});
  CHECK(batches({"--system", "dgx-h100", "--memory-share", "1"}) == Batches{1772, 107, 107, 55});
  CHECK(batches({"--system", "dgx-h100", "--kv-precision", "fp8"}) == Batches{2575, 156, 156, 80});
  CHECK(batches({"--system", "pfa-paper"}) == Batches{239131, 14492, 14492, 7472});
}

// Photonic Fabric s6: 3.66 times the throughput at 128 in and 4,096 out; the ports that it
// describes do not carry that.
TEST_CASE("A comparison says what an appliance gains on paper, and what as described") {
  const Words ask = {"serve",           "llama3-405b", "--input-tokens", "128",
                     "--output-tokens", "4096",        "--compare"};
  const json on_paper = rows_of(with(ask, {"dgx-h100", "pfa-paper"}), "ratio");
  const json described = rows_of(with(ask, {"dgx-h100", "pfa-described"}), "ratio");
  REQUIRE(on_paper.size() == 1);
  REQUIRE(described.size() == 1);
  CHECK(figure(on_paper[0], "throughput_ratio") == Approx(3.66).epsilon(0.02));
  CHECK(figure(described[0], "throughput_ratio") < 0.5 * figure(on_paper[0], "throughput_ratio"));
  for (const json& row : rows_of(with(ask, {"dgx-h100", "pfa-paper"}))) {
    CHECK(row.at("rules") == "paper");  // on both sides
  }
}

// Each request takes as long as in a static batch or less of the NPUs, since none waits for a whole
// batch to end.
TEST_CASE("A queue that is always full is served by NPUs and by appliances") {
  for (const Words& ask :
       {Words{"serve", "llama3-8b", "--system", "1xh100", "--input-tokens", "256"},
        Words{"serve", "llama3-8b", "--system", "pfa-paper", "--input-tokens", "256"}}) {
    const Words batch = with(ask, {"--output-tokens", "64", "--batch", "32"});
    const json queue = row_of(with(batch, {"--policy", "continuous"}));
    const json alone = row_of(batch);
    CHECK(queue.at("policy") == "continuous");
    CHECK(queue.at("batch") == 32);
    CHECK(figure(queue, "tokens_per_s") ==
          Approx(32 * 64 / (figure(queue, "time_ps") / 1e12)).epsilon(1e-9));
    CHECK(figure(queue, "tokens_per_s") == Approx(figure(alone, "tokens_per_s")).epsilon(0.25));
    CHECK(figure(queue, "energy_j") > 0);
  }
}

TEST_CASE("Ratios are those of the rows above them") {
  const Words ask = {"serve", "llama3-8b", "--compare", "1xh100", "1xh200", "--batch", "4"};
  const json rows = rows_of(ask);
  const json ratio = rows_of(ask, "ratio");
  REQUIRE(rows.size() == 2);
  REQUIRE(ratio.size() == 1);
  const auto over = [&](const char* key) { return figure(rows[1], key) / figure(rows[0], key); };
  CHECK(figure(ratio[0], "tpot_ratio") == Approx(over("tpot_ps")));
  CHECK(figure(ratio[0], "throughput_ratio") == Approx(over("tokens_per_s")));
  CHECK(figure(ratio[0], "energy_per_token_ratio") == Approx(over("energy_per_token_j")));
}

TEST_CASE("A sweep has every combination, the front none that another row beats") {
  const Words ask = {"serve",    "llama3-8b",       "--system", "8xh100",
                     "--sweep",  "tp=1,2,4,8",      "--sweep",  "batch=1,8,64,512",
                     "--pareto", "--out",           "front",    "--input-tokens",
                     "512",      "--output-tokens", "128"};
  const Folder folder;
  const Answer answer = run_program(with(ask, {"--json"}), folder);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  REQUIRE(rows.size() == 16);
  CHECK(rows[0].at("tp") == 1);
  CHECK(rows[1].at("batch") == 8);
  for (const json& row : rows) {
    bool beaten = false;
    for (const json& other : rows) {
      const double user = figure(other, "tokens_per_s_per_user");
      const double npu = figure(other, "tokens_per_s_per_npu");
      const double own_user = figure(row, "tokens_per_s_per_user");
      const double own_npu = figure(row, "tokens_per_s_per_npu");
      beaten = beaten || (user >= own_user && npu >= own_npu && (user > own_user || npu > own_npu));
    }
    CHECK(row.at("pareto") == !beaten);
  }
  CHECK_THAT(base::read_file(folder.path("front/pareto.svg")), Contains("<svg"));
  CHECK_THAT(base::read_file(folder.path("front/batches.csv")), Contains("tokens_per_s_per_npu"));
  CHECK(json::parse(base::read_file(folder.path("front/serve.json"))).at("rows") == rows);
  CHECK(run_program(with(ask, {"--json", "--threads", "1"}), folder).out == answer.out);
}

TEST_CASE("Cases of a sweep answer as they do alone, and say what was swept") {
  const auto check = [](const Words& ask, const std::string& option, const std::string& key,
                        const Words& values) {
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ",") + value;
    const json rows = rows_of(with(ask, {"--sweep", option + "=" + list}));
    REQUIRE(rows.size() == values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      INFO(option << " " << values[i]);
      const json alone = row_of(with(ask, {"--" + option, values[i]}));
      for (const auto& item : alone.items()) CHECK(rows[i].at(item.key()) == item.value());
      const json& said = rows[i].at(key);
      CHECK((said.is_string() ? said.get<std::string>() : said.dump()) == values[i]);
    }
    CHECK(figure(rows.front(), "time_ps") != figure(rows.back(), "time_ps"));
  };
  check({"serve", "deepseek-v3", "--system", "48xh200", "--afd", "attention=16xtp1,experts=32",
         "--batch", "1024"},
        "micro-batches", "micro_batches", {"1", "2", "3"});
  check({"serve", "llama3-8b", "--system", "2xh100", "--batch", "256"}, "law", "law",
        {"reached", "links"});
}

TEST_CASE("A case of a sweep that memory cannot hold is refused by itself") {
  const Words ask = {"serve", "llama3-70b", "--system", "8xh200",
                     "--tp",  "1",          "--sweep",  "batch=1,1000"};
  CHECK(rows_of(ask).size() == 1);
  const json refused = rows_of(ask, "refused");
  REQUIRE(refused.size() == 1);
  CHECK_THAT(refused[0].at("refused").get<std::string>(), Contains("which memory holds"));
}

TEST_CASE("What serve cannot do is refused, with what would do") {
  const auto serve = [](const Words& more) { return mistake(with(kLarge, more)); };
  CHECK_THAT(serve({"--input-tokens", "0"}),
             Contains("--input-tokens: expected a whole number in 1..16777216"));
  CHECK_THAT(serve({"--output-tokens", "0"}),
             Contains("--output-tokens: expected a whole number in 1..16777216"));
  CHECK_THAT(serve({"--output-tokens", "-3"}),
             Contains("--output-tokens: expected a whole number"));
  CHECK_THAT(serve({"--output-tokens", "1e9"}),
             Contains("--output-tokens: expected a whole number"));
  CHECK_THAT(serve({"--input-tokens", "99999999999"}),
             Contains("--input-tokens: expected a whole number"));
  CHECK_THAT(serve({"--input-tokens", "16777216", "--output-tokens", "16777216"}),
             Contains("memory for the model and one request") && Contains("would do"));
  CHECK_THAT(serve({"--batch", "0"}), Contains("--batch: expected a whole number in 1.."));
  CHECK_THAT(serve({"--batch", "most"}), Contains("or max"));
  CHECK_THAT(serve({"--batch", "1000"}), Contains("--batch: expected at most") &&
                                             Contains("GB of weights (fp8)") &&
                                             Contains("of these NPUs would do"));
  CHECK_THAT(serve({"--tp", "3"}),
             Contains("--tp: expected a divisor of the model's 128 query heads, found 3") &&
                 Contains("2 and 4 would do"));
  CHECK_THAT(serve({"--pp", "127"}), Contains("--pp: expected 1..126, the model's layers"));
  CHECK_THAT(serve({"--tp", "16"}), Contains("whose product divides the 8 NPUs"));
  CHECK_THAT(serve({"--ep", "8"}), Contains("has no experts"));
  CHECK_THAT(serve({"--precision", "fp7"}), Contains("--precision: expected auto, bf16, fp8"));
  CHECK_THAT(serve({"--precision", "bf16"}),
             Contains("memory for the model and one request") && Contains("would do"));
  CHECK_THAT(serve({"--kv-precision", "fp4"}),
             Contains("--kv-precision: expected auto, bf16 or fp8"));
  CHECK_THAT(serve({"--software", "vlm"}), Contains("did you mean 'vllm'"));
  CHECK_THAT(serve({"--memory-share", "1.5"}), Contains("--memory-share"));
  CHECK_THAT(serve({"--batch", "1", "--sweep", "input_token=1,2"}),
             Contains("did you mean 'input_tokens'"));
  CHECK_THAT(serve({"--batch", "1", "--sweep", "isl=1,x"}),
             Contains("--sweep input_tokens: expected a whole number"));
  CHECK_THAT(serve({"--sweep", "batch"}), Contains("a key and its values, such as batch=1,8"));
  CHECK_THAT(serve({"--sweep", "batch=1", "--sweep", "batch=2"}), Contains("each key once"));
  CHECK_THAT(serve({"--compare", "8xh100", "8xh200"}), Contains("no --system beside it"));
  CHECK_THAT(mistake({"serve", "llama3-8b", "--compare", "8xh100"}), Contains("two systems"));
  CHECK_THAT(mistake({"serve", "--system", "8xh100"}), Contains("MODEL: expected a name"));
  CHECK_THAT(mistake({"serve", "llama3-8b"}), Contains("--system: expected NPUs"));
  CHECK_THAT(mistake({"serve", "llama9-8b", "--system", "8xh100"}),
             Contains("did you mean 'llama3-8b'"));
  CHECK_THAT(mistake({"serve", "llama3-8b", "--system", "8xh1000"}),
             Contains("--system: expected NPUs such as 8xh200") && Contains("did you mean"));
  CHECK_THAT(mistake({"serve", "llama3-8b", "--system", "0xh100"}), Contains("1 to 65536 NPUs"));
  CHECK_THAT(mistake({"serve", "llama3-8b", "--system", "99999999999xh100"}),
             Contains("1 to 65536 NPUs"));
  CHECK_THAT(serve({"--spill", "host"}), Contains("--spill"));
  CHECK_THAT(mistake({"serve", "deepseek-v3", "--system", "pfa-paper"}),
             Contains("paper's rules know no experts"));
  CHECK_THAT(mistake({"serve", "llama3-8b", "--system", "pfa-paper", "--npus", "65"}),
             Contains("--npus: expected 1..64 XPUs"));
  CHECK_THAT(mistake({"serve", "llama3-8b", "--system", "8xh200", "--rules", "paper"}),
             Contains("--rules ours knows it"));
}

TEST_CASE("A rack whose accelerator says no link has that of its network") {
  const Folder folder;
  const std::string rack = R"json({"network": {"topology": "FullyConnected(8)",
    "bandwidth": "537.6 GB/s", "bandwidth_per": "npu", "latency": "500 ns"}, "node": 8,
    "npu": {"device": {"name": "mine", "peak": {"bf16": "2.5 PFLOP/s"}, "memory": "288 GB",
    "memory_bandwidth": "8 TB/s", "processors": 256)json";
  folder.file("without.json", rack + "}}}");
  folder.file("with.json", rack + R"json(, "link": "537.6 GB/s"}}})json");
  const auto time = [&](const char* file) {
    const Answer answer =
        run_program({"serve", "llama3-8b", "--system", file, "--batch", "8", "--input-tokens",
                     "128", "--output-tokens", "8", "--tp", "8", "--json", "--no-timing"},
                    folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return json::parse(answer.out)["rows"][0]["tpot_ps"];
  };
  CHECK(time("without.json") == time("with.json"));
}

TEST_CASE("A model whose layers mix no tokens is served") {
  const Folder folder;
  folder.file("config.json", R"json({"architectures": ["NemotronHForCausalLM"], "hidden_size": 512,
    "hybrid_override_pattern": "----", "num_attention_heads": 8, "intermediate_size": 1024,
    "vocab_size": 1000, "max_position_embeddings": 4096})json");
  const Answer answer = run_program({"serve", "./config.json", "--system", "h100", "--batch", "2",
                                     "--input-tokens", "16", "--output-tokens", "4", "--json"},
                                    folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  CHECK(figure(json::parse(answer.out)["rows"][0], "tpot_ps") > 0);
}
