// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/composed.hpp"
#include "jacquard/rounds/names.hpp"
#include "sim/platform/npu_collective_family.hpp"
#include "systemc/engines/engine_codecs.hpp"

namespace jacquard::platform {
namespace {

using C = NpuCollectiveExperiment;

config::Codec<rounds::CollectiveKind> kind_codec() {
  config::Words<rounds::CollectiveKind> words;
  for (const std::string& name : rounds::kind_names()) {
    words.emplace_back(name, rounds::kind_named(name, ""));
  }
  return config::choice(words);
}

std::vector<config::Field<C>> own_fields() {
  using config::field;
  return {
      field<C>(
          "topology", [](auto& c) -> auto& { return c.topology; },
          config::text("blocks such as \"Ring(4)\", \"Ring(4) Ring(4)\" or \"FullyConnected(8)\""),
          "How the NPUs' links join them; at most 64 NPUs, and no switches."),
      field<C>(
          "collective", [](auto& c) -> auto& { return c.collective; }, kind_codec(),
          "What the NPUs do together."),
      field<C>(
          "algorithm", [](auto& c) -> auto& { return c.algorithm; },
          config::text("ring, two-way-ring, direct, direct:W, halving-doubling or "
                       "double-binary-tree; one for all dimensions, or one for each: A,B"),
          "How; as jacquard collective has it."),
      field<C>(
          "spread", [](auto& c) -> auto& { return c.spread; }, run::spread_codec(),
          "An all-reduce over several dimensions: whole in each in turn, or reduce-scatter up, "
          "all-reduce in the last, all-gather down."),
      field<C>(
          "bytes", [](auto& c) -> auto& { return c.bytes; },
          config::quantity<base::Bytes>(base::Bytes{1}),
          "What each NPU puts in: all of the data, or its own piece of an all-gather."),
      field<C>(
          "chunks", [](auto& c) -> auto& { return c.chunks; },
          config::whole_number(1, collective::kMostChunks),
          "Parts of the data that go through the collective one by one."),
      field<C>(
          "active_chunks", [](auto& c) -> auto& { return c.active_chunks; },
          config::whole_number(1, collective::kMostChunks),
          "Of them, how many at once in a dimension of an NPU."),
      field<C>(
          "endpoint_delay", [](auto& c) -> auto& { return c.endpoint_delay; },
          config::quantity<base::Picoseconds>(base::Picoseconds{0},
                                              base::Picoseconds{base::kPicosecondsPerSecond}),
          "At the beginning of a chunk's phase, and after each message received."),
      config::nested<C>(
          "nic", [](auto& c) -> auto& { return c.npu.nic; }, systemc::nic_fields()),
      config::composed<C>(
          "memory", [](auto& c) -> auto& { return c.npu.memory; }, memory::memory_fields(),
          memory::kMemories),
      field<C>(
          "engine", [](auto& c) -> auto& { return c.engine; }, run::engine_codec(),
          "Whose answer stands beside the simulation's: closed forms, events, or circuits."),
  };
}

}  // namespace

const config::FieldTable<C>& npu_collective_fields() {
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> all = experiment_fields_of<C>("npu_collective");
    for (auto& f : own_fields()) all.push_back(std::move(f));
    return config::FieldTable<C>(
        "npu_collective_experiment",
        "A collective through the NICs and memories of NPUs, simulated by the cycle engine.",
        std::move(all));
  }();
  return table;
}

}  // namespace jacquard::platform
