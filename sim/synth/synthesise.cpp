// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/synthesise.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/tool/cache_folder.hpp"
#include "jacquard/tool/file_lock.hpp"
#include "jacquard/tool/process.hpp"
#include "jacquard/tool/temporary_folder.hpp"
#include "sim/synth/layout.hpp"
#include "sim/synth/split_fan_out.hpp"

namespace jacquard::synth {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kMostFanOut = 12;

// ABC: minimise, map for delay, buffer, then size for speed. 10 ps is a target it never meets.
constexpr const char* kMinimise = "strash; ifraig; scorr; dc2; ";
constexpr const char* kRestructure = "if -g -K 6 -C 8; strash; ";
constexpr const char* kMapAndSize =
    "dch -f; map -B 0.9; topo; buffer -N 12; topo; upsize -D 10; dnsize -D 10\n";

std::string abc_script(const CellLibrary& library) {
  return kMinimise + std::string(library.restructure ? kRestructure : "") + kMapAndSize;
}

constexpr const char* kMap = R"(
read_verilog -sv {sources}
{parameters}
hierarchy -check -top {top}
rename -top {top}
proc; flatten; opt_clean
synth -run coarse:
dfflibmap -liberty cells.lib
abc -liberty cells.lib -script map.abc
opt_clean -purge
read_liberty -lib cells.lib
splitnets -ports
clean -purge
write_json mapped.json
)";

constexpr const char* kWrite = R"(
read_json buffered.json
read_liberty -lib -overwrite -ignore_miss_func cells.lib
hierarchy -check -top {top}
tee -o area.txt stat -liberty cells.lib
write_verilog -noattr -noexpr netlist.v
)";

constexpr const char* kTime = R"(
read_liberty cells.lib
read_verilog {netlist}
link_design {top}
set_cmd_units -time ns -capacitance pF
create_clock -name clock -period 1 {clock}
set inputs {{}}
foreach port [all_inputs] {{ if {{[get_name $port] ne "{clock}"}} {{ lappend inputs $port }} }}
set_driving_cell -lib_cell {flip_flop} -pin {flip_flop_output} $inputs
set_input_delay 0 -clock clock $inputs
set_output_delay 0 -clock clock [all_outputs]
set_load {load} [all_outputs]
{wires}set_max_transition 0.001 [current_design]
report_check_types -max_transition -verbose -digits 3
report_worst_slack -digits 4
report_checks -path_delay min -format slack_only -digits 4
report_checks -path_delay max -format full_clock_expanded -fields {{slew cap net}} -digits 3
exit
)";

// The slew of every net, of the netlist as it was timed.
constexpr const char* kSlews = R"(
read_liberty cells.lib
read_verilog device.v
link_design device
set_cmd_units -time ns -capacitance pF
create_clock -name clock -period 1 n{clock}
set inputs {{}}
foreach port [all_inputs] {{ if {{[get_name $port] ne "n{clock}"}} {{ lappend inputs $port }} }}
set_driving_cell -lib_cell {flip_flop} -pin {flip_flop_output} $inputs
set_load {load} [all_outputs]
set slews [open slews.txt w]
foreach net {{{nets}}} {{
  set pin [get_pins $net]
  puts $slews "[get_property $pin actual_rise_transition_max] [get_property $pin actual_fall_transition_max]"
}}
close $slews
exit
)";

// Runs a tool and gives what it said. OpenSTA goes on after an error and exits with 0.
std::string run(const std::vector<std::string>& command, const std::string& folder) {
  const tool::ProcessResult result = tool::run_process(command, folder);
  std::istringstream lines(result.output);
  std::string fault;
  for (std::string line; fault.empty() && std::getline(lines, line);) {
    if (line.find("ERROR") == 0 || line.find("Error") == 0) fault = line;
  }
  if (result.exit_code == 0 && fault.empty()) return result.output;
  if (fault.empty()) fault = result.output.substr(0, result.output.find('\n'));
  throw base::ConfigError({command[0], "", "to succeed on the netlist", fault, ""});
}

// The number that follows `label`.
double number_after(const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  if (at == std::string::npos) {
    throw base::ConfigError({"synthesis", "", "a report with '" + label + "'", "none", ""});
  }
  return std::stod(text.substr(text.find_first_not_of(" :", at + label.size())));
}

