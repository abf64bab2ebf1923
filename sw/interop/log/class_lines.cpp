// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/class_lines.hpp"

#include <algorithm>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/log/line_order.hpp"
#include "jacquard/interop/log/program_order.hpp"

namespace jacquard::interop {
namespace {

using base::index;
using workload::CollectiveKind;
using workload::Job;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

LogOp op_of(const OpNode& node) {
  static constexpr LogOp kinds[] = {LogOp::all_reduce, LogOp::reduce_scatter, LogOp::all_gather,
                                    LogOp::all_to_all, LogOp::broadcast};
  if (node.barrier) return LogOp::barrier;
  if (node.kind == OpKind::send) return LogOp::send;
  if (node.kind == OpKind::receive) return LogOp::recv;
  return node.kind == OpKind::collective ? base::at(kinds, node.collective) : LogOp::compute;
}

class Writer {
 public:
  Writer(const Job& job, const workload::GroupList& list, int npu)
      : job_(job), list_(list), npu_(npu), graph_(job.graph(npu)), order_(line_order(graph_)) {
    line_of_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) line_of_[index(order_[i])] = i;
    for (const int n : order_) calls_.push_back(call_of(n));
    name_streams();
  }

  std::vector<LogCall> take() {
    for (std::size_t i = 0; i < calls_.size(); ++i) add(i);
    return std::move(lines_);
  }

 private:
  [[noreturn]] void fail(const OpNode& node, const char* expected, const char* found) const {
    graph_.fail(node, expected, found, "a log says no other");
  }

  LogCall call_of(int n) const {
    const OpNode& node = graph_.node(n);
    LogCall call;
    call.op = op_of(node);
    call.call_id = static_cast<std::int64_t>(line_of_[index(n)]);
    call.name = node.name;
    call.phase = node.phase;
    call.micro_batch = node.micro_batch;
    call.layer = node.layer;
    if (call.op == LogOp::compute) {
      fill_computation(node, call);
    } else {
      fill_communication(n, call);
    }
    return call;
  }

  void fill_computation(const OpNode& node, LogCall& call) const {
    if (accesses_remote_memory(node)) fail(node, "no access to remote memory", "one");
    if (node.stream == workload::Stream::none) fail(node, "a stream that it occupies", "none");
    if (node.stream == workload::Stream::cpu) call.stream = "cpu";
    if (node.kind == OpKind::marker) return;
    if (node.flops) call.flops = node.flops->count();
    if (node.moved[0]) call.compute_bytes = static_cast<double>(node.moved[0]->count());
    if (node.duration.count() > 0 || !(node.flops || node.moved[0])) {
      call.compute_time = node.duration;
    }
  }

  void fill_communication(int n, LogCall& call) const {
    const OpNode& node = graph_.node(n);
    if (node.stream == workload::Stream::cpu) fail(node, "no communication of the CPU", "one");
    call.async = true;
    call.tag = node.tag;
    call.unpredictable = node.unpredictable;
    if (is_message(call.op)) {
      call.peer = job_.peer(node, npu_);
      if (call.peer < 0) fail(node, "a peer for this message", "none");
    } else {
      call.group = list_.number(graph_.group(n), npu_);
      if (node.collective == CollectiveKind::broadcast && !node.barrier) call.peer = root_of(n);
    }
    if (node.barrier) {
      call.async = false;
      return;
    }
    const bool all =
        std::find(node.involved.begin(), node.involved.end(), false) == node.involved.end();
    if (!all) fail(node, "collectives in all dimensions", "one in some");
    if (!node.bytes || node.bytes->count() < 1) fail(node, "bytes to communicate", "none");
    call.bytes = *node.bytes;
    call.dtype = "uint8";
    if (call.op == LogOp::all_reduce || call.op == LogOp::reduce_scatter) call.reduce_op = "SUM";
    if (node.timed) call.duration = node.duration;
  }

