// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/netlist_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/toggles.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::synth {
namespace {

constexpr const char* kBench = R"(
module bench;
  reg clk = 0, rst_n = 0, load = 0, start = 0;
  always #1 clk = ~clk;
  reg [{row_bits}-1:0] row = 0;
  reg [{row_bits}-1:0] rows [0:{rows}-1];
  wire done;
  device u_device ({pins});
  integer demand, r, cycles;
  initial begin
    $readmemh("rows.txt", rows);
    repeat (4) @(posedge clk);
    rst_n <= 1;
    repeat (2) @(posedge clk);
    $dumpfile("toggles.vcd");
    $dumpvars(1, u_device);
    for (demand = 0; demand < {demands}; demand = demand + 1) begin
      load <= 1;
      for (r = 0; r < {loads}; r = r + 1) begin
        row <= rows[demand * {loads} + r];
        @(posedge clk);
      end
      load <= 0;
      start <= 1;
      @(posedge clk);
      start <= 0;
      @(posedge clk);
      cycles = 1;
      while (done !== 1 && cycles < {limit}) begin
        cycles = cycles + 1;
        @(posedge clk);
      end
      $display("cycles %0d", cycles);
    end
    $finish;
  end
endmodule
)";

void run(const std::vector<std::string>& command, const std::string& folder, std::string& said) {
  const tool::ProcessResult result = tool::run_process(command, folder);
  if (result.exit_code != 0) {
    throw base::ConfigError({command[0], "", "to run the netlist",
                             result.output.substr(0, result.output.find('\n')), ""});
  }
  said = result.output;
}

// What drives a bit of an input, or listens to one of an output.
std::string wire_of(const std::string& port, const Workload& w) {
  const std::size_t bracket = port.find('[');
  const std::string name = port.substr(0, bracket);
  const int bit = bracket == std::string::npos ? 0 : std::stoi(port.substr(bracket + 1));
  const auto bit_of = [&](int value) { return fmt::format("1'b{}", value >> bit & 1); };
  if (name == "clk_i") return "clk";
  if (name == "rst_ni") return "rst_n";
  if (name == "load_valid_i") return "load";
  if (name == "load_row_i") return fmt::format("row[{}]", bit);
  if (name == "start_i") return "start";
  if (name == "guard_i") return bit_of(w.guard);
  if (name == "top_offset_i") return bit_of(w.top_offset);
  if (name == "fill_i" || name == "ready_i") return "1'b1";
  if (name == "done_o") return "done";
  return name.back() == 'i' ? "1'b0" : "";
}

std::string pins_of(const Netlist& netlist, const Workload& workload) {
  std::map<int, std::string> wires;
  for (const auto* side : {&netlist.inputs, &netlist.outputs}) {
    for (const auto& [port, net] : *side) {
      const std::string wire = wire_of(port, workload);
      if (net >= 0 && (!wire.empty() || wires.count(net) == 0)) wires[net] = wire;
    }
  }
  std::string pins;
  for (const auto& [net, wire] : wires) {
    pins += fmt::format("{}.n{}({})", pins.empty() ? "" : ", ", net, wire);
  }
  return pins;
}

std::vector<std::int64_t> cycles_in(const std::string& said) {
  static const std::regex line(R"(cycles (\d+))");
  std::vector<std::int64_t> all;
  for (std::sregex_iterator at(said.begin(), said.end(), line), end; at != end; ++at) {
    all.push_back(std::stoll((*at)[1]));
  }
  return all;
}

Activity read_run(const std::string& path, int clock) {
  rtl::ToggleReader reader("u_device");
  std::ifstream waveform(path);
  std::string block(std::size_t{1} << 20, '\0');
  while (waveform.read(block.data(), static_cast<std::streamsize>(block.size())),
         waveform.gcount() > 0) {
    reader.feed({block.data(), static_cast<std::size_t>(waveform.gcount())});
  }
  Activity run;
  for (const rtl::SignalToggles& signal : reader.signals()) {
    const rtl::BitToggles& bit = signal.bits.at(0);
    if (signal.name[0] != 'n') continue;
    const int net = std::stoi(signal.name.substr(1));
    run.toggles[net] = bit.toggles;
    if (net == clock) run.clocks = bit.toggles / 2;
  }
  return run;
}

}  // namespace

void write_cell_models(const std::string& folder, const std::string& liberty,
                       const std::string& models) {
  std::string said;
  base::write_file(folder + "/models.ys",
                   fmt::format("read_liberty -ignore_miss_func -ignore_miss_dir {}\n"
                               "write_verilog -noattr {}\n",
                               liberty, models));
  run({"yosys", "-q", "models.ys"}, folder, said);
  const std::string path = folder + "/" + models;
  static const std::regex state(R"(\n  reg (\w+);)");
  base::write_file(path, std::regex_replace(base::read_file(path), state,
                                            "\n  reg $1;\n`ifdef START\n  initial $1 = (($$urandom "
                                            "^ `START) * 32'h9e3779b1) >> 15;\n`endif"));
}

Activity run_netlist(const Netlist& netlist, const Workload& workload, const std::string& folder) {
  using fmt::arg;
  const std::int64_t longest = *std::max_element(workload.cycles.begin(), workload.cycles.end());
  base::write_file(
      folder + "/bench.v",
      fmt::format(kBench, arg("row_bits", workload.row_bits), arg("rows", workload.rows.size()),
                  arg("loads", workload.loads), arg("demands", workload.cycles.size()),
                  arg("limit", 2 * longest), arg("pins", pins_of(netlist, workload))));
  base::write_file(folder + "/device.v", verilog_of(netlist));
  base::write_file(folder + "/rows.txt", fmt::format("{}\n", fmt::join(workload.rows, "\n")));
  write_cell_models(folder, "cells.lib", "cells.v");
  std::string said;
  run({"iverilog", "-g2012", "-DSTART=1", "-o", "image", "-s", "bench", "bench.v", "device.v",
       "cells.v"},
      folder, said);
  run({"vvp", "-n", "image"}, folder, said);
  if (cycles_in(said) != workload.cycles) {
    throw base::ConfigError(
        {"vvp", "",
         fmt::format("decisions of {} clocks, as of the model", fmt::join(workload.cycles, ", ")),
         said.substr(0, said.find('\n')), ""});
  }
  return read_run(folder + "/toggles.vcd", netlist.inputs.at("clk_i"));
}

}  // namespace jacquard::synth
