// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/comm_time.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/group_place.hpp"
#include "jacquard/workload/job_of_program.hpp"

namespace jacquard::engine::step {
namespace {

using base::at;
using workload::Axis;
using workload::AxisMask;
using workload::CommWork;

}  // namespace

CommTimes::CommTimes(const CommMachine& machine, const workload::RankGrid& grid,
                     const std::vector<AxisMask>& groups)
    : by_(machine), grid_(grid) {
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

// NPU 0 and those that differ from it on these axes, in the order of their places.
std::vector<int> CommTimes::members(AxisMask axes) const {
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
  return members;
}

CommTime CommTimes::of_collective(const CommWork& comm) const {
  if (grid_.members(comm.axes) == 1) return {};
  if (digits_.empty()) return by_.of_list(comm.kind, comm.bytes, members(comm.axes));
  return by_.known(comm.kind, comm.bytes, digits_in(comm.axes));
}

std::optional<collective::Way> CommTimes::way_of(const CommWork& comm) const {
  if (digits_.empty() || grid_.members(comm.axes) == 1) return std::nullopt;
  return by_.way_of(comm.kind, comm.bytes, digits_in(comm.axes));
}

std::string CommTimes::way_in_words(const CommWork& comm) const {
  const auto way = way_of(comm);
  if (!way) return grid_.members(comm.axes) == 1 ? "" : "ring";
  std::vector<int> dimensions;
  for (const GroupDigit& digit : digits_in(comm.axes)) {
    if (dimensions.empty() || dimensions.back() != digit.dimension) {
      dimensions.push_back(digit.dimension);
    }
  }
  return collective::words_of(*way, comm.kind, dimensions);
}

std::vector<GroupDigit> CommTimes::digits_in(AxisMask axes) const {
  std::vector<GroupDigit> digits;
  for (const Digit& digit : digits_) {
    if ((digit.axes & axes) != 0 && digit.radix > 1) digits.push_back(digit);
  }
  return digits;
}

CommTimes::Rounds CommTimes::rounds_of(const CommWork& comm) const {
  const std::vector<GroupDigit> digits = digits_in(comm.axes);
  Rounds out;
  out.npus = members(comm.axes);
  std::sort(out.npus.begin(), out.npus.end());
  out.chunk = by_.request_of(comm.kind, comm.bytes, digits, static_cast<int>(out.npus.size()));
  const collective::Chunking chunks = chunking(out.chunk);
  out.chunks = chunks.count;
  out.chunk.chunks = 1;
  out.chunk.bytes = chunks.bytes;
  out.on_ring = digits_.empty() || out.chunk.shape.digits() != static_cast<int>(digits.size());
  for (const GroupDigit& digit : digits) {
    const auto block = by_.machine().fabric->dimension(digit.dimension).block;
    out.on_ring = out.on_ring || block == topology::Block::ring;
  }
  return out;
}

CommTime CommTimes::of_message(const CommWork& comm) const {
  const std::vector<int> stages = members(comm.axes);
  CommTime longest;
  for (std::size_t i = 0; i < stages.size() && stages.size() > 1; ++i) {
    const CommTime time = by_.of_message(comm.bytes, stages[i], stages[(i + 1) % stages.size()]);
    if (longest.time < time.time) longest = time;
  }
  return longest;
}

namespace {

CommTimes times_by(const CommMachine& machine, const workload::StepProgram& program) {
  std::vector<AxisMask> groups;
  for (const CommWork& comm : program.comms) groups.push_back(comm.axes);
  return CommTimes(machine, program.grid, groups);
}

std::vector<bool> messages_in(const workload::StepProgram& program) {
  std::vector<bool> is_message(program.comms.size(), false);
  for (const workload::ClassProgram& c : program.classes) {
    for (const workload::StepOp& op : c.ops) {
      if (op.kind == workload::OpKind::send) is_message[base::index(op.work)] = true;
    }
  }
  return is_message;
}

}  // namespace

std::vector<std::string> ways_in_words(const CommMachine& machine,
                                       const workload::StepProgram& program) {
  const std::vector<bool> is_message = messages_in(program);
  const CommTimes by = times_by(machine, program);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < program.comms.size(); ++i) {
    words.push_back(is_message[i] ? "" : by.way_in_words(program.comms[i]));
  }
  return words;
}

job::Ways ways_of(const CommMachine& machine, const workload::StepProgram& program,
                  const std::vector<std::optional<base::Picoseconds>>& timed) {
  job::Ways ways;
  if (!machine.usual) return ways;
  const std::vector<bool> is_message = messages_in(program);
  const CommTimes by = times_by(machine, program);
  for (std::size_t i = 0; i < program.comms.size(); ++i) {
    const CommWork& comm = program.comms[i];
    if (is_message[i] || (i < timed.size() && timed[i])) continue;
    if (auto way = by.way_of(comm)) {
      ways[{comm.kind, workload::group_of(comm.axes, program.grid), comm.bytes.count()}] = *way;
    }
  }
  return ways;
}

std::vector<CommTime> comm_times(const CommMachine& machine, const workload::StepProgram& program) {
  const std::vector<bool> is_message = messages_in(program);
  const CommTimes by = times_by(machine, program);
  std::vector<CommTime> times;
  times.reserve(program.comms.size());
  for (std::size_t i = 0; i < program.comms.size(); ++i) {
    times.push_back(is_message[i] ? by.of_message(program.comms[i])
                                  : by.of_collective(program.comms[i]));
  }
  return times;
}

}  // namespace jacquard::engine::step
