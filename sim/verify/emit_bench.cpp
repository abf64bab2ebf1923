// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/emit_bench.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/pin_log.hpp"
#include "sim/verify/checker_text.hpp"

namespace jacquard::verify {
namespace {

constexpr std::size_t kLargestLog = std::size_t{1} << 28;

// What the last lines say where the checker saw nothing.
std::string without_faults(const WiredReport& report) {
  if (!report.stopped.empty()) {
    return "    $display(\"jq_bench: UNSEEN: the module stopped the simulation\");\n"
           "    $fatal(1);\n";
  }
  if (report.fault.empty()) {
    return "    $display(\"jq_bench: PASS: %0d clocks\", u_checker.clocks);\n    $finish;\n";
  }
  return fmt::format(
      "    $display(\"jq_bench: UNSEEN: the checker does not judge '{}'\");\n"
      "    $fatal(1);\n",
      report.rule);
}

// A run that another fault has ended leaves words on the way.
std::string lost_words(const WiredReport& report) {
  if (!report.stopped.empty() || !(report.fault.empty() || report.rule == "lost")) return "";
  return "    if (u_checker.left != 0) begin\n"
         "      $display(\"jq_checker: lost: %0d words never arrive\", u_checker.left);\n"
         "      u_checker.faults = u_checker.faults + 1;\n    end\n";
}

std::string bench_text(const rtl::Wiring& wiring, const WiredReport& report) {
  return fmt::format(
      "// Made by jacquard verify --emit-bench. Run it in this folder, alone:\n"
      "// By Icarus: iverilog -g2012 -s jq_bench -o bench.vvp design.sv checker.sv bench.sv && vvp "
      "bench.vvp\n"
      "// or Verilator: verilator --binary --assert -Wno-fatal -Wno-lint --top-module jq_bench "
      "design.sv checker.sv "
      "bench.sv"
      " && obj_dir/Vjq_bench\n"
      "// A line of stimulus.hex is a clock: rst_ni, then in_i. Inputs change after the falling "
      "edge.\n"
      "module jq_bench;\n"
      "  reg clk, rst_n;\n  reg [{0}:0] in;\n  wire [{1}:0] out;\n  reg [{2}:0] line;\n"
      "  integer file, got;\n"
      "  {3} dut (.clk_i(clk), .rst_ni(rst_n), .in_i(in), .out_o(out));\n"
      "  jq_checker u_checker (.clk_i(clk), .rst_ni(rst_n), .in_i(in), .out_o(out));\n"
      "  initial begin\n"
      "    file = $fopen(\"stimulus.hex\", \"r\");\n"
      "    clk = 0; rst_n = 0; in = 0; #1;\n"
      "    got = $fscanf(file, \"%h\", line);\n"
      "    while (got == 1) begin\n"
      "      {{rst_n, in}} = line; #1;\n      clk = 1; #1;\n      clk = 0; #1;\n"
      "      got = $fscanf(file, \"%h\", line);\n"
      "    end\n"
      "{5}"
      "    if (u_checker.faults != 0 || u_checker.clocks == 0) begin\n"
      "      $display(\"jq_bench: FAIL: %0d faults in %0d clocks\", u_checker.faults, "
      "u_checker.clocks);\n"
      "      $fatal(1);\n"
      "    end\n"
      "{4}  end\nendmodule\n",
      wiring.in_bits - 1, wiring.out_bits - 1, wiring.in_bits, rtl::Wiring::kTop,
      without_faults(report), lost_words(report));
}

}  // namespace

void emit_bench(const std::string& folder, const WiredModule& module, const WiredReport& report,
                const std::string& design, const std::string& log) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    throw base::ConfigError(
        {"--emit-bench", "", "a folder that can be written", folder, failed.message()});
  }
  const auto write = [&](const char* name, const std::string& text) {
    base::write_file((std::filesystem::path(folder) / name).string(), text);
  };
  write("design.sv", design);
  write("checker.sv", checker_text(module));
  write("bind.sv", fmt::format("bind {} jq_checker u_jq_checker (.*);\n", rtl::Wiring::kTop));
  write("bench.sv", bench_text(module.wiring, report));
  write("stimulus.hex", base::read_file(log + "/" + rtl::PinLog::kInputs, kLargestLog));
  write("answers.hex", base::read_file(log + "/" + rtl::PinLog::kOutputs, kLargestLog));
}

}  // namespace jacquard::verify
