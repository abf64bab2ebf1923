// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/link_plane.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

using base::Picoseconds;

LinkPlane::LinkPlane(const sc_core::sc_module_name& name, const PlaneShape& shape, Agenda& agenda,
                     Delivered delivered)
    : sc_core::sc_module(name),
      shape_(shape),
      agenda_(agenda),
      delivered_(std::move(delivered)),
      holds_(shape.ports),
      up_free_(base::index(shape.ports)),
      down_free_(base::index(shape.ports)),
      on_way_(base::index(shape.ports)),
      use_(base::index(shape.ports)),
      sent_(base::index(shape.ports)) {}

void LinkPlane::request(int from, int to, base::Bytes bytes, std::int64_t id) {
  const Message message{from, to, bytes, id};
  if (holds_.blocks(from) || holds_.blocks(to)) {
    holds_.put_behind(message);
  } else {
    begin(message);
  }
}

void LinkPlane::hold(std::vector<int> ports, std::function<void()> granted) {
  holds_.ask(std::move(ports), std::move(granted));
  agenda_.after(Picoseconds{0}, [this] { grant(); });
}

void LinkPlane::release(const std::vector<int>& ports) {
  for (const Message& message : holds_.release(ports)) begin(message);
  agenda_.after(Picoseconds{0}, [this] { grant(); });
}

void LinkPlane::grant() {
  for (const auto& granted : holds_.grant([this](int p) { return base::at(on_way_, p) == 0; })) {
    granted();
  }
}

Picoseconds LinkPlane::take_up_link(int from, base::Bytes bytes, Picoseconds time) {
  Picoseconds& free = base::at(up_free_, from);
  free = std::max(now(), free) + time;
  PortUse& use = base::at(sent_, from);
  use.bytes += bytes;
  use.carried += time;
  return free;
}

Picoseconds LinkPlane::request_part(int from, base::Bytes bytes, const SumOfParts& sum) {
  const Picoseconds time = std::max(shape_.framing.time(bytes.count()), Picoseconds{1});
  const Picoseconds leaves = take_up_link(from, bytes, time);
  ++base::at(on_way_, from);
  agenda_.at(leaves - time + shape_.up,
             [this, from, bytes, time, sum] { add(from, bytes, time, sum); });
  return leaves;
}

void LinkPlane::add(int from, base::Bytes bytes, Picoseconds time, const SumOfParts& sum) {
  --base::at(on_way_, from);
  if (++added_[sum.number] < sum.parts) return;
  added_.erase(sum.number);
  for (const SumOfParts::Copy& copy : sum.copies) {
    on_way_[base::index(copy.to)] += 2;  // as both ends, as end() has it
    take_down_link({copy.to, copy.to, bytes, copy.id}, time);
  }
}

void LinkPlane::begin(const Message& message) {
  // The kernel's resolution is the least that a link is taken for.
  const Picoseconds time = std::max(shape_.framing.time(message.bytes.count()), Picoseconds{1});
  const Picoseconds leaves = take_up_link(message.from, message.bytes, time);
  const Picoseconds enters = leaves - time;
  ++base::at(on_way_, message.from);
  ++base::at(on_way_, message.to);
  if (!shape_.switched) {
    PortUse& use = base::at(use_, message.to);
    use.bytes += message.bytes;
    use.carried += time;
    agenda_.at(leaves + shape_.up + shape_.down, [this, message] { end(message); });
    return;
  }
  agenda_.at(enters + shape_.up, [this, message, time] { take_down_link(message, time); });
}

void LinkPlane::take_down_link(const Message& message, Picoseconds time) {
  Picoseconds& free = base::at(down_free_, message.to);
  free = std::max(now(), free) + time;
  PortUse& use = base::at(use_, message.to);
  use.bytes += message.bytes;
  use.carried += time;
  agenda_.at(free + shape_.down, [this, message] { end(message); });
}

void LinkPlane::end(const Message& message) {
  --base::at(on_way_, message.from);
  --base::at(on_way_, message.to);
  delivered_(message.id);
  if (holds_.asked()) grant();
}

}  // namespace jacquard::systemc
