// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/serve/celestisim/appliance_figures.hpp"

namespace jacquard::serve::celestisim {
namespace {

constexpr int kMostXpus = 64;
constexpr int kTableXpus = 8;
constexpr base::FlopsPerSecond kPeak{1979e12};
constexpr base::BytesPerSecond kHbm{3350e9};  // of one H100
constexpr base::Bytes kGpuMemory{80'000'000'000};
constexpr base::Bytes kPool{32'000'000'000'000};

PaperSystem of_table(int xpus) {
  PaperSystem m;
  m.name = "pfa-paper";
  m.source = "Photonic Fabric, Table 5";
  m.xpus = xpus;
  m.peak = kPeak;
  m.bandwidth = kHbm * std::max(xpus, kTableXpus);
  m.memory = kPool;
  return m;
}

PaperSystem of_figures(Generation generation, int xpus) {
  const bool next = generation == Generation::next;
  const char* file = next ? "pfa_next" : "pfa";
  const ApplianceFigures f = shipped_figures(file);
  const int appliances = (xpus + f.modules - 1) / f.modules;
  const int modules = appliances * f.modules;
  PaperSystem m;
  m.name = next ? "pfa-next-described" : "pfa-described";
  m.source = fmt::format("configs/measured/photonic/{}.json", file);
  m.xpus = xpus;
  m.peak = kPeak;
  m.bandwidth = std::min(f.port * xpus, f.hbm * modules);
  m.memory = f.memory * modules;
  m.cache = f.cache * modules;
  m.behind = f.ddr * modules;
  return m;
}

}  // namespace

PaperSystem dgx_h100(int nodes) {
  PaperSystem m;
  m.name = "dgx-h100";
  m.source = "Photonic Fabric, Table 5";
  m.xpus = kTableXpus * nodes;
  m.tp = kTableXpus;
  m.pp = nodes;
  m.peak = kPeak;
  m.bandwidth = kHbm * kTableXpus;
  m.memory = kGpuMemory * m.xpus;
  return m;
}

PaperSystem appliance(Preset preset, Generation generation, int xpus, const config::Place& place) {
  if (xpus < 1 || xpus > kMostXpus) {
    place.fail(fmt::format("1..{} XPUs", kMostXpus), std::to_string(xpus));
  }
  if (preset == Preset::described) return of_figures(generation, xpus);
  if (generation == Generation::next) {
    place.fail("the first generation, which Table 5 is of", "the next", "pfa-next-described");
  }
  return of_table(xpus);
}

const std::vector<std::string>& appliance_names() {
  static const std::vector<std::string> names = {"pfa-paper", "pfa-described",
                                                 "pfa-next-described"};
  return names;
}

std::optional<ApplianceName> appliance_named(std::string_view word) {
  ApplianceName name;
  const std::size_t x = word.find('x');
  if (const auto xpus = base::parse_number<int>(word.substr(0, std::min(x, word.size())))) {
    if (x == std::string_view::npos) return std::nullopt;
    name.xpus = *xpus;
    word.remove_prefix(x + 1);
  }
  if (word == "pfa-described") {
    name.preset = Preset::described;
  } else if (word == "pfa-next-described") {
    name.preset = Preset::described;
    name.generation = Generation::next;
  } else if (word != "pfa-paper") {
    return std::nullopt;
  }
  return name;
}

}  // namespace jacquard::serve::celestisim
