// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/collectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/astra/delays.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::astra {

Collectives::Collectives(const Input& input, const Places& places, const Cast& cast,
                         EventQueue& queue, Calls& calls, Network& network, Messages& messages,
                         Listener& listener)
    : input_(input),
      places_(places),
      cast_(cast),
      queue_(queue),
      calls_(calls),
      network_(network),
      messages_(messages),
      listener_(listener),
      endpoint_delay_(whole_nanoseconds(input.system.endpoint_delay * input.injection_scale)),
      active_((input.system.active_chunks + input.queues_per_dimension - 1) /
              input.queues_per_dimension),
      npus_(cast.ranks.size()) {
  for (Npu& npu : npus_) {
    npu.queues.resize(static_cast<std::size_t>(places.dimensions() * input.queues_per_dimension));
    npu.allocators.assign(static_cast<std::size_t>(places.dimensions()),
                          {0, 0, input.queues_per_dimension / 2});
  }
}

Collectives::Cut Collectives::cut(const OpGraph& graph, const OpNode& node) const {
  const std::int64_t splits = input_.system.splits;
  std::int64_t bytes = node.bytes->count();
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4 / places_.npus();
  if (bytes > most) {
    graph.fail(node, fmt::format("a comm_size of at most {} among {} NPUs", most, places_.npus()),
               std::to_string(bytes));
  }
  Cut out;
  out.bytes = bytes / splits;
  if (node.collective != CollectiveKind::all_gather && places_.npus() > out.bytes) {
    out.bytes = places_.npus();
    bytes = splits * out.bytes;
  }
  if (out.bytes == 0) {
    graph.fail(node,
               fmt::format("an all-gather of at least {} bytes, a byte for each of "
                           "preferred-dataset-splits",
                           splits),
               fmt::format("{} bytes", node.bytes->count()));
  }
  out.count = bytes / out.bytes + (bytes % out.bytes != 0);
  return out;
}

void Collectives::require_numbers(const Npu& npu, int group, std::int64_t chunks,
                                  const OpGraph& trace, const OpNode& node) {
  for (const int used : {group, 0}) {
    const auto next = npu.next_number.find(used);
    const std::int64_t taken =
        next == npu.next_number.end() ? 0 : next->second - used * kNumbersPerGroup;
    if (chunks < kNumbersPerGroup - taken) continue;
    trace.fail(
        node, fmt::format("less than {} chunks in the collectives of a group", kNumbersPerGroup),
        fmt::format("{} with this one", static_cast<double>(taken) + static_cast<double>(chunks)));
  }
}

const std::vector<Line>& Collectives::lines(CollectiveKind kind, int group) {
  auto& known = lines_[{static_cast<int>(kind), group}];
  if (!known) known = std::make_unique<std::vector<Line>>(lines_of(input_, places_, kind, group));
  return *known;
}

const Program& Collectives::program(const Part& part) {
  auto& known = programs_[part];
  if (!known) known = std::make_unique<Program>(program_for(part, input_.system.local_mem_bw));
  return *known;
}

std::int64_t Collectives::priority_of(Npu& npu, const OpNode& node) const {
  switch (input_.system.policy) {
    case System::Policy::lifo:
      return npu.priority++;
    case System::Policy::fifo:
      return npu.priority--;
    case System::Policy::by_priority:
      return node.priority;
  }
  return 0;
}

int Collectives::tree_of(Npu& npu, const OpNode& node, std::size_t dimension) {
  int& next = npu.trees[{static_cast<int>(node.collective), static_cast<int>(dimension)}];
  next = 1 - next;
  return 1 - next;
}