  // In groups side by side the roots are numbered alike.
  int root_of(int n) const {
    const OpNode& node = graph_.node(n);
    const std::vector<int> own = job_.members(graph_.group(n), npu_);
    if (node.from < 0) return own.front();
    if (node.from >= job_.npus()) fail(node, "a root that is an NPU", "another number");
    const std::vector<int> others = job_.members(graph_.group(n), node.from);
    const auto root = std::find(others.begin(), others.end(), node.from);
    if (root == others.end()) fail(node, "a root that is in the group", "another");
    return own[static_cast<std::size_t>(root - others.begin())];
  }

  // Communications that go before each other as on a stream have one. It has a name where its order
  // is neither that of a group's calls nor that of the messages to or from a peer.
  void name_streams() {
    std::map<std::size_t, int> last;  // streams by the line of the last of each
    std::vector<int> stream(calls_.size(), -1);
    int streams = 0;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (calls_[i].op == LogOp::compute) continue;
      for (const std::uint64_t id : graph_.node(order_[i]).control_after) {
        const auto before = last.find(line_of_[index(graph_.index_of(id))]);
        if (before == last.end()) continue;
        stream[i] = before->second;
        last.erase(before);
        break;
      }
      if (stream[i] < 0) stream[i] = streams++;
      last[i] = stream[i];
    }
    std::map<std::string, std::map<int, int>> of_line;
    std::vector<std::map<std::string, int>> lines(index(streams));
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (stream[i] < 0) continue;
      ++of_line[ProgramOrder::line_of(calls_[i])][stream[i]];
      ++lines[index(stream[i])][ProgramOrder::line_of(calls_[i])];
    }
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (stream[i] < 0) continue;
      const bool plain = lines[index(stream[i])].size() == 1 &&
                         of_line[ProgramOrder::line_of(calls_[i])].size() == 1;
      if (!plain) calls_[i].stream = "stream " + std::to_string(stream[i]);
    }
  }

  // Ids of nodes to be read are the numbers of calls.
  std::vector<std::uint64_t> wanted(std::size_t i) const {
    std::vector<std::uint64_t> ids;
    for (const int n : graph_.dependencies(order_[i])) ids.push_back(line_of_[index(n)]);
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  ProgramOrder::Before implied(const LogCall& call) const {
    return call.op == LogOp::compute ? program_.of_computation(call.stream)
                                     : program_.of_call(call);
  }

  void add(std::size_t i) {
    LogCall call = calls_[i];
    const std::vector<std::uint64_t> after = wanted(i);
    std::vector<std::uint64_t> before = implied(call).all();
    if (call.stream != "cpu") {
      for (const std::uint64_t id : after) {
        const bool known = std::binary_search(before.begin(), before.end(), id);
        if (!known && calls_[id].op != LogOp::compute) wait(id);
      }
      before = implied(call).all();
    }
    if (before != after) call.after.emplace(after.begin(), after.end());
    if (call.op == LogOp::compute) {
      program_.computed(call.stream, i);
    } else {
      program_.called(call, i, after);
    }
    lines_.push_back(std::move(call));
  }

  // A call with a handle that is waited for at once is one without.
  void wait(std::uint64_t id) {
    program_.waited(id);
    if (!lines_.empty() && lines_.back().call_id == static_cast<std::int64_t>(id)) {
      lines_.back().async = false;
      return;
    }
    LogCall& line = lines_.emplace_back();
    line.op = LogOp::wait;
    line.wait_of = static_cast<std::int64_t>(id);
  }

  const Job& job_;
  const workload::GroupList& list_;
  int npu_;
  const OpGraph& graph_;
  std::vector<int> order_;            // nodes as their lines follow
  std::vector<std::size_t> line_of_;  // of each node
  std::vector<LogCall> calls_;
  ProgramOrder program_;
  std::vector<LogCall> lines_;
};

}  // namespace

std::vector<LogCall> lines_of(const Job& job, const workload::GroupList& list, int npu) {
  return Writer(job, list, npu).take();
}

}  // namespace jacquard::interop
