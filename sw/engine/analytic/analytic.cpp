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
#include "jacquard/engine/job/run.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/engine/step/work.hpp"
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

std::optional<base::InputFault> refuse(const std::string& found, const std::string& expected) {
  return base::InputFault{"--engine analytic", "", expected, found, "--engine event runs it"};
}

base::InputFault refuse_aware() {
  return *refuse("--mode astra-aware", "faithful or astra-unaware");
}

// Through an NPU's port, in an order that all have in common: each on its own, or all at once.
bool goes_one_by_one(const collective::Algorithm& direct, int members) {
  return direct.window <= 1 || direct.window >= members - 1;
}

// Whether two messages of the phase want one link at a time, and closed forms do not say when.
bool contends(const Phase& phase, const topology::Dimension& dimension) {
  const int n = dimension.size;
  if (n == 2 && !collective::is_in_switch(phase.algorithm.method))
    return phase.algorithm.method == Method::two_way_ring;
  const bool own_links = dimension.block == Block::fully_connected;
  const bool neighbours_only = dimension.block == Block::ring;
  switch (phase.algorithm.method) {
    case Method::ring:
      return false;
    case Method::two_way_ring:
    case Method::shorter_way_ring:
    case Method::chain:
      return !own_links && !neighbours_only;
    case Method::direct:
      if (neighbours_only) return n > 3;
      return !own_links && !goes_one_by_one(phase.algorithm, n);
    case Method::halving_doubling:
      return neighbours_only;
    case Method::double_binary_tree:
      return !own_links;
    case Method::sharp:
      return false;
    case Method::nvls:  // reads and multicasts, on their way up
      return phase.kind == CollectiveKind::all_reduce;
  }
  return true;
}

PhaseModel model_of(const Scenario& s, int dimension) {
  return {s.network.fabric()->dimension(dimension), s.rules, s.mode == Mode::astra_unaware,
          s.origin};
}

step::CommMachine machine_of(const Scenario& s) {
  step::CommMachine machine;
  machine.fabric = s.network.fabric();
  machine.rules = s.rules;
  machine.astra = s.mode == Mode::astra_unaware;
  machine.origin = s.origin;
  return machine;
}

std::optional<base::InputFault> refuse_uncountable(const Scenario& s,
                                                   const std::vector<Phase>& list, int chunks) {
  double chunk = 0;
  for (const Phase& phase : list) chunk += longest(model_of(s, phase.digit), phase);
  if (chunk * chunks <= kLongestPicoseconds) return {};
  return base::InputFault{s.origin.source, "",
                          "a collective of which all messages of an NPU, one after the other, "
                          "take less than 46 days",
                          fmt::format("{:.3g} s", chunk * chunks * 1e-12),
                          "fewer bytes or NPUs, a higher bandwidth or a lower latency"};
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

Picoseconds trees(const Scenario& s, const collective::Chunking& chunks) {
  collective::CollectiveRequest two = *s.work.request;
  two.chunks = std::min(chunks.count, 2);
  two.bytes = chunks.bytes * two.chunks;
  const rounds::RoundGraph graph = generate(two);
  std::vector<Parents> both;
  for (int chunk = 0; chunk < two.chunks; ++chunk) both.push_back(parents_in(graph, chunk));
  return trees_time(model_of(s, 0), both, chunks.bytes, chunks.count);
}

std::optional<base::InputFault> refuse_request(const Scenario& s) {
  if (s.work.request == nullptr) {
    return base::InputFault{
        "--engine analytic", "",
        "a collective it has closed forms for; the event engine runs any rounds", "--rounds", ""};
  }
  const collective::CollectiveRequest& request = *s.work.request;
  if (s.mode == Mode::astra_aware) return refuse_aware();
  if (request.kind >= CollectiveKind::broadcast || request.uneven) {
    return refuse(request.uneven ? "an all-to-all of uneven sizes" : name_of(request.kind),
                  "a collective with a closed form here");
  }
  if (!request.npus.empty()) {
    return refuse("ranks on other NPUs (--placement)", "ranks in the order of the NPUs");
  }
  if (s.mode == Mode::faithful && s.rules.forwarding == Forwarding::store_and_forward) {
    return refuse("--forwarding store-and-forward", "cut-through");
  }
  return {};
}

std::optional<base::InputFault> refuse_phase(const Scenario& s, const Phase& phase, int chunks) {
  const topology::Dimension& dimension = s.network.fabric()->dimension(phase.digit);
  const bool tree = phase.algorithm.method == Method::double_binary_tree;
  const char* const free = "a collective without contention";
  if (collective::is_in_switch(phase.algorithm.method) &&
      (s.mode != Mode::faithful || dimension.block != Block::switched)) {
    return refuse(place_of(phase, dimension), "faithful mode, and a switch that adds and copies");
  }
  if (s.mode == Mode::faithful) {
    if (contends(phase, dimension)) {
      return refuse(place_of(phase, dimension) + ", where messages meet on links", free);
    }
    if (tree && chunks > 1) {
      return refuse(place_of(phase, dimension) +
                        " with several chunks, where one chunk's way down meets "
                        "the next one's way up",
                    free);
    }
    if (s.rules.active_chunks > 1 && chunks > 1) {
      return refuse(fmt::format("{} chunks at once, which meet on links", s.rules.active_chunks),
                    free);
    }
  }
  const Method method = phase.algorithm.method;
  const bool halves = method == Method::two_way_ring && s.mode == Mode::faithful &&
                      phase.kind != CollectiveKind::all_to_all;
  if ((method == Method::two_way_ring && !halves) || method == Method::shorter_way_ring ||
      method == Method::chain) {
    return refuse(place_of(phase, dimension), "an algorithm with a closed form here");
  }
  return {};
}

std::optional<base::InputFault> refuse_trees(const Scenario& s, int chunks) {
  const bool several = s.network.fabric()->dimensions() > 1;
  const bool at_once = s.rules.active_chunks > 1 && chunks > 1;
  if (!several && !at_once && s.work.request->kind == CollectiveKind::all_reduce) return {};
  return refuse("double binary trees " + std::string(several   ? "in several dimensions"
                                                     : at_once ? "with several chunks at once"
                                                               : "other than an all-reduce"),
                "trees that all-reduce in one dimension, a chunk at a time");
}

bool is_tree(const Phase& phase) { return phase.algorithm.method == Method::double_binary_tree; }

}  // namespace

