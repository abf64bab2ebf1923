// SPDX-License-Identifier: Apache-2.0
#include "closed_loop.hpp"

#include <stdexcept>

namespace jacquard::memory {

RequestSource::RequestSource(const Requests& requests, base::Bytes capacity)
    : requests_(requests),
      capacity_(static_cast<std::uint64_t>(capacity.count())),
      stride_(static_cast<std::uint64_t>(requests.bytes)) {
  if (requests.pattern.rfind("stride", 0) == 0) stride_ = std::stoull(requests.pattern.substr(6));
  const std::size_t at = requests.pattern.find('@');
  if (at != std::string::npos) reads_left_ = std::stoi(requests.pattern.substr(at + 1));
}

Direction RequestSource::direction() {
  if (requests_.pattern.find("bit") != std::string::npos) {
    return rng_.chance(requests_.reads) ? Direction::read : Direction::write;
  }
  if (reads_left_ > 0) {
    --reads_left_;
    return Direction::read;
  }
  owed_ += 1 - requests_.reads;
  if (owed_ < 1 - 1e-3) return Direction::read;
  owed_ -= 1;
  return Direction::write;
}

Request RequestSource::next() {
  const Direction kind = direction();
  const auto bytes = static_cast<std::uint64_t>(requests_.bytes);
  if (requests_.pattern.rfind("rnd", 0) == 0) {
    return {rng_.below(capacity_ / bytes) * bytes, kind};
  }
  const std::uint64_t address = position_;
  position_ += stride_;
  if (position_ + bytes > capacity_) position_ = 0;
  return {address, kind};
}

double fraction_of(const MemoryConfig& config, const Requests& requests, std::int64_t bursts) {
  const AddressMap map(config.organisation, config.controller.mapping, {"mapping", ""});
  const auto burst = static_cast<std::uint64_t>(config.organisation.burst().count());
  const Clock interval = clocks_of(config.timing, config.organisation).tREFI;
  Checker checker(config);
  Channel channel(config);
  channel.observe([&checker](const Command& c) { checker.see(c); });
  RequestSource source(requests, map.capacity());
  Request request = source.next();
  std::uint64_t part = 0;
  Clock now = 0, mark = interval, start = -1;
  std::int64_t done = 0, done_before = 0;
  while (true) {
    while (true) {
      const Burst one{map(request.address + part), request.direction, 0};
      if (!channel.has_room(one)) break;
      channel.offer(one, now);
      part += burst;
      if (part < static_cast<std::uint64_t>(requests.bytes)) continue;
      part = 0;
      request = source.next();
    }
    const Clock next = channel.next();
    if (next > mark) {
      if (start < 0 && done >= bursts / 10) {
        start = mark;
        done_before = done;
      } else if (done >= bursts) {
        break;
      }
      mark += interval;
      continue;
    }
    now = next;
    channel.advance(now);
    done += static_cast<std::int64_t>(channel.finished().size());
    channel.clear_finished();
  }
  if (checker.count() > 0) throw std::logic_error(checker.violations()[0].told());
  return static_cast<double>((done - done_before) * config.organisation.burst_clocks()) /
         static_cast<double>(mark - start);
}

}  // namespace jacquard::memory
