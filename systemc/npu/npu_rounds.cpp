// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <systemc>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/engine.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/npu/nic.hpp"
#include "systemc/npu/piece_buffers.hpp"
#include "systemc/rounds/cycle_engine.hpp"
#include "systemc/rounds/endpoint_program.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using rounds::Action;

constexpr const char* kWhat = "NPUs with NICs";
constexpr double kLongestRounds = 4e18;  // ps, 46 days

// Programs of endpoints, told of time by an agenda, and their messages taken to NICs.
class Network final : public sc_core::sc_module {
 public:
  Network(const sc_core::sc_module_name& name, const engine::Scenario& scenario,
          const NpuPlatform& platform, const PieceBuffers& buffers)
      : sc_core::sc_module(name),
        s_(scenario),
        graph_(scenario.graph()),
        fabric_(*scenario.network.fabric()),
        platform_(platform),
        buffers_(buffers),
        agenda_("agenda") {
    for (int npu = 0; npu < fabric_.npus(); ++npu) {
      memories_.push_back(
          std::make_unique<Memory>(fmt::format("memory_{}", npu).c_str(), platform.memory));
      nics_.push_back(std::make_unique<Nic>(fmt::format("nic_{}", npu).c_str(), platform.nic,
                                            platform.memory.fidelity, *memories_.back(), agenda_));
      programs_.emplace_back(s_, npu, host_of(npu));
    }
    landed_.resize(nics_.size());
    join_nics();
  }

  void start() {
    for (EndpointProgram& program : programs_) program.start();
  }

  NpuRoundsOutcome outcome() const {
    for (std::size_t npu = 0; npu < programs_.size(); ++npu) {
      if (programs_[npu].finished()) continue;
      throw ConfigError({s_.origin.source, "", "a graph that can run to its end",
                         fmt::format("NPU {} waiting for {}", npu, programs_[npu].waits_for()),
                         ""});
    }
    NpuRoundsOutcome out;
    out.time = time_;
    out.messages = static_cast<std::int64_t>(messages_.size());
    for (const auto& nic : nics_) report(*nic, out);
    out.memory = memories_.front()->figures();
    for (std::size_t npu = 1; npu < memories_.size(); ++npu) {
      out.memory = together(out.memory, memories_[npu]->figures());
    }
    return out;
  }

 private:
  static void report(const Nic& nic, NpuRoundsOutcome& out) {
    for (const auto& [way, sender] : nic.senders()) {
      out.on_links += sender->sent();
      out.busy += base::to_seconds(sender->busy());
      ++out.links;
    }
    for (const auto& receiver : nic.receivers()) {
      out.largest_fill = std::max(out.largest_fill, receiver->largest_fill());
    }
  }

  struct Message {
    int round;
    int repetition;
    int from_rank;
    int to;
    Bytes left;  // not in the receiver's memory yet
    bool decided = false;
    LinkReceiver::Landing landing;
  };

  EndpointProgram::Host host_of(int npu) {
    return {[this, npu](int round, int repetition, int to, Bytes bytes) {
              send(npu, round, repetition, to, bytes);
            },
            [this, npu](Picoseconds delay, int token) { later(delay, npu, token); },
            [this, npu](int round, int, Bytes, int token) { take(npu, round, token); }};
  }

  void later(Picoseconds delay, int npu, int token) {
    agenda_.after(delay, [this, npu, token] {
      base::at(programs_, npu).resume(token);
      time_ = std::max(time_, now());
    });
  }

  void join_nics() {
    for (std::size_t r = 0; r < graph_.rounds.size(); ++r) {
      for (const rounds::Message& message : expand(graph_, graph_.rounds[r])) {
        if (message.from.id == message.to.id) continue;
        const LinkOut out =
            link_out(fabric_, message.from.id, message.to.id, static_cast<int>(r), kWhat);
        Nic& nic = *base::at(nics_, message.from.id);
        if (nic.has_link(out)) continue;
        const topology::Dimension& dimension = fabric_.dimension(out.dimension);
        nic.join(out, {dimension.bandwidth, dimension.latency}, *base::at(nics_, message.to.id),
                 {[this](std::int64_t id) { return landing(base::at(messages_, id)); },
                  [this](std::int64_t id, Bytes bytes) { landed(id, bytes); }});
      }
    }
  }

  void send(int from, int round, int repetition, int to, Bytes bytes) {
    const auto id = static_cast<std::int64_t>(messages_.size());
    const rounds::Collective& collective = graph_.collective_of(base::at(graph_.rounds, round));
    const int rank = rank_of(collective, from);
    messages_.push_back({round, repetition, rank, to, bytes, false, {}});
    if (from == to) {  // its own piece stays where it is
      agenda_.after(Picoseconds{0}, [this, id] { arrived(id); });
      return;
    }
    const LinkOut out = link_out(fabric_, from, to, round, kWhat);
    base::at(nics_, from)
        ->sender(out)
        .send({id, buffers_.segments(base::at(graph_.rounds, round), repetition, rank)});
  }

