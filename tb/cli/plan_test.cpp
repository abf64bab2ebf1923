// SPDX-License-Identifier: Apache-2.0
// `jacquard plan` as a user runs it.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::mistake;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

const Words kDlrm = {"plan", "dlrm-a", "--system", "zionex-128", "--mode", "paper"};
const Words kLlama = {"plan", "llama-65b", "--system", "a100-2048", "--mode", "paper"};

json rows_of(const Words& words) {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

double figure(const json& row, const char* key) { return row.at(key).get<double>(); }

}  // namespace

// MAD-Max Table 1 and the 3x rule of memory.
TEST_CASE("DLRM-A's plan of MAD-Max has the figures that the paper prints, and does not fit") {
  const json rows = rows_of(with(kDlrm, {"--task", "pretrain", "--strategy", "mlp=ddp emb=mp"}));
  REQUIRE(rows.size() == 1);  // no LLM, so no launch
  const json& row = rows[0];
  CHECK(row.at("row_kind") == "strategy");
  CHECK(row.at("strategy") == "mlp=ddp:128 emb=mp:128");
  CHECK(figure(row, "serialized_ps") / 1e9 == Approx(65.30).margin(0.005));
  CHECK(figure(row, "exposed_fraction") == Approx(0.7546).margin(0.00005));
  CHECK(figure(row, "throughput_per_s") == Approx(1.22e6).margin(0.005e6));
  CHECK(figure(row, "memory_bytes") / 1e9 == Approx(40.97).margin(0.005));
  CHECK(row.at("fits") == false);
  CHECK(row.at("refused") == "");
  for (const json& each : rows_of(kDlrm)) {  // its rank is that among all
    if (each.value("strategy", "") != row.at("strategy")) continue;
    CHECK(each == row);
    break;
  }
  CHECK(row.at("tokens_per_s").is_null());
  CHECK(row.at("days").is_null());
  const double parts = figure(row, "compute_ps") + figure(row, "all_to_all_ps") +
                       figure(row, "all_reduce_ps") + figure(row, "all_gather_ps") +
                       figure(row, "reduce_scatter_ps");
  CHECK(std::abs(figure(row, "serialized_ps") - parts) <= 3);
}

// MAD-Max Table 1: LLaMA's 20.83 days and 1,022,361 GPU hours under the two readings that its model
// needs.
TEST_CASE("LLaMA's training says its days and its GPU hours, and which reading each is") {
  const json row =
      rows_of(with(kLlama, {"--batch", "2048", "--strategy",
                            "transformer=fsdp:8,ddp:256 emb=ddp:2048", "--price", "2"}))[0];
  CHECK(figure(row, "time_ps") / 1e9 == Approx(4973.2).margin(0.05));
  CHECK(figure(row, "days") == Approx(19.21).margin(0.005));
  CHECK(std::round(figure(row, "gpu_hours")) == 863397);
  CHECK_THAT(row.at("days_reading").get<std::string>(), Contains("333786 whole steps"));
  CHECK_THAT(row.at("gpu_hours_reading").get<std::string>(), Contains("305175.78 steps"));
  CHECK(figure(row, "cost_usd") == Approx(2 * figure(row, "gpu_hours")));
  CHECK(figure(row, "cost_per_step_usd") ==
        Approx(2.0 * 2048 * figure(row, "time_ps") / 1e12 / 3600));
  CHECK(figure(row, "tokens_per_s") == Approx(2048.0 * 2048 / (figure(row, "time_ps") / 1e12)));
}

TEST_CASE("Every strategy has a row, in order of rank, and the space proves that it is all") {
  const json rows = rows_of(kDlrm);
  const json& space = rows.back();
  REQUIRE(space.at("row_kind") == "space");
  // 3 schemes of MLPs and 2 of embeddings: (3 + 9) x (2 + 4).
  CHECK(space.at("expected") == 72);
  CHECK(space.at("strategies") == 72);
  CHECK(space.at("complete") == true);
  CHECK(space.at("run").get<int>() + space.at("refused").get<int>() == 72);
  // What asks for FSDP across nodes: 3 of 12 for MLPs, each with 6 embeddings.
  CHECK(space.at("refused") == 18);
  CHECK(space.at("fit").get<int>() + space.at("too_big").get<int>() == space.at("run"));
  std::set<std::string> names;
  int rank = 0;
  double before = 0;
  bool fitted = true;
  for (const json& row : rows) {
    if (row.at("row_kind") != "strategy") continue;
    names.insert(row.at("strategy"));
    if (!row.at("refused").get<std::string>().empty()) {
      CHECK(row.at("rank").is_null());
      CHECK(row.at("time_ps").is_null());
      continue;
    }
    CHECK(row.at("rank") == ++rank);
    CHECK((fitted || !row.at("fits").get<bool>()));
    if (fitted != row.at("fits").get<bool>()) before = 0;
    fitted = row.at("fits");
    CHECK(figure(row, "time_ps") >= before);
    before = figure(row, "time_ps");
  }
  CHECK(names.size() == 72);
  CHECK(rank == space.at("run"));
  // Fig. 9: (TP, DDP) is the best that fits, 1.15 times FSDP.
  CHECK(rows[0].at("strategy") == "mlp=tp:8,ddp:16 emb=mp:128");
  CHECK(figure(rows[0], "speedup") == Approx(1.152).margin(0.0005));
}

