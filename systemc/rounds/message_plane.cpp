// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/message_plane.hpp"

#include <algorithm>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::systemc {

base::Picoseconds MessagePlane::request_part(int, base::Bytes, const SumOfParts&) {
  JQ_CHECK(false, "only switches that add and copy are sent parts of a sum");
  return {};
}

void PortHolds::ask(std::vector<int> ports, std::function<void()> granted) {
  for (const int port : ports) ++base::at(of_port_, port);
  holds_.push_back({next_++, std::move(ports), std::move(granted)});
}

bool PortHolds::blocks(int port) const { return base::at(of_port_, port) > 0; }

bool PortHolds::asked() const {
  return std::any_of(holds_.begin(), holds_.end(),
                     [](const Hold& hold) { return hold.granted != nullptr; });
}

bool PortHolds::is_blocked(const Behind& one) const {
  const Message& m = one.message;
  if (!blocks(m.from) && !blocks(m.to)) return false;
  return std::any_of(holds_.begin(), holds_.end(), [&](const Hold& hold) {
    const auto takes = [&](int port) {
      return std::find(hold.ports.begin(), hold.ports.end(), port) != hold.ports.end();
    };
    return hold.number < one.number && (takes(m.from) || takes(m.to));
  });
}

std::vector<PortHolds::Message> PortHolds::release(const std::vector<int>& ports) {
  const auto had = std::find_if(holds_.begin(), holds_.end(), [&](const Hold& hold) {
    return hold.granted == nullptr && hold.ports == ports;
  });
  JQ_CHECK(had != holds_.end(), "ports are given back by who has them");
  for (const int port : ports) --base::at(of_port_, port);
  holds_.erase(had);
  std::vector<Message> free;
  std::deque<Behind> still;
  for (const Behind& one : behind_) {
    if (is_blocked(one)) {
      still.push_back(one);
    } else {
      free.push_back(one.message);
    }
  }
  behind_ = std::move(still);
  return free;
}

std::vector<std::function<void()>> PortHolds::grant(const std::function<bool(int port)>& idle) {
  std::vector<std::function<void()>> granted;
  std::set<int> taken;
  auto message = behind_.begin();
  for (Hold& hold : holds_) {
    for (; message != behind_.end() && message->number < hold.number; ++message) {
      taken.insert({message->message.from, message->message.to});
    }
    const bool may = std::all_of(hold.ports.begin(), hold.ports.end(),
                                 [&](int port) { return taken.count(port) == 0 && idle(port); });
    taken.insert(hold.ports.begin(), hold.ports.end());
    if (hold.granted == nullptr || !may) continue;
    granted.push_back(std::move(hold.granted));
    hold.granted = nullptr;
  }
  return granted;
}

}  // namespace jacquard::systemc
