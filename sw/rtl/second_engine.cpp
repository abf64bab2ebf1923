// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/second_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <sstream>

#include "jacquard/base/at.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/combinational_loop.hpp"
#include "jacquard/rtl/pin_log.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::rtl {
namespace {

constexpr int kMostCpu_s = 60;
constexpr std::size_t kLargest = std::size_t{1} << 28;
constexpr const char* kBench = "jq_second_bench";
constexpr const char* kShown = "second.hex";
constexpr const char* kState = "second.vcd";  // of the last clock
constexpr std::size_t kMostNamed = 3;

int width_of(const std::vector<Port>& pins) {
  int bits = 0;
  for (const Port& pin : pins) bits += pin.width;
  return bits;
}

std::string connections(const std::vector<Port>& pins, const char* vector) {
  std::string text;
  int left = width_of(pins);
  for (const Port& pin : pins) {
    text += fmt::format(",\n    .{}({}[{}:{}])", pin.name, vector, left - 1, left - pin.width);
    left -= pin.width;
  }
  return text;
}

// Drives as the Verilated model is driven: inputs change with the falling edge, outputs are taken
// once they have settled, and then the clock rises.
std::string bench(const ModelSpec& spec, const std::vector<Port>& inputs,
                  const std::vector<Port>& outputs, bool parameterised) {
  std::string parameters;
  if (parameterised) {
    for (const auto& [name, value] : top_parameters(spec)) {
      parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", name, value);
    }
  }
  std::string text = "`timescale 1us / 1ps\n";
  text += fmt::format("module {};\n", kBench);
  text += fmt::format("  reg clk;\n  reg [{0}:0] in, coming;\n  wire [{1}:0] shown;\n",
                      width_of(inputs) - 1, width_of(outputs) - 1);
  text += "  integer from, to, got;\n";
  text += fmt::format("  \\{} {}dut (\n    .clk_i(clk){}{});\n", spec.top,
                      parameters.empty() ? "" : "#(" + parameters + ") ", connections(inputs, "in"),
                      connections(outputs, "shown"));
  text += fmt::format(
      "  initial begin\n"
      "    from = $fopen(\"{}\", \"r\");\n"
      "    to = $fopen(\"{}\", \"w\");\n"
      "    clk = 0; in = 0; #1;\n"
      "    got = $fscanf(from, \"%h\", coming);\n"
      "    while (got == 1) begin\n"
      "      clk = 0; in = coming; #1;\n"
      "      $fdisplay(to, \"%h\", shown);\n"
      "      $fflush(to);\n"
      "      clk = 1; #1;\n"
      "      got = $fscanf(from, \"%h\", coming);\n"
      "    end\n"
      "    $dumpfile(\"{}\");\n"
      "    $dumpvars(0, dut);\n"
      "    #1 $finish;\n"
      "  end\n"
      "endmodule\n",
      PinLog::kInputs, kShown, kState);
  return text;
}

// The line of the tool's output that says why it refused, or "".
std::string refusal(const std::vector<std::string>& command, const std::string& folder) {
  const tool::ProcessResult result = tool::run_process(command, folder, kMostCpu_s);
  if (result.exit_code == 0) return "";
  const std::string line = complaint_in(result.output);
  return line.empty() ? fmt::format("exit code {}", result.exit_code) : line;
}

std::string compiled(const std::string& design, const std::string& folder) {
  return refusal({"iverilog", "-g2012", "-o", "second.vvp", "-s", kBench, "units.sv", design,
                  "second_bench.sv"},
                 folder);
}

// Makes second.vvp. Returns the engine's name, or "" and why there is none.
std::string compile(const ModelSpec& spec, const std::vector<Port>& inputs,
                    const std::vector<Port>& outputs, const std::string& folder,
                    std::string& why_not) {
  // A design without a unit of time would take Icarus' own, a second.
  base::write_file(folder + "/units.sv", "`timescale 1ns / 1ps\n");
  base::write_file(folder + "/design.sv", spec.text);
  base::write_file(folder + "/second_bench.sv", bench(spec, inputs, outputs, true));
  why_not = compiled("design.sv", folder);
  if (why_not.empty()) return "Icarus";
  why_not = "Icarus does not read it: " + why_not;
  if (!tool::on_path("yosys")) return "";
  const std::string script =
      yosys_reads(spec) + fmt::format("rename -top {}; write_verilog -noattr netlist.v", spec.top);
  const std::string refused = refusal({"yosys", "-q", "-p", script}, folder);
  if (!refused.empty()) {
    why_not += "; nor does Yosys: " + refused;
    return "";
  }
  base::write_file(folder + "/second_bench.sv", bench(spec, inputs, outputs, false));
  const std::string netlist = compiled("netlist.v", folder);
  if (!netlist.empty()) return "";
  why_not.clear();
  return "Icarus on Yosys's netlist";
}

std::string named_state(const SecondOpinion& opinion) {
  std::vector<std::string> named = opinion.unknown_state;
  if (named.empty()) return "";
  if (named.size() > kMostNamed) named.resize(kMostNamed);
  return fmt::format(", with an x at the end in {}", fmt::join(named, ", "));
}

bool is_known(char digit) { return std::isxdigit(static_cast<unsigned char>(digit)) != 0; }

}  // namespace

