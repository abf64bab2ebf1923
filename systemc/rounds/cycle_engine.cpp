// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/cycle_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/rounds/circuit_plane.hpp"
#include "systemc/rounds/endpoint_program.hpp"
#include "systemc/rounds/link_out.hpp"

namespace jacquard::systemc {
namespace {

using base::ConfigError;
using base::Picoseconds;

constexpr double kLongestRounds = 4e18;            // ps, 46 days
constexpr base::BitsPerSecond kFastestLink{1e18};  // a byte takes less than the least time

// Circuits are there whenever data are.
class NoLosses final : public LossSink {
 public:
  void lost(const Transfer&, ByteRange, Why) override {
    JQ_CHECK(false, "a circuit is connected while its message passes");
  }
};

constexpr const char* kWhat = "--engine cycle";

struct MessageOnWay {
  int round;
  int to;
  base::Bytes bytes;
  int from;
  Picoseconds way;  // latencies from end to end
};

// Programs told of time by the kernel, and messages taken from them to the planes.
class Fabric final : public sc_core::sc_module {
 public:
  Fabric(const sc_core::sc_module_name& name, const engine::Scenario& scenario,
         std::uint64_t shuffle)
      : sc_core::sc_module(name),
        s_(scenario),
        fabric_(*scenario.network.fabric()),
        shuffle_(shuffle) {
    const int npus = fabric_.npus();
    out_.npu_ends.resize(static_cast<std::size_t>(npus));
    out_.collectives.resize(s_.graph().collectives.size());
    begun_.resize(s_.graph().collectives.size(), false);
    for (int npu = 0; npu < npus; ++npu) {
      programs_.emplace_back(
          s_, npu,
          EndpointProgram::Host{
              [this, npu](int round, int, int to, base::Bytes bytes) {
                send(npu, round, to, bytes);
              },
              [this, npu](Picoseconds delay, int token) { later(delay, npu, token); },
              [this, npu](int round, int, base::Bytes bytes, int token) {
                later(processing_time(round, bytes), npu, token);
              }});
    }
    make_planes();
    SC_HAS_PROCESS(Fabric);
    SC_METHOD(act);
    sensitive << due_;
  }

  const std::vector<EndpointProgram>& programs() const { return programs_; }
  engine::Result outcome() const {
    engine::Result out = out_;
    out.dimensions.resize(static_cast<std::size_t>(fabric_.dimensions()));
    for (const auto& [key, plane] : planes_) {
      engine::Result::Dimension& dimension = base::at(out.dimensions, key.dimension);
      // Through a switch a message passes two links.
      const int times = topology::has_switch(fabric_.dimension(key.dimension).block) ? 2 : 1;
      for (const PortUse& use : plane->outputs()) {
        dimension.bytes += use.bytes * times;
        dimension.busy += base::to_seconds(use.carried) * times;
      }
    }
    for (int d = 0; d < fabric_.dimensions(); ++d) {
      engine::Result::Dimension& dimension = base::at(out.dimensions, d);
      dimension.links = fabric_.links_in(d);
      const double offered =
          base::to_seconds(out.time).count() * static_cast<double>(dimension.links);
      dimension.utilisation = offered > 0 ? dimension.busy.count() / offered : 0;
    }
    out.simulated_npus = fabric_.npus();
    return out;
  }

 private:
  static constexpr int kNoToken = -1;
  struct Due {
    int npu;
    int token;         // of its program's resume()
    int arrived = -1;  // instead: a message of this round has
  };

  // The kernel runs this once at time 0, and then whenever something is due.
  void act() {
    if (!started_) {
      started_ = true;
      for (EndpointProgram& program : programs_) program.start();
    }
    while (!due_at_.empty() && due_at_.begin()->first <= now().count()) {
      const Due due = due_at_.begin()->second;
      due_at_.erase(due_at_.begin());
      EndpointProgram& program = base::at(programs_, due.npu);
      if (due.arrived >= 0) {
        program.arrived(due.arrived);
        ++out_.messages;
        continue;
      }
      program.resume(due.token);
      note_progress(due.npu);
      const auto collective = static_cast<std::size_t>(program.collective_of(due.token));
      if (!begun_[collective]) {  // with a phase, which opens an endpoint delay after it has begun
        begun_[collective] = true;
        out_.collectives[collective].begin = now() - s_.rules.endpoint_delay;
      }
      out_.collectives[collective].end = now();
    }
    if (!due_at_.empty()) due_.notify(until(Picoseconds{due_at_.begin()->first}));
  }

  void later(Picoseconds delay, int npu, int token) {
    const Picoseconds when = now() + delay;
    due_at_.emplace(when.count(), Due{npu, token, -1});
    due_.notify(until(Picoseconds{due_at_.begin()->first}));
  }

  void note_progress(int npu) {
    auto& finish = base::at(out_.npu_ends, npu);
    finish = std::max(finish, now());
    out_.time = std::max(out_.time, finish);
  }

  Picoseconds processing_time(int round, base::Bytes bytes) const {
    const Picoseconds delay = s_.rules.endpoint_delay;
    if (base::at(s_.graph().rounds, round).action == rounds::Action::copy) return delay;
    return delay + engine::reduction(bytes, s_.rules, s_.origin);
  }

  void make_planes() {
    for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
      const rounds::Round& round = s_.graph().rounds[r];
      for (const rounds::Message& message : expand(s_.graph(), round)) {
        if (message.from.id == message.to.id) continue;
        count_time(message, round, static_cast<int>(r));
        const LinkOut key =
            link_out(fabric_, message.from.id, message.to.id, static_cast<int>(r), kWhat);
        if (planes_.count(key) > 0) continue;
        planes_[key] = std::make_unique<CircuitPlane>(
            fmt::format("plane_{}_{}", key.dimension, key.way).c_str(), plane_shape(key.dimension),
            losses_, shuffle_, [this](std::int64_t id) { delivered(id); });
      }
    }
  }