// The phases of the next chunk. Queues are given out in turn; where an all-reduce visits a
// dimension twice, the first visits take the first half of its queues and the second visits the
// rest, the other way round the ring.
std::vector<Collectives::Use> Collectives::phases(Npu& npu, const OpNode& node,
                                                  const std::vector<Line>& lines,
                                                  std::int64_t bytes) {
  const int per_dimension = input_.queues_per_dimension;
  std::vector<Use> out;
  std::vector<std::size_t> used;
  for (std::size_t d = 0; d < lines.size(); ++d) {
    const bool involved = node.group != 0 || node.involved.empty() || node.involved[d];
    if (lines[d].members > 1 && involved) used.push_back(d);
  }
  enum class Pick { any, first, last };
  const auto add = [&](CollectiveKind kind, std::size_t d, Pick pick) {
    const Line& line = lines[d];
    Allocator& allocator = npu.allocators[d];
    int& at = pick == Pick::any     ? allocator.any
              : pick == Pick::first ? allocator.first
                                    : allocator.last;
    Use use;
    use.line = &line;
    use.queue = static_cast<int>(d) * per_dimension + at;
    const bool reversed =
        pick == Pick::last || (pick == Pick::any && per_dimension > 1 && at >= per_dimension / 2);
    ++at;
    if (pick == Pick::any && at >= per_dimension) at = 0;
    if (pick == Pick::first && at >= per_dimension / 2) at = 0;
    if (pick == Pick::last && at >= per_dimension) at = per_dimension / 2;
    Part part;
    part.kind = kind;
    part.implementation = line.implementation;
    part.members = line.members;
    part.reversed = reversed;
    part.bytes = bytes;
    part.local = line.local;
    if (part.implementation.method == collective::Method::double_binary_tree) {
      part.kind = CollectiveKind::all_reduce;
      part.tree = tree_of(npu, node, d);
    }
    use.program = &program(part);
    bytes = use.program->bytes_after;
    out.push_back(use);
  };
  const CollectiveKind kind = node.collective;
  if (kind == CollectiveKind::all_reduce && input_.system.blueconnect && !used.empty()) {
    const std::size_t last = used.back();
    used.pop_back();
    for (const std::size_t d : used) add(CollectiveKind::reduce_scatter, d, Pick::first);
    add(CollectiveKind::all_reduce, last, Pick::first);
    for (auto d = used.rbegin(); d != used.rend(); ++d) {
      add(CollectiveKind::all_gather, *d, Pick::last);
    }
    return out;
  }
  if (kind == CollectiveKind::all_gather) std::reverse(used.begin(), used.end());
  for (const std::size_t d : used) add(kind, d, Pick::any);
  return out;
}

bool Collectives::begin_at_once(std::uint32_t at, int named, const std::vector<Line>& lines,
                                const Cut& chunks, const OpNode& node, int index) {
  const Line& line = lines.front();
  if (line.local && line.implementation.method == collective::Method::ring) {
    const std::vector<Use> uses = phases(npus_[at], node, lines, chunks.bytes);
    const bool alone = uses.size() == 1;
    if (alone && rings_->take(at, named, line, *uses.front().program, chunks.count, index)) {
      return true;
    }
  }
  if (input_.mode == Mode::aware) throw NotAtOnce{};
  return false;
}

void Collectives::start(std::uint32_t at, const OpGraph& trace, int index) {
  Npu& npu = npus_[at];
  const OpNode& node = trace.node(index);
  const int named = trace.group(index);
  const std::vector<Line>& dimensions = lines(node.collective, named);
  if (!node.bytes) trace.fail(node, "attribute comm_size", "");
  if (named == 0 && !node.involved.empty() && node.involved.size() < dimensions.size()) {
    trace.fail(node, fmt::format("involved_dim for {} dimensions", dimensions.size()),
               std::to_string(node.involved.size()));
  }
  if (*node.bytes == base::Bytes{0}) {
    trace.fail(node, "a comm_size above 0", "0", "ASTRA-sim never ends such a collective");
  }
  for (const Line& line : dimensions) {
    if (line.position(cast_.rank(at)) < 0) {
      trace.fail(node,
                 fmt::format("NPU {} in communicator group {}", cast_.rank(at),
                             input_.job.group_name(named)),
                 "it is not");
    }
  }
  const Cut chunks = cut(trace, node);
  const std::int64_t priority = priority_of(npu, node);
  const int group = cast_.group(at, named);
  std::int64_t& number = npu.next_number.try_emplace(group, group * kNumbersPerGroup).first->second;
  require_numbers(npu, group, chunks.count, trace, node);
  if (rings_ != nullptr && begin_at_once(at, named, dimensions, chunks, node, index)) {
    number += chunks.count;
    if (group != 0) npu.next_number[0] += chunks.count;
    return;
  }
  npu.node = index;
  npu.first_number = number;
  // Chunks of a group use up numbers of all NPUs' collectives too: NPUs that ran different groups
  // before do not meet any more, in ASTRA-sim as here.
  if (group != 0) npu.next_number[0] += chunks.count;
  npu.total = chunks.count;
  npu.finished = 0;
  npu.handles.assign(static_cast<std::size_t>(chunks.count), -1);
  // Every chunk has its handle before the first one runs.
  std::vector<std::uint32_t> streams;
  for (std::int64_t chunk = 0; chunk < chunks.count; ++chunk) {
    std::uint32_t stream = 0;
    if (npu.unused.empty()) {
      stream = static_cast<std::uint32_t>(npu.streams.size());
      npu.streams.emplace_back();
    } else {
      stream = npu.unused.back();
      npu.unused.pop_back();
      npu.streams[stream] = {};
    }
    Stream& own = npu.streams[stream];
    own.number = number++;
    own.priority = priority;
    own.uses = phases(npu, node, dimensions, chunks.bytes);
    if (own.uses.empty()) {
      trace.fail(node, "a collective among at least two NPUs", "one with nobody to talk to",
                 "ASTRA-sim never ends it");
    }
    base::at(npu.handles, chunk) = stream;
    streams.push_back(stream);
  }
  for (const std::uint32_t stream : streams) proceed(at, stream);
}

