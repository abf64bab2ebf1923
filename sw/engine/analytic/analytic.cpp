// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/analytic/analytic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/analytic/chunk_pipeline.hpp"
#include "jacquard/engine/analytic/phase_model.hpp"
#include "jacquard/engine/analytic/tree_time.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::engine {
namespace {

using base::Picoseconds;
using collective::Method;
using collective::Phase;
using rounds::CollectiveKind;
using topology::Block;

std::string place_of(const Phase& phase, const topology::Dimension& dimension) {
  return fmt::format("{} in dimension {}, {}({})", name_of(phase.algorithm), phase.digit,
                     topology::block_name(dimension.block), dimension.size);
}

[[noreturn]] void refuse(const std::string& found, const std::string& expected) {
  throw base::ConfigError({"--engine analytic", "", expected, found, "--engine event runs it"});
}

// Whether two messages of the phase want one link at a time.
bool contends(const Phase& phase, const topology::Dimension& dimension) {
  const int n = dimension.size;
  if (n == 2) return phase.algorithm.method == Method::two_way_ring;
  const bool own_links = dimension.block == Block::fully_connected;
  const bool neighbours_only = dimension.block == Block::ring;
  switch (phase.algorithm.method) {
    case Method::ring:
      return false;
    case Method::two_way_ring:
      return !own_links && !neighbours_only;
    case Method::direct:
      if (neighbours_only) return n > 3;
      return !own_links && phase.algorithm.window != 1;
    case Method::halving_doubling:
      return neighbours_only;
    case Method::double_binary_tree:
      return !own_links;
  }
  return true;
}

Picoseconds time_of(const Phase& phase, const PhaseModel& model) {
  const int peers = model.dimension.size - 1;
  switch (phase.algorithm.method) {
    case Method::ring:
      return ring_time(model, phase.kind, phase.bytes);
    case Method::direct: {
      const int window = phase.algorithm.window;
      return direct_time(model, phase.kind, phase.bytes,
                         window == 0 ? peers : std::min(window, peers));
    }
    case Method::halving_doubling:
      return halving_doubling_time(model, phase.kind, phase.bytes);
    case Method::two_way_ring:
    case Method::double_binary_tree:
      break;
  }
  refuse(place_of(phase, model.dimension), "an algorithm with a closed form here");
}

PhaseModel model_of(const topology::Dimension& dimension, const Rules& rules, Mode mode) {
  return {dimension, rules, mode == Mode::astra_unaware};
}

void require_countable(const std::vector<Phase>& list, const topology::Fabric& fabric,
                       const Rules& rules, Mode mode, int chunks) {
  double chunk = 0;
  for (const Phase& phase : list) {
    chunk += longest(model_of(fabric.dimension(phase.digit), rules, mode), phase);
  }
  if (chunk * chunks <= kLongestPicoseconds) return;
  throw base::ConfigError({"--bytes", "",
                           "a collective of which all messages of an NPU, one after the other, "
                           "take less than 46 days",
                           fmt::format("{:.3g} s", chunk * chunks * 1e-12),
                           "fewer bytes or NPUs, a higher bandwidth or a lower latency"});
}

// Who adds to whom, as the rounds of the all-reduce say.
Parents parents_in(const rounds::RoundGraph& graph, int chunk) {
  const rounds::Collective& collective = graph.collectives.front();
  Parents parents(static_cast<std::size_t>(collective.shape.size()), rounds::kNobody);
  for (const rounds::Round& round : graph.rounds) {
    if (round.chunk != chunk || round.action != rounds::Action::reduce) continue;
    for (const rounds::Message& m : expand(graph, round)) {
      base::at(parents, m.from.id) = m.to.id;
    }
  }
  return parents;
}

Picoseconds trees(const collective::CollectiveRequest& request, const topology::Fabric& fabric,
                  const Rules& rules, Mode mode, const collective::Chunking& chunks) {
  if (fabric.dimensions() > 1 || request.kind != CollectiveKind::all_reduce ||
      (rules.active_chunks > 1 && chunks.count > 1)) {
    refuse("double binary trees " + std::string(fabric.dimensions() > 1 ? "in several dimensions"
                                                : rules.active_chunks > 1
                                                    ? "with several chunks at once"
                                                    : "other than an all-reduce"),
           "trees that all-reduce in one dimension, a chunk at a time");
  }
  collective::CollectiveRequest two = request;
  two.chunks = std::min(chunks.count, 2);
  two.bytes = chunks.bytes * two.chunks;
  const rounds::RoundGraph graph = generate(two);
  std::vector<Parents> both;
  for (int chunk = 0; chunk < two.chunks; ++chunk) both.push_back(parents_in(graph, chunk));
  return trees_time(model_of(fabric.dimension(0), rules, mode), both, chunks.bytes, chunks.count);
}

}  // namespace

Result analyse(const collective::CollectiveRequest& request, const topology::Fabric& fabric,
               const Rules& rules, Mode mode) {
  check(request);
  if (mode == Mode::astra_aware) refuse("--mode astra-aware", "faithful or astra-unaware");
  if (request.kind == CollectiveKind::broadcast || request.kind == CollectiveKind::send ||
      request.uneven) {
    refuse(request.uneven ? "an all-to-all of uneven sizes" : name_of(request.kind),
           "a collective with a closed form here");
  }
  if (!request.npus.empty()) {
    refuse("ranks on other NPUs (--placement)", "ranks in the order of the NPUs");
  }
  if (mode == Mode::faithful && rules.forwarding == Forwarding::store_and_forward) {
    refuse("--forwarding store-and-forward", "cut-through");
  }
  const collective::Chunking chunks = chunking(request);
  const std::vector<Phase> list = phases(request, 0);
  require_countable(list, fabric, rules, mode, chunks.count);
  bool has_tree = false;
  std::vector<PipelinePhase> pipeline;
  for (const Phase& phase : list) {
    const topology::Dimension& dimension = fabric.dimension(phase.digit);
    const bool tree = phase.algorithm.method == Method::double_binary_tree;
    if (mode == Mode::faithful && contends(phase, dimension)) {
      refuse(place_of(phase, dimension) + ", where messages meet on links",
             "a collective without contention");
    }
    if (mode == Mode::faithful && tree && chunks.count > 1) {
      refuse(place_of(phase, dimension) +
                 " with several chunks, where one chunk's way down meets "
                 "the next one's way up",
             "a collective without contention");
    }
    if (mode == Mode::faithful && rules.active_chunks > 1 && chunks.count > 1) {
      refuse(fmt::format("{} chunks at once, which meet on links", rules.active_chunks),
             "a collective without contention");
    }
    has_tree = has_tree || tree;
    if (!tree) pipeline.push_back({phase.digit, time_of(phase, model_of(dimension, rules, mode))});
  }
  Result result;
  result.time = has_tree ? trees(request, fabric, rules, mode, chunks)
                         : pipeline_end(pipeline, chunks.count, rules.active_chunks);
  result.collectives = {{Picoseconds{0}, result.time}};
  result.messages = totals(generate(request)).messages;
  return result;
}

}  // namespace jacquard::engine
