// SPDX-License-Identifier: Apache-2.0
// 10. What the fabric takes of a token's energy.
#include <fmt/format.h>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

const std::vector<std::string> kJoins = {"pluggable_packets",     "co_packaged_packets",
                                         "pluggable_circuits",    "co_packaged_circuits",
                                         "thermo_optic_circuits", "photonic_appliance_2025"};

// On a simulated fabric, with what joins the NPUs there.
struct Carried {
  const char* name;
  const char* mark;  // below the picture
  const char* options;
};
constexpr const char* kPluggable = "packets, pluggable";
constexpr const char* kPackets = "packets, co-packaged";
constexpr const char* kHeated = "circuits, heated, 3.5 us";
constexpr const char* kHeatedLong = "circuits, heated, 100 us";
constexpr const char* kMirrors = "circuits, mirrors, 1 ms";
constexpr const char* kAppliance = "appliance";
const Carried kCarried[] = {
    {kPluggable, "pluggable", "--fabric packet --interconnect pluggable_packets"},
    {kPackets, "co-packaged", "--fabric packet --interconnect co_packaged_packets"},
    {kHeated, "3.5 us",
     "--fabric circuit --interconnect thermo_optic_circuits --set circuit.guard=3.5us"},
    {kHeatedLong, "100 us",
     "--fabric circuit --interconnect thermo_optic_circuits --set circuit.guard=100us"},
    {kMirrors, "1 ms",
     "--fabric circuit --interconnect co_packaged_circuits --set circuit.guard=1ms"},
    {kAppliance, "appliance",
     "--fabric photonic --appliance pfa_next --interconnect photonic_appliance_2025 --set "
     "photonic.way=switch --set photonic.access=64KiB"},
};

std::vector<Run> runs(bool quick) {
  std::vector<Run> all;
  for (const std::string& join : kJoins) {
    all.push_back({join, fmt::format("serve deepseek-v3 --system gb200_nvl72 --tp 1 --pp 1 --dp 72 "
                                     "--ep 72 --redundant-experts 32 --precision fp4 "
                                     "--kv-precision fp8 --software trtllm --input-tokens 2048 "
                                     "--output-tokens 1024 --batch 4608 --interconnect {}",
                                     join)});
  }
  for (const Carried& carried : kCarried) {
    const std::string options = carried.options;
    const bool decides = options.find("circuit ") != std::string::npos;
    all.push_back(
        {carried.name,
         fmt::format("serve deepseek-v3 --system gb200_one_switch --npus 64 --requests-count {} "
                     "--rate 1000000000/s --input-tokens 32 --output-tokens {} --exchange-layers 1 "
                     "--precision fp4 --kv-precision fp8 --software trtllm {}{}",
                     quick ? 1024 : 4096, quick ? 4 : 8, options,
                     decides ? " --set scheduler.name=auto --set scheduler.timing=fixed --set "
                               "scheduler.latency=0s"
                             : "")});
  }
  return all;
}

double number(const Answers& answers, const std::string& run, const char* key) {
  return answers.number(run, key);
}

double fabric_of(const Answers& answers, const std::string& run) {
  return number(answers, run, "link_energy_per_token_j") +
         number(answers, run, "switch_energy_per_token_j");
}

double all_of(const Answers& answers, const std::string& run) {
  return number(answers, run, "known_energy_per_token_j");
}

Answer answer(const Answers& answers) {
  Answer a;
  const std::string packets = "co_packaged_packets", circuits = "thermo_optic_circuits";
  a.at_a = all_of(answers, circuits) / all_of(answers, packets);
  a.at_b = all_of(answers, kHeated) / all_of(answers, kPackets);
  const auto cells = [&](const std::string& run) {
    return std::vector<std::string>{
        run,
        fmt::format("{:.4f}", all_of(answers, run) - fabric_of(answers, run)),
        fmt::format("{:.4f}", number(answers, run, "link_energy_per_token_j")),
        fmt::format("{:.4f}", number(answers, run, "switch_energy_per_token_j")),
        fmt::format("{:.4f}", all_of(answers, run)),
        fmt::format("{:.0f} %", 100 * fabric_of(answers, run) / all_of(answers, run))};
  };
  const std::vector<std::string> columns = {"fabric", "NPUs and memories", "links", "switch",
                                            "in all", "of it the fabric's"};
  Table closed{"72 GB200, every fabric as fast as NVLink's laws, J a token", columns, {}};
  for (const std::string& join : kJoins) closed.rows.push_back(cells(join));
  Table carried{"64 GB200, exchanges carried in SystemC, J a token", columns, {}};
  carried.columns.emplace_back("ms a token");
  report::Line whole{"whole token", {}}, fabric{"links and switch", {}};
  double place = 0;
  a.chart = {"Energy of a token where exchanges are carried", "", "J", true, {}, false, false};
  for (const Carried& one : kCarried) {
    carried.rows.push_back(cells(one.name));
    carried.rows.back().push_back(
        fmt::format("{:.1f}", number(answers, one.name, "tpot_p50_ps") * 1e-9));
    whole.points.emplace_back(place, all_of(answers, one.name));
    fabric.points.emplace_back(place, fabric_of(answers, one.name));
    a.chart.x_names.emplace_back(place, one.mark);
    place += 1;
  }
  whole.joined = fabric.joined = false;
  a.chart.margins = true;
  a.chart.lines = {std::move(whole), std::move(fabric)};
  a.tables = {std::move(closed), std::move(carried)};
  constexpr double alike = 0.05;
  a.verdict =
      a.at_a < 1 && a.at_b < 1 && a.at_b - a.at_a < alike ? Verdict::holds : Verdict::depends;
  const auto ratio = [&](const char* run) {
    return all_of(answers, run) / all_of(answers, kPackets);
  };
  a.words = fmt::format(
      "Circuits for packets, behind co-packaged optics, save {:.0f} % of what links and switch "
      "take, "
      "and {:.0f} % of a token, if a step stays as long. Carried in SystemC it does not. At a "
      "guard of "
      "3.5 us a token takes {:.2f} of the packets' energy, at 100 us {:.1f} times, and with "
      "mirrors of "
      "1 ms {:.0f} times, as GPUs that wait go on drawing power. An appliance takes {:.2f}. "
      "Pluggable optics in place of co-packaged ones cost {:.0f} % more, so optics matter more "
      "than "
      "the switch. All of it rests on a heated switch of 32 ports, whose power is scaled to 72 and "
      "64.",
      100 * (1 - fabric_of(answers, circuits) / fabric_of(answers, packets)), 100 * (1 - a.at_a),
      a.at_b, ratio(kHeatedLong), ratio(kMirrors), ratio(kAppliance),
      100 * (ratio(kPluggable) - 1));
  return a;
}

}  // namespace

Finding token_energy() {
  return {
      10,
      "Fabric energy of a token",
      "What do circuits, packets, co-packaged optics and an appliance take of a token's energy?",
      "Oriole Networks with AMD, PRISM, 2026; Opus, arXiv 2602.12521, 2026",
      "Without electronic switches the core takes 81 % less power (Oriole); photonic rails take a "
      "23rd of the network's power (Opus).",
      "News of Oriole's announcement; the abstract of Opus.",
      "A token's energy on circuits over packets, both behind co-packaged optics",
      std::nullopt,
      "closed form: each step as long on every fabric",
      "SystemC carries exchanges: heated interferometers, guard 3.5 us, auto in no time",
      "A fast switch whose power is known: at 100 ns the step is nearly as short as on packets. "
      "Links that sleep while nothing passes. GPUs that draw less while they wait.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
