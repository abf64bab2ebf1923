// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/job_traces.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {
namespace {

using workload::CollectiveKind;
using workload::MemoryTier;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;
using workload::Stream;

constexpr std::int64_t kPsPerNs = 1000;
constexpr std::int64_t kPsPerMicrosecond = 1'000'000;
constexpr double kMostAmount = 0x1p62;

ChakraNodeType type_of(OpKind kind) {
  static constexpr ChakraNodeType types[] = {ChakraNodeType::invalid,   ChakraNodeType::comp,
                                             ChakraNodeType::mem_load,  ChakraNodeType::mem_store,
                                             ChakraNodeType::comm_send, ChakraNodeType::comm_recv,
                                             ChakraNodeType::comm_coll};
  return base::at(types, kind);
}

ChakraAttribute attribute(const char* name, AttributeType type, AttributeScalar value) {
  return {name, "", static_cast<int>(type), {std::move(value)}};
}

// Adds what one node says.
class Writer {
 public:
  Writer(const OpGraph& graph, const OpNode& from, ComputeAttributes computations)
      : graph_(graph), from_(from), computations_(computations) {
    node_.id = from.id;
    node_.name = from.name;
    node_.type = type_of(from.kind);
    node_.ctrl_deps = from.control_after;
    node_.data_deps = from.data_after;
    if (from.duration < base::Picoseconds{0}) fail("a duration not below 0", "one below");
    const std::int64_t half = kPsPerMicrosecond / 2;
    node_.duration_micros =
        static_cast<std::uint64_t>((from.duration.count() + half) / kPsPerMicrosecond);
    if (from.stream == Stream::cpu) {
      require_whole_microseconds("of an operation of the CPU");
      node_.attributes.push_back(attribute("is_cpu_op", AttributeType::bool_, std::uint64_t{1}));
    }
    if (from.stream == Stream::none) {
      node_.attributes.push_back(
          attribute("occupies_nothing", AttributeType::bool_, std::uint64_t{1}));
    }
    add_tensors("inputs", from.reads);
    add_tensors("outputs", from.writes);
  }

  // Returns the place of the first attribute that each NPU has its own of, if it has any.
  std::size_t add_own() {
    std::size_t own = 0;
    switch (from_.kind) {
      case OpKind::marker:
        break;
      case OpKind::load:
      case OpKind::store:
        add_amounts(MemoryTier::remote);
        break;
      case OpKind::compute:
        if (computations_ == ComputeAttributes::durations && from_.stream != Stream::cpu) {
          add_duration();
        } else {
          add_amounts(MemoryTier::local);
        }
        break;
      case OpKind::send:
      case OpKind::receive:
        add_bytes();
        if (from_.tag < 0 || from_.tag > std::numeric_limits<std::int32_t>::max()) {
          fail("a tag of 0 to 2^31 - 1", std::to_string(from_.tag));
        }
        add("comm_tag", AttributeType::int32, from_.tag);
        own = node_.attributes.size();
        add("comm_src", AttributeType::int32, 0);
        add("comm_dst", AttributeType::int32, 0);
        break;
      case OpKind::collective:
        own = add_collective();
        break;
    }
    return own;
  }

  ChakraNode take() { return std::move(node_); }

 private:
  [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
    graph_.fail(from_, expected, found, "a Chakra trace says no other");
  }

  void require_whole_microseconds(const char* of_what) const {
    if (from_.duration.count() % kPsPerMicrosecond == 0) return;
    fail(fmt::format("a duration {} in whole microseconds", of_what),
         fmt::format("{} ps", from_.duration.count()));
  }

  void add(const char* name, AttributeType type, std::int64_t value) {
    node_.attributes.push_back(attribute(name, type, value));
  }

  void add_unsigned(const char* name, std::int64_t value) {
    node_.attributes.push_back(
        attribute(name, AttributeType::uint64, static_cast<std::uint64_t>(value)));
  }

  void add_amounts(MemoryTier tier) {
    if (from_.flops) {
      const double flops = from_.flops->count();
      if (!(flops >= 0 && flops <= kMostAmount)) {
        fail("operations of 0 to 2^62", fmt::format("{:.4g}", flops));
      }
      add("num_ops", AttributeType::int64, std::llround(flops));
    }
    const auto& bytes = base::at(from_.moved, tier);
    if (!bytes) return;
    if (*bytes < base::Bytes{0}) fail("bytes not below 0", std::to_string(bytes->count()));
    add_unsigned("tensor_size", bytes->count());
  }

  // Less than a nanosecond is one operation, which any memory feeds within one.
  void add_duration() {
    const std::int64_t ns =
        from_.duration == base::Picoseconds{0} ? 1 : from_.duration.count() / kPsPerNs;
    if (ns > std::numeric_limits<std::int64_t>::max() / kOperationsPerNs - 1) {
      fail("a duration of 0 to 100 days", fmt::format("{} ps", from_.duration.count()));
    }
    const std::int64_t ops = ns == 0 ? 1 : ns * kOperationsPerNs + kOperationsPerNs / 2;
    add("num_ops", AttributeType::int64, ops);
    add_unsigned("tensor_size", 1);
  }

