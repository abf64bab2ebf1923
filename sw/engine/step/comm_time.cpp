// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/comm_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/analytic/chunk_pipeline.hpp"
#include "jacquard/engine/job/group_place.hpp"

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
using workload::Axis;
using workload::AxisMask;
using workload::CommWork;

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

CommTimes::CommTimes(const CommMachine& machine, const workload::RankGrid& grid,
                     const std::vector<AxisMask>& groups)
    : machine_(machine), grid_(grid) {
  const topology::Fabric& fabric = *machine.fabric;
  if (grid.size() != fabric.npus()) {
    throw base::ConfigError({machine.origin.source, "",
                             fmt::format("degrees whose product is {}", fabric.npus()),
                             std::to_string(grid.size()), ""});
  }
  std::vector<int> radices;
  for (const Axis axis : grid.order) radices.push_back(at(grid.degree, axis));
  std::vector<AxisMask> masks = groups;
  std::sort(masks.begin(), masks.end());
  masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
  std::vector<std::vector<int>> partitions;
  for (const AxisMask mask : masks) {
    std::vector<int>& digits = partitions.emplace_back();
    for (std::size_t i = 0; i < grid.order.size(); ++i) {
      if ((mask & workload::mask_of(grid.order[i])) != 0) digits.push_back(static_cast<int>(i));
    }
  }
  job::SharedPlace place;
  if (!job::shared_place(fabric, base::MixedRadix(std::move(radices)), partitions, place)) return;
  for (int i = 0; i < place.shape.digits(); ++i) {
    const int dimension = at(place.dimensions, i);
    Digit& digit = digits_.emplace_back();
    digit.dimension = dimension;
    digit.stride = place.shape.stride(i) / fabric.stride(dimension);
    digit.radix = place.shape.radix(i);
    for (const Axis axis : grid.order) {
      const int low = grid.stride(axis);
      const int high = low * at(grid.degree, axis);
      const int from = place.shape.stride(i);
      if (low < from * digit.radix && from < high) {
        digit.axes = static_cast<AxisMask>(digit.axes | workload::mask_of(axis));
      }
    }
  }
}