  // A sum is made in passing where the receiver has come so far: only then is what it adds to
  // there.
  const LinkReceiver::Landing& landing(Message& message) {
    if (message.decided) return message.landing;
    message.decided = true;
    if (base::at(graph_.rounds, message.round).action == Action::copy) return message.landing;
    message.landing.add =
        platform_.nic.adding == Adding::in_passing &&
        base::at(programs_, message.to).has_begun(message.round, message.repetition);
    message.landing.offset = message.landing.add ? 0 : buffers_.waiting_area();
    return message.landing;
  }

  void landed(std::int64_t id, Bytes bytes) {
    Message& message = base::at(messages_, id);
    message.left -= bytes;
    if (message.left.count() == 0) arrived(id);
  }

  void arrived(std::int64_t id) {
    const Message& message = base::at(messages_, id);
    base::at(landed_, message.to)[message.round].push_back(id);
    base::at(programs_, message.to).arrived(message.round);
  }

  void take(int npu, int round, int token) {
    std::deque<std::int64_t>& waiting = base::at(landed_, npu)[round];
    const Message& message = base::at(messages_, waiting.front());
    waiting.pop_front();
    if (message.landing.offset == 0) {
      later(s_.rules.endpoint_delay, npu, token);
      return;
    }
    base::at(nics_, npu)
        ->adder()
        .add(buffers_.segments(base::at(graph_.rounds, round), message.repetition,
                               message.from_rank),
             message.landing.offset,
             [this, npu, token] { later(s_.rules.endpoint_delay, npu, token); });
  }

  const engine::Scenario& s_;
  const rounds::RoundGraph& graph_;
  const topology::Fabric& fabric_;
  const NpuPlatform& platform_;
  const PieceBuffers& buffers_;
  Agenda agenda_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::vector<std::unique_ptr<Nic>> nics_;
  std::vector<EndpointProgram> programs_;
  std::deque<Message> messages_;
  std::vector<std::map<int, std::deque<std::int64_t>>> landed_;  // of each NPU, by round
  Picoseconds time_{0};
};

// Of all rounds; times as if messages and their accesses to memory went one after the other.
struct Load {
  double packets = 0;
  double messages = 0;
  double picoseconds = 0;
};

Load load_of(const engine::Scenario& s, const NpuPlatform& platform) {
  const double ps_per_byte_of_memory =
      base::kPicosecondsPerSecond / platform.memory.organisation.peak().count();
  Load load;
  for (const rounds::Round& round : s.graph().rounds) {
    const rounds::Totals all = totals(s.graph(), round);
    const auto messages = static_cast<double>(all.messages);
    const double packets = messages + all.bytes / platform.nic.packet;
    const double on_links = static_cast<double>(all.bytes.count()) +
                            packets * static_cast<double>(platform.nic.header.count());
    const topology::Dimension& d =
        s.network.fabric()->dimension(base::at(s.graph().channels, round.channel).dimension);
    load.packets += packets;
    load.messages += messages;
    load.picoseconds +=
        on_links / d.bandwidth.count() * base::kPicosecondsPerSecond +
        5 * static_cast<double>(all.bytes.count()) * ps_per_byte_of_memory +
        messages * static_cast<double>(d.latency.count() + 2 * s.rules.endpoint_delay.count());
  }
  return load;
}

void require_few(const engine::Scenario& s, const Load& load) {
  const auto require = [&s](double found, double most, const char* of, const char* hint) {
    if (found <= most) return;
    throw ConfigError({s.origin.source, "", fmt::format("at most {:.3g} {}", most, of),
                       fmt::format("about {:.3g}", found), hint});
  };
  require(load.messages, kMostMessages, "messages", "fewer chunks");
  require(load.packets, kMostPackets, "packets", "fewer bytes, or a larger nic.packet");
  require(load.picoseconds, kLongestRounds, "picoseconds, were messages one after the other",
          "fewer bytes, or a higher nic.rate");
}

void require_runnable(const engine::Scenario& s, const NpuPlatform& platform) {
  const auto throw_if = [](const std::optional<base::InputFault>& fault) {
    if (fault) throw ConfigError(*fault);
  };
  throw_if(CycleEngine().refusal(s));
  const topology::Fabric& fabric = *s.network.fabric();
  for (int d = 0; d < fabric.dimensions(); ++d) {
    if (!topology::has_switch(fabric.dimension(d).block)) continue;
    throw ConfigError({kWhat, "", "Ring or FullyConnected, whose NPUs have links to each other",
                       fmt::format("a switch in dimension {}", d), ""});
  }
  require_few(s, load_of(s, platform));
  for (std::size_t r = 0; r < s.graph().rounds.size(); ++r) {
    for (const rounds::Message& message : expand(s.graph(), s.graph().rounds[r])) {
      if (message.from.id == message.to.id) continue;
      link_out(fabric, message.from.id, message.to.id, static_cast<int>(r), kWhat);
    }
  }
}

}  // namespace

NpuRoundsOutcome run_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform) {
  require_runnable(scenario, platform);
  const PieceBuffers buffers(scenario.graph(), platform.memory.organisation,
                             scenario.origin.source);
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  Network network("network", scenario, platform, buffers);
  network.start();
  sc_core::sc_start();
  return network.outcome();
}

}  // namespace jacquard::systemc
