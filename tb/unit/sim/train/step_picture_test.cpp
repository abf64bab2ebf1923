// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_picture.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <pugixml.hpp>
#include <set>

#include "jacquard/report/timeline/svg.hpp"

using namespace jacquard;

namespace {

train::TrainConfig pipeline(int stages, int micro_batches) {
  train::TrainConfig config;
  const auto& fields = train::train_fields();
  fields.set(config, "model", "gpt3-13b", "test");
  fields.set(config, "layers", std::to_string(stages), "test");
  fields.set(config, "system.network.topology", "Switch(" + std::to_string(stages) + ")", "test");
  fields.set(config, "system.npu.device", "h100_sxm", "test");
  fields.set(config, "parallel", "pp=" + std::to_string(stages) + ",micro_batch=1", "test");
  fields.set(config, "batch", std::to_string(micro_batches), "test");
  fields.set(config, "engine", "analytic", "test");
  fields.set(config, "ignore_memory", "true", "test");
  return config;
}

report::Timeline picture_of(const train::TrainConfig& config) {
  const train::Step step = train::prepare(config, {"test", ""});
  return train::step_picture(step, train::run_step(step));
}

std::vector<report::Span> spans_of(const report::Timeline& chart, int lane) {
  std::vector<report::Span> spans;
  for (const report::Span& span : chart.spans) {
    if (span.lane == lane) spans.push_back(span);
  }
  return spans;
}

std::int64_t time_of(const report::Timeline& chart, int lane, const std::string& kind) {
  std::int64_t sum = 0;
  for (const report::Span& span : spans_of(chart, lane)) {
    if (chart.kinds[static_cast<std::size_t>(span.kind)].name == kind) sum += span.end - span.begin;
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "A step's picture has a row for each class, which fills the step and agrees with accounts") {
  const train::Step step = train::prepare(pipeline(4, 8), {"test", ""});
  const train::StepAnswer answer = train::run_step(step);
  const report::Timeline chart = train::step_picture(step, answer);
  REQUIRE(chart.lanes.size() == 4);
  for (int c = 0; c < 4; ++c) {
    CHECK(chart.lanes[static_cast<std::size_t>(c)].name == "stage " + std::to_string(c));
    std::int64_t until = 0;
    for (const report::Span& span : spans_of(chart, c)) {
      REQUIRE(span.begin == until);
      until = span.end;
    }
    CHECK(until == answer.time.count());
    const auto& account = answer.accounts[static_cast<std::size_t>(c)];
    CHECK(time_of(chart, c, "bubble") == account.bubble.count());
    CHECK(time_of(chart, c, "exposed communication") == account.exposed.count());
    CHECK(time_of(chart, c, "forward") + time_of(chart, c, "backward") +
              time_of(chart, c, "update") + time_of(chart, c, "other") ==
          account.compute.count());
    CHECK(std::count_if(chart.marks.begin(), chart.marks.end(), [c](const report::Mark& mark) {
            return mark.lane == c;
          }) == 2 * 8);  // 1F1B: each micro-batch passes twice
  }
}

TEST_CASE("A step's picture is well-formed, and its boxes have the legend's colours") {
  const report::Timeline chart = picture_of(pipeline(4, 8));
  pugi::xml_document document;
  REQUIRE(document.load_string(report::svg(chart).c_str()));
  std::set<std::string> legend;
  for (const auto& box : document.child("svg").children("rect")) {
    legend.insert(box.attribute("fill").value());
  }
  int rows = 0;
  for (const auto& row : document.child("svg").children("g")) {
    ++rows;
    CHECK(row.child("rect"));
    for (const auto& box : row.children("rect")) {
      CHECK(legend.count(box.attribute("fill").value()) == 1);
    }
  }
  CHECK(rows == 4);
}

TEST_CASE(
    "Of more classes than fit a picture evenly chosen ones have rows, the first and the last too") {
  const report::Timeline chart = picture_of(pipeline(64, 8));
  REQUIRE(chart.lanes.size() == train::kMostLanes);
  CHECK(chart.lanes.front().name == "stage 0");
  CHECK(chart.lanes.back().name == "stage 63");
}
