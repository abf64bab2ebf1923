// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/report/metric.hpp"
#include "sim/cli/program.hpp"

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

TEST_CASE("Every headline is a number of a kind of row, and the keys of its lines are there") {
  const cli::Program program({}, cli::commands());
  std::size_t drawn = 0;
  for (const auto& [app, command] : program.parts()) {
    if (!command.headlines.empty()) ++drawn;
    for (const cli::Headline& headline : command.headlines) {
      INFO(command.name << ": " << headline.figure);
      CHECK(!headline.words.empty());
      REQUIRE(command.rows != nullptr);
      // Kinds without a name have some keys each.
      const auto has = [&, kind = std::string(headline.row_kind)](const std::string& key) {
        for (const report::RowKind& known : command.rows()) {
          if (known.name != kind) continue;
          for (const report::MetricInfo& metric : known.metrics) {
            if (metric.key == key) return true;
          }
        }
        return false;
      };
      CHECK(has(headline.figure));
      for (const char* key : headline.lines) CHECK(has(key));
    }
  }
  CHECK(drawn > cli::commands().size() / 2);
}

TEST_CASE("Verbs that answer with times have a headline") {
  const std::set<std::string> without = {"bench", "compare", "view", "gallery", "results", "repro", "study",
                                         "help",  "version", "gemm"};
  for (const cli::Command& command : cli::commands()) {
    INFO(command.name);
    CHECK(command.headlines.empty() == (without.count(command.name) == 1));
  }
}
