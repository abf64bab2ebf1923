// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/circuit_plane.hpp"

#include <algorithm>
#include <string>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

CircuitPlane::CircuitPlane(const sc_core::sc_module_name& name, const PlaneShape& shape,
                           LossSink& losses, Shuffle& shuffle, Delivered delivered)
    : sc_core::sc_module(name),
      shape_(shape),
      delivered_(std::move(delivered)),
      holds_(shape.ports),
      inputs_(at(shape.ports)),
      outputs_(at(shape.ports)),
      flying_(at(shape.ports)) {
  switch_ = std::make_unique<CircuitSwitch>(
      "crossbar", CircuitSwitch::Shape{shape.ports, shape.ports, shape.guard}, shape.ports, losses);
  for (int port = 0; port < shape.ports; ++port) {
    up_.push_back(std::make_unique<Link>(("up_" + std::to_string(port)).c_str(), shape.up, *switch_,
                                         port, shape.ports, shuffle));
    down_.push_back(std::make_unique<Link>(("down_" + std::to_string(port)).c_str(), shape.down,
                                           *this, port, port, shuffle));
    switch_->connect_output(port, *down_.back());
  }
  SC_HAS_PROCESS(CircuitPlane);
  SC_METHOD(connect_what_is_free);
  sensitive << free_;
  dont_initialize();
}

void CircuitPlane::request(int from, int to, base::Bytes bytes, std::int64_t id) {
  if (holds_.blocks(from) || holds_.blocks(to)) {
    holds_.put_behind({from, to, bytes, id, now()});
    return;
  }
  waiting_.push_back({from, to, bytes, id, now()});
  free_.notify(sc_core::SC_ZERO_TIME);
}

void CircuitPlane::hold(std::vector<int> ports, std::function<void()> granted) {
  holds_.ask(std::move(ports), std::move(granted));
  free_.notify(sc_core::SC_ZERO_TIME);
}

void CircuitPlane::release(const std::vector<int>& ports) {
  for (const int port : ports) inputs_[at(port)].partner = outputs_[at(port)].partner = kOthers;
  for (const Request& request : holds_.release(ports)) waiting_.push_back(request);
  free_.notify(sc_core::SC_ZERO_TIME);
}

bool CircuitPlane::idle(int port) const {
  const bool wanted = std::any_of(waiting_.begin(), waiting_.end(), [port](const Request& r) {
    return r.from == port || r.to == port;
  });
  return !wanted && std::max(inputs_[at(port)].free, outputs_[at(port)].free) <= now();
}

void CircuitPlane::connect_what_is_free() {
  std::deque<Request> still;
  Picoseconds next{0};
  for (const Request& request : waiting_) {
    const Picoseconds free =
        std::max(inputs_[at(request.from)].free, outputs_[at(request.to)].free);
    if (free <= now()) {
      begin(request);
      continue;
    }
    still.push_back(request);
    next = next.count() == 0 ? free : std::min(next, free);
  }
  waiting_ = std::move(still);
  for (const auto& granted : holds_.grant([this](int port) { return idle(port); })) granted();
  if (holds_.asked()) {  // ports that no message waits for are looked at when they are free
    for (const auto* ports : {&inputs_, &outputs_}) {
      for (const Port& port : *ports) {
        if (port.free > now()) next = next.count() == 0 ? port.free : std::min(next, port.free);
      }
    }
  }
  if (next.count() > 0) free_.notify(until(next));
}

void CircuitPlane::begin(const Request& request) {
  Port& input = inputs_[at(request.from)];
  Port& output = outputs_[at(request.to)];
  const bool changes = (input.partner != kNever && input.partner != request.to) ||
                       (output.partner != kNever && output.partner != request.from);
  Transfer transfer;
  transfer.source = request.from;
  transfer.destination = request.to;
  transfer.bytes = {0, request.bytes.count()};
  transfer.head = now() + (changes ? shape_.guard : Picoseconds{0});
  // The kernel's resolution is the least a circuit is made for.
  const Picoseconds time = shape_.framing.time(request.bytes.count());
  transfer.tail = transfer.head + std::max(time, Picoseconds{1});
  transfer.stamp(request.from);
  if (input.partner != request.to || output.partner != request.from) ++made_.circuits;
  if (changes) made_.guard += shape_.guard;
  made_.waited += transfer.head - request.ready;
  input = {request.to, transfer.tail};
  output = {request.from, transfer.tail};
  schedule::Matching columns(at(shape_.ports), schedule::kUnmatched);
  columns[at(request.from)] = request.to;
  switch_->apply(
      {columns, transfer.head + shape_.up, transfer.head + shape_.up, transfer.tail + shape_.up});
  flying_[at(request.from)].push_back(request.id);
  up_[at(request.from)]->send(transfer);
}

void CircuitPlane::arrive(int, const Transfer& transfer) {
  auto& flying = flying_[at(transfer.source)];
  const std::int64_t id = flying.front();
  flying.pop_front();
  delivered_(id);
}

}  // namespace jacquard::systemc