// The script that times a netlist; `wires` are commands.
std::string timing_script(const Cells& cells, const std::string& netlist, const std::string& top,
                          const std::string& clock, const std::string& wires) {
  return fmt::format(kTime, fmt::arg("netlist", netlist), fmt::arg("top", top),
                     fmt::arg("clock", clock), fmt::arg("flip_flop", cells.library.driver),
                     fmt::arg("flip_flop_output", cells.library.driver_output),
                     fmt::arg("load", cells.library.load_pf), fmt::arg("wires", wires));
}

void write_sources(const Design& design, const Cells& cells, const std::string& folder) {
  std::string sources, parameters;
  for (const std::string& source : design.sources) {
    const std::string name = fs::path(source).filename();
    base::write_file(folder + "/" + name, base::read_file(source));
    sources += name + ' ';
  }
  if (!design.text.empty()) {
    sources = "design.sv";
    base::write_file(folder + "/design.sv", design.text);
  }
  for (const auto& [name, value] : design.parameters) {
    parameters += fmt::format("-set {} {} ", name, value);
  }
  if (!parameters.empty()) parameters = "chparam " + parameters + design.top;
  using fmt::arg;
  base::write_file(folder + "/cells.lib", cells.liberty);
  base::write_file(folder + "/map.abc", abc_script(cells.library));
  base::write_file(folder + "/map.ys",
                   fmt::format(kMap, arg("sources", sources), arg("parameters", parameters),
                               arg("top", design.top)));
  base::write_file(folder + "/write.ys", fmt::format(kWrite, arg("top", design.top)));
  base::write_file(folder + "/time.tcl",
                   timing_script(cells, "netlist.v", design.top, design.clock, ""));
}

json buffer(const Design& design, const Cells& library, const std::string& folder,
            Synthesis& result) {
  json netlist = json::parse(base::read_file(folder + "/mapped.json", std::size_t{1} << 32));
  result.buffers = split_fan_out(netlist, design.top, library.library, design.clock, kMostFanOut);
  const json& cells = netlist["modules"][design.top]["cells"];
  result.cells = static_cast<std::int64_t>(cells.size());
  for (const json& cell : cells) {
    result.flip_flops += static_cast<std::int64_t>(
        library.flip_flops.count(cell["type"].get_ref<const std::string&>()));
  }
  base::write_file(folder + "/buffered.json", netlist.dump());
  return netlist;
}

std::map<int, double> slews_of(const Netlist& netlist, const Design& design, const Cells& cells,
                               const std::string& folder) {
  std::vector<int> nets;
  std::string pins;
  for (std::size_t k = 0; k < netlist.cells.size(); ++k) {
    for (const auto& [pin, net] : netlist.cells[k].outputs) {
      nets.push_back(net);
      pins += fmt::format("c{}/{} ", k, pin);
    }
  }
  base::write_file(folder + "/device.v", verilog_of(netlist));
  base::write_file(folder + "/slews.tcl",
                   fmt::format(kSlews, fmt::arg("clock", netlist.inputs.at(design.clock)),
                               fmt::arg("flip_flop", cells.library.driver),
                               fmt::arg("flip_flop_output", cells.library.driver_output),
                               fmt::arg("load", cells.library.load_pf), fmt::arg("nets", pins)));
  run({"sta", "-no_splash", "-exit", "slews.tcl"}, folder);
  std::istringstream lines(base::read_file(folder + "/slews.txt"));
  std::map<int, double> slews;
  double rise = 0, fall = 0;
  for (const int net : nets) {
    if (!(lines >> rise >> fall))
      throw base::ConfigError({"sta", "", "a slew of each net", "", ""});
    slews[net] = (rise + fall) / 2;
  }
  return slews;
}

void require_pins(const Netlist& netlist, const LibraryPower& library, const std::string& name) {
  for (const NetlistCell& cell : netlist.cells) {
    const auto known = library.cells.find(cell.type);
    for (const auto* pins : {&cell.inputs, &cell.outputs}) {
      for (const auto& [pin, net] : *pins) {
        if (known != library.cells.end() && known->second.pins.count(pin) > 0) continue;
        throw base::ConfigError({"--library " + name, "",
                                 "pin " + pin + " in its cell " + cell.type, "none",
                                 "power needs the energies of every pin"});
      }
    }
  }
}

