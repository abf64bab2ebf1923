// SPDX-License-Identifier: Apache-2.0
// A graph of rounds on the planes of a fabric: each NPU's program, and the links between them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <tuple>
#include <utility>
#include <vector>

#include "jacquard/engine/event/classes.hpp"
#include "jacquard/engine/result.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/kernel/shuffle.hpp"
#include "systemc/rounds/endpoint_program.hpp"
#include "systemc/rounds/link_out.hpp"
#include "systemc/rounds/message_plane.hpp"

namespace jacquard::systemc {

// What the links of a dimension are. circuits: a crossbar, whose circuits are made for each
// message. links: queues, and a switch that never blocks.
enum class PlaneKind : std::uint8_t { circuits, links };

// What a plane is made of beside its configuration. References outlive it.
struct PlaneParts {
  PlaneShape shape;
  LossSink& losses;
  Shuffle& shuffle;
  Agenda& agenda;
  MessagePlane::Delivered delivered;
  std::function<int(std::int64_t id)> round_of;  // a message
};
using MakePlane = std::function<std::unique_ptr<MessagePlane>(const char* name, PlaneParts parts)>;

struct PlaneConfig {
  PlaneKind kind = PlaneKind::circuits;
  base::Picoseconds guard{0};
  base::Bytes mtu{1000};
  base::Bytes header{0};  // of each MTU begun; 0: bytes as they are
  MakePlane make = {};    // in place of what `kind` says
};

class PlaneNetwork final : public sc_core::sc_module {
 public:
  using Then = std::function<void()>;
  // What else a message needs beside the wire, and what its taking in takes. All may be empty.
  struct Hooks {
    std::function<void(int collective, int npu)> ended;  // its part in it
    std::function<void(int collective)> arrived;         // a message of it
    // Memory of both ends: called when a message is ready, calls `then` when its bytes have been
    // read there and written here, which the wire does not wait for.
    std::function<void(int from, int to, base::Bytes bytes, Then then)> move;
    // Instead of the rules' local memory bandwidth.
    std::function<void(int npu, base::Bytes bytes, Then then)> reduce;
  };
  // One configuration for each dimension. All outlive it. With `classes` one NPU of each class is
  // simulated, and NPUs are numbered by class: what a collective sends to another of the class, its
  // like sends to this one at the same time. Circuits then have no partners to tell apart, so all
  // planes are links. Throws ConfigError naming `what` for messages of several links, or of more
  // than 46 days in all.
  PlaneNetwork(const sc_core::sc_module_name& name, const engine::Scenario& scenario,
               std::vector<PlaneConfig> planes, const char* what, std::uint64_t shuffle = 0,
               Hooks hooks = {}, const engine::Classes* classes = nullptr);

  // Of all NPUs and collectives; or of one in one.
  void start();
  void start(int npu, int collective) { base::at(programs_, npu).start(collective); }

  Agenda& agenda() { return agenda_; }
  // The planes of a dimension that messages went to so far or will.
  std::vector<MessagePlane*> planes(int dimension);
  CircuitsMade made() const;  // by all planes
  // After the run. Throws ConfigError, naming it, if a plane still has something to carry.
  void require_carried() const;

  // While the kernel pauses. Rethrows what a plane cannot go on for.
  void require_going() const;

  // After the run. Throws ConfigError, naming who waits for what, if a program has not ended.
  engine::Result outcome() const;

 private:
  struct MessageOnWay {
    int round;
    int to;
    base::Bytes bytes;
    int from;
    base::Picoseconds way;  // latencies from end to end
    int waits;              // for the wire, and for memory
  };

  // An NPU's number in the fabric, and who of the simulated gets what one sends.
  int in_fabric(int npu) const {
    return classes_ == nullptr ? npu : base::at(classes_->first, npu);
  }
  int receiver(int from, int round, int to) const;
  bool takes_part(int npu, int collective) const;
  int alike(int npu) const;
  // Of the simulated NPUs.
  std::vector<rounds::Message> messages_of(const rounds::Round& round) const;
  void make_planes();
  void make_plane(const LinkOut& key);
  PlaneShape plane_shape(int dimension) const;
  void count_time(const rounds::Message& message, const rounds::Round& round, int index);
  void send(int from, int round, int to, base::Bytes bytes);
  void send_part(int from, int round, int repetition);
  MessagePlane& plane_of_cast(const rounds::Round& round, int round_number);
  void require_conserved() const;
  void take(int npu, int round, base::Bytes bytes, int token);
  void later(base::Picoseconds delay, int npu, int token);
  void resume(int npu, int token);
  void note_progress(int npu);
  void on_wire(std::int64_t id);
  void part_over(std::int64_t id);

  const engine::Scenario& s_;
  const topology::Fabric& fabric_;
  std::vector<PlaneConfig> configs_;
  const char* what_;
  Hooks hooks_;
  const engine::Classes* classes_;
  Shuffle shuffle_;
  std::unique_ptr<LossSink> losses_;
  engine::Result out_;
  Agenda agenda_;
  std::vector<EndpointProgram> programs_;
  std::map<LinkOut, std::unique_ptr<MessagePlane>> planes_;  // by the links that they carry
  std::vector<MessageOnWay> messages_;
  // By round, group and repetition, with the parts that have set out.
  std::map<std::tuple<int, int, int>, std::pair<SumOfParts, int>> sums_;
  std::int64_t sums_made_ = 0;
  double longest_ = 0;       // of all messages, one after the other
  std::vector<bool> begun_;  // per collective
};

}  // namespace jacquard::systemc
