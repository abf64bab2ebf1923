// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_mesh_experiment.hpp"

#include "jacquard/config/composed.hpp"
#include "jacquard/memory/fidelity_words.hpp"
#include "sim/platform/product_sides.hpp"

namespace jacquard::platform {
namespace {

using C = NpuMeshExperiment;

template <class T>
config::Codec<T> names_codec(const std::vector<std::string>& names) {
  config::Words<T> words;
  for (std::size_t i = 0; i < names.size(); ++i) words.emplace_back(names[i], static_cast<T>(i));
  return config::choice(words);
}

std::vector<config::Field<C>> product_fields() {
  using config::field;
  return {
      field<C>(
          "algorithm", [](auto& c) -> auto& { return c.algorithm; },
          names_codec<gemm::Algorithm>(gemm::algorithm_names()), "Of the distributed product."),
      field<C>(
          "dataflow", [](auto& c) -> auto& { return c.dataflow; },
          names_codec<gemm::Dataflow>(gemm::dataflow_names()), "Which matrix stays."),
      field<C>(
          "mesh", [](auto& c) -> auto& { return c.mesh; },
          config::text("rows x columns, such as \"4x4\""), "Of chips."),
      field<C>(
          "shape", [](auto& c) -> auto& { return c.shape; }, product_sides_codec(),
          "C[m,n], summed over k, of all chips together."),
      field<C>(
          "slices", [](auto& c) -> auto& { return c.slices; }, config::whole_number(0, 1 << 20),
          "As --slices of jacquard gemm run."),
      field<C>(
          "block", [](auto& c) -> auto& { return c.block; }, config::whole_number(1, 1 << 20),
          "Values that are contiguous in a slice."),
      config::composed<C>(
          "chip", [](auto& c) -> auto& { return c.chip; }, gemm::chip_fields(), gemm::kChips),
  };
}

std::vector<config::Field<C>> npu_fields() {
  using config::field;
  return {
      field<C>(
          "tile", [](auto& c) -> auto& { return c.tile; },
          config::optional(config::whole_number<std::int64_t>(1, cost::kLargestSide)),
          "Side of square tiles; none: about 1,024, in equal parts."),
      field<C>(
          "folds", [](auto& c) -> auto& { return c.folds; },
          config::choice<systemc::FoldOrder>({{"serial", systemc::FoldOrder::serial},
                                              {"pipelined", systemc::FoldOrder::pipelined},
                                              {"dense", systemc::FoldOrder::dense}}),
          "As an NPU's."),
      field<C>(
          "fidelity", [](auto& c) -> auto& { return c.fidelity; }, memory::fidelity_codec(),
          "Of each NPU's memory."),
      field<C>(
          "mapping", [](auto& c) -> auto& { return c.mapping; }, config::text("an address mapping"),
          "Of each NPU's memory, as memory.controller's."),
      field<C>(
          "access", [](auto& c) -> auto& { return c.access; },
          config::quantity(base::Bytes{64}, base::Bytes{256 << 10}),
          "Of cores and NICs to memory at most; payload of a packet."),
      field<C>(
          "npus", [](auto& c) -> auto& { return c.each; },
          config::choice<bool>({{"one", false}, {"each", true}}),
          "one: where all do the same, one stands for all; each: all are simulated."),
  };
}

}  // namespace

const config::FieldTable<C>& npu_mesh_fields() {
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> all = experiment_fields_of<C>("npu_mesh");
    for (auto& f : product_fields()) all.push_back(std::move(f));
    for (auto& f : npu_fields()) all.push_back(std::move(f));
    return config::FieldTable<C>(
        "npu_mesh_experiment",
        "A distributed product on NPUs, whose cores and links share each NPU's memory.",
        std::move(all));
  }();
  return table;
}

gemm::RunConfig run_of(const C& config, const config::Place& place) {
  gemm::RunConfig run;
  run.chip = config.chip;
  gemm::require_complete(config.chip, place / "chip");
  run.request.algorithm = config.algorithm;
  run.request.dataflow = config.dataflow;
  run.request.mesh = gemm::parse_mesh(config.mesh, place.source + " /mesh");
  const auto length = [&](int side) {
    return length_of(base::at(config.shape, side), config.tile, place / "shape");
  };
  run.request.shape = {length(0), length(1), length(2)};
  run.request.slices = config.slices;
  run.request.block = config.block;
  run.cycle.tile = config.tile;
  run.cycle.fidelity = config.fidelity;
  run.cycle.each = config.each;
  gemm::check(run.request);
  return run;
}

systemc::NpuConfig npu_of(const C& config) {
  systemc::NpuConfig npu = gemm::npu_of(config.chip);
  npu.core.folds = config.folds;
  npu.core.access = npu.nic.packet = config.access;
  npu.memory.fidelity = config.fidelity;
  npu.memory.controller.mapping = config.mapping;
  return npu;
}

}  // namespace jacquard::platform