  // Even one after the other, messages are over before 64 bits of picoseconds are.
  void count_time(const rounds::Message& message, const rounds::Round& round, int index) {
    const int d = fabric_.first_difference(message.from.id, message.to.id);
    const CircuitPlane::Shape shape = plane_shape(d);
    const auto real = [](Picoseconds time) { return static_cast<double>(time.count()); };
    const double step = real(shape.framing.time(message.bytes.count())) + real(shape.up) +
                        real(shape.down) + real(shape.guard) + 2 * real(s_.rules.endpoint_delay) +
                        real(engine::reduction(message.bytes, s_.rules, s_.origin));
    longest_ += step * round.repeat;
    if (longest_ <= kLongestRounds) return;
    throw ConfigError({"--engine cycle", "", "messages that take at most 46 days in all",
                       fmt::format("more up to round {}", index), "--engine event"});
  }

  CircuitPlane::Shape plane_shape(int d) const {
    const topology::Dimension& dimension = fabric_.dimension(d);
    CircuitPlane::Shape shape;
    shape.ports = fabric_.npus();
    shape.framing.rate =
        std::clamp(base::in_bits(dimension.bandwidth), base::BitsPerSecond{1}, kFastestLink);
    shape.guard = s_.guard;
    // A direct link is a circuit with the crossbar on its way; to a switch there are two links.
    const bool two = topology::has_switch(dimension.block);
    shape.up = two ? dimension.latency : Picoseconds{dimension.latency.count() / 2};
    shape.down = two ? dimension.latency : dimension.latency - shape.up;
    return shape;
  }

  void send(int from, int round, int to, base::Bytes bytes) {
    if (from == to) {  // its own piece: on no link
      due_at_.emplace(now().count(), Due{to, kNoToken, round});
      due_.notify(sc_core::SC_ZERO_TIME);
      return;
    }
    CircuitPlane& plane = *planes_.at(link_out(fabric_, from, to, round, kWhat));
    plane.request(from, to, bytes, static_cast<std::int64_t>(messages_.size()));
    const CircuitPlane::Shape shape = plane_shape(fabric_.first_difference(from, to));
    messages_.push_back({round, to, bytes, from, shape.up + shape.down});
  }

  void delivered(std::int64_t id) {
    const MessageOnWay& message = base::at(messages_, id);
    ++out_.messages;
    base::at(programs_, message.to).arrived(message.round);
    note_progress(message.to);
    // Its last byte left the sender so long ago.
    auto& left = base::at(out_.npu_ends, message.from);
    left = std::max(left, now() - message.way);
  }

  const engine::Scenario& s_;
  const topology::Fabric& fabric_;
  Shuffle shuffle_;
  NoLosses losses_;
  engine::Result out_;
  std::vector<EndpointProgram> programs_;
  std::map<LinkOut, std::unique_ptr<CircuitPlane>> planes_;  // by the links that they carry
  std::vector<MessageOnWay> messages_;
  std::multimap<std::int64_t, Due> due_at_;
  bool started_ = false;
  double longest_ = 0;       // of all messages, one after the other
  std::vector<bool> begun_;  // per collective
  sc_core::sc_event due_;
};

}  // namespace

std::optional<base::InputFault> refuse_rounds(const engine::Scenario& s) {
  constexpr const char* kName = "cycle";
  if (auto fault = refuse_job(s, kName)) return fault;
  if (s.rules.forwarding == engine::Forwarding::store_and_forward) {
    return base::InputFault{"--engine cycle", "",
                            "--forwarding cut-through, as circuits store nothing",
                            "store-and-forward", ""};
  }
  if (auto fault = refuse_graph(s, kName)) return fault;
  if (auto fault = refuse_disturbance(s, kName)) return fault;
  if (s.mode != engine::Mode::faithful) {
    return base::InputFault{"--engine cycle", "", "--mode faithful",
                            std::string("--mode ") + name_of(s.mode), ""};
  }
  if (npus(s.graph()) > s.network.npus()) {
    return base::InputFault{
        s.origin.source, "",
        fmt::format("NPUs in 0..{}, as the topology has them", s.network.npus() - 1),
        std::to_string(npus(s.graph()) - 1), ""};
  }
  return {};
}

std::optional<base::InputFault> refuse_size(const engine::Scenario& s) {
  if (s.network.npus() > kMostRoundsNpus) {
    return base::InputFault{"--engine cycle", "", fmt::format("at most {} NPUs", kMostRoundsNpus),
                            std::to_string(s.network.npus()), "--engine event has no such limit"};
  }
  return {};
}

std::optional<base::InputFault> CycleEngine::refusal(const engine::Scenario& s) const {
  if (auto fault = refuse_rounds(s)) return fault;
  if (auto fault = refuse_protocols(s, name())) return fault;
  return refuse_size(s);
}

engine::Result CycleEngine::answer(const engine::Scenario& scenario) const {
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  Fabric fabric("rounds", scenario, shuffle_);
  sc_core::sc_start();
  for (std::size_t npu = 0; npu < fabric.programs().size(); ++npu) {
    const EndpointProgram& program = fabric.programs()[npu];
    if (program.finished()) continue;
    throw ConfigError({scenario.origin.source, "", "a graph that can run to its end",
                       fmt::format("NPU {} waiting for {}", npu, program.waits_for()), ""});
  }
  return fabric.outcome();
}

}  // namespace jacquard::systemc
