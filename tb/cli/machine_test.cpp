// SPDX-License-Identifier: Apache-2.0
// The whole machine as a user runs it: train --engine cycle, ladder, serve --fabric,
// simulate job_faults, study decision-latency.
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/mistake.hpp"
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

// Two layers, each with a dispatch and a combine, forwards and backwards: eight exchanges.
constexpr int kExchanges = 8;
const char* const kJob = R"json({"model": {"name": "experts", "hidden": 512, "layers": 2,
  "heads": 8, "inner": 1024, "vocabulary": 1024, "sequence": 256,
  "experts": {"count": 16, "top_k": 2, "inner": 1024}},
  "system": {"network": {"topology": "Switch(16)", "bandwidth": "50 GB/s", "latency": "250 ns"},
  "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}},
  "parallel": "ep=16,micro_batch=1", "batch": 16, "expert_routing": "drifting"})json";
const Words kServe = {
    "serve", "mixtral-8x7b",     "--system", "circuit_64",      "--npus", "8",       "--rate",
    "200",   "--input-tokens",   "16",       "--output-tokens", "3",      "--quick", "--seed",
    "1",     "--requests-count", "4"};

struct Job {
  Folder folder;
  Job() { folder.file("job.json", kJob); }
};

json result_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out);
}

json rows_of(const Words& words, const Folder& folder) { return result_of(words, folder)["rows"]; }

void check_keys(const json& row, std::initializer_list<const char*> keys) {
  for (const char* const key : keys) {
    CAPTURE(key);
    CHECK(row.contains(key));
  }
}

// One run by RTL, one by its golden model. They differ in their configuration, and in how long the
// program ran.
void check_alike(json rtl, json software) {
  CHECK(rtl.at("config_hash") != software.at("config_hash"));
  for (json* const one : {&rtl, &software}) {
    one->erase("config");
    one->erase("config_hash");
  }
  CHECK(rtl == software);
}

std::int64_t count(const json& row, const char* key) { return row.at(key).get<std::int64_t>(); }

}  // namespace

TEST_CASE("A step on the machine has the promised keys, and RTL's are the golden model's") {
  const Job job;
  const auto by = [&](const char* kind) {
    return result_of(
        {"train", "job.json", "--engine", "cycle", "--set", std::string("scheduler.kind=") + kind},
        job.folder);
  };
  const json rtl = by("rtl");
  const json& step = rtl.at("rows").at(0);
  check_keys(step, {"time_ps", "decisions", "decision_ps", "guard_ps", "wait_ps", "schedule_hash",
                    "bytes_lost"});
  CHECK(step.at("exchanges") == kExchanges);
  CHECK(step.at("decisions") == kExchanges);
  CHECK(step.at("bytes_lost") == 0);
  check_alike(rtl, by("software"));
}

TEST_CASE(
    "A step or a server on shifts, few settings or the chooser is by RTL as by its golden model") {
  const Job job;
  const auto by = [&](const Words& words, const std::string& name, const std::string& kind) {
    return result_of(
        with(words, {"--set", "scheduler.name=" + name, "--set", "scheduler.kind=" + kind}),
        job.folder);
  };
  const Words serve = with(kServe, {"--fabric", "circuit"});
  for (const char* const name : {"shift", "few", "choose"}) {
    CAPTURE(name);
    for (const Words& words : {Words{"train", "job.json", "--engine", "cycle"}, serve}) {
      const json rtl = by(words, name, "rtl");
      CHECK(rtl.at("rows").at(0).at("bytes_lost") == 0);
      check_alike(rtl, by(words, name, "software"));
    }
  }
}

