// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/collective_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/analytic/chunk_pipeline.hpp"

namespace jacquard::engine::step {
namespace {

using base::at;
using base::Bytes;
using base::Picoseconds;
using collective::Method;
using collective::Phase;
using rounds::CollectiveKind;
using topology::Block;
using topology::Dimension;

std::uint32_t bit(int dimension) { return std::uint32_t{1} << static_cast<unsigned>(dimension); }

// Messages that the busiest link takes in a phase in which all are sent at once.
double busiest(Method method, const Dimension& d) {
  const double n = d.size;
  switch (method) {
    case Method::direct:
      if (d.block == Block::fully_connected || n == 2) return 1;
      if (d.block != Block::ring) return n - 1;
      return std::floor(n / 2) * (std::floor(n / 2) + 1) / 2;  // the longer half goes up
    default:
      return 1;
  }
}

// Steps of halving-doubling over an offset o send o messages over the middle link of a ring.
Picoseconds doubling_contention(const PhaseModel& model, CollectiveKind kind, Bytes data) {
  if (model.astra || model.dimension.block != Block::ring) return Picoseconds{0};
  const int n = model.dimension.size;
  Picoseconds more{0};
  Bytes part = kind == CollectiveKind::all_gather
                   ? data
                   : collective::part(data, n, collective::Rounding::up);
  const int ways = kind == CollectiveKind::all_reduce ? 2 : 1;
  for (int offset = n / 2; offset >= 1; offset /= 2, part = part * 2) {
    more += serialisation(part, model.dimension.bandwidth, model.origin) * (ways * (offset - 1));
  }
  return more;
}

int depth_of(int members) { return static_cast<int>(std::ceil(std::log2(members))); }

Picoseconds tree_time(const PhaseModel& model, Bytes data) {
  const Picoseconds way = message_time(model, data, 1) + model.rules.endpoint_delay;
  return model.rules.endpoint_delay +
         (way * 2 + reduction_time(model, data)) * depth_of(model.dimension.size);
}

bool all_dimensions_differ(const std::vector<PipelinePhase>& phases) {
  std::uint32_t seen = 0;
  for (const PipelinePhase& phase : phases) {
    if ((seen & bit(phase.dimension)) != 0) return false;
    seen |= bit(phase.dimension);
  }
  return true;
}

// Alike chunks through different dimensions: the longest phase is never idle once it has begun.
Picoseconds pipelined(const std::vector<PipelinePhase>& phases, int chunks, int active) {
  if (active > 1 || !all_dimensions_differ(phases)) return pipeline_end(phases, chunks, active);
  Picoseconds sum{0};
  Picoseconds longest{0};
  for (const PipelinePhase& phase : phases) {
    sum += phase.time;
    longest = std::max(longest, phase.time);
  }
  return sum + longest * (chunks - 1);
}

}  // namespace

// Where groups lie between each other on a ring a neighbour is as many links away, and each link
// takes one message of each group, the next when the one before has left it or its head is there.
PhaseModel CollectiveTimes::model_of(const GroupDigit& digit, Bytes message) const {
  Dimension dimension = machine_.fabric->dimension(digit.dimension);
  if (dimension.block == Block::ring && digit.stride > 1) {
    if (machine_.astra ||
        serialisation(message, dimension.bandwidth, machine_.origin) <= dimension.latency) {
      dimension.latency = dimension.latency * digit.stride;
    } else {
      dimension.bandwidth = base::BytesPerSecond{dimension.bandwidth.count() / digit.stride};
    }
  }
  dimension.size = digit.radix;
  return {dimension, machine_.rules, machine_.astra, machine_.origin};
}

Picoseconds CollectiveTimes::phase_time(const Phase& phase, const GroupDigit& digit) const {
  const int n = digit.radix;
  const Bytes message = phase.kind == CollectiveKind::all_gather
                            ? phase.bytes
                            : collective::part(phase.bytes, n, collective::Rounding::up);
  const PhaseModel model = model_of(digit, message);
  const Dimension& whole = machine_.fabric->dimension(digit.dimension);
  if (collective::is_in_switch(phase.algorithm.method) && whole.block != Block::switched) {
    throw base::ConfigError({"--algorithm", "",
                             fmt::format("another in dimension {}, which has no switch that adds "
                                         "and copies",
                                         digit.dimension),
                             name_of(phase.algorithm), "ring, say"});
  }
  const bool part_of_ring = whole.block == Block::ring && n != whole.size;
  Picoseconds time{0};
  switch (phase.algorithm.method) {
    case Method::ring:
    case Method::chain:  // both ways at once, each link as much as a ring's
      time = ring_time(model, phase.kind, phase.bytes);
      break;
    case Method::shorter_way_ring: {
      PhaseModel half = model;
      half.dimension.size = n / 2 + 1;
      const std::int64_t parts = half.dimension.size;
      const bool gathers = phase.kind == CollectiveKind::all_gather;
      time = ring_time(half, phase.kind, gathers ? message : message * parts);
      break;
    }
    case Method::two_way_ring: {
      // Around a switch both halves go through one port.
      const bool halves = n > 2 && !topology::has_switch(whole.block);
      time =
          ring_time(model, phase.kind, halves ? Bytes{(phase.bytes.count() + 1) / 2} : phase.bytes);
      break;
    }
    case Method::direct: {
      const int peers = n - 1;
      const int window = phase.algorithm.window;
      time = direct_time(model, phase.kind, phase.bytes,
                         window == 0 ? peers : std::min(window, peers));
      const bool one_by_one = window == 1 && whole.block != Block::ring;
      if (machine_.astra || one_by_one) break;
      const double more = (busiest(Method::direct, model.dimension) - 1) *
                          (phase.kind == CollectiveKind::all_reduce ? 2 : 1);
      const Picoseconds each = serialisation(message, model.dimension.bandwidth, model.origin);
      time = base::plus(time, base::times(each, static_cast<std::int64_t>(more)));
      break;
    }
    case Method::halving_doubling:
      time = halving_doubling_time(model, phase.kind, phase.bytes) +
             doubling_contention(model, phase.kind, phase.bytes);
      break;
    case Method::nvls:
    case Method::sharp:
      time = in_switch_time(model, phase);
      break;
    case Method::double_binary_tree:
      time = tree_time(model, phase.bytes);
      break;
  }
  if (!part_of_ring || machine_.astra || n == 2) return time;
  // The last member's way back to the first, which the data go once each time round.
  const int back = (n - 1) * digit.stride;
  const int way = std::min(back, whole.size - back) - digit.stride;
  const std::int64_t turns = phase.kind == CollectiveKind::all_reduce ? 2 : 1;
  return base::plus(time, base::times(whole.latency, turns * std::max(0, way)));
}

void CollectiveTimes::require_countable(double picoseconds) const {
  if (picoseconds <= kLongestPicoseconds) return;
  throw base::ConfigError({machine_.origin.source, "", "a communication of less than 46 days",
                           fmt::format("{:.3g} s", picoseconds * 1e-12), machine_.origin.hint});
}

CommTime CollectiveTimes::chunked(Picoseconds chunk, int chunks, std::uint32_t dimensions) const {
  require_countable(static_cast<double>(chunk.count()) * chunks);
  return {chunk * chunks, Picoseconds{0}, dimensions};
}

collective::CollectiveRequest CollectiveTimes::request_in(CollectiveKind kind, Bytes bytes,
                                                          std::vector<int> radices,
                                                          int chunks) const {
  collective::CollectiveRequest request;
  request.kind = kind;
  request.shape = rounds::Shape(std::move(radices));
  request.spread = machine_.spread;
  request.bytes = bytes;
  request.chunks = static_cast<int>(
      std::clamp<std::int64_t>(chunks, 1, std::max<std::int64_t>(1, bytes.count())));
  if (machine_.astra) request.rounding = collective::Rounding::down;
  request.npus_in_system = machine_.fabric->npus();
  return request;
}

bool CollectiveTimes::is_flat(CollectiveKind kind, int members) const {
  const bool broadcast = kind == CollectiveKind::broadcast;
  const job::Algorithms& own =
      at(machine_.algorithms, broadcast ? CollectiveKind::all_reduce : kind);
  return own.flat || (machine_.astra && members < machine_.fabric->npus());
}

// A broadcast has no algorithms of its own: it takes those of all-reduce.
collective::Way CollectiveTimes::said(CollectiveKind kind) const {
  const bool broadcast = kind == CollectiveKind::broadcast;
  const job::Algorithms& own =
      at(machine_.algorithms, broadcast ? CollectiveKind::all_reduce : kind);
  return {own.by_dimension, machine_.spread, machine_.chunks};
}

collective::CollectiveRequest CollectiveTimes::request_by(CollectiveKind kind, Bytes bytes,
                                                          const std::vector<GroupDigit>& digits,
                                                          const collective::Way& way) const {
  std::vector<int> radices;
  for (const GroupDigit& digit : digits) radices.push_back(digit.radix);
  collective::CollectiveRequest request = request_in(kind, bytes, std::move(radices), way.chunks);
  request.spread = way.spread;
  request.algorithms.clear();
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const GroupDigit& digit = digits[i];
    if (i > 0 && digits[i - 1].dimension == digit.dimension) {
      request.spread = collective::Spread::blueconnect;  // as jobs by places have it
    }
    request.algorithms.push_back(way.algorithm(digit.dimension));
    const std::string why = collective::unsupported(request.algorithms.back(), kind, digit.radix);
    if (why.empty()) continue;
    if (kind != CollectiveKind::broadcast) {
      throw base::ConfigError({machine_.origin.source, "",
                               fmt::format("an algorithm that can do {} NPUs of dimension {}: {}",
                                           digit.radix, digit.dimension, why),
                               collective::name_of(request.algorithms.back()), ""});
    }
    request.algorithms.back() = {};
  }
  return request;
}