TEST_CASE("Without memory's limit the order is by time alone, and a margin makes less fit") {
  double before = 0;
  for (const json& row : rows_of(with(kDlrm, {"--ignore-memory"}))) {
    if (row.at("row_kind") != "strategy" || row.at("rank").is_null()) continue;
    CHECK(figure(row, "time_ps") >= before);
    before = figure(row, "time_ps");
  }
  const json loose = rows_of(kDlrm).back(),
             tight = rows_of(with(kDlrm, {"--margin", "0.1"})).back();
  CHECK(tight.at("fit").get<int>() < loose.at("fit").get<int>());
  const json roomy = rows_of(with(kDlrm, {"--memory-limit", "80 GB"})).back();
  CHECK(roomy.at("fit").get<int>() > loose.at("fit").get<int>());
}

TEST_CASE("Plans are the same bytes for any number of threads, and from files and objects") {
  const Folder folder;
  const auto out = [&](const Words& more) {
    const Answer answer = run_program(with(kDlrm, with(more, {"--json"})), folder);
    INFO(answer.err);
    CHECK(answer.exit_code == 0);
    return answer.out;
  };
  CHECK(out({"--threads", "1"}) == out({"--threads", "3"}));
  folder.file("m.json", R"json({"name": "m", "top": {"layers": 4, "width": 256}, "batch": 1024,
    "embedding": {"tables": 8, "rows": 1000, "dimension": 16, "pooling": 2}})json");
  folder.file("c.json", R"json({"name": "c", "devices": 4, "peak_fp16": "100 TFLOP/s",
    "memory": "1 GB", "memory_bandwidth": "1 TB/s", "links": 4, "link_bandwidth": "25 GB/s"})json");
  const Answer by_option = run_program(
      {"plan", "--model", "m.json", "--system", "c.json", "--mode", "paper", "--json"}, folder);
  const Answer by_word =
      run_program({"plan", "m.json", "--system", "c.json", "--mode", "paper", "--json"}, folder);
  INFO(by_option.err);
  CHECK(by_option.exit_code == 0);
  CHECK(by_option.out == by_word.out);
  // One node has one level: 3 x 2.
  CHECK(json::parse(by_word.out).at("rows").back().at("expected") == 6);
}

TEST_CASE("A front is written as CSV and as a page, and holds no strategy that another beats") {
  const Folder folder;
  const Answer answer = run_program(
      with(kDlrm, {"--pareto", "memory,throughput", "--sensitivity", "--out", "d", "--json"}),
      folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  const json all = rows_of(kDlrm);
  int on_front = 0;
  for (const json& row : rows) {
    if (row.at("row_kind") != "front") continue;
    ++on_front;
    for (const json& other : all) {
      if (other.at("row_kind") != "strategy" || other.at("time_ps").is_null()) continue;
      CHECK_FALSE((figure(other, "memory_bytes") < figure(row, "memory_bytes") &&
                   figure(other, "throughput_per_s") > figure(row, "throughput_per_s")));
    }
  }
  CHECK(on_front > 2);
  const auto lines = [&](const char* file) {
    return tb::count_lines(base::read_file(folder.path(file)));
  };
  CHECK(lines("d/front.csv") == on_front + 1);
  CHECK(lines("d/all.csv") == 73);
  CHECK(json::parse(base::read_file(folder.path("d/plan.json"))).at("rows") == rows);
  const std::string page = base::read_file(folder.path("d/plan.html"));
  for (const char* const part : {"The plan", "The front", "Its streams", "What more is worth"}) {
    CHECK_THAT(page, Contains(part));
  }
  CHECK_THAT(page, !Contains("http://") || Contains("www.w3.org"));
}

TEST_CASE("A deadline is answered with the fewest devices and the plan on them, or with exit 1") {
  const Words by = with(kLlama, {"--fewest", "--deadline", "2000 days"});
  const json rows = rows_of(by);
  const json& launch = rows.back();
  REQUIRE(launch.at("row_kind") == "launch");
  const json& plan = rows[rows.size() - 2];
  REQUIRE(plan.at("row_kind") == "strategy");
  CHECK(plan.at("rank") == 1);
  CHECK(figure(plan, "days") <= 2000);
  for (std::size_t i = 0; i + 2 < rows.size(); ++i) {
    CHECK(rows[i].at("row_kind") == "nodes");
    CHECK(rows[i].at("nodes") == i + 1);
    CHECK(rows[i].at("meets") == (i + 3 == rows.size()));
  }
  CHECK(rows[rows.size() - 3].at("devices") == plan.at("devices"));
  const Folder folder;
  const Answer none =
      run_program(with(kLlama, {"--fewest", "--deadline", "1 s", "--most-nodes", "2"}), folder);
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err, Contains("up to 2"));
}

