// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/isolated.hpp"

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>

#include "jacquard/base/error.hpp"

using jacquard::base::ConfigError;
using jacquard::tool::Pulse;
using jacquard::tool::run_isolated;
using std::chrono::seconds;

TEST_CASE("What isolated work returns arrives, however long") {
  const std::string text(1'000'000, 'x');
  CHECK(run_isolated("work", seconds(60), [&](const Pulse&) { return text; }) == text);
  CHECK(run_isolated("work", seconds(60), [](const Pulse&) { return std::string(); }).empty());
}

TEST_CASE("A user's mistake found by isolated work is thrown where it was asked for") {
  const auto work = [](const Pulse&) -> std::string {
    throw ConfigError({"a.sv", "line 3", "ports", "none", "a hint"});
  };
  CHECK_THROWS_WITH(run_isolated("work", seconds(60), work),
                    "a.sv, line 3: expected ports, found none (a hint)");
}

TEST_CASE("Work that crashes, exits or loops for ever ends nobody else") {
  const auto crash = [](const Pulse&) -> std::string {
    std::signal(SIGSEGV, SIG_DFL);  // of whatever watches this test
    std::raise(SIGSEGV);
    return "";
  };
  CHECK_THROWS_WITH(run_isolated("module a", seconds(60), crash),
                    Catch::Contains("module a") && Catch::Contains("crashed"));
  const auto leave = [](const Pulse&) -> std::string { std::_Exit(7); };
  CHECK_THROWS_WITH(run_isolated("module a", seconds(60), leave), Catch::Contains("exit code 7"));
  const auto loop = [](const Pulse& pulse) -> std::string {
    pulse();
    for (volatile bool on = true; on;) continue;
    return "";
  };
  CHECK_THROWS_WITH(run_isolated("module a", seconds(1), loop),
                    Catch::Contains("after 1 clocks") && Catch::Contains("loop for ever"));
}