// At 1 ms the fewest settings win, at 10 ns the shortest holds.
TEST_CASE("The chooser hears the guard of the circuits") {
  const Job job;
  const auto guards_of = [&](const char* name, const char* guard) {
    const Words words = {"train",    "job.json",
                         "--engine", "cycle",
                         "--set",    std::string("scheduler.name=") + name,
                         "--set",    std::string("circuit.guard=") + guard};
    return count(result_of(words, job.folder).at("rows").at(0), "guard_ps");
  };
  const std::int64_t shifts = guards_of("shift", "1 ms");
  CHECK(guards_of("choose", "1 ms") == shifts);
  CHECK(guards_of("few", "1 ms") > shifts);
  const std::int64_t direct = guards_of("choose", "10 ns");
  CHECK(direct != guards_of("shift", "10 ns"));
  CHECK((direct == guards_of("ladder", "10 ns") || direct == guards_of("few", "10 ns")));
}

// One kernel at an NPU's last token waits for no one's sending, as the end of the exchange does.
TEST_CASE("Experts that begin with their last token are done no later than at the end") {
  const Job job;
  const auto by = [&](const Words& words, const char* start) {
    return result_of(with(words, {"--expert-start", start}), job.folder).at("rows").at(0);
  };
  const Words serve = with(kServe, {"--fabric", "circuit"});
  for (const Words& words : {Words{"train", "job.json", "--engine", "cycle"}, serve}) {
    const json end = by(words, "end");
    const json last = by(words, "group:1000000"), early = by(words, "setting");
    CHECK(early != last);
    if (words.front() != "serve") {
      CHECK(last.at("time_ps") <= end.at("time_ps"));
      CHECK(last.at("schedule_hash") == end.at("schedule_hash"));
      continue;
    }
    CHECK(end.at("saved_ps") == 0);
    CHECK(last.at("saved_ps") >= 0);
    CHECK(early.at("saved_ps") != 0);
    CHECK(early.at("exchange_ps") == end.at("exchange_ps"));
  }
}

TEST_CASE("A ladder has a row for each rung, with each engine and each scheduler") {
  const Job job;
  const json rows = rows_of({"ladder", "job.json"}, job.folder);
  std::set<std::string> engines, schedulers;
  for (const json& row : rows) {
    check_keys(row, {"engine", "scheduler", "time_ps", "difference", "wall_s"});
    CHECK(row.at("row_kind") == "rung");
    CHECK(row.at("refused") == "");
    CHECK(count(row, "time_ps") > 0);
    engines.insert(row.at("engine").get<std::string>());
    schedulers.insert(row.at("scheduler").get<std::string>());
  }
  CHECK(engines == std::set<std::string>{"analytic", "event", "cycle"});
  CHECK(schedulers == std::set<std::string>{"", "software", "rtl"});
}

TEST_CASE("A server has percentiles on each fabric, and RTL's are the golden model's") {
  const Folder folder;
  const auto on = [&](const Words& more) { return result_of(with(kServe, more), folder); };
  for (const char* const fabric : {"circuit", "packet", "ideal"}) {
    CAPTURE(fabric);
    const json row = on({"--fabric", fabric}).at("rows").at(0);
    check_keys(row, {"ttft_p50_ps", "ttft_p99_ps", "tpot_p50_ps", "tpot_p99_ps", "e2e_p99_ps",
                     "decisions", "decision_ps", "guard_ps", "wait_ps", "schedule_hash"});
    CHECK(row.at("fabric") == fabric);
    CHECK(row.at("bytes_lost") == 0);
    CHECK((count(row, "decisions") > 0) == (std::string(fabric) == "circuit"));
    // 4 requests of 16 tokens, 3 tokens of each answer.
    CHECK(row.at("total_input_tokens") == 64);
    CHECK(row.at("total_output_tokens") == 12);
  }
  check_alike(on({"--fabric", "circuit", "--set", "scheduler.kind=rtl"}),
              on({"--fabric", "circuit", "--set", "scheduler.kind=software"}));
}