TEST_CASE("The plan of an LLM says how Megatron-LM is started with it") {
  const json rows = rows_of(with(kLlama, {"--strategy", "transformer=tp:8,ddp:256 emb=ddp"}));
  REQUIRE(rows.back().at("row_kind") == "launch");
  const std::string line = rows.back().at("line");
  for (const char* const option :
       {"--nnodes 256", "--nproc_per_node 8", "--tensor-model-parallel-size 8", "--num-layers 80",
        "--hidden-size 8192", "--global-batch-size 2048", "--seq-length 2048"}) {
    CHECK_THAT(line, Contains(option));
  }
  CHECK_THAT(line, !Contains("fsdp"));
  const json sharded = rows_of(with(kLlama, {"--strategy", "transformer=fsdp emb=ddp"}));
  CHECK_THAT(sharded.back().at("line").get<std::string>(), Contains("optim_grads_params"));
}

TEST_CASE("What fits nowhere has no plan, no launch line and no resource to buy") {
  for (const json& row : rows_of(with(kLlama, {"--memory-limit", "1 MB", "--sensitivity"}))) {
    const std::string kind = row.at("row_kind");
    CHECK((kind == "strategy" || kind == "space"));
  }
}

TEST_CASE("A model that Megatron-LM cannot build is planned without a launch line") {
  const json rows = rows_of(with(kLlama, {"--set", "model.blocks.heads=3"}));
  for (const json& row : rows) CHECK(row.at("row_kind") != "launch");
  CHECK(rows.front().at("rank") == 1);
}

