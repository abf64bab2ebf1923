// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/cached_memory.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using memory::Access;
using memory::Direction;

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

ModuleConfig checked(const ModuleConfig& config) {
  require_consistent(config, config::Place{"module", ""});
  return config;
}

}  // namespace

CacheCounts operator-(CacheCounts later, const CacheCounts& earlier) {
  later.reads -= earlier.reads;
  later.read_hits -= earlier.read_hits;
  later.writes -= earlier.writes;
  later.write_hits -= earlier.write_hits;
  later.merged -= earlier.merged;
  later.missed -= earlier.missed;
  later.fetched -= earlier.fetched;
  later.written -= earlier.written;
  return later;
}

CacheCounts operator+(CacheCounts one, const CacheCounts& other) {
  one.reads += other.reads;
  one.read_hits += other.read_hits;
  one.writes += other.writes;
  one.write_hits += other.write_hits;
  one.merged += other.merged;
  one.missed += other.missed;
  one.fetched += other.fetched;
  one.written += other.written;
  return one;
}

CachedMemory::CachedMemory(const sc_core::sc_module_name& name, const ModuleConfig& config,
                           std::uint64_t seed)
    : sc_module(name),
      config_(checked(config)),
      line_(static_cast<std::uint64_t>(config.cache.line.count())),
      capacity_(config.memory),
      tags_(config.cache, seed),
      misses_(config.cache.mshrs),
      hbm_("hbm", config.all_hbm()),
      ddr_("ddr", config.all_ddr()) {}

void CachedMemory::submit(const Access& access, Done done) {
  const auto bytes = static_cast<std::uint64_t>(access.bytes.count());
  const auto end = static_cast<std::uint64_t>(capacity_.count());
  JQ_CHECK(access.bytes.count() > 0 && bytes <= end && access.address <= end - bytes,
           "an access lies within the module's memory");
  const std::uint64_t last = line_of(access.address + bytes - 1);
  const auto parts = static_cast<int>(last - line_of(access.address) + 1);
  const std::uint32_t request = requests_.keep({parts, std::move(done)});
  for (std::uint64_t from = access.address; from < access.address + bytes;) {
    const std::uint64_t to = std::min(access.address + bytes, (line_of(from) + 1) * line_);
    const std::uint32_t part =
        parts_.keep({request, {from, base::Bytes{to - from}, access.direction}});
    agenda_.after(config_.cache.tags, [this, part] {
      waiting_.push_back(part);
      look_up();
    });
    from = to;
  }
}

void CachedMemory::warm(std::uint64_t address) {
  const std::uint64_t line = line_of(address);
  if (!tags_.find(line)) tags_.place(line);
}

void CachedMemory::look_up() {
  if (looking_) return;  // what is answered at once may ask again
  looking_ = true;
  while (!waiting_.empty()) {
    const std::uint32_t part = waiting_.front();
    const bool is_read = parts_[part].access.direction == Direction::read;
    if (!(is_read ? read(part) : write(part))) break;
    waiting_.pop_front();
  }
  looking_ = false;
}

bool CachedMemory::read(std::uint32_t part) {
  const Access access = parts_[part].access;
  const std::uint64_t line = line_of(access.address);
  const auto state = misses_.state(line);
  const auto slot = tags_.find(line);
  if (state == memory::MissRegisters::State::absent && !slot && misses_.full()) return false;
  ++counts_.reads;
  if (state == memory::MissRegisters::State::arrived) {
    ++counts_.read_hits;
    finish(part);
    return true;
  }
  if (slot) {
    ++counts_.read_hits;
    to_hbm(access, *slot, [this, part] { finish(part); });
    return true;
  }
  counts_.missed += access.bytes;
  if (state == memory::MissRegisters::State::fetching) {
    ++counts_.merged;
    misses_.wait(line, part);
  } else {
    misses_.start(line);
    fetch(line, part);
  }
  return true;
}

bool CachedMemory::write(std::uint32_t part) {
  const Access access = parts_[part].access;
  const std::uint64_t line = line_of(access.address);
  const auto slot = tags_.find(line);
  // A line in a register takes the written bytes with it.
  const bool held = misses_.state(line) != memory::MissRegisters::State::absent;
  const bool allocates = config_.cache.write_allocate && !slot && !held;
  if (allocates && misses_.full()) return false;
  ++counts_.writes;
  if (slot || held) ++counts_.write_hits;
  if (slot && !held) to_hbm(access, *slot, [] {});
  if (allocates) {
    misses_.start(line);
    fetch(line, kNobody);
  }
  ddr_.submit(access, [this, part] {
    counts_.written += parts_[part].access.bytes;
    finish(part);
  });
  return true;
}

void CachedMemory::fetch(std::uint64_t line, std::uint32_t part) {
  const std::uint64_t begin = line * line_, end = begin + line_;
  if (part == kNobody || !config_.cache.critical_first) {
    if (part != kNobody) misses_.wait(line, part);
    ddr_.submit({begin, base::Bytes{line_}, Direction::read}, [this, line] { store(line); });
    return;
  }
  // Three reads at most: what was asked for in whole bursts, what follows, what lies before.
  const auto burst = static_cast<std::uint64_t>(config_.ddr.organisation.burst().count());
  const Access asked = parts_[part].access;
  const std::uint64_t from = std::max(begin, asked.address / burst * burst);
  const std::uint64_t last = asked.address + static_cast<std::uint64_t>(asked.bytes.count());
  const std::uint64_t to = std::min(end, (last + burst - 1) / burst * burst);
  const int reads = 1 + static_cast<int>(to < end) + static_cast<int>(begin < from);
  const std::uint32_t fetched = requests_.keep({reads, [this, line] { store(line); }});
  ddr_.submit({from, base::Bytes{to - from}, Direction::read}, [this, part, fetched] {
    finish(part);
    count_down(fetched);
  });
  const auto rest = [this, fetched] { count_down(fetched); };
  if (to < end) ddr_.submit({to, base::Bytes{end - to}, Direction::read}, rest);
  if (begin < from) ddr_.submit({begin, base::Bytes{from - begin}, Direction::read}, rest);
}

void CachedMemory::store(std::uint64_t line) {
  counts_.fetched += base::Bytes{line_};
  const std::int64_t slot = tags_.place(line).slot;
  for (const std::uint32_t part : misses_.arrive(line)) finish(part);
  to_hbm({line * line_, base::Bytes{line_}, Direction::write}, slot, [this, line] {
    misses_.release(line);
    look_up();
  });
}

void CachedMemory::to_hbm(const Access& access, std::int64_t slot, Done done) {
  const std::uint64_t address = static_cast<std::uint64_t>(slot) * line_ + access.address % line_;
  hbm_.submit({address, access.bytes, access.direction}, std::move(done));
}

void CachedMemory::finish(std::uint32_t part) { count_down(parts_.take(part).request); }

void CachedMemory::count_down(std::uint32_t request) {
  if (--requests_[request].left > 0) return;
  requests_.take(request).done();
}

}  // namespace jacquard::systemc
