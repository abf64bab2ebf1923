// SPDX-License-Identifier: Apache-2.0
#include "cli/tree.hpp"

#include <catch2/catch.hpp>

#include "support/source_tree.hpp"

using namespace jacquard::tb;
using Faults = std::vector<std::string>;

namespace {

const std::vector<TreeFile>& tree() {
  static const std::vector<TreeFile> files = read_tree(JACQUARD_SOURCE_DIR);
  return files;
}

// Faults of one planted file.
template <class Rule>
std::size_t planted(Rule rule, const std::string& path, const std::string& text) {
  return rule({{path, text}}).size();
}

std::string include(const std::string& what) { return "#include \"" + what + "\"\n"; }

}  // namespace

TEST_CASE("The tree is read") { CHECK(tree().size() > 100); }

TEST_CASE("A folder includes only those it is built on") {
  CHECK(wrong_includes(tree()) == Faults{});
}

TEST_CASE("An include against the order is noticed") {
  const auto wrong = [](const std::string& path, const std::string& what) {
    return planted(wrong_includes, path, "// x\n  # include <vector>\n" + include(what));
  };
  CHECK(wrong("sw/base/error.cpp", "jacquard/config/place.hpp") == 1);
  CHECK(wrong("sw/demand/a.hpp", "jacquard/schedule/check.hpp") == 1);
  CHECK(wrong("sw/schedule/bvn/a.cpp", "jacquard/report/result.hpp") == 1);
  CHECK(wrong("sw/report/a.cpp", "sim/cli/command.hpp") == 1);
  CHECK(wrong("sw/report/a.cpp", "support/demands.hpp") == 1);
  CHECK(wrong("sw/report/a.cpp", "jacquard/nonsense/a.hpp") == 1);
  CHECK(wrong("sw/nonsense/a.cpp", "jacquard/base/error.hpp") == 1);
  CHECK(wrong("systemc/fabric/a.cpp", "sim/cli/command.hpp") == 1);
  CHECK(wrong("sim/cli/a.cpp", "support/demands.hpp") == 1);

  CHECK(wrong("sw/report/a.cpp", "jacquard/base/error.hpp") == 0);
  CHECK(wrong("sw/report/a.cpp", "jacquard/report/result.hpp") == 0);
  CHECK(wrong("systemc/fabric/a.cpp", "jacquard/engine/engine.hpp") == 0);
  CHECK(wrong("systemc/serve/a.cpp", "systemc/train/run_step.hpp") == 0);
  CHECK(wrong("systemc/train/a.cpp", "systemc/serve/setup.hpp") == 1);
  CHECK(wrong("systemc/npu/a.cpp", "systemc/train/run_step.hpp") == 1);
  CHECK(wrong("systemc/nonsense/a.cpp", "jacquard/base/error.hpp") == 1);
  CHECK(wrong("systemc/train/a.cpp", "sim/train/step_rows.hpp") == 1);
  CHECK(wrong("systemc/train/a.cpp", "jacquard/report/html/document.hpp") == 1);
  CHECK(wrong("systemc/train/a.cpp", "jacquard/report/metric_table.hpp") == 0);
  CHECK(wrong("sim/train/a.cpp", "systemc/fabric/a.hpp") == 0);
  CHECK(wrong("tb/unit/a_test.cpp", "sim/cli/run.hpp") == 0);
  CHECK(wrong("sim/train/a.cpp", "sim/cli/command.hpp") == 1);
  CHECK(wrong("sim/train/a.cpp", "sim/plan/answers.hpp") == 1);
  CHECK(wrong("sim/plan/a.cpp", "sim/train/step_rows.hpp") == 0);
  CHECK(wrong("sim/nonsense/a.cpp", "jacquard/base/error.hpp") == 1);
  CHECK(wrong("sim/cli/a.cpp", "systemc/train/run_step.hpp") == 0);
  CHECK(wrong("sim/cli/a.cpp", "systemc/npu/npu_config.hpp") == 0);
  CHECK(wrong("sim/cli/a.cpp", "systemc/npu/nic.hpp") == 1);
  CHECK(wrong("sim/main.cpp", "sim/cli/run.hpp") == 0);
  CHECK(wrong("sim/train/a.cpp", "papers/cosmic/lab.hpp") == 1);
  CHECK(wrong("papers/cosmic/a.cpp", "systemc/train/run_step.hpp") == 0);
  CHECK(wrong("papers/cosmic/a.cpp", "sim/cli/command.hpp") == 1);
  CHECK(wrong("papers/verbs/a.cpp", "sim/cli/command.hpp") == 0);

  const auto options = [](const std::string& path) {
    return planted(wrong_includes, path, "#include <CLI/CLI.hpp>\n");
  };
  CHECK(options("sim/cli/a.cpp") == 0);
  CHECK(options("sim/train/a.cpp") == 1);
  CHECK(options("sw/base/a.cpp") == 1);
}

TEST_CASE("Every source begins with the SPDX line") {
  CHECK(without_spdx(tree()) == Faults{});
  CHECK(planted(without_spdx, "sw/base/a.cpp", "#pragma once\n") == 1);
  CHECK(planted(without_spdx, "rtl/bvn/a.sv", "") == 1);
  CHECK(planted(without_spdx, "tb/a.sh", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n") ==
        0);
}

TEST_CASE("No source is longer than 600 lines") {
  CHECK(too_long(tree()) == Faults{});
  CHECK(planted(too_long, "sw/base/a.cpp", std::string(600, '\n')) == 0);
  CHECK(planted(too_long, "sw/base/a.cpp", std::string(601, '\n')) == 1);
}

TEST_CASE("No two headers define a class of one name in one namespace") {
  CHECK(classes_of_one_name(tree()) == Faults{});
  const std::string nic =
      "namespace jacquard::systemc {\nclass Nic final : public Module {\n};\n}\n";
  const std::string other = "namespace jacquard::packet {\nclass Nic {\n};\n}\n";
  CHECK(classes_of_one_name({{"systemc/a.hpp", nic}, {"systemc/b.hpp", nic}}).size() == 1);
  CHECK(classes_of_one_name({{"systemc/a.hpp", nic}, {"systemc/b.hpp", other}}) == Faults{});
}

TEST_CASE("Every port and parameter of a module is documented right above it") {
  CHECK(undocumented_ports(tree()) == Faults{});
  const auto faults = [](const std::string& ports) {
    const std::string module = "module jq_a #(\n/// Width.\nparameter int W = 1\n) (\n";
    return planted(undocumented_ports, "rtl/a/jq_a.sv", module + ports + "\n);\ninput x;\n");
  };
  CHECK(faults("  /// Clock.\n  input  logic clk_i,\n  /// Answer.\n  output logic [W-1:0] a_o") ==
        0);
  CHECK(faults("  input  logic clk_i,\n  /// Answer.\n  output logic a_o") == 1);
  CHECK(faults("  /// Clock.\n  input  logic clk_i,\n  output logic a_o") == 1);
  CHECK(faults("  ///\n  input  logic clk_i") == 1);
  CHECK(faults("  /// Two.\n  input  logic a_i, b_i") == 1);
}

TEST_CASE("No file names a folder of somebody's machine") {
  CHECK(machine_paths(tree()) == Faults{});
  const std::string home = std::string("/ho") + "me/somebody/jacquard";
  CHECK(planted(machine_paths, "docs/a.md", "see " + home + "\n") == 1);
  CHECK(planted(machine_paths, "docs/a.md", "see https://example.org" + home + "\n") == 0);
}
