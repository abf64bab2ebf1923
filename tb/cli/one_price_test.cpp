// SPDX-License-Identifier: Apache-2.0
// One question, one answer: systems by any word, and a collective's price whoever asks.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using Catch::Contains;
using namespace jacquard::tb;
using nlohmann::json;

namespace {

json rows_of(const Words& words) {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json", "--quiet"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows");
}

json run_row(const std::string& system, const std::string& kind, std::int64_t bytes,
             const Words& more = {}) {
  const Words ask = {
      "collective", "--system", system, "--kind", kind, "--bytes", std::to_string(bytes) + " B"};
  return rows_of(with(ask, more)).at(0);
}

}  // namespace

TEST_CASE("A step's collective inside a node takes what collective says, by every word for it") {
  const json step = rows_of({"train", "llama3-8b", "--system", "dgx_h100_8", "--batch", "8",
                             "--parallel", "tp=8,micro_batch=1"});
  int compared = 0;
  for (const json& row : step) {
    if (row.at("row_kind") != "collective") continue;
    for (const char* system : {"dgx_h100_8", "DGX-H100-8", "8xh100", "dgx-h100"}) {
      INFO(system << " " << row);
      const json alone = run_row(system, row.at("kind"), row.at("bytes"));
      CHECK(alone.at("time_ps") == row.at("each_ps"));
      CHECK(alone.at("law") == "reached");
      CHECK(alone.at("engine") == "law");
      CHECK_FALSE(alone.contains("messages"));
    }
    ++compared;
  }
  CHECK(compared == 3);
}

// The step prices by closed forms, collective by events.
TEST_CASE("A step's collective across nodes takes what collective says, in the same way") {
  int compared = 0;
  for (const auto& [system, degrees, involved] : {std::tuple("dgx_h100_8x8", "dp=64,zero=2", ""),
                                                  {"16xa100", "dp=16,zero=2", ""},
                                                  {"dgx_h100_8x8", "tp=8,dp=8,zero=1", "1"},
                                                  {"tpu_v4_4x4x4", "dp=64,zero=2", ""}}) {
    const json step = rows_of({"train", "llama3-8b", "--system", system, "--batch", "64",
                               "--parallel", std::string(degrees) + ",micro_batch=1", "--engine",
                               "analytic", "--ignore-memory"});
    for (const json& row : step) {
      if (row.at("row_kind") != "collective" || row.at("axes") != "dp") continue;
      INFO(system << " " << row);
      Words more;
      if (*involved != '\0') more = {"--involved", involved};
      const json alone = run_row(system, row.at("kind"), row.at("bytes"), more);
      CHECK(alone.at("time_ps").get<double>() ==
            Approx(row.at("each_ps").get<double>()).epsilon(0.02));
      CHECK(row.at("way").get<std::string>().find(alone.at("algorithm")) == 0);
      ++compared;
    }
  }
  CHECK(compared >= 8);
}

TEST_CASE("A list of sizes and one size say one time") {
  const json list = rows_of({"collective", "--system", "8xh100", "--bytes", "1 MiB,64 MiB"});
  for (const json& row : list) {
    CHECK(row.at("time_ps") == run_row("8xh100", "all-reduce", row.at("bytes")).at("time_ps"));
  }
  CHECK(list.size() == 2);
}

// Medians of NCCL 2.23 to 2.29 on eight H100 SXM (configs/measured/nccl.csv).
TEST_CASE("Collectives on a DGX H100 take what nccl-tests measured there") {
  std::map<std::pair<std::string, std::int64_t>, std::vector<double>> measured;
  std::istringstream table(jacquard::base::read_file(in_source_tree("configs/measured/nccl.csv")));
  const std::string of_eight = "h100_sxm,";
  for (std::string line;
       std::getline(table, line);) {  // system,nccl,op,dtype,gpus,bytes,latency_us
    if (line.rfind(of_eight, 0) != 0) continue;
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    if (row.at(3) != "half" || row.at(4) != "8") continue;
    measured[{row.at(2), std::stoll(row.at(5))}].push_back(std::stod(row.at(6)));
  }
  int compared = 0;
  for (std::int64_t size = 1 << 20; size <= (std::int64_t{512} << 20); size *= 8) {
    for (const char* op : {"all_reduce", "all_gather"}) {
      auto& times = measured[{op, size}];
      REQUIRE(!times.empty());
      std::sort(times.begin(), times.end());
      const bool gathers = std::string(op) == "all_gather";
      const json row =
          run_row("dgx_h100_8", gathers ? "all-gather" : "all-reduce", gathers ? size / 8 : size);
      INFO(op << " " << size);
      CHECK(row.at("time_ps").get<double>() / 1e6 == Approx(times[times.size() / 2]).epsilon(0.08));
      ++compared;
    }
  }
  CHECK(compared == 8);
}

