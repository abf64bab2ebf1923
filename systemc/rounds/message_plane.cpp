// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/message_plane.hpp"

#include <algorithm>
#include <set>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {

void PortHolds::ask(std::vector<int> ports, std::function<void()> granted) {
  for (const int port : ports) ++base::at(of_port_, port);
  asking_.push_back({std::move(ports), std::move(granted)});
}

bool PortHolds::blocks(int port) const { return base::at(of_port_, port) > 0; }

std::vector<PortHolds::Message> PortHolds::release(const std::vector<int>& ports) {
  for (const int port : ports) {
    --base::at(of_port_, port);
    held_.erase(std::find(held_.begin(), held_.end(), port));
  }
  std::vector<Message> free;
  std::deque<Message> still;
  std::set<int> waited_for;  // a message never overtakes one before it at its port
  for (const Message& m : behind_) {
    const bool waits = blocks(m.from) || blocks(m.to) || waited_for.count(m.from) > 0;
    if (waits) waited_for.insert(m.from);
    waits ? still.push_back(m) : free.push_back(m);
  }
  behind_ = std::move(still);
  return free;
}

std::vector<std::function<void()>> PortHolds::grant(const std::function<bool(int port)>& idle) {
  std::vector<std::function<void()>> granted;
  std::deque<Asking> still;
  std::set<int> taken(held_.begin(), held_.end());
  for (Asking& one : asking_) {
    const bool may = std::all_of(one.ports.begin(), one.ports.end(),
                                 [&](int port) { return taken.count(port) == 0 && idle(port); });
    taken.insert(one.ports.begin(), one.ports.end());
    if (!may) {
      still.push_back(std::move(one));
      continue;
    }
    held_.insert(held_.end(), one.ports.begin(), one.ports.end());
    granted.push_back(std::move(one.granted));
  }
  asking_ = std::move(still);
  return granted;
}

}  // namespace jacquard::systemc