// Where groups lie between each other on a ring a neighbour is as many links away, and each link
// takes one message of each group, the next when the one before has left it or its head is there.
PhaseModel CommTimes::model_of(const Digit& digit, Bytes message) const {
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

Picoseconds CommTimes::phase_time(const Phase& phase, const Digit& digit) const {
  const int n = digit.radix;
  const Bytes message = phase.kind == CollectiveKind::all_gather
                            ? phase.bytes
                            : collective::part(phase.bytes, n, collective::Rounding::up);
  const PhaseModel model = model_of(digit, message);
  const Dimension& whole = machine_.fabric->dimension(digit.dimension);
  const bool part_of_ring = whole.block == Block::ring && n != whole.size;
  Picoseconds time{0};
  switch (phase.algorithm.method) {
    case Method::ring:
      time = ring_time(model, phase.kind, phase.bytes);
      break;
    case Method::two_way_ring:
      time =
          ring_time(model, phase.kind, n == 2 ? phase.bytes : Bytes{(phase.bytes.count() + 1) / 2});
      break;
    case Method::direct: {
      const int peers = n - 1;
      const int window = phase.algorithm.window;
      time = direct_time(model, phase.kind, phase.bytes,
                         window == 0 ? peers : std::min(window, peers));
      const bool one_by_one = window == 1 && whole.block != Block::ring;
      if (machine_.astra || one_by_one) break;
      const double more = (busiest(Method::direct, model.dimension) - 1) *
                          (phase.kind == CollectiveKind::all_reduce ? 2 : 1);
      time += serialisation(message, model.dimension.bandwidth, model.origin) *
              static_cast<std::int64_t>(more);
      break;
    }
    case Method::halving_doubling:
      time = halving_doubling_time(model, phase.kind, phase.bytes) +
             doubling_contention(model, phase.kind, phase.bytes);
      break;
    case Method::double_binary_tree:
      time = tree_time(model, phase.bytes);
      break;
  }
  if (!part_of_ring || machine_.astra || n == 2) return time;
  // The last member's way back to the first, which the data go once each time round.
  const int back = (n - 1) * digit.stride;
  const int way = std::min(back, whole.size - back) - digit.stride;
  return time +
         whole.latency * (std::max(0, way) * (phase.kind == CollectiveKind::all_reduce ? 2 : 1));
}

CommTime CommTimes::chunked(Picoseconds chunk, int chunks, std::uint32_t dimensions) const {
  if (static_cast<double>(chunk.count()) * chunks > kLongestPicoseconds) {
    throw base::ConfigError(
        {machine_.origin.source, "", "a collective of less than 46 days",
         fmt::format("{} chunks of {:.3g} s", chunks, base::to_seconds(chunk).count()),
         machine_.origin.hint});
  }
  return {chunk * chunks, Picoseconds{0}, dimensions};
}

CommTime CommTimes::of_collective(const CommWork& comm) const {
  const job::Algorithms& own =
      at(machine_.algorithms,
         comm.kind == CollectiveKind::broadcast ? CollectiveKind::all_reduce : comm.kind);
  std::vector<Digit> digits;
  std::vector<int> radices;
  for (const Digit& digit : digits_) {
    if ((digit.axes & comm.axes) == 0 || digit.radix == 1) continue;
    digits.push_back(digit);
    radices.push_back(digit.radix);
  }
  const int members = grid_.members(comm.axes);
  if (members == 1) return {};
  if (digits_.empty()) return irregular_ring(comm);
  const bool flat = own.flat || (machine_.astra && members < grid_.size());
  if (flat) return flat_ring(comm, digits);
  collective::CollectiveRequest request;
  request.kind = comm.kind;
  request.shape = rounds::Shape(std::move(radices));
  request.spread = machine_.spread;
  for (std::size_t i = 1; i < digits.size(); ++i) {
    if (digits[i].dimension == digits[i - 1].dimension) {
      request.spread = collective::Spread::blueconnect;
    }
  }
  request.bytes = comm.bytes;
  request.chunks = static_cast<int>(
      std::clamp<std::int64_t>(machine_.chunks, 1, std::max<std::int64_t>(1, comm.bytes.count())));
  if (machine_.astra) request.rounding = collective::Rounding::down;
  request.npus_in_system = grid_.size();
  request.algorithms.clear();
  for (const Digit& digit : digits) {
    const auto& all = own.by_dimension;
    request.algorithms.push_back(
        all.empty() ? collective::Algorithm{}
                    : at(all, std::min(all.size() - 1, base::index(digit.dimension))));
    const std::string why =
        collective::unsupported(request.algorithms.back(), comm.kind, digit.radix);
    if (why.empty()) continue;
    if (comm.kind != CollectiveKind::broadcast) {
      throw base::ConfigError({machine_.origin.source, "",
                               fmt::format("an algorithm that can do {} NPUs of dimension {}: {}",
                                           digit.radix, digit.dimension, why),
                               collective::name_of(request.algorithms.back()), ""});
    }
    request.algorithms.back() = {};
  }
  const collective::Chunking chunks = chunking(request);
  std::vector<PipelinePhase> pipeline;
  double all = 0;
  std::uint32_t dimensions = 0;
  for (const Phase& phase : phases(request, 0)) {
    const Digit& digit = at(digits, phase.digit);
    all += longest(model_of(digit, phase.bytes), phase) * chunks.count;
    if (!(all <= kLongestPicoseconds))
      return chunked(Picoseconds{static_cast<std::int64_t>(kLongestPicoseconds)}, 2, 0);
    pipeline.push_back({digit.dimension, phase_time(phase, digit)});
    dimensions |= bit(digit.dimension);
  }
  const int active = machine_.astra ? machine_.rules.active_chunks : 1;
  return {pipelined(pipeline, chunks.count, active), Picoseconds{0}, dimensions};
}

// Steps of a chain through the ring: between neighbours, but round the lowest digit once in as many
// members as that has.
CommTime CommTimes::flat_ring(const CommWork& comm, const std::vector<Digit>& digits) const {
  const Digit& lowest = digits.front();
  Digit ring = lowest;
  ring.radix = grid_.members(comm.axes);
  const Dimension& whole = machine_.fabric->dimension(lowest.dimension);
  PhaseModel model{whole, machine_.rules, machine_.astra, machine_.origin};
  const int near = hops(whole, lowest.stride);
  const int back = hops(whole, std::max(1, (lowest.radix - 1) * lowest.stride));
  model.dimension.latency = whole.latency * (whole.block == Block::ring ? near : 1);
  model.dimension.size = ring.radix;
  collective::CollectiveRequest request;
  request.kind = comm.kind;
  request.shape = rounds::Shape({ring.radix});
  request.bytes = comm.bytes;
  request.chunks = static_cast<int>(
      std::clamp<std::int64_t>(machine_.chunks, 1, std::max<std::int64_t>(1, comm.bytes.count())));
  if (machine_.astra) request.rounding = collective::Rounding::down;
  request.npus_in_system = grid_.size();
  const collective::Chunking chunks = chunking(request);
  if (longest(model, {comm.kind, 0, {}, chunks.bytes}) * chunks.count > kLongestPicoseconds) {
    return chunked(Picoseconds{static_cast<std::int64_t>(kLongestPicoseconds)}, 2, 0);
  }
  Picoseconds chunk = ring_time(model, comm.kind, chunks.bytes);
  const int turns = comm.kind == CollectiveKind::all_reduce ? 2 : 1;
  const int rounds_of_lowest = ring.radix / lowest.radix;
  chunk += whole.latency * ((back - near) * std::max(0, rounds_of_lowest - 1) * turns);
  return chunked(chunk, chunks.count, bit(lowest.dimension));
}

// The slowest link and the longest way among places that are next to each other on these axes.
Dimension CommTimes::worst_way(AxisMask axes, std::uint32_t& dimensions) const {
  const topology::Fabric& fabric = *machine_.fabric;
  Dimension worst = fabric.dimension(0);
  worst.block = Block::fully_connected;
  worst.latency = Picoseconds{-1};
  std::vector<int> members{0};
  for (const Axis axis : grid_.order) {
    if ((axes & workload::mask_of(axis)) == 0) continue;
    const std::size_t before = members.size();
    for (int place = 1; place < at(grid_.degree, axis); ++place) {
      for (std::size_t i = 0; i < before; ++i) {
        members.push_back(members[i] + place * grid_.stride(axis));
      }
    }
  }
  base::BytesPerSecond slowest{0};
  for (std::size_t i = 0; i < members.size(); ++i) {
    const int from = members[i];
    const int to = members[(i + 1) % members.size()];
    Picoseconds latency{0};
    for (int d = 0; d < fabric.dimensions(); ++d) {
      const Dimension& dimension = fabric.dimension(d);
      const int offset =
          (fabric.digit(to, d) - fabric.digit(from, d) + dimension.size) % dimension.size;
      if (offset == 0) continue;
      latency += dimension.latency * hops(dimension, offset);
      dimensions |= bit(d);
      if (slowest.count() == 0 || dimension.bandwidth < slowest) slowest = dimension.bandwidth;
    }
    worst.latency = std::max(worst.latency, latency);
  }
  worst.bandwidth = slowest;
  worst.size = static_cast<int>(members.size());
  return worst;
}

CommTime CommTimes::irregular_ring(const CommWork& comm) const {
  std::uint32_t dimensions = 0;
  const PhaseModel model{worst_way(comm.axes, dimensions), machine_.rules, machine_.astra,
                         machine_.origin};
  if (longest(model, {comm.kind, 0, {}, comm.bytes}) > kLongestPicoseconds) {
    return chunked(Picoseconds{static_cast<std::int64_t>(kLongestPicoseconds)}, 2, 0);
  }
  return {ring_time(model, comm.kind, comm.bytes), Picoseconds{0}, dimensions};
}

CommTime CommTimes::of_message(const CommWork& comm) const {
  std::uint32_t dimensions = 0;
  const PhaseModel model{worst_way(comm.axes, dimensions), machine_.rules, machine_.astra,
                         machine_.origin};
  const Picoseconds e = machine_.rules.endpoint_delay;
  return {e + message_time(model, comm.bytes, 1), e, 0};
}

std::vector<CommTime> comm_times(const CommMachine& machine, const workload::StepProgram& program) {
  std::vector<bool> is_message(program.comms.size(), false);
  for (const workload::ClassProgram& c : program.classes) {
    for (const workload::StepOp& op : c.ops) {
      if (op.kind == workload::OpKind::send) is_message[base::index(op.work)] = true;
    }
  }
  std::vector<AxisMask> groups;
  for (const CommWork& comm : program.comms) groups.push_back(comm.axes);
  const CommTimes by(machine, program.grid, groups);
  std::vector<CommTime> times;
  times.reserve(program.comms.size());
  for (std::size_t i = 0; i < program.comms.size(); ++i) {
    times.push_back(is_message[i] ? by.of_message(program.comms[i])
                                  : by.of_collective(program.comms[i]));
  }
  return times;
}

}  // namespace jacquard::engine::step
