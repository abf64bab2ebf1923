// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "jacquard/base/file.hpp"
#include "sim/verify/judged_rules.hpp"

namespace jacquard::cli {
namespace {

constexpr std::int64_t kMostChecks = 10'000;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// XML 1.0 has no way to write other control characters.
std::string printable(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 && c != '\n' && c != '\t') c = '?';
  }
  return text;
}

std::string at(std::int64_t index, std::int64_t clock, const std::string& fault) {
  const std::string when = clock < 0 ? "" : fmt::format(", clock {} since power-up", clock);
  return fmt::format("case {}{}: {}", index, when, fault);
}

// What is said of the first case that failed.
Check failing_case(const verify::Report& report, std::string name) {
  const std::string& whole = report.first_mismatch.empty() ? report.stopped : report.first_mismatch;
  const std::string fault = report.fault.empty() ? first_line(whole) : report.fault;
  return {std::move(name), at(report.first_mismatch_case, report.first_mismatch_clock, fault),
          whole};
}

}  // namespace

std::vector<Check> checks_of(const verify::WiredModule& module, bool history,
                             const verify::WiredReport& report) {
  std::vector<std::string> rules = judged_rules(module, history);
  const bool stopped = !report.stopped.empty();
  rules.emplace_back("runs to the end");
  const std::string broken = stopped ? rules.back() : report.rule;
  std::vector<Check> checks;
  for (const std::string& rule : rules) {
    // The history comes last: all others held.
    Check check{rule, "", "", !broken.empty() && rule != broken && broken != "history"};
    if (rule == broken) {
      check.failure =
          at(report.failing_case, report.failing_clock, stopped ? report.stopped : report.fault);
      check.detail = fmt::format("{}\n{}", report.label, report.pins);
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

std::vector<Check> checks_of(const CaseGroups& groups, const verify::Report& report) {
  std::vector<Check> checks;
  std::int64_t first = 0;
  for (const auto& [name, count] : groups) {
    const std::int64_t end = first + count;
    const auto within = [&](std::int64_t index) { return index >= first && index < end; };
    const auto failed =
        std::count_if(report.failing_cases.begin(), report.failing_cases.end(), within);
    const bool skipped = report.ended_early && first > report.first_mismatch_case;
    Check check{fmt::format("{} cases", name), "", "", skipped};
    if (within(report.first_mismatch_case)) {
      check = failing_case(report, check.name);
    } else if (failed > 0) {
      check.failure = fmt::format("a rule did not hold in {} of them", failed);
    }
    if (count > 0) checks.push_back(std::move(check));
    first = end;
  }
  return checks;
}

std::vector<Check> checks_of_cases(std::int64_t cases, const verify::Report& report) {
  const auto& failing = report.failing_cases;
  const auto failed = [&](std::int64_t index) {
    return std::binary_search(failing.begin(), failing.end(), index);
  };
  std::vector<Check> checks;
  const auto add = [&](std::int64_t index) {
    const std::string name = fmt::format("case {}", index);
    if (index == report.first_mismatch_case) return checks.push_back(failing_case(report, name));
    checks.push_back({name, failed(index) ? "it differs from the golden model" : "", ""});
  };
  if (cases <= kMostChecks) {
    for (std::int64_t index = 0; index < cases; ++index) add(index);
    return checks;
  }
  for (const std::int64_t index : failing) add(index);
  checks.push_back({fmt::format("the other {} cases", cases - report.mismatches), "", ""});
  return checks;
}

void write_junit(const std::string& file, const std::string& suite,
                 const std::vector<Check>& checks) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  pugi::xml_node tests = suites.append_child("testsuite");
  const auto count = [&](auto has) {
    return static_cast<long long>(std::count_if(checks.begin(), checks.end(), has));
  };
  const auto failed = [](const Check& check) { return !check.failure.empty(); };
  tests.append_attribute("name") = printable(suite).c_str();
  tests.append_attribute("tests") = static_cast<long long>(checks.size());
  tests.append_attribute("failures") = count(failed);
  tests.append_attribute("skipped") = count([](const Check& check) { return check.skipped; });
  for (const Check& check : checks) {
    pugi::xml_node test = tests.append_child("testcase");
    test.append_attribute("classname") = printable(suite).c_str();
    test.append_attribute("name") = printable(check.name).c_str();
    if (failed(check)) {
      pugi::xml_node failure = test.append_child("failure");
      failure.append_attribute("message") = printable(check.failure).c_str();
      failure.text() = printable(check.detail).c_str();
    } else if (check.skipped) {
      test.append_child("skipped").append_attribute("message") = "the run ended at the first fault";
    }
  }
  std::ostringstream text;
  document.save(text, "  ");
  base::write_file(file, text.str());
}

}  // namespace jacquard::cli
