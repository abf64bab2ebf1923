// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/log_nodes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/program_order.hpp"

namespace jacquard::interop {
namespace {

using workload::CollectiveKind;
using workload::OpKind;
using workload::OpNode;

constexpr const char* kHostStream = "cpu";
constexpr std::int64_t kMostBytes = 1'000'000'000'000'000'000;

class Writer {
 public:
  Writer(const LogClass& one, const Log& log, LogNotes& notes)
      : one_(one), log_(log), notes_(notes) {}

  LogNodes take() {
    for (std::size_t i = 0; i < one_.calls.size(); ++i) {
      call_ = static_cast<int>(i);
      add(one_.calls[i]);
    }
    return std::move(out_);
  }

 private:
  void add(const LogCall& call) {
    if (call.op == LogOp::compute) {
      const bool said = call.flops || call.compute_bytes || call.compute_time;
      add_computation(call, said ? OpKind::compute : OpKind::marker);
      return;
    }
    if (call.computes()) add_computation(call, OpKind::compute);
    if (call.op == LogOp::wait) {
      order_.waited(ids_.at(call.wait_of));
      return;
    }
    add_communication(call);
  }

  OpNode& append(const LogCall& call) {
    OpNode& node = out_.nodes.emplace_back();
    node.id = out_.nodes.size() - 1;
    node.phase = call.phase;
    node.micro_batch = call.micro_batch;
    node.layer = call.layer;
    out_.call.push_back(call_);
    return node;
  }

  // By the order of lines, unless the line itself says after what.
  void set_dependencies(OpNode& node, ProgramOrder::Before before, const LogCall* call) {
    if (call != nullptr && call->after) {
      before = {};
      for (const std::int64_t id : *call->after) before.data.push_back(ids_.at(id));
    }
    node.data_after = std::move(before.data);
    node.control_after = std::move(before.control);
  }

  void add_computation(const LogCall& call, OpKind kind) {
    const bool own_line = call.op == LogOp::compute;
    const std::string stream = own_line && call.stream == kHostStream ? call.stream : "";
    OpNode& node = append(call);
    node.name = own_line && !call.name.empty() ? call.name : "compute";
    node.kind = kind;
    node.stream = stream.empty() ? workload::Stream::compute : workload::Stream::cpu;
    node.duration = call.compute_time.value_or(base::Picoseconds{0});
    if (call.flops) node.flops = base::Flops{*call.flops};
    if (call.compute_bytes) {
      node.moved[0] = base::Bytes{static_cast<std::int64_t>(std::ceil(*call.compute_bytes))};
    }
    set_dependencies(node, order_.of_computation(stream), own_line ? &call : nullptr);
    order_.computed(stream, node.id);
    if (own_line && call.call_id >= 0) ids_[call.call_id] = node.id;
  }

  void add_communication(const LogCall& call) {
    OpNode& node = append(call);
    node.name = call.name.empty() ? name_of(call.op) : call.name;
    set_dependencies(node, order_.of_call(call), &call);
    node.group = call.group;
    node.tag = is_message(call.op) ? call.tag : 0;
    if (is_message(call.op)) {
      node.kind = call.op == LogOp::send ? OpKind::send : OpKind::receive;
      node.stream = workload::Stream::network;
      node.group = 0;
      node.bytes = call.bytes;
    } else {
      fill_collective(node, call);
    }
    std::vector<std::uint64_t> before = node.data_after;
    before.insert(before.end(), node.control_after.begin(), node.control_after.end());
    order_.called(call, node.id, std::move(before));
    ids_[call.call_id] = node.id;
  }

  void fill_collective(OpNode& node, const LogCall& call) {
    const std::int64_t members =
        call.group == 0 ? log_.ranks
                        : static_cast<std::int64_t>(log_.groups.at(call.group).ranks.size());
    if (members == 1) {
      node.group = 0;
      return;
    }
    if (call.bytes.count() == 0) {
      node.barrier = true;
      if (call.op != LogOp::barrier) ++notes_["collectives of no bytes are barriers"];
      return;
    }
    node.kind = OpKind::collective;
    node.stream = workload::Stream::network;
    node.bytes = call.bytes;
    node.unpredictable = call.unpredictable;
    if (call.duration) {
      node.timed = true;
      node.duration = *call.duration;
    }
    node.collective = kind_of(call);
    if (call.op != LogOp::scatter) return;
    if (call.bytes.count() > kMostBytes / members) {
      throw base::ConfigError({one_.file, fmt::format("line {}, #/shape", call.line),
                               "at most 10^18 bytes of all members", "more", ""});
    }
    node.bytes = base::Bytes{call.bytes.count() * members};
  }

  CollectiveKind kind_of(const LogCall& call) {
    switch (call.op) {
      case LogOp::reduce:
        ++notes_["calls of reduce are run as all_reduce"];
        return CollectiveKind::all_reduce;
      case LogOp::reduce_scatter:
        return CollectiveKind::reduce_scatter;
      case LogOp::gather:
        ++notes_["calls of gather are run as all_gather"];
        return CollectiveKind::all_gather;
      case LogOp::all_gather:
        return CollectiveKind::all_gather;
      case LogOp::scatter:
        ++notes_["calls of scatter are run as broadcast of all pieces"];
        return CollectiveKind::broadcast;
      case LogOp::broadcast:
        return CollectiveKind::broadcast;
      case LogOp::all_to_all:
        return CollectiveKind::all_to_all;
      default:
        return CollectiveKind::all_reduce;
    }
  }

  const LogClass& one_;
  const Log& log_;
  LogNotes& notes_;
  LogNodes out_;
  ProgramOrder order_;
  std::map<std::int64_t, std::uint64_t> ids_;  // node of each call_id
  int call_ = 0;
};

}  // namespace

LogNodes nodes_of(const LogClass& one, const Log& log, LogNotes& notes) {
  return Writer(one, log, notes).take();
}

}  // namespace jacquard::interop
