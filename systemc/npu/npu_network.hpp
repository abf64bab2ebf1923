// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/kernel/agenda.hpp"
#include "systemc/npu/npu_nic.hpp"
#include "systemc/npu/npu_rounds.hpp"
#include "systemc/npu/piece_buffers.hpp"
#include "systemc/rounds/endpoint_program.hpp"

namespace jacquard::systemc {

// Whom a network simulates: each NPU; or one for all, whose links lead back to itself. What it
// receives is then what its neighbour sends, which does the same at the same time.
enum class Standing : std::uint8_t { each, one_for_all };

// NPUs with a memory and a NIC each, the links between them, and a program of rounds for each:
// programs are told of time by an agenda, and their messages taken to NICs.
class NpuNetwork final : public sc_core::sc_module {
 public:
  // Both may be empty.
  struct Hooks {
    std::function<void(int collective, int npu)> ended;  // its part in it
    std::function<void(int collective)> arrived;  // a message of it, in its receiver's memory
  };
  // All outlive it. Throws nothing for what require_runnable() lets pass.
  NpuNetwork(const sc_core::sc_module_name& name, const engine::Scenario& scenario,
             const NpuPlatform& platform, const PieceBuffers& buffers, Hooks hooks = {},
             Standing standing = Standing::each);

  // Of all NPUs and collectives; or of one in one.
  void start();
  void start(int npu, int collective) { base::at(programs_, npu).start(collective); }

  Agenda& agenda() { return agenda_; }
  Memory& memory(int npu) { return *base::at(memories_, npu); }
  // Of an NPU's NIC on its memory, which are those bound first.
  int nic_ports(int npu) const { return base::at(nics_, npu)->ports(); }

  // After the run. Throws ConfigError, naming who waits for what, if a program has not ended.
  NpuRoundsOutcome outcome() const;

 private:
  struct Message {
    int round;
    int repetition;
    int from_rank;
    int to;
    base::Bytes left;  // not in the receiver's memory yet
    bool decided = false;
    bool waits = false;  // where it lands, to be added when it is whole
    LinkReceiver::Landing landing;
  };

  EndpointProgram::Host host_of(int npu);
  void join_nics();
  void later(base::Picoseconds delay, int npu, int token);
  // Of simulated NPUs, the one that stands for an NPU of the fabric.
  int standing(int npu) const { return standing_ == Standing::each ? npu : 0; }
  // The rank whose piece the receiver of a message gets by it.
  int sender_of(const Message& message) const;
  std::uint64_t landing_offset(const Message& message) const;
  void send(int from, int round, int repetition, int to, base::Bytes bytes);
  const LinkReceiver::Landing& landing(Message& message);
  void landed(std::int64_t id, base::Bytes bytes);
  void arrived(std::int64_t id);
  void take(int npu, int round, int token);

  const engine::Scenario& s_;
  const rounds::RoundGraph& graph_;
  const topology::Fabric& fabric_;
  const NpuPlatform& platform_;
  const PieceBuffers& buffers_;
  Hooks hooks_;
  Standing standing_;
  Agenda agenda_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::vector<std::unique_ptr<NpuNic>> nics_;
  std::vector<EndpointProgram> programs_;
  std::deque<Message> messages_;
  std::vector<std::map<int, std::deque<std::int64_t>>> landed_;  // of each NPU, by round
  base::Picoseconds time_{0};
};

// Throws ConfigError as run_on_npus() says; one that stands for all counts alone.
void require_runnable(const engine::Scenario& scenario, const NpuPlatform& platform,
                      Standing standing = Standing::each);

// Of simulations on NPUs, as errors name them.
inline constexpr const char* kNpusWithNics = "NPUs with NICs";

}  // namespace jacquard::systemc
