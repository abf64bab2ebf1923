// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/combinational_loop.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::rtl {
namespace {

std::string line_with(const std::string& output, const char* what) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(what) != std::string::npos) return line;
  }
  return "";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> top_parameters(const ModelSpec& spec) {
  std::vector<std::pair<std::string, std::string>> parameters;
  for (const std::string& word : spec.words) {
    const std::size_t equals = word.find('=');
    if (word.rfind("-G", 0) != 0 || equals == std::string::npos) continue;
    parameters.emplace_back(word.substr(2, equals - 2), word.substr(equals + 1));
  }
  return parameters;
}

std::string yosys_reads(const ModelSpec& spec) {
  std::string script = "read_verilog -sv design.sv; ";
  for (const auto& [name, value] : top_parameters(spec)) {
    script += fmt::format("chparam -set {} {} {}; ", name, value, spec.top);
  }
  return script + fmt::format("hierarchy -top {}; proc; flatten; opt_clean; ", spec.top);
}

void refuse_loops(const ModelSpec& spec, const std::string& said, const std::string& folder) {
  const std::string suspicion = line_with(said, "Circular combinational logic");
  if (suspicion.empty()) return;
  std::string verdict;
  if (tool::on_path("yosys")) {
    const tool::ProcessResult yosys =
        tool::run_process({"yosys", "-p", yosys_reads(spec) + "techmap; opt_clean; check"}, folder);
    verdict = line_with(yosys.output, "found logic loop");
    if (!verdict.empty() && verdict.back() == ':') verdict.pop_back();
    if (yosys.exit_code == 0 && verdict.empty()) return;
  }
  if (!verdict.empty()) {
    throw base::ConfigError({"module " + spec.top, "", "RTL without combinational loops", "",
                             fmt::format("Verilator: {}; Yosys: {}", suspicion, verdict)});
  }
  spdlog::warn("{}: {}", spec.top, suspicion);
}

}  // namespace jacquard::rtl