TEST_CASE("The law of links puts messages on links, whoever says how on those that are reached") {
  const json links = run_row("8xh100", "all-reduce", 1 << 20, {"--law", "links"});
  CHECK(links.at("law") == "links");
  CHECK(links.at("messages").get<std::int64_t>() > 0);
  const json law = run_row("8xh100", "all-reduce", 1 << 20);
  for (const Words& how :
       {Words{"--algorithm", "ring"}, {"--chunks", "1"}, {"--engine", "cycle"}}) {
    const json row = run_row("8xh100", "all-reduce", 1 << 20, how);
    INFO(how.front());
    CHECK(row.at("engine") != "law");
    CHECK(row.at("law") == "reached");
    CHECK(row.at("time_ps") != law.at("time_ps"));
  }
}

TEST_CASE("A named engine of events or closed forms has the price that nobody's engine has") {
  for (const char* system : {"8xh100", "dgx_h100_8x8"}) {
    for (const char* kind : {"all-reduce", "reduce-scatter", "all-gather", "all-to-all"}) {
      const json usual = run_row(system, kind, 872'448'000);
      for (const char* engine : {"event", "analytic"}) {
        INFO(system << " " << kind << " " << engine);
        const json named = run_row(system, kind, 872'448'000, {"--engine", engine});
        CHECK(named.at("time_ps") == usual.at("time_ps"));
        CHECK(named.at("law") == "reached");
      }
    }
  }
}

TEST_CASE("Ways in a node are ranked beside its law by one law, and rows say which") {
  const Words all = {"--algorithm", "all"};
  for (const char* law : {"reached", "links"}) {
    const json rows = rows_of(with({"collective", "--system", "dgx_h100_8", "--kind",
                                    "reduce-scatter", "--bytes", "872448000 B", "--law", law},
                                   all));
    int of_nccl = 0;
    for (const json& row : rows) {
      CHECK(row.at("law") == law);
      of_nccl += row.at("algorithm") == "nccl-ring" ? 1 : 0;
    }
    CHECK(of_nccl == (std::string(law) == "reached" ? 1 : 0));
    const json alone = run_row("dgx_h100_8", "reduce-scatter", 872'448'000, {"--law", law});
    CHECK(rows.at(0).at("time_ps") <= alone.at("time_ps"));
  }
}

// docs/cost.md: 0.95 of the line rate up to four nodes.
TEST_CASE("Links across nodes have the share of the line rate that collectives reach") {
  const Words ring = {"--algorithm", "ring"};
  // Of one node of one GPU each, all dimensions are across nodes.
  const std::string system = R"json({"network": {"topology": "Switch(4)",
                    "bandwidth" : "50 GB/s", "bandwidth_per" : "npu", "latency" : "0 s"
}
, "npu" : {"device" : "h100_sxm"}, "node" : 1
})json";
  const std::int64_t bytes = 4'000'000'000;
  const auto time = [&](const char* law) {
    return run_row(system, "all-gather", bytes,
                   with(ring, {"--law", law, "--endpoint-delay", "0 s"}))
        .at("time_ps")
        .get<double>();
  };
  CHECK(time("links") == Approx(3 * bytes / 50e9 * 1e12).epsilon(1e-6));
  CHECK(time("reached") == Approx(3 * bytes / (50e9 * 0.95) * 1e12).epsilon(1e-6));
}

TEST_CASE("A law that the system does not say is refused at its key") {
  const Folder folder;
  CHECK_THAT(mistake({"collective", "--law", "reached"}, folder), Contains("--law"));
  CHECK_THAT(mistake({"collective", "--system", "cosmic_system1", "--law", "reached"}, folder),
             Contains("npu/device"));
  CHECK_THAT(mistake({"collective", "--system", "circuit_64", "--law", "reached"}, folder),
             Contains("/node"));
}