void add_powers(const Design& design, const Cells& cells, const json& mapped,
                const std::string& folder, Synthesis& result) {
  const Netlist netlist = netlist_of(mapped, design.top);
  const std::map<int, double> slews = slews_of(netlist, design, cells, folder);
  const LibraryPower library = library_power(cells.liberty);
  require_pins(netlist, library, cells.library.name);
  for (const Workload& workload : design.workloads) {
    result.powers.push_back(power_of(netlist, library, run_netlist(netlist, workload, folder),
                                     slews, netlist.inputs.at(design.clock),
                                     cells.library.load_pf));
  }
}

double clock_of(const std::string& timing) {
  return std::round(1e4 - 1e4 * number_after(timing, "worst slack")) / 1e4;
}

// The wires' capacitances on the nets; their resistance is left out.
PlacedFigures placed_of(const Design& design, const Cells& cells, const json& mapped,
                        const std::string& folder) {
  const Netlist netlist = netlist_of(mapped, design.top);
  const Layout layout = lay_out(netlist, cells, folder);
  PlacedFigures figures{0, layout.core_um2, layout.utilisation, layout.wire_um, 0};
  std::string wires;
  for (const auto& [net, pf] : layout.wire_pf) {
    wires += fmt::format("set_load {} [get_nets n{}]\n", pf, net);
    figures.wire_pf += pf;
  }
  const auto clock = netlist.inputs.find(design.clock);
  base::write_file(folder + "/device.v", verilog_of(netlist));
  base::write_file(
      folder + "/wires.tcl",
      timing_script(cells, "device.v", "device",
                    clock == netlist.inputs.end() ? "" : fmt::format("n{}", clock->second), wires));
  figures.clock_ns = clock_of(run({"sta", "-no_splash", "-exit", "wires.tcl"}, folder));
  return figures;
}

Synthesis synthesise_in(const Design& design, const Cells& cells, const std::string& folder,
                        const OnSteps& on_steps) {
  Synthesis result;
  write_sources(design, cells, folder);
  run({"yosys", "-q", "-s", "map.ys"}, folder);
  on_steps(1);
  const json netlist = buffer(design, cells, folder, result);
  run({"yosys", "-q", "-s", "write.ys"}, folder);
  on_steps(1);
  const std::string area = base::read_file(folder + "/area.txt");
  if (area.find("Chip area for module") == std::string::npos) {
    throw base::ConfigError({"synthesis", "", "a module with cells", design.top + " has none", ""});
  }
  result.area_um2 = number_after(area, "Chip area for module '\\" + design.top + "'");
  const std::string timing = run({"sta", "-no_splash", "-exit", "time.tcl"}, folder);
  result.clock_ns = clock_of(timing);
  result.hold_slack_ns = number_after(timing, "\nclock ");
  result.worst_slew_ns = number_after(timing, "transition_time");
  result.critical_path = timing.substr(timing.find("Startpoint"));
  if (!design.workloads.empty()) add_powers(design, cells, netlist, folder, result);
  if (design.placed) result.placed = placed_of(design, cells, netlist, folder);
  return result;
}

json to_json(const PowerPerGhz& p) {
  const auto or_null = [](const std::optional<double>& value) {
    return value ? json(*value) : json();
  };
  return {{"internal_pj", or_null(p.internal_pj)},
          {"switching_pj", or_null(p.switching_pj)},
          {"clock_pj", or_null(p.clock_pj)},
          {"leakage_mw", or_null(p.leakage_mw)},
          {"unknown", p.unknown}};
}

PowerPerGhz power_from(const json& j) {
  const auto value = [&](const char* key) {
    return j.at(key).is_null() ? std::nullopt : std::optional(j.at(key).get<double>());
  };
  return {value("internal_pj"), value("switching_pj"), value("clock_pj"), value("leakage_mw"),
          j.at("unknown")};
}

