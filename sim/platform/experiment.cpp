// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/experiment.hpp"

#include "jacquard/tool/run_cases.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::platform {
namespace {

const config::FieldTable<Variant>& variant_fields() {
  using config::field;
  static const config::FieldTable<Variant> table(
      "variant", "One of what is compared.",
      {
          field<Variant>(
              "name", [](auto& v) -> auto& { return v.name; }, config::text("a name for the rows"),
              "As rows call it."),
          field<Variant>(
              "set", [](auto& v) -> auto& { return v.set; },
              config::list(config::text("key=value")),
              "Keys of the experiment that are different for it."),
      });
  return table;
}

}  // namespace

config::Codec<Variant> variant_codec() {
  const auto& table = variant_fields();
  return {"an object with name and set", table.schema(), config::TextForm::json,
          [&table](const config::Json& json, const config::Place& place) {
            Variant variant;
            table.read(variant, json, place);
            if (variant.name.empty()) (place / "name").fail("a name", "");
            return variant;
          },
          [&table](const Variant& variant) { return table.show(variant); }};
}

void drop_sweep_of(const std::vector<std::string>& set, experiment::Sweep& sweep) {
  for (const std::string& assignment : set) {
    if (!sweep.key.empty() && config::split_assignment(assignment).path == sweep.key) sweep = {};
  }
}

std::vector<report::Printed> run_cases(
    std::int64_t count, int threads,
    const std::function<report::Printed(std::int64_t index)>& evaluate) {
  tool::Progress progress("simulate", "runs");
  std::vector<report::Printed> rows;
  tool::Cases cases;
  cases.what = "run";
  cases.count = count;
  cases.workers = threads;
  cases.evaluate = [&evaluate](std::int64_t index) {
    const report::Printed row = evaluate(index);
    return config::Document{{"json", row.json}, {"cells", row.cells}};
  };
  cases.on_result = [&](std::int64_t index, bool, const config::Document& row) {
    progress.at(static_cast<double>(index + 1), static_cast<double>(count), "");
    rows.emplace_back(row.at("json"), row.at("cells"));
  };
  tool::run_cases(cases);
  return rows;
}

}  // namespace jacquard::platform
