// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/kineto/order.hpp"

namespace jacquard::interop {
namespace {

using base::at;

ChakraAttribute attribute(const char* name, AttributeType type, AttributeScalar value) {
  return {name, "", static_cast<int>(type), {std::move(value)}};
}

ChakraAttribute flag(const char* name) {
  return attribute(name, AttributeType::bool_, std::uint64_t{1});
}

// The stream whose kernels and copies take longest; the first of such.
int computing_stream(const KinetoRank& rank) {
  std::vector<std::int64_t> busy(rank.streams.size());
  for (const KinetoOp& op : rank.ops) {
    if (op.kind != KinetoKind::nccl) at(busy, op.stream) += op.end - op.begin;
  }
  return static_cast<int>(std::max_element(busy.begin(), busy.end()) - busy.begin());
}

class Writer {
 public:
  Writer(const KinetoJob& job, int rank)
      : job_(job),
        number_(rank),
        rank_(at(job.ranks, rank)),
        ops_(without_overlaps(rank_)),
        main_(computing_stream(rank_)),
        id_of_(ops_.size()) {}

  ChakraTrace trace() {
    const auto before = kineto_order(rank_, ops_);
    for (std::size_t i = 0; i < ops_.size(); ++i) add(i, before[i]);
    ChakraTrace trace;
    trace.source = rank_.source;
    trace.metadata.version = "0.0.4";
    trace.nodes = std::move(nodes_);
    return trace;
  }

 private:
  void add(std::size_t i, const std::vector<std::size_t>& before) {
    const KinetoOp& op = ops_[i];
    std::vector<std::uint64_t> waits_for;
    std::int64_t ready = ops_.front().begin;
    std::vector<std::uint64_t> latest;
    for (const std::size_t other : before) {
      waits_for.push_back(id_of_[other]);
      if (ops_[other].end < ready || (latest.size() == 1 && ops_[other].end == ready)) continue;
      ready = ops_[other].end;
      latest = {id_of_[other]};
    }
    if (ready < op.begin) {
      ChakraNode& host = new_node("host", ready, op.begin);
      host.ctrl_deps = latest;
      host.type = ChakraNodeType::comp;
      host.attributes.push_back(flag("is_cpu_op"));
      host.attributes.push_back(attribute("num_ops", AttributeType::int64, std::int64_t{0}));
      host.attributes.push_back(flag("occupies_nothing"));
      waits_for.push_back(host.id);
    }
    ChakraNode& node = new_node(at(rank_.names, op.name), op.begin, op.end);
    id_of_[i] = node.id;
    node.ctrl_deps = std::move(waits_for);
    node.type = ChakraNodeType::comp;
    const bool says = op.call >= 0;
    const int group = says ? job_.number(number_, at(rank_.calls, op.call)) : 0;
    if (says && job_.size_of(group) > 1) add_call(at(rank_.calls, op.call), group, node);
    if (op.kind == KinetoKind::nccl || op.stream != main_) {
      node.attributes.push_back(flag("occupies_nothing"));
    }
    std::sort(node.attributes.begin(), node.attributes.end(),
              [](const ChakraAttribute& a, const ChakraAttribute& b) { return a.name < b.name; });
  }

  ChakraNode& new_node(const std::string& name, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t kNsPerMicro = 1000;
    ChakraNode node;
    node.id = nodes_.size();
    node.name = name;
    node.start_micros =
        static_cast<std::uint64_t>((begin - ops_.front().begin + kNsPerMicro / 2) / kNsPerMicro);
    node.duration_micros =
        static_cast<std::uint64_t>((end - begin + kNsPerMicro / 2) / kNsPerMicro);
    node.attributes.push_back(attribute("duration_ns", AttributeType::int64, end - begin));
    nodes_.push_back(std::move(node));
    return nodes_.back();
  }

  void add_call(const KinetoCall& call, int group, ChakraNode& node) const {
    const auto add = [&node](const char* name, AttributeType type, std::int64_t value) {
      node.attributes.push_back(attribute(name, type, value));
    };
    node.type = call.type;
    add("comm_size", AttributeType::int64, call.bytes);
    if (call.type == ChakraNodeType::comm_coll) {
      add("comm_type", AttributeType::int64, static_cast<std::int64_t>(call.kind));
      if (group == 0) return;
      node.attributes.push_back(attribute("pg_name", AttributeType::string, std::to_string(group)));
      return;
    }
    const bool sends = call.type == ChakraNodeType::comm_send;
    add("comm_src", AttributeType::int32, sends ? number_ : call.peer);
    add("comm_dst", AttributeType::int32, sends ? call.peer : number_);
    add("comm_tag", AttributeType::int32, 0);
  }

  const KinetoJob& job_;
  int number_;
  const KinetoRank& rank_;
  std::vector<KinetoOp> ops_;
  int main_;
  std::vector<std::uint64_t> id_of_;
  std::vector<ChakraNode> nodes_;
};

}  // namespace

ChakraTrace kineto_trace(const KinetoJob& job, int rank) { return Writer(job, rank).trace(); }

}  // namespace jacquard::interop