TEST_CASE("Every verb that asks for a cluster takes words, names of either spelling, and files") {
  const Folder folder;
  folder.file("mine.json", R"json({"network": {"topology": "Switch(8) Switch(2)",
    "bandwidth": "450 GB/s,50 GB/s", "bandwidth_per": "npu", "latency": "500 ns,2 us"},
    "npu": {"device": "h100_sxm"}, "node": 8})json");
  for (const auto& [system, nodes] :
       {std::pair("16xh100", 2), {"dgx-h100-128", 16}, {"dgx_h100_8x8", 8}, {"mine.json", 2}}) {
    for (const Words& ask : std::vector<Words>{
             {"train", "llama3-8b", "--parallel", "tp=8,dp=" + std::to_string(nodes)},
             {"collective", "--bytes", "1 MB"},
             {"serve", "llama3-8b", "--batch", "4"},
             {"plan", "llama3-8b", "--batch", "1024", "--top", "1"},
             {"plan", "llama-65b", "--by", "layers", "--strategy", "transformer=fsdp emb=ddp",
              "--ignore-memory"}}) {
      const Answer answer = run_program(with(ask, {"--system", system, "--quiet"}), folder);
      INFO(ask.front() << " " << system << ": " << answer.err);
      CHECK(answer.exit_code == 0);
    }
  }
}

TEST_CASE("A plan says by knobs or by layers, and an option of the other names the way out") {
  const Folder folder;
  const std::string layers =
      mistake({"plan", "dlrm-a", "--system", "zionex-128", "--within", "tp=8"}, folder);
  CHECK_THAT(layers, Contains("--within") && Contains("--by knobs"));
  const std::string knobs = mistake(
      {"plan", "llama3-8b", "--system", "8xh100", "--by", "knobs", "--mode", "paper"}, folder);
  CHECK_THAT(knobs, Contains("--mode") && Contains("--by layers"));
}

TEST_CASE("A model of either spelling is known to every verb") {
  const Folder folder;
  for (const Words& ask :
       std::vector<Words>{{"train", "llama-65b-swiglu", "--parallel", "tp=8,dp=16,zero=3"},
                          {"serve", "llama-65b-swiglu", "--batch", "1"},
                          {"plan", "llama3-70b", "--by", "layers", "--strategy",
                           "transformer=fsdp emb=ddp", "--batch", "2048", "--ignore-memory"}}) {
    const Answer answer = run_program(with(ask, {"--system", "128xh100", "--quiet"}), folder);
    INFO(ask.front() << ": " << answer.err);
    CHECK(answer.exit_code == 0);
  }
}

TEST_CASE(
    "A node that is part of a dimension is planned by layers, one across dimensions refused") {
  const auto system = [](const std::string& topology, const std::string& node) {
    return R"json({"network": {"topology": ")json" + topology +
           R"json(", "bandwidth": "450 GB/s", "bandwidth_per": "npu", "latency": "1 us"},
            "npu": {"device": "h100_sxm"}, "node": )json" +
           node + "}";
  };
  const Folder folder;
  const auto plan = [&](const std::string& of) {
    return with({"plan", "llama-65b", "--by", "layers", "--top", "1", "--ignore-memory"},
                {"--system", of});
  };
  CHECK(rows_of(plan(system("Switch(16)", "8"))).size() > 0);
  CHECK_THAT(mistake(plan(system("Switch(4) Switch(4)", "8")), folder), Contains("node"));
}

TEST_CASE("A ladder of a planner's model compares equal work and refuses keys of steps") {
  const Folder folder;
  const Words ladder = {"ladder", "dlrm-a", "--system", "8xh100"};
  CHECK_THAT(mistake(with(ladder, {"--parallel", "dp=3"}), folder), Contains("--parallel"));
  CHECK_THAT(mistake(with(ladder, {"--set", "foo=1"}), folder), Contains("--set"));
  for (const json& row : rows_of({"ladder", "llama2-70b", "--system", "8xh100"})) {
    if (!row.at("difference").is_number()) continue;
    CHECK(std::abs(row.at("difference").get<double>()) < 0.1);
  }
}

