// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_picture.hpp"

#include <catch2/catch.hpp>
#include <pugixml.hpp>
#include <set>

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

report::Gantt picture_of(const train::TrainConfig& config) {
  const train::Step step = train::prepare(config, {"test", ""});
  return train::step_picture(step, train::run_step(step));
}

double time_of(const report::GanttRow& row, const report::Gantt& chart, const std::string& kind) {
  double sum = 0;
  for (const report::GanttSpan& span : row.spans) {
    if (chart.kinds[static_cast<std::size_t>(span.kind)].name != kind) continue;
    sum += static_cast<double>((span.end - span.begin).count());
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "A step's picture has a row for each class, which fills the step and agrees with accounts") {
  const train::Step step = train::prepare(pipeline(4, 8), {"test", ""});
  const train::StepAnswer answer = train::run_step(step);
  const report::Gantt chart = train::step_picture(step, answer);
  REQUIRE(chart.rows.size() == 4);
  for (std::size_t c = 0; c < 4; ++c) {
    const report::GanttRow& row = chart.rows[c];
    CHECK(row.name == "stage " + std::to_string(c));
    base::Picoseconds until{0};
    for (const report::GanttSpan& span : row.spans) {
      REQUIRE(span.begin == until);
      until = span.end;
    }
    CHECK(until == answer.time);
    const auto& account = answer.accounts[c];
    CHECK(time_of(row, chart, "bubble") == static_cast<double>(account.bubble.count()));
    CHECK(time_of(row, chart, "exposed communication") ==
          static_cast<double>(account.exposed.count()));
    CHECK(time_of(row, chart, "forward") + time_of(row, chart, "backward") +
              time_of(row, chart, "update") + time_of(row, chart, "other") ==
          static_cast<double>(account.compute.count()));
    CHECK(row.marks.size() == 2 * 8);  // 1F1B: each micro-batch passes twice
  }
}

TEST_CASE("A step's picture is well-formed, and its boxes have the legend's colours") {
  const report::Gantt chart = picture_of(pipeline(4, 8));
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
  const report::Gantt chart = picture_of(pipeline(64, 8));
  REQUIRE(chart.rows.size() == train::kMostRows);
  CHECK(chart.rows.front().name == "stage 0");
  CHECK(chart.rows.back().name == "stage 63");
}