// Behind what runs and what has at least its priority.
void Collectives::insert(Npu& npu, Queue& queue, std::uint32_t stream) const {
  const std::int64_t own = npu.streams[stream].priority;
  const auto at = std::partition_point(
      queue.streams.begin(), queue.streams.end(), [&npu, own](std::uint32_t other) {
        return npu.streams[other].running || npu.streams[other].priority >= own;
      });
  queue.streams.insert(at, stream);
}

void Collectives::fill(std::uint32_t at, int number) {
  Queue& queue = base::at(npus_[at].queues, number);
  while (queue.running < active_ &&
         static_cast<std::size_t>(queue.running) < queue.streams.size()) {
    const std::uint32_t stream = base::at(queue.streams, queue.running);
    begin(at, stream);
    ++queue.running;
  }
}

void Collectives::proceed(std::uint32_t at, std::uint32_t stream) {
  const auto own = [&]() -> Stream& { return npus_[at].streams[stream]; };
  const int before = own().phase < 0 ? -1 : own().use().queue;
  const bool done = static_cast<std::size_t>(own().phase + 1) == own().uses.size();
  if (done) {
    Npu& npu = npus_[at];
    base::at(npu.handles, own().number - npu.first_number) = -1;
    // The next collective may begin before this chunk has left its queue, as in ASTRA-sim.
    if (++npu.finished == npu.total) {
      const int node = npu.node;
      npu.node = -1;
      listener_.collective_finished(at, node);
    }
  }
  Npu& npu = npus_[at];
  if (before >= 0) {
    auto& streams = base::at(npu.queues, before).streams;
    streams.erase(std::find(streams.begin(), streams.end(), stream));
  }
  if (!done) {
    Stream& s = own();
    ++s.phase;
    s.running = false;
    s.early.clear();
    const auto known = npu.future.find({s.number, s.phase});
    if (known != npu.future.end()) {
      s.early = std::move(known->second);
      npu.future.erase(known);
    }
    insert(npu, base::at(npu.queues, s.use().queue), stream);
  }
  if (before >= 0) {
    --base::at(npu.queues, before).running;
    fill(at, before);
  }
  if (done) {
    npu.unused.push_back(stream);
  } else {
    fill(at, npus_[at].streams[stream].use().queue);
  }
}

std::int64_t Collectives::handle_of(const Npu& npu, std::int64_t number) const {
  const std::int64_t chunk = number - npu.first_number;
  if (chunk < 0 || chunk >= static_cast<std::int64_t>(npu.handles.size())) return -1;
  return base::at(npu.handles, chunk);
}

std::string Collectives::waiting(std::uint32_t at) const {
  const Npu& npu = npus_[at];
  if (npu.node < 0) return "";
  for (std::size_t chunk = 0; chunk < npu.handles.size(); ++chunk) {
    if (npu.handles[chunk] < 0) continue;
    const Stream& s = base::at(npu.streams, npu.handles[chunk]);
    if (!s.running) continue;
    std::string from;
    if (s.program().is_tree) {
      const Tree::Place& place = base::at(s.program().tree.places, s.position);
      const int other = s.state == TreeState::waiting_for_parent                   ? place.parent
                        : s.state == TreeState::waiting_for_two || place.right < 0 ? place.left
                                                                                   : place.right;
      from = std::to_string(s.use().line->npu_at(cast_.rank(at), other));
    } else {
      from = std::to_string(s.from);
    }
    return fmt::format("chunk {}, phase {} of {} ({}): a message from NPU {}", chunk, s.phase + 1,
                       s.uses.size(), rounds::name_of(s.program().kind), from);
  }
  return "a queue that is never free";
}

std::string Collectives::left_over() const {
  for (std::size_t i = 0; i < npus_.size(); ++i) {
    for (const auto& [key, early] : npus_[i].future) {
      if (early.empty()) continue;
      return fmt::format("NPU {} sent {} bytes of a collective that NPU {} never takes part in",
                         early.front().from, early.front().bytes,
                         cast_.rank(static_cast<std::uint32_t>(i)));
    }
  }
  return "";
}

}  // namespace jacquard::astra
