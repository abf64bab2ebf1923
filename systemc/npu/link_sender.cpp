// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/link_sender.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/rules.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

LinkSender::LinkSender(const sc_core::sc_module_name& name, const NicConfig& config,
                       const Link& link, memory::Fidelity fidelity, Agenda& agenda,
                       std::function<void(const NpuPacket&)> arrived)
    : sc_core::sc_module(name),
      config_(config),
      link_(link),
      agenda_(agenda),
      arrived_(std::move(arrived)),
      port_("port", fidelity, config.outstanding),
      room_(config.buffer),
      credit_(config.buffer) {}

void LinkSender::send(const NpuMessage& message) {
  rounds::Protocol protocol = message.protocol;
  const auto queue = [&](const Segment& part) {
    unread_.push_back({message.id, part, protocol});
    protocol.sync = base::Picoseconds{0};
  };
  if (message.segments.empty()) queue({});
  for (const Segment& segment : message.segments) {
    for (base::Bytes from{0}; from < segment.bytes; from += config_.packet) {
      queue({segment.address + static_cast<std::uint64_t>(from.count()),
             std::min(config_.packet, segment.bytes - from)});
    }
  }
  read_ahead();
}

void LinkSender::read_ahead() {
  while (!unread_.empty() && unread_.front().part.bytes <= room_) {
    const NpuPacket packet = unread_.front();
    unread_.pop_front();
    room_ -= packet.part.bytes;
    const std::int64_t number = first_ + static_cast<std::int64_t>(packets_.size());
    packets_.push_back({packet, packet.part.bytes.count() == 0});
    if (packets_.back().read) {
      put_on_link();
      continue;
    }
    port_.submit({packet.part.address, packet.part.bytes, memory::Direction::read}, [this, number] {
      base::at(packets_, number - first_).read = true;
      put_on_link();
    });
  }
}

void LinkSender::put_on_link() {
  while (!packets_.empty() && packets_.front().read &&
         packets_.front().packet.part.bytes <= credit_) {
    if (next_ > now()) {
      if (!woken_) {
        woken_ = true;
        agenda_.after(next_ - now(), [this] {
          woken_ = false;
          put_on_link();
        });
      }
      return;
    }
    const NpuPacket packet = packets_.front().packet;
    packets_.pop_front();
    ++first_;
    const base::Bytes payload = packet.part.bytes;
    credit_ -= payload;
    sent_ += payload;
    const base::BytesPerSecond reached{link_.rate.count() * packet.protocol.share};
    const base::Picoseconds time =
        packet.protocol.sync +
        engine::serialisation(payload + config_.header, reached, {"bandwidth", ""});
    next_ = now() + time;
    busy_ += time;
    agenda_.after(time + link_.latency, [this, packet] { arrived_(packet); });
    // Its place in the buffer is free when its last bit has left.
    agenda_.after(time, [this, payload] {
      room_ += payload;
      read_ahead();
    });
  }
}

void LinkSender::freed(base::Bytes bytes) {
  agenda_.after(link_.latency, [this, bytes] {
    credit_ += bytes;
    put_on_link();
  });
}

}  // namespace jacquard::systemc