TEST_CASE("What cannot be planned is refused with what would do") {
  const Folder folder;
  folder.file("cut.json", R"json({"name": "m", "top": {"layers": 4)json");
  folder.file("typo.json", R"json({"name": "m", "topp": {"layers": 4}})json");
  folder.file("thin.json", R"json({"name": "m", "top": {"layers": 4}, "batch": 8})json");
  folder.file("wrong.json", R"json({"name": "m", "top": {"layers": -4, "width": 8}})json");
  folder.file("silent.json", R"json({"name": "m", "top": {"layers": 4, "width": 8}})json");
  folder.file("bare.json", R"json({"name": "c", "memory": 40})json");
  struct Case {
    Words words;
    std::vector<const char*> says;
  };
  const Words at = {"--system", "zionex-128"};
  const std::vector<Case> cases = {
      {{"plan"}, {"MODEL"}},
      {{"plan", "dlrm-a"}, {"--system"}},
      {{"plan", "dlrm-x", "--system", "zionex-128"}, {"MODEL", "did you mean 'dlrm-a'?"}},
      {{"plan", "dlrm-a", "--system", "zionex-12"}, {"--system", "zionex-128"}},
      {{"plan", "dlrm-a", "--system", "bare.json"}, {"bare.json#/memory", "unit"}},
      {with({"plan", "cut.json"}, at), {"cut.json"}},
      {with({"plan", "typo.json"}, at), {"typo.json#/topp", "top"}},
      {with({"plan", "thin.json"}, at), {"thin.json#/top/width"}},
      {with({"plan", "wrong.json"}, at), {"wrong.json#/top/layers"}},
      {with({"plan", "silent.json"}, at), {"--batch"}},
      {with(kDlrm, {"--model", "dlrm-b"}), {"--model", "MODEL"}},
      {with(kDlrm, {"--strategy", "mlp=ddp:4,ddp:16 emb=mp"}), {"mlp", "8", "16"}},
      {with(kDlrm, {"--strategy", "mlp=mp emb=mp"}), {"mlp", "ddp, fsdp, tp"}},
      {with(kDlrm, {"--strategy", "mlp=ddp emb=tp"}), {"emb", "ddp, mp"}},
      {with(kDlrm, {"--strategy", "mlp=ddp"}), {"emb", "none"}},
      {with(kDlrm, {"--strategy", "mlp=ddp mlp=ddp emb=mp"}), {"mlp", "two"}},
      {with(kDlrm, {"--strategy", "mlp=ddp emb=mp transformer=ddp"}), {"transformer"}},
      {with(kDlrm, {"--strategy", "mlp=ddp,fsdp emb=mp"}), {"mlp", "the best is"}},
      {with(kDlrm, {"--strategy", "mlp=ddp emb=mp", "--batch", "100"}), {"100", "128"}},
      {{"plan", "dlrm-a", "--system", "zionex-8", "--strategy", "mlp=ddp,ddp emb=mp"},
       {"mlp: two levels on one node"}},
      {with(kDlrm, {"--batch", "-1"}), {"--batch"}},
      {with(kDlrm, {"--batch", "99999999999999999999"}), {"--batch"}},
      {with(kDlrm, {"--task", "finetune", "--freeze", "blocks"}), {"blocks", "top,bottom,emb"}},
      {with(kDlrm, {"--task", "finetune", "--freeze", "top,top"}), {"--freeze", "twice"}},
      {with(kDlrm, {"--task", "finetune", "--freeze-from", "20"}), {"--freeze-from", "0..19"}},
      {with(kLlama, {"--task", "finetune", "--freeze-from", "80"}), {"--freeze-from", "0..79"}},
      {with(kDlrm, {"--freeze", "top"}), {"--freeze", "pretrain"}},
      {with(kDlrm, {"--task", "tune"}), {"--task"}},
      {with(kDlrm, {"--physics", "gem"}), {"--physics", "gemm"}},
      {with(kDlrm, {"--physics", "pipeline"}), {"--physics", "--by knobs"}},
      {with(kDlrm, {"--margin", "nan"}), {"--margin"}},
      {with(kDlrm, {"--price", "-1"}), {"--price"}},
      {with(kDlrm, {"--tokens", "1e12"}), {"--tokens", "--samples"}},
      {with(kLlama, {"--tokens", "5"}), {"--tokens", "2048 x 2048"}},
      {with(kLlama, {"--tokens", "1e400"}), {"--tokens"}},
      {with(kDlrm, {"--memory-limit", "40"}), {"--memory-limit"}},
      {with(kDlrm, {"--pareto", "memory"}), {"--pareto", "two figures"}},
      {with(kDlrm, {"--pareto", "gpu_hours,days"}), {"--pareto", "--samples"}},
      {with(kLlama, {"--pareto", "memory,cost"}), {"--pareto", "--price"}},
      {with(kDlrm, {"--pareto", "memory,time", "--strategy", "mlp=ddp emb=mp"}), {"--strategy"}},
      {with(kDlrm, {"--nodes", "4,8"}), {"--nodes", "--pareto"}},
      {with(kDlrm, {"--pareto", "memory,time", "--nodes", "8,4"}), {"--nodes", "ascending"}},
      {with(kDlrm, {"--pareto", "memory,time", "--nodes", "4,x"}), {"--nodes", "x"}},
      {{"plan", "dlrm-a", "--system", "zionex-8", "--set", "system.ports=0", "--pareto",
        "throughput,devices", "--nodes", "1,2"},
       {"--system", "ports", "several nodes"}},
      {with(kDlrm, {"--deadline", "20 days"}), {"--deadline", "--fewest"}},
      {with(kLlama, {"--deadline", "20 dys", "--fewest"}), {"--deadline", "20 days"}},
      {with(kDlrm, {"--fewest"}), {"--fewest", "--deadline"}},
      {with(kDlrm, {"--set", "system.peak_tf32=0 FLOP/s"}), {"peak_tf32"}},
      {with(kDlrm, {"--set", "system.nodes=0"}), {"system.nodes"}},
  };
  for (const Case& c : cases) {
    const std::string line = mistake(c.words, folder);
    for (const char* const word : c.says) CHECK_THAT(line, Contains(word));
  }
}
