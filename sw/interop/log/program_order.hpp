// SPDX-License-Identifier: Apache-2.0
// What a line of a log waits for, by the order of lines alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/interop/log/call.hpp"

namespace jacquard::interop {

// Computations of a rank run in the order of lines, and so do calls of one stream (LogCall::stream,
// else the group; of messages the peer and the direction) and of one group. A call begins when what
// was computed before it is there. Computation goes on beside a call with an async handle, up to
// its wait; other calls hold it up at once. A detached call does not wait for computation.
class ProgramOrder {
 public:
  // Node ids; ascending, none twice, and none that another one here waits for by itself.
  struct Before {
    std::vector<std::uint64_t> data;     // whose results it takes
    std::vector<std::uint64_t> control;  // that only go before it
    std::vector<std::uint64_t> all() const;
  };

  // What keeps calls of one group, or messages to or from a peer, in order: no name a user gives.
  static std::string line_of(const LogCall& call);

  Before of_computation(const std::string& stream) const;
  Before of_call(const LogCall& call) const;

  // That is node `id`, waiting for `before`: that of the above, or another.
  void computed(const std::string& stream, std::uint64_t id);
  void called(const LogCall& call, std::uint64_t id, std::vector<std::uint64_t> before);
  // Computation is held up until this call has ended.
  void waited(std::uint64_t id);

 private:
  using Streams = std::map<std::string, std::uint64_t>;

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  std::vector<std::uint64_t> computed_before() const;
  static std::uint64_t last(const Streams& streams, const std::string& name);
  // Nodes that what comes next on the compute stream waits for, beside the computation before.
  std::vector<std::uint64_t> held_;
  std::uint64_t computation_ = kNone;
  Streams last_of_stream_;
  Streams last_of_group_;
  Streams last_on_host_;
  struct Called {
    std::string stream;
    std::vector<std::uint64_t> before;
  };
  std::map<std::uint64_t, Called> calls_;
};

}  // namespace jacquard::interop