SecondOpinion compare_outputs(const std::string& ours, const std::string& theirs) {
  SecondOpinion opinion;
  std::istringstream our_lines(ours), their_lines(theirs);
  std::string a, b;
  while (std::getline(our_lines, a) && std::getline(their_lines, b) && a.size() == b.size()) {
    bool unknown = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!is_known(a[i])) continue;
      unknown = unknown || !is_known(b[i]);
      if (!is_known(b[i]) || a[i] == b[i] || opinion.differs_at >= 0) continue;
      opinion.differs_at = opinion.clocks;
      opinion.ours = a;
      opinion.theirs = b;
    }
    opinion.unknown.push_back(unknown);
    ++opinion.clocks;
  }
  return opinion;
}

std::vector<std::string> unknown_variables(const std::string& vcd) {
  std::istringstream words(vcd);
  std::vector<std::string> scopes, all;
  std::map<std::string, std::string> variables;  // path by code
  for (std::string word; words >> word;) {
    if (word == "$scope") {
      std::string kind, name;
      words >> kind >> name;
      scopes.push_back(name);
    } else if (word == "$upscope" && !scopes.empty()) {
      scopes.pop_back();
    } else if (word == "$var") {
      std::string type, bits, code, name;
      words >> type >> bits >> code >> name;
      const auto dut = std::find(scopes.rbegin(), scopes.rend(), "dut").base();
      const std::string path = fmt::format("{}", fmt::join(dut, scopes.end(), "."));
      if (type == "reg") variables[code] = path.empty() ? name : path + "." + name;
    } else if (word[0] == 'b' && word.find('x') != word.npos) {
      words >> word;
      if (variables.count(word) > 0) all.push_back(variables[word]);
    } else if (word[0] == 'x' && variables.count(word.substr(1)) > 0) {
      all.push_back(variables[word.substr(1)]);
    }
  }
  return all;
}

SecondOpinion ask_second_engine(const ModelSpec& spec, const Interface& found,
                                const std::vector<ExpectedPort>& expected,
                                const std::string& folder) {
  SecondOpinion opinion;
  if (!tool::on_path("iverilog")) {
    opinion.why_not = "iverilog is not installed (Debian package iverilog)";
    return opinion;
  }
  std::string why_not;
  const std::string engine = compile(spec, logged_pins(found, expected, "input"),
                                     logged_pins(found, expected, "output"), folder, why_not);
  if (engine.empty()) {
    opinion.why_not = why_not;
    return opinion;
  }
  const std::string refused = refusal({"vvp", "-n", "second.vvp"}, folder);
  std::error_code ignored;
  if (!std::filesystem::exists(folder + "/" + kShown, ignored)) {
    opinion.why_not = "Icarus does not run it: " + refused;
    return opinion;
  }
  opinion = compare_outputs(base::read_file(folder + "/" + PinLog::kOutputs, kLargest),
                            base::read_file(folder + "/" + kShown, kLargest));
  opinion.engine = engine;
  if (std::filesystem::exists(folder + "/" + kState, ignored)) {
    opinion.unknown_state = unknown_variables(base::read_file(folder + "/" + kState, kLargest));
  }
  return opinion;
}

Confirmation confirm(const SecondOpinion& opinion, const std::vector<std::int64_t>& clocks) {
  if (!opinion.why_not.empty()) return {Confirmed::unknown, opinion.why_not};
  if (clocks.empty()) return {Confirmed::unknown, "no clock to look at"};
  const std::int64_t first = clocks.front();
  if (opinion.differs_at >= 0 && opinion.differs_at <= first) {
    return {Confirmed::no,
            fmt::format("{} and Verilator do not agree: in clock {} the outputs are {} and {}{}",
                        opinion.engine, opinion.differs_at, opinion.theirs, opinion.ours,
                        named_state(opinion))};
  }
  if (first >= opinion.clocks) {
    return {Confirmed::unknown,
            fmt::format("{} repeated {} clocks before it was stopped, and it failed in clock {}",
                        opinion.engine, opinion.clocks, first)};
  }
  if (base::at(opinion.unknown, first)) {
    return {Confirmed::unknown,
            fmt::format("{} shows an x in clock {}: there is state that no reset clears{}",
                        opinion.engine, first, named_state(opinion))};
  }
  std::int64_t same = 0;
  for (const std::int64_t clock : clocks) {
    if (clock >= opinion.clocks || (opinion.differs_at >= 0 && clock >= opinion.differs_at)) break;
    same += base::at(opinion.unknown, clock) ? 0 : 1;
  }
  return {Confirmed::yes,
          fmt::format("{} agrees with Verilator in {} of the {} failing clocks it was shown",
                      opinion.engine, same, clocks.size())};
}

}  // namespace jacquard::rtl
