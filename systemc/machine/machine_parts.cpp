// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/machine_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::machine {

namespace {

using memory::Fidelity;
using memory::MemoryConfig;

constexpr base::Bytes kLeastMemory{std::int64_t{64} << 20};

config::Place place() { return {"hbm", ""}; }

MemoryConfig at_peak(base::BytesPerSecond bandwidth) {
  constexpr int kChannels = 32;
  MemoryConfig config;
  memory::Organisation& organisation = config.organisation;
  organisation.channels = kChannels;
  organisation.pin_rate = base::BitsPerSecond{
      static_cast<std::int64_t>(bandwidth.count() * 8 / (organisation.width * kChannels))};
  config.fidelity = Fidelity::ideal;
  return config;
}

MemoryConfig in_stacks(const config::Noun& noun, base::BytesPerSecond bandwidth) {
  MemoryConfig config;
  memory::memory_fields().read(config, noun.keys, noun.place);
  memory::Organisation& organisation = config.organisation;
  const double stacks = std::max(1.0, std::round(bandwidth.count() / organisation.peak().count()));
  organisation.channels = static_cast<int>(organisation.channels * stacks);
  if (config.fidelity == Fidelity::at) config.fidelity = Fidelity::lt;
  return config;
}

// All that a step moves are long runs, so that long lines hit and miss as the file's would. The
// longest of which sets hold whole ones; short lines would take hours.
void lengthen_lines(memory::CacheConfig& cache, const config::Place& place) {
  constexpr std::int64_t kLongest = std::int64_t{256} << 10, kShortest = std::int64_t{16} << 10;
  constexpr std::int64_t kLeastInFlight = 4;
  std::int64_t line = kLongest;
  while (line > cache.line.count() && cache.capacity.count() % (line * cache.ways) != 0) line /= 2;
  if (line < kShortest) {
    (place / "cache" / "capacity")
        .fail(fmt::format("a multiple of {} ways of {}", cache.ways,
                          config::show_quantity(base::Bytes{kShortest})),
              config::show_quantity(cache.capacity));
  }
  if (line <= cache.line.count()) return;
  const std::int64_t in_flight = cache.line.count() * cache.mshrs / line;
  cache.line = base::Bytes{line};
  cache.mshrs = static_cast<int>(std::max(in_flight, kLeastInFlight));
}

systemc::ModuleMemory module_of(const config::Noun& noun, base::Bytes kept) {
  systemc::ModuleMemory memory{{}, kept};
  systemc::ModuleConfig& module = memory.module;
  systemc::module_fields().read(module, noun.keys, noun.place);
  for (MemoryConfig* one : {&module.hbm, &module.ddr}) {
    if (one->fidelity == Fidelity::at) one->fidelity = Fidelity::ideal;
  }
  systemc::require_consistent(module, noun.place);
  lengthen_lines(module.cache, noun.place);
  return memory;
}

config::Noun noun_named(const std::string& word) {
  if (config::is_path(word)) return config::noun_of(config::Json(word), place(), memory::kMemories);
  std::vector<std::string> known = {"none", "peak"};
  for (const char* folder : {memory::kMemories, systemc::kModules}) {
    for (const std::string& name : config::shipped_configs(folder)) {
      if (name == word) return config::noun_of(config::Json(word), place(), folder);
      known.push_back(name);
    }
  }
  const std::string near = base::nearest(word, known);
  place().fail(
      fmt::format("a file, or a shipped configuration (one of {})", fmt::join(known, ", ")),
      "'" + word + "'", near.empty() ? "" : "did you mean '" + near + "'?");
}

}  // namespace

std::optional<systemc::MemoryOfNpu> memory_of(const std::string& word,
                                              base::BytesPerSecond bandwidth, base::Bytes kept) {
  if (word.empty()) return std::nullopt;
  if (word == "peak") return at_peak(bandwidth);
  const config::Noun noun = noun_named(word);
  const systemc::MemoryOfNpu memory = noun.keys.contains("ddr")
                                          ? systemc::MemoryOfNpu(module_of(noun, kept))
                                          : systemc::MemoryOfNpu(in_stacks(noun, bandwidth));
  const auto* const module = std::get_if<systemc::ModuleMemory>(&memory);
  const base::Bytes extent = module ? module->module.memory : extent_of(memory);
  if (extent < kLeastMemory) {
    noun.place.fail("a memory of at least " + config::show_quantity(kLeastMemory) + " for an NPU",
                    config::show_quantity(extent));
  }
  return memory;
}

Detail resolved(Detail detail, const topology::Dimension& dimension) {
  if (detail != Detail::node) return detail;
  return topology::has_switch(dimension.block) ? Detail::circuit : Detail::links;
}

systemc::PlaneConfig plane_of(Detail detail, const ExchangeConfig& config) {
  systemc::PlaneConfig plane;
  const bool circuits = detail == Detail::circuit;
  plane.kind = circuits ? systemc::PlaneKind::circuits : systemc::PlaneKind::links;
  plane.mtu = config.fabric.mtu;
  if (circuits) plane.guard = guard_of(config);
  const bool headers = detail == Detail::packet || (circuits && config.circuit.charge_headers);
  if (headers) plane.header = config.fabric.header;
  return plane;
}

}  // namespace jacquard::machine
