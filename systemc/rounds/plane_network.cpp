// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/plane_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/rounds/circuit_plane.hpp"
#include "systemc/rounds/link_plane.hpp"

namespace jacquard::systemc {
namespace {

using base::ConfigError;
using base::Picoseconds;

constexpr int kSwitch = -1;                        // as a message's sender
constexpr double kLongestRounds = 4e18;            // ps, 46 days
constexpr base::BitsPerSecond kFastestLink{1e18};  // a byte takes less than the least time

// A cast's message from one of its senders to another member.
rounds::Message across(const rounds::Collective& c, const rounds::Round& round) {
  const int first = round.cast->senders.first;
  rounds::Message message;
  message.from.id = c.npu(c.shape.with_digit(0, round.cast->digit, first));
  message.to.id = c.npu(c.shape.with_digit(0, round.cast->digit, first == 0 ? 1 : 0));
  message.bytes = round.bytes;
  return message;
}

// Circuits are there whenever data are.
class NoLosses final : public LossSink {
 public:
  void lost(const Transfer&, ByteRange, Why) override {
    JQ_CHECK(false, "a circuit is connected while its message passes");
  }
};

}  // namespace

PlaneNetwork::PlaneNetwork(const sc_core::sc_module_name& name, const engine::Scenario& scenario,
                           std::vector<PlaneConfig> planes, const char* what, std::uint64_t shuffle,
                           Hooks hooks, const engine::Classes* classes)
    : sc_core::sc_module(name),
      s_(scenario),
      fabric_(*scenario.network.fabric()),
      configs_(std::move(planes)),
      what_(what),
      hooks_(std::move(hooks)),
      classes_(classes),
      shuffle_(shuffle),
      losses_(std::make_unique<NoLosses>()),
      agenda_("agenda") {
  const int npus = classes_ == nullptr ? fabric_.npus() : classes_->size();
  out_.npu_ends.resize(base::index(npus));
  out_.collectives.resize(s_.graph().collectives.size());
  begun_.resize(s_.graph().collectives.size(), false);
  for (int npu = 0; npu < npus; ++npu) {
    programs_.emplace_back(
        s_, in_fabric(npu),
        EndpointProgram::Host{
            [this, npu](int round, int repetition, int to, base::Bytes bytes) {
              if (base::at(s_.graph().rounds, round).cast) {
                send_part(npu, round, repetition);
              } else {
                send(npu, round, to, bytes);
              }
            },
            [this, npu](Picoseconds delay, int token) { later(delay, npu, token); },
            [this, npu](int round, int, base::Bytes bytes, int token) {
              take(npu, round, bytes, token);
            },
            [this, npu](int collective) {
              if (hooks_.ended) hooks_.ended(collective, npu);
            }},
        [this, npu](int collective) { return takes_part(npu, collective); });
  }
  make_planes();
}

void PlaneNetwork::start() {
  for (EndpointProgram& program : programs_) program.start();
}

std::vector<MessagePlane*> PlaneNetwork::planes(int dimension) {
  std::vector<MessagePlane*> all;
  for (const auto& [key, plane] : planes_) {
    if (key.dimension == dimension) all.push_back(plane.get());
  }
  return all;
}

CircuitsMade PlaneNetwork::made() const {
  CircuitsMade all;
  for (const auto& [key, plane] : planes_) {
    const CircuitsMade one = plane->made();
    all.circuits += one.circuits;
    all.guard += one.guard;
    all.waited += one.waited;
  }
  return all;
}

void PlaneNetwork::require_carried() const {
  for (const auto& [key, plane] : planes_) {
    const std::string waits = plane->waits_for();
    if (waits.empty()) continue;
    throw ConfigError({what_, "", "circuits in an order that messages can keep", waits, ""});
  }
}

void PlaneNetwork::require_going() const {
  for (const auto& [key, plane] : planes_) {
    if (plane->failure() != nullptr) std::rethrow_exception(plane->failure());
  }
}

// What senders put in and receivers get, as the rounds say, is what links have carried.
void PlaneNetwork::require_conserved() const {
  base::Bytes put_in{0}, got{0}, up{0}, down{0};
  for (const rounds::Round& round : s_.graph().rounds) {
    const rounds::Collective& c = s_.graph().collective_of(round);
    for (int rank = 0; rank < c.shape.size(); ++rank) {
      const int to = round.cast ? rounds::kNobody : round.permutation.receiver(c.shape, rank);
      const bool sends =
          round.cast ? round.cast->sends(c.shape, rank) : to != rounds::kNobody && to != rank;
      const base::Bytes bytes = round.bytes_from(rank) * round.repeat;
      if (sends) put_in += bytes;
      if (round.cast ? round.cast->receives(c.shape, rank) : sends) got += bytes;
    }
  }
  for (const auto& [key, plane] : planes_) {
    for (const PortUse& use : plane->inputs()) up += use.bytes;
    for (const PortUse& use : plane->outputs()) down += use.bytes;
  }
  JQ_CHECK(up == put_in && down == got, "links carry what goes into a sum and comes out of it");
}

engine::Result PlaneNetwork::outcome() const {
  require_carried();
  for (std::size_t npu = 0; npu < programs_.size(); ++npu) {
    if (programs_[npu].finished()) continue;
    throw ConfigError({s_.origin.source, "", "a graph that can run to its end",
                       fmt::format("NPU {} waiting for {}", in_fabric(static_cast<int>(npu)),
                                   programs_[npu].waits_for()),
                       ""});
  }
  const bool casts = rounds::first_cast(s_.graph()) >= 0;
  const bool counted = std::all_of(planes_.begin(), planes_.end(),
                                   [](const auto& one) { return one.second->adds_and_copies(); });
  if (casts && counted) require_conserved();
  engine::Result out = out_;
  out.dimensions.resize(base::index(fabric_.dimensions()));
  for (const auto& [key, plane] : planes_) {
    engine::Result::Dimension& dimension = base::at(out.dimensions, key.dimension);
    // Through a switch a message passes two links.
    const bool switched = topology::has_switch(fabric_.dimension(key.dimension).block);
    const int links = switched && !casts ? 2 : 1;
    for (const PortUse& use : casts ? plane->inputs() : std::vector<PortUse>{}) {
      dimension.bytes += use.bytes;
      dimension.busy += base::to_seconds(use.carried);
    }
    const std::vector<PortUse>& outputs = plane->outputs();
    for (std::size_t port = 0; port < outputs.size(); ++port) {
      if (outputs[port].bytes.count() == 0) continue;
      const int times = links * alike(static_cast<int>(port));
      dimension.bytes += outputs[port].bytes * times;
      dimension.busy += base::to_seconds(outputs[port].carried) * times;
    }
  }
  for (int d = 0; d < fabric_.dimensions(); ++d) {
    engine::Result::Dimension& dimension = base::at(out.dimensions, d);
    dimension.links = fabric_.links_in(d);
    const double offered =
        base::to_seconds(out.time).count() * static_cast<double>(dimension.links);
    dimension.utilisation = offered > 0 ? dimension.busy.count() / offered : 0;
  }
  out.simulated_npus = static_cast<int>(programs_.size());
  return out;
}

// NPUs of the fabric that do what this one does.
int PlaneNetwork::alike(int npu) const {
  if (classes_ == nullptr) return 1;
  if (classes_->of.empty()) return fabric_.npus();
  return static_cast<int>(
      std::count(classes_->of.begin(), classes_->of.end(), classes_->of_npu(npu)));
}

int PlaneNetwork::receiver(int from, int round, int to) const {
  if (classes_ == nullptr) return to;
  const int collective = base::at(s_.graph().rounds, round).collective;
  return classes_->is_message(collective) ? classes_->of_npu(to) : from;
}

bool PlaneNetwork::takes_part(int npu, int collective) const {
  return classes_ == nullptr || classes_->is_message(collective) ||
         classes_->of_collective(collective) == npu;
}

std::vector<rounds::Message> PlaneNetwork::messages_of(const rounds::Round& round) const {
  if (classes_ == nullptr) return expand(s_.graph(), round);
  const rounds::Collective& collective = s_.graph().collective_of(round);
  std::vector<rounds::Message> messages;
  for (int k = 0; k < classes_->size(); ++k) {
    const int npu = base::at(classes_->first, k);
    const int rank = takes_part(k, round.collective) ? rank_of(collective, npu) : rounds::kNobody;
    if (rank == rounds::kNobody) continue;
    const int to = round.permutation.receiver(collective.shape, rank);
    if (to == rounds::kNobody) continue;
    rounds::Message message;
    message.from.id = npu;
    message.to.id = collective.npu(to);
    message.bytes = round.bytes_from(rank);
    messages.push_back(message);
  }
  return messages;
}

void PlaneNetwork::make_planes() {
  for (std::size_t r = 0; r < s_.graph().rounds.size(); ++r) {
    const rounds::Round& round = s_.graph().rounds[r];
    if (round.cast) {
      plane_of_cast(round, static_cast<int>(r));
      count_time(across(s_.graph().collective_of(round), round), round, static_cast<int>(r));
      continue;
    }
    for (const rounds::Message& message : messages_of(round)) {
      if (message.from.id == message.to.id) continue;
      count_time(message, round, static_cast<int>(r));
      const LinkOut key =
          link_out(fabric_, message.from.id, message.to.id, static_cast<int>(r), what_);
      make_plane(key);
    }
  }
}

void PlaneNetwork::make_plane(const LinkOut& key) {
  if (planes_.count(key) > 0) return;
  const std::string name = fmt::format("plane_{}_{}", key.dimension, key.way);
  const PlaneShape shape = plane_shape(key.dimension);
  const MessagePlane::Delivered delivered = [this](std::int64_t id) { on_wire(id); };
  const PlaneConfig& config = base::at(configs_, key.dimension);
  if (config.make) {
    planes_[key] = config.make(name.c_str(),
                               {shape, *losses_, shuffle_, agenda_, delivered,
                                [this](std::int64_t id) { return base::at(messages_, id).round; }});
  } else if (config.kind == PlaneKind::circuits) {
    planes_[key] =
        std::make_unique<CircuitPlane>(name.c_str(), shape, *losses_, shuffle_, delivered);
  } else {
    planes_[key] = std::make_unique<LinkPlane>(name.c_str(), shape, agenda_, delivered);
  }
}

// The plane of a dimension whose switch adds and copies.
MessagePlane& PlaneNetwork::plane_of_cast(const rounds::Round& round, int number) {
  const rounds::Message message = across(s_.graph().collective_of(round), round);
  const LinkOut key = link_out(fabric_, message.from.id, message.to.id, number, what_);
  const auto refuse = [&](const std::string& found) {
    throw ConfigError({what_, fmt::format("/rounds/{}/cast", number),
                       "switches that add and copy; a circuit joins one port to one", found,
                       "direct sends each copy and each part by itself"});
  };
  const topology::Dimension& dimension = fabric_.dimension(key.dimension);
  if (dimension.block != topology::Block::switched) {
    refuse(fmt::format("{} in dimension {}", topology::block_name(dimension.block), key.dimension));
  }
  if (classes_ != nullptr || hooks_.move || hooks_.reduce) refuse("NPUs with memories");
  make_plane(key);
  MessagePlane& plane = *planes_.at(key);
  if (!plane.adds_and_copies()) refuse(fmt::format("circuits in dimension {}", key.dimension));
  return plane;
}

void PlaneNetwork::send_part(int from, int number, int repetition) {
  const rounds::Round& round = base::at(s_.graph().rounds, number);
  const rounds::Collective& c = s_.graph().collective_of(round);
  const int group = round.cast->group(c.shape, rank_of(c, from));
  MessagePlane& plane = plane_of_cast(round, number);
  const auto place = std::make_tuple(number, group, repetition);
  const auto [at, is_new] = sums_.try_emplace(place);
  auto& [sum, set_out] = at->second;
  if (is_new) {
    sum.number = sums_made_++;
    sum.parts = static_cast<int>(round.cast->senders_of(c.shape, group).size());
    for (const int to : round.cast->receivers_of(c.shape, group)) {
      sum.copies.push_back({c.npu(to), static_cast<std::int64_t>(messages_.size())});
      messages_.push_back({number, c.npu(to), round.bytes, kSwitch, Picoseconds{0}, 1});
    }
  }
  agenda_.at(plane.request_part(from, round.bytes, sum), [this, from, number] {
    note_progress(from);
    base::at(programs_, from).left(number);
  });
  ++out_.messages;
  if (++set_out == sum.parts) sums_.erase(at);
}

// Even one after the other, messages are over before 64 bits of picoseconds are.
void PlaneNetwork::count_time(const rounds::Message& message, const rounds::Round& round,
                              int index) {
  const int d = fabric_.first_difference(message.from.id, message.to.id);
  const PlaneShape shape = plane_shape(d);
  const auto real = [](Picoseconds time) { return static_cast<double>(time.count()); };
  const double step = real(shape.framing.time(message.bytes.count())) + real(shape.up) +
                      real(shape.down) + real(shape.guard) + 2 * real(s_.rules.endpoint_delay) +
                      real(engine::reduction(message.bytes, s_.rules, s_.origin));
  longest_ += step * round.repeat;
  if (longest_ <= kLongestRounds) return;
  throw ConfigError({what_, "", "messages that take at most 46 days in all",
                     fmt::format("more up to round {}", index), "--engine event"});
}

PlaneShape PlaneNetwork::plane_shape(int d) const {
  const topology::Dimension& dimension = fabric_.dimension(d);
  const PlaneConfig& config = base::at(configs_, d);
  PlaneShape shape;
  shape.ports = fabric_.npus();
  shape.framing.rate =
      std::clamp(base::in_bits(dimension.bandwidth), base::BitsPerSecond{1}, kFastestLink);
  shape.framing.mtu = config.mtu;
  shape.framing.header = config.header;
  shape.guard = config.guard;
  // A direct link is a circuit with the crossbar on its way; to a switch there are two links.
  shape.switched = topology::has_switch(dimension.block);
  shape.up = shape.switched ? dimension.latency : Picoseconds{dimension.latency.count() / 2};
  shape.down = shape.switched ? dimension.latency : dimension.latency - shape.up;
  return shape;
}

void PlaneNetwork::later(Picoseconds delay, int npu, int token) {
  agenda_.after(delay, [this, npu, token] { resume(npu, token); });
}

void PlaneNetwork::resume(int npu, int token) {
  EndpointProgram& program = base::at(programs_, npu);
  program.resume(token);
  note_progress(npu);
  const auto collective = base::index(program.collective_of(token));
  if (!begun_[collective]) {  // with a phase, which opens an endpoint delay after it has begun
    begun_[collective] = true;
    out_.collectives[collective].begin = now() - s_.rules.endpoint_delay;
  }
  out_.collectives[collective].end = now();
}

void PlaneNetwork::note_progress(int npu) {
  auto& finish = base::at(out_.npu_ends, npu);
  finish = std::max(finish, now());
  out_.time = std::max(out_.time, finish);
}

void PlaneNetwork::take(int npu, int round, base::Bytes bytes, int token) {
  const Picoseconds delay = s_.rules.endpoint_delay;
  if (base::at(s_.graph().rounds, round).action == rounds::Action::copy) {
    later(delay, npu, token);
  } else if (hooks_.reduce) {
    hooks_.reduce(npu, bytes, [this, delay, npu, token] { later(delay, npu, token); });
  } else {
    later(delay + engine::reduction(bytes, s_.rules, s_.origin), npu, token);
  }
}

void PlaneNetwork::send(int from, int round, int to, base::Bytes bytes) {
  const auto id = static_cast<std::int64_t>(messages_.size());
  const int sender = in_fabric(from);
  if (sender == to) {  // its own piece: on no link
    messages_.push_back({round, from, bytes, from, Picoseconds{0}, 1});
    agenda_.after(Picoseconds{0}, [this, id] { part_over(id); });
    return;
  }
  MessagePlane& plane = *planes_.at(link_out(fabric_, sender, to, round, what_));
  const PlaneShape shape = plane_shape(fabric_.first_difference(sender, to));
  const int gets = receiver(from, round, to);
  messages_.push_back({round, gets, bytes, from, shape.up + shape.down, hooks_.move ? 2 : 1});
  plane.request(sender, in_fabric(gets), bytes, id);
  if (hooks_.move) hooks_.move(from, gets, bytes, [this, id] { part_over(id); });
}

void PlaneNetwork::on_wire(std::int64_t id) {
  const MessageOnWay& message = base::at(messages_, id);
  if (message.from == kSwitch) return part_over(id);
  // Its last byte left the sender so long ago.
  auto& left = base::at(out_.npu_ends, message.from);
  left = std::max(left, now() - message.way);
  part_over(id);
}

void PlaneNetwork::part_over(std::int64_t id) {
  if (--base::at(messages_, id).waits > 0) return;
  // By value: what arrives may let its receiver send, and messages move.
  const auto [round, to, bytes, from, way, waits] = base::at(messages_, id);
  out_.messages += from != kSwitch;  // whose messages are counted as parts
  base::at(programs_, to).arrived(round);
  if (from != to) note_progress(to);
  if (hooks_.arrived) hooks_.arrived(base::at(s_.graph().rounds, round).collective);
}

}  // namespace jacquard::systemc
