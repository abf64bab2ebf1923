// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/exchange_run.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

using memory::Direction;

ExchangeRun::ExchangeRun(Appliance& appliance, const ApplianceExchange& exchange,
                         base::Span<const demand::Flow> flows,
                         const std::vector<std::vector<std::size_t>>& order,
                         const ExchangeBuffers& buffers, ApplianceExchangeFigures& figures)
    : appliance_(appliance),
      exchange_(exchange),
      flows_(flows),
      order_(order),
      buffers_(buffers),
      figures_(figures),
      writes_(order.size()),
      reads_(order.size()),
      unwritten_flows_(flows.size()),
      received_(flows.size()),
      left_(flows.size()) {
  figures_.flows.assign(flows.size(), base::Picoseconds{0});
  if (exchange.way == ExchangeWay::through_switch) {
    send_all();
    return;
  }
  for (const demand::Flow& flow : flows) unwritten_.push_back(flow.size.count());
  for (std::size_t xpu = 0; xpu < order.size(); ++xpu) {
    writes_[xpu].flows.assign(order[xpu].begin(), order[xpu].end());
    go_on(static_cast<int>(xpu), Direction::write);
  }
}

// Lanes keep the order of what they are given, so that the first piece for each receiver goes
// before the second one for any.
void ExchangeRun::send_all() {
  for (const std::vector<std::size_t>& own : order_) {
    bool any = true;
    for (std::int64_t from = 0; any; from += exchange_.access.count()) {
      any = false;
      for (const std::size_t number : own) {
        const demand::Flow& flow = flows_[number];
        const std::int64_t count = std::min(exchange_.access.count(), flow.size.count() - from);
        if (count <= 0) continue;
        any = true;
        ++figures_.accesses;
        appliance_.send(flow.source, flow.destination, base::Bytes{count},
                        [this, piece = Piece{number, {from, count}}] { received(piece); });
      }
    }
  }
}

ExchangeRun::Side& ExchangeRun::side(int xpu, Direction direction) {
  return base::at(direction == Direction::write ? writes_ : reads_, xpu);
}

void ExchangeRun::go_on(int xpu, Direction direction) {
  Side& own = side(xpu, direction);
  while (!own.flows.empty()) {
    const std::size_t flow = own.flows.front();
    const std::int64_t rest = flows_[flow].size.count() - own.next;
    const std::int64_t count = std::min(exchange_.access.count(), rest);
    if (own.flying + count > exchange_.outstanding.count()) return;
    const Piece piece{flow, {own.next, count}};
    const std::uint64_t address = buffers_.of_flow(flow) + static_cast<std::uint64_t>(own.next);
    own.flying += count;
    own.next = count == rest ? 0 : own.next + count;
    if (count == rest) own.flows.pop_front();
    ++figures_.accesses;
    appliance_.ask(xpu, {address, base::Bytes{count}, direction},
                   [this, xpu, direction, piece, address] {
                     side(xpu, direction).flying -= piece.bytes.count;
                     if (direction == Direction::write) {
                       wrote(piece, address);
                     } else {
                       const auto found = memory_.find(address);
                       JQ_CHECK(found != memory_.end() && found->second.flow == piece.flow &&
                                    found->second.bytes.first == piece.bytes.first,
                                "a receiver reads what its sender has written");
                       received(piece);
                     }
                     go_on(xpu, direction);
                   });
  }
}

void ExchangeRun::wrote(const Piece& piece, std::uint64_t address) {
  JQ_CHECK(memory_.emplace(address, piece).second, "a buffer is written once");
  std::int64_t& left = unwritten_[piece.flow];
  left -= piece.bytes.count;
  if (left > 0) return;
  --unwritten_flows_;
  if (exchange_.read_after == ReadAfter::flow) return may_read(piece.flow);
  if (unwritten_flows_ > 0) return;
  // A receiver goes round the senders, from the one before it on: the first that wrote for it.
  const int xpus = appliance_.xpus();
  for (std::size_t turn = 0; turn < order_.size(); ++turn) {
    for (const std::vector<std::size_t>& own : order_) {
      for (const std::size_t flow : own) {
        const int ahead = (flows_[flow].destination - flows_[flow].source + xpus) % xpus;
        if (static_cast<std::size_t>(ahead) == turn) may_read(flow);
      }
    }
  }
}

void ExchangeRun::may_read(std::size_t flow) {
  const int reader = flows_[flow].destination;
  base::at(reads_, reader).flows.push_back(flow);
  go_on(reader, Direction::read);
}

void ExchangeRun::received(const Piece& piece) {
  const std::int64_t size = flows_[piece.flow].size.count();
  JQ_CHECK(received_[piece.flow].add(piece.bytes), "a byte is received once");
  figures_.delivered += base::Bytes{piece.bytes.count};
  if (received_[piece.flow].count() < size) return;
  JQ_CHECK(received_[piece.flow].complete(size), "a flow is received as it was sent");
  figures_.flows[piece.flow] = figures_.time = now();
  --left_;
}

}  // namespace jacquard::systemc
