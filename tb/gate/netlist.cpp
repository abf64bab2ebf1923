// SPDX-License-Identifier: Apache-2.0
#include "gate/netlist.hpp"

#include <fmt/format.h>

#include <regex>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/synth/netlist_run.hpp"
#include "vectors/elaborate.hpp"

namespace jacquard::tb {
namespace {

void yosys(const std::string& folder, const std::string& script) {
  base::write_file(folder + "/script.ys", script);
  const tool::ProcessResult result = tool::run_process({"yosys", "-q", "script.ys"}, folder);
  if (result.exit_code == 0) return;
  throw base::ConfigError({"yosys", "", "to synthesise", result.output, ""});
}

}  // namespace

void write_cell_models(const std::string& folder) {
  synth::write_cell_models(folder, kLiberty, kCells);
}

void synthesise(const std::string& folder, const Device& device,
                const std::vector<std::string>& rtl, Mapping mapping) {
  yosys(folder, yosys_elaborate(device, rtl) +
                    fmt::format("synth -flatten -top {0}\n"
                                "dfflegalize -cell $_DFF_P_ x -cell $_SDFF_P??_ x\n"
                                "abc {3} -liberty {1}\n"
                                "dfflibmap -liberty {1}\nabc -liberty {1} t:$_*\nopt_clean -purge\n"
                                "read_liberty -lib -ignore_miss_func {1}\ncheck -assert -mapped\n"
                                "write_verilog -noattr -noexpr {2}\n",
                                device.module, kLiberty, kNetlist,
                                mapping == Mapping::plain ? "-fast" : ""));
}

NetlistSize size_of(const std::string& netlist) {
  static const std::regex instance(R"(\n  [A-Z][A-Z0-9]*X\d+ )");
  NetlistSize size;
  size.cells = std::distance(std::sregex_iterator(netlist.begin(), netlist.end(), instance),
                             std::sregex_iterator());
  size.flip_flops = static_cast<std::int64_t>(instances(netlist, "DFFPOSX1").size());
  return size;
}

std::vector<std::size_t> instances(const std::string& netlist, const std::string& cell) {
  std::vector<std::size_t> places;
  const std::string line = "\n  " + cell + " ";
  for (std::size_t at = 0; (at = netlist.find(line, at)) != std::string::npos; ++at) {
    places.push_back(at + 3);
  }
  return places;
}

}  // namespace jacquard::tb