TEST_CASE("Faults that strike no exchange are said, and the rack's copies are in row and answer") {
  const Folder folder;
  const Words quiet =
      with(kServe, {"--fabric", "circuit", "--set", "faults.dead_ports=1", "--set"});
  const Answer none = run_program(with(quiet, {"faults.dies_within=1000 s", "--json"}), folder);
  REQUIRE(none.exit_code == 0);
  CHECK_THAT(none.err, Catch::Contains("exchanges met a fault"));
  CHECK(json::parse(none.out)["rows"].at(0).at("exchanges_struck") == 0);
  const json row = rows_of(with(kServe, {"--fabric", "circuit"}), folder).at(0);
  CHECK(!row.contains("exchanges_struck"));
  CHECK(row.at("redundant_experts") == 0);

  const Words rack = {
      "serve",    "deepseek-r1",    "--system", "gb200_nvl72",     "--rate", "200",
      "--fabric", "ideal",          "--quick",  "--seed",          "1",      "--requests-count",
      "4",        "--input-tokens", "16",       "--output-tokens", "3"};
  CHECK(rows_of(rack, folder).at(0).at("redundant_experts") == 32);
  CHECK_THAT(run_program(rack, folder).out,
             Catch::Contains("32 copies of experts lie on its 72 NPUs"));
}

TEST_CASE("A server on a photonic appliance has the same keys, by either way") {
  const Folder folder;
  const Words serve = {"serve",
                       "deepseek-v2-lite",
                       "--system",
                       "circuit_64",
                       "--npus",
                       "16",
                       "--rate",
                       "200",
                       "--input-tokens",
                       "16",
                       "--output-tokens",
                       "3",
                       "--quick",
                       "--requests-count",
                       "4",
                       "--fabric",
                       "photonic"};
  for (const char* const way : {"shared_memory", "switch"}) {
    CAPTURE(way);
    const json row =
        rows_of(with(serve, {"--set", std::string("photonic.way=") + way}), folder).at(0);
    check_keys(row, {"ttft_p50_ps", "tpot_p99_ps", "e2e_p99_ps", "wait_ps", "schedule_hash"});
    CHECK(row.at("fabric") == "photonic");
    CHECK(row.at("bytes_lost") == 0);
    CHECK(row.at("decisions") == 0);
    CHECK(row.at("decision_ps") == 0);
    CHECK(row.at("guard_ps") == 0);
    CHECK(row.at("total_output_tokens") == 12);
  }
}

TEST_CASE("Whatever fails in a step, each byte that was asked for arrives") {
  const Folder folder;
  const json rows =
      rows_of({"simulate", "job_faults", "--set", "job.system.network.topology=Switch(16)", "--set",
               "job.layers=1", "--set", "job.hbm=none", "--set", "job.batch=16", "--set",
               "job.parallel=ep=8,dp=2,micro_batch=1"},
              folder);
  CHECK(rows.size() == 10);
  std::int64_t asked = 0;
  std::set<std::string> lasting;  // faults that cost time
  for (const json& row : rows) {
    CAPTURE(row);
    CHECK(row.at("row_kind") == "job_faults");
    if (asked == 0) asked = count(row, "bytes_asked");
    CHECK(count(row, "bytes_asked") == asked);
    CHECK(count(row, "bytes_delivered") == asked);
    CHECK(count(row, "time_ps") - count(row, "without_faults_ps") == count(row, "time_lost_ps"));
    CHECK(row.at("detected_ps").is_null() == row.at("replanned_ps").is_null());
    if (!row.at("detected_ps").is_null()) {
      CHECK(count(row, "detected_ps") <= count(row, "replanned_ps"));
    }
    if (count(row, "time_lost_ps") > 0) lasting.insert(row.at("variant").get<std::string>());
  }
  CHECK(rows[0].at("time_lost_ps") == 0);
  CHECK(rows[0].at("bytes_resent") == 0);
  for (const char* const fault :
       {"NPUs late, waited for", "an NPU computes slowly", "an NPU dies"}) {
    CAPTURE(fault);
    CHECK(lasting.count(fault) == 1);
  }
}

