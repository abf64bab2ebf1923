// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/job/step_timeline.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/report/timeline/trace_events.hpp"

using namespace jacquard;
using engine::Interval;
using nlohmann::json;
using workload::OpKind;
using workload::StepOp;
using workload::StepProgram;

namespace {

Interval between(std::int64_t begin, std::int64_t end) {
  return {base::Picoseconds{begin}, base::Picoseconds{end}};
}

StepOp operation(OpKind kind, int work, int peer = StepOp::kNone) {
  StepOp op;
  op.kind = kind;
  op.work = work;
  op.peer = peer;
  op.stream = kind == OpKind::compute   ? workload::kComputeStream
              : kind == OpKind::send    ? workload::kSendStream
              : kind == OpKind::receive ? workload::kReceiveStream
                                        : workload::kTensorStream;
  return op;
}

// Two stages: the first computes, reduces and sends twice; the second receives twice.
StepProgram two_stages() {
  StepProgram program;
  program.grid.degree = {4, 1, 1, 2, 2};
  program.works = {workload::GemmWork{2, 3, 5}};
  program.comms = {{workload::CollectiveKind::all_reduce, base::Bytes{64},
                    workload::mask_of(workload::Axis::tp)},
                   {workload::CollectiveKind::send, base::Bytes{32}, 0}};
  program.classes.resize(2);
  program.classes[1].stage = 1;
  StepOp gemm = operation(OpKind::compute, 0);
  gemm.label = workload::OpLabel::ffn_up;
  gemm.phase = workload::Phase::forward;
  gemm.layer = 3;
  gemm.micro_batch = 1;
  program.classes[0].ops = {gemm, operation(OpKind::collective, 0), operation(OpKind::send, 1, 1),
                            operation(OpKind::send, 1, 1)};
  program.classes[1].ops = {operation(OpKind::receive, StepOp::kNone, 0),
                            operation(OpKind::receive, StepOp::kNone, 0)};
  return program;
}

std::vector<json> events(const StepProgram& program,
                         const std::vector<std::vector<Interval>>& intervals, const char* kind) {
  std::vector<json> found;
  const json document =
      json::parse(report::trace_events(report::step_timeline(program, intervals)));
  for (const json& event : document.at("traceEvents")) {
    if (event.at("ph") == kind) found.push_back(event);
  }
  return found;
}

}  // namespace

TEST_CASE("A class is a process, a stream a thread, and an operation says what it is") {
  const StepProgram program = two_stages();
  const std::vector<std::vector<Interval>> intervals = {
      {between(0, 1'500'001), between(1'500'001, 2'000'000), between(2'000'000, 3'000'000),
       between(3'000'000, 4'000'000)},
      {between(2'000'000, 3'000'000), between(3'000'000, 4'000'000)}};
  const std::vector<json> shown = events(program, intervals, "X");
  REQUIRE(shown.size() == 6);
  const json& gemm = shown.front();
  CHECK(gemm.at("name") == "ffn_up");
  CHECK(gemm.at("dur").get<double>() == Approx(1.500001).epsilon(1e-12));
  CHECK(gemm.at("args").at("phase") == "forward");
  CHECK(gemm.at("args").at("layer") == 3);
  CHECK(gemm.at("args").at("micro_batch") == 1);
  CHECK(gemm.at("args").at("flops") == 2 * 2 * 3 * 5);
  CHECK(shown[1].at("args").at("among") == "tp");
  CHECK(shown[1].at("args").at("bytes") == 64);
  CHECK(shown[1].at("tid") != gemm.at("tid"));
  CHECK(shown[4].at("pid") == 2);
  std::vector<std::string> names;
  for (const json& event : events(program, intervals, "M")) {
    if (event.at("name") == "process_name") names.push_back(event.at("args").at("name"));
  }
  CHECK(names == std::vector<std::string>{"stage 0 (8 NPUs)", "stage 1 (8 NPUs)"});
}

