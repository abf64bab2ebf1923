// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/report/metric.hpp"
#include "sim/cli/command.hpp"

using namespace jacquard;

TEST_CASE("Every verb says which rows it has, and every key its unit and meaning") {
  for (const cli::Command& command : cli::commands()) {
    INFO(command.name);
    REQUIRE(command.rows != nullptr);
    for (const report::RowKind& kind : command.rows()) {
      INFO(kind.name << ": " << kind.doc);
      CHECK(!kind.doc.empty());
      CHECK(!kind.metrics.empty());
      std::set<std::string> keys;
      for (const report::MetricInfo& metric : kind.metrics) {
        INFO(metric.key << metric.heading);
        CHECK(!metric.doc.empty());
        if (metric.key.empty()) {
          CHECK(!metric.heading.empty());
          continue;
        }
        CHECK(keys.insert(metric.key).second);
        // "efficiency_bytes" is a ratio of bytes; users know the key by that name.
        if (metric.key == "efficiency_bytes") continue;
        CHECK(report::suffix_fault(metric.key, metric.unit) == "");
      }
    }
  }
}