std::optional<base::InputFault> AnalyticEngine::refusal(const Scenario& s) const {
  if (auto fault = refuse_guard(s, name())) return fault;
  if (s.work.job != nullptr) {
    if (s.mode == Mode::astra_aware) return refuse_aware();
    return job::refuse_analytic(s);
  }
  if (auto fault = refuse_graph(s, name())) return fault;
  if (auto fault = refuse_disturbance(s, name())) return fault;
  if (auto fault = refuse_request(s)) return fault;
  const int chunks = chunking(*s.work.request).count;
  const std::vector<Phase> list = phases(*s.work.request, 0);
  if (auto fault = refuse_uncountable(s, list, chunks)) return fault;
  for (const Phase& phase : list) {
    if (auto fault = refuse_phase(s, phase, chunks)) return fault;
  }
  if (std::any_of(list.begin(), list.end(), is_tree)) return refuse_trees(s, chunks);
  return {};
}

// Trees are worked out NPU by NPU and chunk by chunk.
std::optional<ExpectedWork> AnalyticEngine::expected(const Scenario& s) const {
  if (s.work.job != nullptr) return {};  // it asks itself
  const std::vector<Phase> list = phases(*s.work.request, 0);
  if (std::none_of(list.begin(), list.end(), is_tree)) return {};
  const double chunks = chunking(*s.work.request).count;
  return ExpectedWork{static_cast<double>(s.work.request->shape.size()) * chunks, 0, 0};
}

Result AnalyticEngine::answer_step(const Scenario& s) const { return step::run_on_list(s); }

Result AnalyticEngine::answer(const Scenario& s) const {
  if (s.work.job != nullptr) return job::run_analytic(s);
  const collective::Chunking chunks = chunking(*s.work.request);
  bool has_tree = false;
  std::vector<PipelinePhase> pipeline;
  const step::CollectiveTimes times(machine_of(s));
  for (const Phase& phase : phases(*s.work.request, 0)) {
    has_tree = has_tree || is_tree(phase);
    const step::GroupDigit digit{phase.digit, 1, s.network.fabric()->dimension(phase.digit).size};
    pipeline.push_back({phase.digit, times.phase_time(phase, digit)});
  }
  Result result;
  result.time =
      has_tree ? trees(s, chunks) : pipeline_end(pipeline, chunks.count, s.rules.active_chunks);
  result.collectives = {{Picoseconds{0}, result.time}};
  result.messages = totals(s.graph()).messages;
  return result;
}

}  // namespace jacquard::engine