collective::CollectiveRequest CollectiveTimes::request_of(CollectiveKind kind, Bytes bytes,
                                                          const std::vector<GroupDigit>& digits,
                                                          int members,
                                                          const collective::Way* way) const {
  if (digits.empty() || is_flat(kind, members)) {
    return request_in(kind, bytes, {members}, machine_.chunks);
  }
  return request_by(kind, bytes, digits, way != nullptr ? *way : way_of(kind, bytes, digits));
}

CommTime CollectiveTimes::known(CollectiveKind kind, Bytes bytes,
                                const std::vector<GroupDigit>& digits) const {
  if (machine_.known == nullptr) return of(kind, bytes, digits);
  std::vector<std::int64_t> key{static_cast<std::int64_t>(kind), bytes.count()};
  for (const GroupDigit& d : digits) key.insert(key.end(), {d.dimension, d.stride, d.radix});
  const auto found = machine_.known->times.find(key);
  if (found != machine_.known->times.end()) return found->second;
  return machine_.known->times[std::move(key)] = of(kind, bytes, digits);
}

CommTime CollectiveTimes::of(CollectiveKind kind, Bytes bytes,
                             const std::vector<GroupDigit>& digits,
                             const collective::Way* way) const {
  if (digits.empty()) return {};
  int members = 1;
  for (const GroupDigit& digit : digits) members *= digit.radix;
  if (is_flat(kind, members)) return flat_ring(kind, bytes, digits, members);
  const collective::CollectiveRequest request = request_of(kind, bytes, digits, members, way);
  const collective::Chunking chunks = chunking(request);
  std::vector<PipelinePhase> pipeline;
  double all = 0;   // at most, but for messages that meet
  double with = 0;  // these too
  CommTime out;
  for (const Phase& phase : phases(request, 0)) {
    const GroupDigit& digit = at(digits, phase.digit);
    all += longest(model_of(digit, phase.bytes), phase) * chunks.count;
    require_countable(all);
    pipeline.push_back({digit.dimension, phase_time(phase, digit)});
    with += static_cast<double>(pipeline.back().time.count()) * chunks.count;
    require_countable(with);
    out.phases.push_back({bit(digit.dimension), pipeline.back().time});
    out.dimensions |= bit(digit.dimension);
  }
  const int active = machine_.astra ? machine_.rules.active_chunks : 1;
  out.time = pipelined(pipeline, chunks.count, active);
  out.chunks = chunks.count;
  // Chunks that meet chunks of the same collective in a dimension are one matter.
  const bool meet = chunks.count > 1 && (active > 1 || !all_dimensions_differ(pipeline));
  if (meet || pipeline.size() == 1) {
    out.phases.clear();
    out.chunks = 1;
  }
  return out;
}

