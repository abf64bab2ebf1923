// SPDX-License-Identifier: Apache-2.0
// jacquard version: which program this is.
#include "jacquard/base/version.hpp"

#include "jacquard/report/metric_table.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

struct Version {
  std::string version = base::kVersion;
  std::string compiler = __VERSION__;
  std::int64_t language = __cplusplus;
};

const report::MetricTable<Version>& version_metrics() {
  using M = report::Metric<Version>;
  using report::Unit;
  static const report::MetricTable<Version> table(
      "", "This program.",
      {M("release", Unit::text, &Version::version, "Its version.", "release"),
       M("compiler", Unit::text, &Version::compiler, "What built it.", "compiler"),
       M("cplusplus", Unit::count, &Version::language, "The standard that it was built to.")});
  return table;
}

int run_version(const Common& common) {
  report::Result result("version", common.seed, {});
  result.add(version_metrics()(Version{}));
  print(result, common);
  return 0;
}

}  // namespace

Command version_command() {
  return {"version",
          "Which program this is, and what built it",
          "  jacquard version\n"
          "  jacquard version --json\n",
          [](Arguments&, const Common& common) -> std::function<int()> {
            return [&common] { return run_version(common); };
          },
          false,
          false,
          [] { return std::vector{version_metrics().kind()}; }};
}

}  // namespace jacquard::cli
