// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/config/composed.hpp"
#include "sim/platform/product_sides.hpp"

namespace jacquard::platform {
namespace {

using base::Bytes;
using systemc::GemmSize;
using systemc::GemmWork;

// What a run may take: minutes.
constexpr double kLongestWall = 300;  // s
// Bursts (at, lt) and accesses that a second of wall clock simulates, each with a margin of two.
constexpr double kBurstsOfAt = 5e5;
constexpr double kBurstsOfLt = 1e7;
constexpr double kAccesses = 5e5;
constexpr std::int64_t kMostPairs = 1'000'000;
constexpr double kLongestRun = 86'400e12;  // ps

// Replaces the whole NPU; keys that follow change it.
config::Field<NpuExperiment> preset_field() {
  config::Field<NpuExperiment> f;
  f.info.key = "npu";
  f.info.expected = config::noun_expected(systemc::kNpus);
  f.info.doc = "The NPU that the keys below change; none: their defaults.";
  f.info.schema = {{"type", {"string", "object", "null"}}};
  f.info.text = config::TextForm::string;
  f.read = [](void* experiment, const config::Json& json, const config::Place& place) {
    NpuExperiment& c = *static_cast<NpuExperiment*>(experiment);
    if (json.is_null()) return;
    const config::Noun noun = config::noun_of(json, place, systemc::kNpus);
    systemc::NpuConfig whole;
    systemc::npu_fields().read(whole, noun.keys, noun.place);
    c.npu = std::move(whole);
    c.preset = json.is_string() ? json.get<std::string>() : "";
  };
  f.show = [](const void* experiment) {
    const NpuExperiment& c = *static_cast<const NpuExperiment*>(experiment);
    return c.preset.empty() ? config::Document(nullptr) : config::Document(c.preset);
  };
  return f;
}

void require_brief(const NpuExperiment& config, const GemmWork& work, const GemmSize& size,
                   const config::Place& place) {
  const systemc::ProductClocks all = systemc::product_clocks(config.npu.core, work.tile);
  const double clocks =
      static_cast<double>(size.pairs) * static_cast<double>(all.issue + all.drain);
  if (clocks * static_cast<double>(config.npu.core.clock.count()) > kLongestRun) {
    (place / "gemm")
        .fail("a product of at most a day of simulated time",
              fmt::format("{:.3g} clocks of {}", clocks,
                          config::show_quantity(config.npu.core.clock)));
  }
  if (size.pairs > kMostPairs) {
    (place / "gemm")
        .fail(fmt::format("at most {} pairs of tiles", kMostPairs),
              fmt::format("{} of {}x{}x{}", size.pairs, work.tile.m, work.tile.n, work.tile.k),
              "larger tiles are fewer");
  }
  const double bursts = static_cast<double>(size.loads.count() + size.stores.count()) /
                        static_cast<double>(config.npu.memory.organisation.burst().count());
  double wall = systemc::accesses_of(config.npu.core, work) / kAccesses;
  if (config.npu.memory.fidelity == memory::Fidelity::at) wall += bursts / kBurstsOfAt;
  if (config.npu.memory.fidelity == memory::Fidelity::lt) wall += bursts / kBurstsOfLt;
  if (wall > kLongestWall) {
    (place / "gemm")
        .fail("a product that is simulated in minutes",
              fmt::format("one that moves {} in pieces of up to {}",
                          config::show_quantity(size.loads + size.stores),
                          config::show_quantity(config.npu.core.access)),
              "memory.fidelity lt and ideal are faster than at; larger tiles move less");
  }
}

}  // namespace

const config::FieldTable<NpuExperiment>& npu_experiment_fields() {
  using config::field;
  using C = NpuExperiment;
  static const config::FieldTable<C> table(
      "npu_experiment", "A matrix product on an NPU, simulated by the cycle engine.", [] {
        std::vector<config::Field<C>> all = experiment_fields_of<C>("npu");
        all.push_back(preset_field());
        for (config::Field<C>& f : config::flattened<C>(
                 [](auto& c) -> auto& { return c.npu; }, systemc::npu_fields())) {
          all.push_back(std::move(f));
        }
        all.push_back(field<C>(
            "gemm", [](auto& c) -> auto& { return c.gemm; }, product_sides_codec(),
            "C[m,n] = A[m,k] B[k,n] in bf16."));
        all.push_back(field<C>(
            "tile", [](auto& c) -> auto& { return c.tile; },
            config::optional(config::whole_number<std::int64_t>(1, cost::kLargestSide)),
            "Side of the square tiles that the product is cut into; none: with overlap eight "
            "folds or 1,024, whichever is more; without as large as fits."));
        all.push_back(field<C>(
            "overlap", [](auto& c) -> auto& { return c.overlap; },
            config::choice<bool>({{"on", true}, {"off", false}}),
            "on: tiles are loaded while others are multiplied; off: load, compute and store follow "
            "one another."));
        all.push_back(field<C>(
            "layout", [](auto& c) -> auto& { return c.layout; },
            config::choice<systemc::Layout>(
                {{"rows", systemc::Layout::rows}, {"tiles", systemc::Layout::tiles}}),
            "How matrices lie in the memory: row by row, or tile by tile, each without a gap."));
        all.push_back(field<C>(
            "links_sending", [](auto& c) -> auto& { return c.links_sending; },
            config::whole_number(0, 1024),
            "Links of the NIC that read the memory at their rate meanwhile."));
        return all;
      }());
  return table;
}

GemmWork work_of(const NpuExperiment& config, const config::Place& place) {
  memory::require_consistent(config.npu.memory, place / "memory");
  systemc::require_consistent(config.npu.nic, place / "nic");
  if (config.links_sending > config.npu.nic.links) {
    (place / "links_sending")
        .fail(fmt::format("at most the {} links of the NIC", config.npu.nic.links),
              std::to_string(config.links_sending));
  }
  GemmWork work;
  work.overlap = config.overlap;
  work.layout = config.layout;
  work.shape.m = length_of(base::at(config.gemm, 0), config.tile, place / "gemm");
  work.shape.n = length_of(base::at(config.gemm, 1), config.tile, place / "gemm");
  work.shape.k = length_of(base::at(config.gemm, 2), config.tile, place / "gemm");
  work.tile =
      config.tile
          ? square_tile(config.npu.core, work.shape, *config.tile, config.overlap, place / "tile")
          : chosen_tile(config.npu.core, work.shape, config.overlap, place / "scratchpad");
  const GemmSize size = size_of(work);
  const memory::Organisation& o = config.npu.memory.organisation;
  if (size.end.count() / o.channels >= o.capacity.count()) {
    (place / "gemm")
        .fail(
            "matrices that fit into the memory, " + config::show_quantity(o.capacity * o.channels),
            config::show_quantity(size.end));
  }
  require_brief(config, work, size, place);
  return work;
}

base::BytesPerSecond need_of(base::FlopsPerSecond peak, std::int64_t tile) {
  return base::BytesPerSecond{systemc::kElementBytes * peak.count() / static_cast<double>(tile)};
}

std::optional<double> bound_tile(base::FlopsPerSecond peak, base::BytesPerSecond memory,
                                 base::BytesPerSecond links) {
  if (links >= memory) return std::nullopt;
  return systemc::kElementBytes * peak.count() / (memory - links).count();
}

std::optional<double> bound_slow_down(base::BytesPerSecond need, base::BytesPerSecond memory,
                                      base::BytesPerSecond links) {
  if (links >= memory) return std::nullopt;
  return std::max(1.0, need / (memory - links)) / std::max(1.0, need / memory);
}

}  // namespace jacquard::platform