// Steps of a chain through the ring: between neighbours, but round the lowest digit once in as many
// members as that has. Where these go on in another dimension ASTRA-sim charges the lowest alone.
CommTime CollectiveTimes::flat_ring(CollectiveKind kind, Bytes bytes,
                                    const std::vector<GroupDigit>& digits, int members) const {
  const GroupDigit& lowest = digits.front();
  const Dimension& whole = machine_.fabric->dimension(lowest.dimension);
  PhaseModel model{whole, machine_.rules, machine_.astra, machine_.origin};
  const int near = hops(whole, lowest.stride);
  const int back = hops(whole, std::max(1, (lowest.radix - 1) * lowest.stride));
  model.dimension.latency = whole.latency * (whole.block == Block::ring ? near : 1);
  model.dimension.size = members;
  const collective::Chunking chunks = chunking(request_in(kind, bytes, {members}, machine_.chunks));
  require_countable(longest(model, {kind, 0, {}, chunks.bytes}) * chunks.count);
  Picoseconds chunk = ring_time(model, kind, chunks.bytes);
  const int turns = kind == CollectiveKind::all_reduce ? 2 : 1;
  Picoseconds carry = whole.latency * (back - near);
  std::uint32_t dimensions = bit(lowest.dimension);
  for (std::size_t i = 1; i < digits.size() && !machine_.astra; ++i) {
    const Dimension& next = machine_.fabric->dimension(digits[i].dimension);
    carry = base::plus(carry, base::times(next.latency, hops(next, digits[i].stride)));
    dimensions |= bit(digits[i].dimension);
  }
  const std::int64_t carries = std::max(0, members / lowest.radix - 1);
  chunk = base::plus(chunk, base::times(carry, carries * turns));
  return chunked(chunk, chunks.count, dimensions);
}