TEST_CASE("Verbs that had none of a system take one by any word for it") {
  const json why = rows_of({"explain", "llama3-8b", "--system", "8xh100"});
  const json step = rows_of({"train", "llama3-8b", "--system", "dgx-h100"});
  CHECK(why.at(0).at("time_ps") == step.at(0).at("time_ps"));
  CHECK(why.size() > 2);
  // 50 GB/s, whose demand of 8 ports is carried in as long as by --rate "400 Gb/s".
  const Words ask = {"advise", "--demand", "moe:64", "--schedulers", "holds-first", "--no-timing"};
  CHECK(rows_of(with(ask, {"--system", "circuit_64"})) ==
        rows_of(with(ask, {"--rate", "400 Gb/s"})));
  CHECK(mistake(with(ask, {"--system", "8xh100"}), Folder()).find("a dimension of 64 NPUs") !=
        std::string::npos);
}

TEST_CASE(
    "The law of links is faster than what is reached, in train, plan and serve, and rows say it") {
  for (const Words& ask :
       {Words{"train", "llama3-8b", "--system", "16xh100"},
        Words{"plan", "llama3-8b", "--system", "16xh100", "--strategy",
              "dp=16,zero=2,micro_batch=1", "--batch", "64"},
        Words{"plan", "llama-65b", "--system", "a100-2048", "--by", "layers", "--strategy",
              "transformer=fsdp:2048 emb=mp:2048"},
        Words{"serve", "llama3-70b", "--system", "16xh100", "--tp", "16", "--batch", "8"}}) {
    INFO(ask.front() << " " << ask.at(1));
    const char* key = ask.front() == "serve" ? "tpot_ps" : "time_ps";
    const auto first = [&](const char* law) {
      const json rows = rows_of(with(ask, {"--law", law}));
      return *std::find_if(rows.begin(), rows.end(),
                           [&](const json& r) { return r.contains(key); });
    };
    const json reached = first("reached"), links = first("links");
    CHECK(links.at(key) < reached.at(key));
    if (ask.front() == "plan") continue;
    CHECK(links.at("law") == "links");
    CHECK(reached.at("law") == "reached");
  }
}

TEST_CASE("A ladder leaves out rungs of more accesses than it may make, and says how many") {
  const json rows = rows_of(
      {"ladder", "llama3-8b", "--system", "16xh100", "--layers", "1", "--most-accesses", "1000"});
  int timed = 0, left_out = 0;
  for (const json& row : rows) {
    const std::string refused = row.at("refused");
    timed += refused.empty() ? 1 : 0;
    left_out += refused.find("accesses of memories") != std::string::npos ? 1 : 0;
    CHECK((row.at("hbm") == "peak" || refused.empty()));
  }
  CHECK(timed >= 3);
  CHECK(left_out >= 2);
}

TEST_CASE("A word for NPUs is shown and checked as the system that it stands for") {
  const json shown = rows_of({"config", "show", "8xh100"}).at(0);
  CHECK(shown.at("node") == 8);
  CHECK(shown.at("npu").at("device") == "h100_sxm");
  CHECK(rows_of({"config", "show", "8xh100", "--set", "node=4"}).at(0).at("node") == 4);
  CHECK(rows_of({"config", "check", "dgx-h100-128"}).size() == 1);
  CHECK(rows_of({"config", "show", "1xh100"}).at(0).at("npu").at("device") == "h100_sxm");
  const Folder folder;
  folder.file("wrong.json", R"json({"network": {"topology": "Switch(8) Switch(2)",
    "bandwidth": "450 GB/s,50 GB/s", "latency": "1 us"}, "npu": {"device": "h100_sxm"}, "node": 3})json");
  CHECK(mistake({"config", "check", "wrong.json"}, folder).find("/node: expected") !=
        std::string::npos);
}

