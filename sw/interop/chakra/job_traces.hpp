// SPDX-License-Identifier: Apache-2.0
// A job as Chakra traces, one for each NPU, as ASTRA-sim's reader takes them.
#pragma once

#include <map>
#include <vector>

#include "jacquard/interop/chakra/trace.hpp"
#include "jacquard/workload/listed.hpp"

namespace jacquard::interop {

// What computations say of their time.
enum class ComputeAttributes {
  amounts,    // num_ops and tensor_size: a roofline takes them
  durations,  // as amounts of a machine of kOperationsPerNs, as Chakra has only whole microseconds
};

// A computation of d ns is d x kOperationsPerNs operations and half a nanosecond's more, which a
// machine of 10^12 operations a second truncates to d ns. Without any duration it takes 1 ns, as in
// ASTRA-sim.
inline constexpr std::int64_t kOperationsPerNs = 1000;

// A trace has the types of attributes that ASTRA-sim's feeder reads: num_ops, comm_type and
// comm_size int64, tensor_size uint64, comm_src, comm_dst, comm_tag and comm_priority int32,
// is_cpu_op bool, pg_name and lists of tensors strings. What the traces of a class have in common
// is made once.
class JobTraces {
 public:
  // Throws ConfigError naming the node for what a trace cannot say: durations of operations of the
  // CPU and of broadcasts in other than whole microseconds, tags and amounts beyond their types,
  // amounts below 0, timed collectives. The job outlives it.
  JobTraces(const workload::Job& job, ComputeAttributes computations);

  int ranks() const { return job_.npus(); }
  // Of --comm-group-configuration.
  const std::map<int, std::vector<int>>& groups() const { return list_.groups(); }
  // Of an NPU; valid until the next is asked for.
  const ChakraTrace& of(int npu);

 private:
  // A node that says something else on each NPU.
  struct Place {
    std::size_t node = 0;
    std::size_t attribute = 0;  // the first of them: pg_name; or comm_src, comm_dst
  };
  struct OfClass {
    ChakraTrace trace;
    std::vector<Place> places;
  };

  OfClass make(const workload::OpGraph& graph) const;

  const workload::Job& job_;
  ComputeAttributes computations_;
  workload::GroupList list_;
  std::vector<OfClass> classes_;
};

// "comm_type" of a kind of collective.
ChakraCollective chakra_collective(workload::CollectiveKind kind);

}  // namespace jacquard::interop