// As a link: its latency is that of all the way, its bandwidth that of the slowest.
Dimension CollectiveTimes::way(int from, int to, std::uint32_t& dimensions) const {
  const topology::Fabric& fabric = *machine_.fabric;
  Dimension link{Block::fully_connected, 2, base::BytesPerSecond{0}, Picoseconds{0}};
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const Dimension& dimension = fabric.dimension(d);
    const int offset =
        (fabric.digit(to, d) - fabric.digit(from, d) + dimension.size) % dimension.size;
    if (offset == 0) continue;
    link.latency =
        base::plus(link.latency, base::times(dimension.latency, hops(dimension, offset)));
    dimensions |= bit(d);
    const bool slower = !(link.bandwidth.count() > 0) || dimension.bandwidth < link.bandwidth;
    if (slower) link.bandwidth = dimension.bandwidth;
  }
  return link;
}

CommTime CollectiveTimes::of_list(CollectiveKind kind, Bytes bytes,
                                  const std::vector<int>& members) const {
  std::uint32_t dimensions = 0;
  Dimension worst = way(members[0], members[1], dimensions);
  for (std::size_t i = 1; i < members.size(); ++i) {
    const Dimension link = way(members[i], members[(i + 1) % members.size()], dimensions);
    worst.latency = std::max(worst.latency, link.latency);
    worst.bandwidth = std::min(worst.bandwidth, link.bandwidth);
  }
  worst.size = static_cast<int>(members.size());
  const PhaseModel model{worst, machine_.rules, machine_.astra, machine_.origin};
  const collective::Chunking chunks =
      chunking(request_in(kind, bytes, {worst.size}, machine_.chunks));
  require_countable(longest(model, {kind, 0, {}, chunks.bytes}) * chunks.count);
  return chunked(ring_time(model, kind, chunks.bytes), chunks.count, dimensions);
}

CommTime CollectiveTimes::of_message(Bytes bytes, int from, int to) const {
  std::uint32_t dimensions = 0;
  const PhaseModel model{way(from, to, dimensions), machine_.rules, machine_.astra,
                         machine_.origin};
  const Picoseconds e = machine_.rules.endpoint_delay;
  require_countable(static_cast<double>(model.dimension.latency.count()) +
                    static_cast<double>(e.count()));
  return {e + message_time(model, bytes, 1), e, 0};
}

}  // namespace jacquard::engine::step