TEST_CASE("What a system says of its NPUs counts as in a device of these figures") {
  const Folder folder;
  json device =
      json::parse(jacquard::base::read_file(in_source_tree("configs/devices/h100_sxm.json")));
  device.erase("names");
  device["peak"] = {
      {"fp32", "133800 GFLOP/s"}, {"bf16", "1978800 GFLOP/s"}, {"fp8", "3957800 GFLOP/s"}};
  device["processors"] = 2 * device.at("processors").get<int>();
  device["memory_bandwidth"] = "5 TB/s";
  folder.file("double.json", device.dump());
  const auto time = [&](const Words& words, const char* key) {
    const Answer answer = run_program(with(words, {"--json", "--quiet"}), folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return json::parse(answer.out).at("rows").at(0).at(key);
  };
  const auto system = [](const std::string& npu) {
    return R"json({"network": {"topology": "Switch(8)", "bandwidth": "450 GB/s",
      "latency": "500 ns"}, "node": 8, "npu": )json" +
           npu + "}";
  };
  const std::string own = system(R"json({"device": "h100_sxm", "peak": "1978800 GFLOP/s",
    "memory_bandwidth": "5 TB/s"})json");
  const std::string other = system(R"json({"device": "double.json"})json");
  const std::string plain = system(R"json({"device": "h100_sxm"})json");
  const Words train = {"train", "llama3-8b", "--system"},
              serve = {"serve", "llama3-8b", "--batch", "8", "--system"};
  CHECK(time(with(train, {own}), "time_ps") == time(with(train, {other}), "time_ps"));
  CHECK(time(with(train, {own}), "time_ps") < time(with(train, {plain}), "time_ps"));
  folder.file("own.json", own);
  folder.file("other.json", other);
  CHECK(time(with(serve, {"own.json"}), "tpot_ps") == time(with(serve, {"other.json"}), "tpot_ps"));
}

TEST_CASE("A plan without departures from the paper's rules is the paper's") {
  const Words ask = {"plan",       "dlrm-a",         "--system",       "zionex-128",
                     "--strategy", "mlp=ddp emb=mp", "--ignore-memory"};
  const json none = rows_of(with(ask, {"--physics", "none"})).at(0);
  CHECK(none.at("time_ps") == rows_of(with(ask, {"--mode", "paper"})).at(0).at("time_ps"));
  CHECK(none.at("time_ps") != rows_of(ask).at(0).at("time_ps"));
}

TEST_CASE("A system that would be idle, and NPUs too slow for a run, are refused in a line") {
  const Folder folder;
  folder.file("slow.json", R"json({"network": {"topology": "Switch(8)", "bandwidth": "450 GB/s",
    "latency": "500 ns"}, "npu": {"device": "h100_sxm", "peak": "1 MFLOP/s"}, "node": 8})json");
  folder.file("result.json", R"json({"command": "train", "rows": []})json");
  const std::pair<Words, const char*> mistakes[] = {
      {{"serve", "llama3-8b", "--system", "slow.json", "--batch", "16"}, "within 46 days"},
      {{"genstack", "--log", "x", "--system", "8xh100"}, "a log has no network of its own"},
      {{"advise", "--demand", "moe:64", "--system", "circuit_64", "--set", "rate=100 Gb/s"},
       "the key rate says that of a port"},
      {{"explain", "result.json", "--system", "8xh100"}, "result.json is a result"},
      {{"train", "llama3-8b", "--system", "tpu_v4_4x4x4", "--law", "reached"},
       "NPUs of a node, within which the law holds"},
      {{"study", "policies", "--serving", "none", "--system", "circuit_64"}, "runs no server"},
      {{"study", "policies", "--serving", "llama3-8b"}, "a model with experts, or none"}};
  for (const auto& [words, said] : mistakes) CHECK_THAT(mistake(words, folder), Contains(said));
}

TEST_CASE("A mistake in a system's file is told at that file and key by every verb") {
  const Folder folder;
  folder.file("mine.json", R"json({"network": {"topology": "Switch(8)", "bandwidth": "450 GB/s",
    "latency": "1 us"}, "npu": {"device": "h100_sxm"}, "node": 3})json");
  for (const Words& ask : std::vector<Words>{{"collective"},
                                             {"train", "llama3-8b"},
                                             {"serve", "llama3-8b"},
                                             {"plan", "llama3-8b", "--batch", "64"}}) {
    CHECK_THAT(mistake(with(ask, {"--system", "mine.json"}), folder),
               Contains("mine.json#/node: expected") && !Contains("--system#"));
  }
}

TEST_CASE("Help says of no option what its table cannot say") {
  const Folder folder;
  for (const char* verb : {"serve", "train", "simulate", "collective"}) {
    CHECK_THAT(run_program({verb, "--help"}, folder).out, !Contains("discarded"));
  }
}