  void add_bytes() {
    if (!from_.bytes) return;
    if (*from_.bytes < base::Bytes{0}) fail("bytes not below 0", "bytes below");
    add("comm_size", AttributeType::int64, from_.bytes->count());
  }

  std::size_t add_collective() {
    if (from_.timed) fail("a collective that the network carries", "one of a given duration");
    if (from_.collective == CollectiveKind::reduce) {
      fail("a collective of Chakra's that is read again as it was written", "a reduce to one NPU");
    }
    if (from_.collective == CollectiveKind::permute) {
      fail("a collective of Chakra's; write a permute as sends and receives", "a permute");
    }
    const bool broadcast = from_.collective == CollectiveKind::broadcast;
    if (broadcast) {
      require_whole_microseconds("of a broadcast");
      if (from_.from >= 0) add("comm_src", AttributeType::int32, from_.from);
    }
    add("comm_type", AttributeType::int64,
        static_cast<std::int64_t>(chakra_collective(from_.collective)));
    add_bytes();
    if (from_.priority != 0) add("comm_priority", AttributeType::int32, from_.priority);
    if (!from_.involved.empty()) {
      ChakraAttribute involved{"involved_dim", "", static_cast<int>(AttributeType::bool_) + 1, {}};
      for (const bool is : from_.involved) involved.values.emplace_back(std::uint64_t{is});
      node_.attributes.push_back(std::move(involved));
    }
    node_.attributes.push_back(attribute("pg_name", AttributeType::string, std::string("0")));
    return node_.attributes.size() - 1;
  }

  // As ASTRA-sim's memory tracker takes them: name, bytes, name, bytes.
  void add_tensors(const char* name, const std::vector<workload::TensorUse>& uses) {
    if (uses.empty()) return;
    ChakraAttribute list{name, "", static_cast<int>(AttributeType::string) + 1, {}};
    for (const workload::TensorUse& use : uses) {
      list.values.emplace_back("tensor " + std::to_string(use.tensor));
      list.values.emplace_back(std::to_string(use.bytes.count()));
    }
    node_.attributes.push_back(std::move(list));
  }

  const OpGraph& graph_;
  const OpNode& from_;
  ComputeAttributes computations_;
  ChakraNode node_;
};

bool differs_by_npu(const OpNode& node) {
  return node.kind == OpKind::send || node.kind == OpKind::receive ||
         node.kind == OpKind::collective;
}

// Everybody is in no group: ASTRA-sim stops at a group of the number 0.
void drop_group(ChakraNode& node) { node.attributes.pop_back(); }

}  // namespace

ChakraCollective chakra_collective(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::reduce_scatter:
      return ChakraCollective::reduce_scatter;
    case CollectiveKind::all_gather:
      return ChakraCollective::all_gather;
    case CollectiveKind::all_to_all:
      return ChakraCollective::all_to_all;
    case CollectiveKind::broadcast:
      return ChakraCollective::broadcast;
    case CollectiveKind::reduce:
      return ChakraCollective::reduce;
    default:
      return ChakraCollective::all_reduce;
  }
}

JobTraces::JobTraces(const workload::Job& job, ComputeAttributes computations)
    : job_(job), computations_(computations), list_(job) {
  for (const OpGraph& graph : job.graphs) classes_.push_back(make(graph));
}

JobTraces::OfClass JobTraces::make(const OpGraph& graph) const {
  OfClass out;
  out.trace.source = graph.source();
  out.trace.metadata.version = "0.0.4";
  out.trace.nodes.reserve(static_cast<std::size_t>(graph.size()));
  for (int i = 0; i < graph.size(); ++i) {
    const OpNode& node = graph.node(i);
    Writer writer(graph, node, computations_);
    const std::size_t own = writer.add_own();
    out.trace.nodes.push_back(writer.take());
    if (node.kind == OpKind::collective && graph.group(i) == 0) {
      drop_group(out.trace.nodes.back());
    } else if (differs_by_npu(node)) {
      out.places.push_back({out.trace.nodes.size() - 1, own});
    }
  }
  return out;
}

const ChakraTrace& JobTraces::of(int npu) {
  OfClass& own = base::at(classes_, base::at(job_.class_of, npu));
  const OpGraph& graph = job_.graph(npu);
  for (const Place& place : own.places) {
    const int index = static_cast<int>(place.node);
    const OpNode& from = graph.node(index);
    std::vector<ChakraAttribute>& attributes = own.trace.nodes[place.node].attributes;
    if (from.kind == OpKind::collective) {
      const int group = list_.number(graph.group(index), npu);
      attributes[place.attribute].values.front() = std::to_string(group);
      continue;
    }
    const OpNode node = workload::listed(from, 0, npu, job_, list_);
    if (node.from < 0 || node.to < 0) graph.fail(from, "a peer for this message", "none");
    attributes[place.attribute].values.front() = std::int64_t{node.from};
    attributes[place.attribute + 1].values.front() = std::int64_t{node.to};
  }
  return own.trace;
}

}  // namespace jacquard::interop
