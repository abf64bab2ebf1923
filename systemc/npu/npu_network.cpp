// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using rounds::Action;

void report(const NpuNic& nic, NpuRoundsOutcome& out) {
  for (const auto& [way, sender] : nic.senders()) {
    out.on_links += sender->sent();
    out.busy += base::to_seconds(sender->busy());
    ++out.links;
  }
  for (const auto& receiver : nic.receivers()) {
    out.largest_fill = std::max(out.largest_fill, receiver->largest_fill());
  }
}

}  // namespace

NpuNetwork::NpuNetwork(const sc_core::sc_module_name& name, const engine::Scenario& scenario,
                       const NpuPlatform& platform, const PieceBuffers& buffers, Hooks hooks,
                       Standing standing)
    : sc_core::sc_module(name),
      s_(scenario),
      graph_(scenario.graph()),
      fabric_(*scenario.network.fabric()),
      platform_(platform),
      buffers_(buffers),
      hooks_(std::move(hooks)),
      standing_(standing),
      agenda_("agenda") {
  const int npus = standing == Standing::each ? fabric_.npus() : 1;
  for (int npu = 0; npu < npus; ++npu) {
    memories_.push_back(
        std::make_unique<Memory>(fmt::format("memory_{}", npu).c_str(), platform.memory));
    nics_.push_back(std::make_unique<NpuNic>(fmt::format("nic_{}", npu).c_str(), platform.nic,
                                             platform.memory.fidelity, *memories_.back(), agenda_));
    programs_.emplace_back(s_, npu, host_of(npu));
  }
  landed_.resize(nics_.size());
  join_nics();
}

void NpuNetwork::start() {
  for (EndpointProgram& program : programs_) program.start();
}

NpuRoundsOutcome NpuNetwork::outcome() const {
  for (std::size_t npu = 0; npu < programs_.size(); ++npu) {
    if (programs_[npu].finished()) continue;
    throw ConfigError({s_.origin.source, "", "a graph that can run to its end",
                       fmt::format("NPU {} waiting for {}", npu, programs_[npu].waits_for()), ""});
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

EndpointProgram::Host NpuNetwork::host_of(int npu) {
  return {[this, npu](int round, int repetition, int to, Bytes bytes) {
            send(npu, round, repetition, to, bytes);
          },
          [this, npu](Picoseconds delay, int token) { later(delay, npu, token); },
          [this, npu](int round, int, Bytes, int token) { take(npu, round, token); },
          [this, npu](int collective) {
            if (hooks_.ended) hooks_.ended(collective, npu);
          }};
}

void NpuNetwork::later(Picoseconds delay, int npu, int token) {
  agenda_.after(delay, [this, npu, token] {
    base::at(programs_, npu).resume(token);
    time_ = std::max(time_, now());
  });
}

void NpuNetwork::join_nics() {
  for (std::size_t r = 0; r < graph_.rounds.size(); ++r) {
    for (const rounds::Message& message : expand(graph_, graph_.rounds[r])) {
      if (message.from.id == message.to.id || standing(message.from.id) != message.from.id)
        continue;
      const LinkOut out =
          link_out(fabric_, message.from.id, message.to.id, static_cast<int>(r), kNpusWithNics);
      NpuNic& nic = *base::at(nics_, message.from.id);
      if (nic.has_link(out)) continue;
      const topology::Dimension& dimension = fabric_.dimension(out.dimension);
      nic.join(out, {dimension.bandwidth, dimension.latency},
               *base::at(nics_, standing(message.to.id)),
               {[this](std::int64_t id) { return landing(base::at(messages_, id)); },
                [this](std::int64_t id, Bytes bytes) { landed(id, bytes); }});
    }
  }
}

void NpuNetwork::send(int from, int round, int repetition, int to, Bytes bytes) {
  const auto id = static_cast<std::int64_t>(messages_.size());
  const rounds::Collective& collective = graph_.collective_of(base::at(graph_.rounds, round));
  const int rank = rank_of(collective, from);
  messages_.push_back({round, repetition, rank, standing(to), bytes, false, false, {}});
  if (from == to) {  // its own piece stays where it is
    agenda_.after(Picoseconds{0}, [this, id] { arrived(id); });
    return;
  }
  const LinkOut out = link_out(fabric_, from, to, round, kNpusWithNics);
  base::at(nics_, from)
      ->sender(out)
      .send({id, buffers_.segments(base::at(graph_.rounds, round), repetition, rank),
             collective.protocol});
}

int NpuNetwork::sender_of(const Message& message) const {
  if (standing_ == Standing::each) return message.from_rank;
  const rounds::Round& round = base::at(graph_.rounds, message.round);
  return round.permutation.sender(graph_.collective_of(round).shape, message.from_rank);
}

// From where a message is read to where it lands: nothing, but where one NPU stands for its
// neighbour too, which sends it another piece than it sends itself. (Pieces that are not one run of
// memory at both land where they were read, of which only rows and banks would know.)
std::uint64_t NpuNetwork::landing_offset(const Message& message) const {
  const int sender = sender_of(message);
  if (sender == message.from_rank) return 0;
  const rounds::Round& round = base::at(graph_.rounds, message.round);
  const std::vector<Segment> own = buffers_.segments(round, message.repetition, message.from_rank);
  const std::vector<Segment> received = buffers_.segments(round, message.repetition, sender);
  if (own.size() != 1 || received.size() != 1) return 0;
  return received.front().address - own.front().address;
}

// A sum is made in passing where the receiver has come so far: only then is what it adds to
// there.
const LinkReceiver::Landing& NpuNetwork::landing(Message& message) {
  if (message.decided) return message.landing;
  message.decided = true;
  message.landing.offset = landing_offset(message);
  if (base::at(graph_.rounds, message.round).action == Action::copy) return message.landing;
  message.landing.add =
      platform_.nic.adding == Adding::in_passing &&
      base::at(programs_, message.to).has_begun(message.round, message.repetition);
  message.waits = !message.landing.add;
  if (message.waits) message.landing.offset += buffers_.waiting_area();
  return message.landing;
}

void NpuNetwork::landed(std::int64_t id, Bytes bytes) {
  Message& message = base::at(messages_, id);
  message.left -= bytes;
  if (message.left.count() == 0) arrived(id);
}

void NpuNetwork::arrived(std::int64_t id) {
  const Message& message = base::at(messages_, id);
  base::at(landed_, message.to)[message.round].push_back(id);
  base::at(programs_, message.to).arrived(message.round);
  if (hooks_.arrived) hooks_.arrived(base::at(graph_.rounds, message.round).collective);
}

void NpuNetwork::take(int npu, int round, int token) {
  std::deque<std::int64_t>& waiting = base::at(landed_, npu)[round];
  const Message& message = base::at(messages_, waiting.front());
  waiting.pop_front();
  if (!message.waits) {
    later(s_.rules.endpoint_delay, npu, token);
    return;
  }
  base::at(nics_, npu)
      ->adder()
      .add(
          buffers_.segments(base::at(graph_.rounds, round), message.repetition, sender_of(message)),
          buffers_.waiting_area(),
          [this, npu, token] { later(s_.rules.endpoint_delay, npu, token); });
}

}  // namespace jacquard::systemc