// A spare begins the step anew: what was done by then is lost, and besides how long the NPU was
// waited for, how long the swap takes, and the reading of its state.
TEST_CASE("A dead NPU costs what was done by then, and what its spare needs") {
  const Job job;
  job.folder.file("dies.json", R"json({"kind": "job_faults", "job": "./job.json",
    "npu_dies_at": 0.25, "variants": [{"name": "dies", "set": ["job.faults.patience=1 ms",
    "job.faults.spare_swap=10 ms"]}]})json");
  const json row = rows_of({"simulate", "dies.json"}, job.folder).at(0);
  CHECK(row.at("detected_ps") == 1'000'000'000);
  // 50 GB/s: 20 ps a byte of weights and optimizer. The step begins anew, and so do its gradients.
  const json step = rows_of({"train", "job.json", "--engine", "cycle"}, job.folder).at(0);
  const std::int64_t state =
      count(step, "memory_weights_bytes") + count(step, "memory_optimizer_bytes");
  CHECK(count(row, "replanned_ps") == 1'000'000'000 + 10'000'000'000 + 20 * state);
  const std::int64_t sound = count(step, "time_ps");
  CHECK(row.at("without_faults_ps") == sound);
  CHECK(std::abs(count(row, "time_lost_ps") - sound / 4 - count(row, "replanned_ps")) <= 1);
}

TEST_CASE("An experiment of faults names its file where it has no job, and the variant that errs") {
  const Job job;
  job.folder.file("none.json", R"json({"kind": "job_faults"})json");
  CHECK_THAT(tb::mistake({"simulate", "none.json"}, job.folder),
             Contains("none.json#/job: expected a job"));
  job.folder.file("errs.json", R"json({"kind": "job_faults", "job": "./job.json",
    "variants": [{"name": "dies", "set": ["job.faults.dead_portz=1"]}]})json");
  CHECK_THAT(tb::mistake({"simulate", "errs.json"}, job.folder),
             Contains("variants/dies/job.faults.dead_portz: expected a known key"));
  job.folder.file("none.json", R"json({"kind": "job_faults", "job": "./job.json",
    "variants": [{"name": "dies", "set": ["x"]}]})json");
  CHECK_THAT(tb::mistake({"simulate", "none.json"}, job.folder),
             Contains("variants/dies/set: expected key=value, found 'x'"));
}

TEST_CASE("A scheduler without a core decides after the latency that is said") {
  const Job job;
  const auto with_latency = [&](const char* latency) {
    return rows_of({"train", "job.json", "--engine", "cycle", "--set", "scheduler.name=exact",
                    "--set", std::string("scheduler.latency=") + latency},
                   job.folder)
        .at(0);
  };
  const json late = with_latency("200 us"), soon = with_latency("100 us");
  CHECK(count(late, "exchanges") > 0);
  CHECK(count(late, "time_ps") - count(soon, "time_ps") == 100'000'000 * count(late, "exchanges"));
}

// Each exchange waits for its decision, so a step is later by each of them.
TEST_CASE("A study of decision latency draws steps that grow by it, and says where packets win") {
  const Job job;
  const json rows =
      rows_of({"study", "decision-latency", "--job", "job.json", "--serving", "none", "--latencies",
               "0 ps,1 ms", "--guards", "10 ns", "--schedulers", "ladder"},
              job.folder);
  std::int64_t at_once = -1, late = -1;
  std::set<std::string> kinds;
  for (const json& row : rows) {
    kinds.insert(row.at("row_kind").get<std::string>());
    if (row.at("row_kind") != "latency_point" || row.at("fabric") != "circuit") continue;
    (count(row, "decision_ps") == 0 ? at_once : late) = count(row, "time_ps");
  }
  CHECK(late - at_once == kExchanges * 1'000'000'000LL);
  CHECK(kinds.count("latency_crossing") == 1);
}