TEST_CASE("The critical path says why, and waits have a lane below the computation") {
  using engine::step::Because;
  const StepProgram program = two_stages();
  const std::vector<std::vector<Interval>> intervals = {
      {between(0, 10), between(10, 20), between(20, 30), between(30, 40)},
      {between(20, 30), between(30, 40)}};
  report::StepReasons reasons;
  reasons.path = {{0, 0, between(0, 10), Because::start},
                  {0, 1, between(10, 20), Because::dependency},
                  {0, 2, between(20, 30), Because::stream},
                  {1, 0, between(20, 30), Because::message}};
  reasons.idle = {{{between(10, 20), false}, {between(20, 40), true}}, {}};
  std::map<std::string, std::vector<json>> of_category;
  std::vector<std::string> why;
  std::map<std::pair<int, int>, std::string> threads;
  const json document =
      json::parse(report::trace_events(report::step_timeline(program, intervals, reasons)));
  for (const json& event : document.at("traceEvents")) {
    if (event.at("name") == "thread_name") {
      threads[{event.at("pid"), event.at("tid")}] = event.at("args").at("name");
    }
    if (event.at("ph") != "X") continue;
    of_category[event.at("cat")].push_back(event);
    const json args = event.value("args", json::object());
    if (args.contains("critical")) why.push_back(args.at("critical"));
  }
  CHECK(why == std::vector<std::string>{"start", "dependency", "stream", "message"});
  const std::vector<json>& waits = of_category["wait"];
  REQUIRE(waits.size() == 2);
  CHECK(waits[0].at("name") == "exposed communication");
  CHECK(waits[1].at("name") == "bubble");
  CHECK(waits[1].at("dur").get<double>() == Approx(20e-6));
  for (const json& wait : waits) {
    CHECK(threads.at({wait.at("pid"), wait.at("tid")}) == "waits");
    CHECK(wait.at("pid") == 1);
  }
  // An arrow still leads from a send to its receive: waits come after all operations.
  CHECK(events(program, intervals, "s").size() == 2);
}

TEST_CASE("An arrow leads from each send to its receive") {
  const StepProgram program = two_stages();
  const std::vector<std::vector<Interval>> intervals = {
      {between(0, 1), between(1, 2), between(2, 30), between(30, 40)},
      {between(20, 31), between(31, 41)}};
  const std::vector<json> begins = events(program, intervals, "s");
  const std::vector<json> ends = events(program, intervals, "f");
  REQUIRE(begins.size() == 2);
  REQUIRE(ends.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(begins[i].at("id") == ends[i].at("id"));
    CHECK(begins[i].at("pid") == 1);
    CHECK(ends[i].at("pid") == 2);
    CHECK(begins[i].at("ts") <= ends[i].at("ts"));
  }
  CHECK(begins[0].at("id") != begins[1].at("id"));
}

TEST_CASE("Intervals of a thread do not overlap, whatever ran at once") {
  base::Rng rng(5, "timeline");
  for (int round = 0; round < 20; ++round) {
    StepProgram program = two_stages();
    std::vector<std::vector<Interval>> intervals(2);
    program.classes[0].ops.assign(40, operation(OpKind::collective, 0));
    for (int i = 0; i < 40; ++i) {
      const auto begin = static_cast<std::int64_t>(rng.below(1000));
      intervals[0].push_back(between(begin, begin + static_cast<std::int64_t>(rng.below(200))));
    }
    intervals[1] = {between(0, 1), between(1, 2)};
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> threads;
    for (const json& event : events(program, intervals, "X")) {
      const double begin = event.at("ts");
      threads[{event.at("pid"), event.at("tid")}].push_back(
          {begin, begin + event.at("dur").get<double>()});
    }
    for (auto& [thread, spans] : threads) {
      std::sort(spans.begin(), spans.end());
      for (std::size_t i = 1; i < spans.size(); ++i) {
        CHECK(spans[i - 1].second <= spans[i].first + 1e-9);
      }
    }
  }
}