json to_json(const PlacedFigures& p) {
  return {{"clock_ns", p.clock_ns},
          {"core_um2", p.core_um2},
          {"utilisation", p.utilisation},
          {"wire_um", p.wire_um},
          {"wire_pf", p.wire_pf}};
}

json to_json(const Synthesis& s) {
  json powers = json::array();
  for (const PowerPerGhz& power : s.powers) powers.push_back(to_json(power));
  return {{"area_um2", s.area_um2},
          {"clock_ns", s.clock_ns},
          {"hold_slack_ns", s.hold_slack_ns},
          {"worst_slew_ns", s.worst_slew_ns},
          {"cells", s.cells},
          {"flip_flops", s.flip_flops},
          {"buffers", s.buffers},
          {"critical_path", s.critical_path},
          {"powers", std::move(powers)},
          {"placed", s.placed ? to_json(*s.placed) : json()}};
}

Synthesis from_json(const json& j) {
  Synthesis s{j.at("area_um2"), j.at("clock_ns"),   j.at("hold_slack_ns"), j.at("worst_slew_ns"),
              j.at("cells"),    j.at("flip_flops"), j.at("buffers"),       j.at("critical_path")};
  for (const json& power : j.value("powers", json::array())) s.powers.push_back(power_from(power));
  if (const json p = j.value("placed", json()); !p.is_null()) {
    s.placed = {p.at("clock_ns"), p.at("core_um2"), p.at("utilisation"), p.at("wire_um"),
                p.at("wire_pf")};
  }
  return s;
}

std::string label_of(const Design& design) {
  std::string label = design.top;
  for (const auto& [name, value] : design.parameters) label += fmt::format(" {}={}", name, value);
  return label;
}

// Of what makes power of a netlist: another number for another way.
constexpr int kPowerFlow = 1;

// Of placing and routing.
constexpr int kPlacedFlow = 1;

// Of split_fan_out(), whose results are kept too: another name for another way.
constexpr const char* kSplitting = "outputs where they alone are too many";

std::string key_of(const Design& design, const Cells& cells) {
  std::string text = run({"yosys", "-V"}, "") + run({"sta", "-version"}, "");
  text +=
      abc_script(cells.library) + kMap + kWrite + kTime + std::to_string(kMostFanOut) + kSplitting;
  text += cells.liberty + config::Document(library_fields().show(cells.library)).dump();
  for (const std::string& source : design.sources) text += base::read_file(source);
  text += design.text + design.clock;
  for (const Workload& w : design.workloads) {
    text += fmt::format("{} {} {} {} {} {} {}", fmt::join(w.rows, " "), w.loads, w.guard,
                        w.top_offset, fmt::join(w.cycles, " "), kSlews, kPowerFlow);
  }
  if (design.placed) {
    text += fmt::format("placed {} {} {}", kPlacedFlow, cells.lef, cells.graywolf);
    text += run({"qrouter", "-v", "0", "-h"}, "");
  }
  return "synthesis-" + base::fnv1a_hex(text + label_of(design)) + ".json";
}

}  // namespace

Synthesis synthesise(const Design& design, const Cells& cells, const OnSteps& on_steps) {
  tool::require_program("yosys", "yosys");
  tool::require_program("sta", "opensta");
  if (!design.workloads.empty()) tool::require_program("iverilog", "iverilog");
  if (design.placed) {
    tool::require_program("graywolf", "graywolf");
    tool::require_program("qrouter", "qrouter");
  }
  const std::string kept = tool::cache_folder() + "/" + key_of(design, cells);
  const auto read_kept = [&] {
    on_steps(kSteps);
    return from_json(json::parse(base::read_file(kept)));
  };
  if (fs::exists(kept)) return read_kept();
  const tool::FileLock lock(kept + ".lock");
  if (fs::exists(kept)) return read_kept();
  spdlog::info("synthesising {} (once; kept in {})", label_of(design), tool::cache_folder());
  const tool::TemporaryFolder folder;
  const Synthesis result = synthesise_in(design, cells, folder.path(), on_steps);
  base::write_file(kept, to_json(result).dump() + "\n");
  on_steps(1);
  return result;
}

}  // namespace jacquard::synth
