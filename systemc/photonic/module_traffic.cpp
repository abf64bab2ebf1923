// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/module_traffic.hpp"

#include <algorithm>

#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {
namespace {

constexpr int kResidentPart = 16;
constexpr base::Bytes kMostResident{16 << 20};
constexpr std::int64_t kMostLinesToWarm = 1 << 22;

base::Bytes resident_of(const ModuleTraffic& traffic, const ModuleConfig& module) {
  const base::Bytes unit = std::max(traffic.access, module.cache.line);
  const base::Bytes most{module.cache.capacity.count() / kResidentPart};
  return base::Bytes{std::min(most, kMostResident).count() / unit.count() * unit.count()};
}

}  // namespace

const config::FieldTable<ModuleTraffic>& module_traffic_fields() {
  using config::field;
  using config::quantity;
  using C = ModuleTraffic;
  constexpr base::Picoseconds longest{base::kPicosecondsPerSecond};
  constexpr base::Bytes largest{std::int64_t{1} << 50};
  static const config::FieldTable<C> table(
      "traffic", "What an XPU asks of a module.",
      {
          field<C>(
              "pattern", [](auto& c) -> auto& { return c.pattern; },
              config::choice<ModulePattern>(
                  {{"stream", ModulePattern::stream}, {"random", ModulePattern::random}}),
              "Addresses one after another, or any."),
          field<C>(
              "access", [](auto& c) -> auto& { return c.access; },
              quantity(base::Bytes{1}, base::Bytes{1 << 20}), "Bytes of each access."),
          field<C>(
              "read_share", [](auto& c) -> auto& { return c.read_share; },
              config::real_number(0, 1), "Of accesses; the others write."),
          field<C>(
              "working_set", [](auto& c) -> auto& { return c.working_set; },
              quantity(base::Bytes{1}, largest), "The addresses: from 0 on."),
          field<C>(
              "hit_share", [](auto& c) -> auto& { return c.hit_share; },
              config::optional(config::real_number(0, 1)),
              "A draw for each access decides whether it goes to a stream of lines that are in the "
              "cache, or, with the pattern, to lines that are not. Null: addresses decide."),
          field<C>(
              "outstanding", [](auto& c) -> auto& { return c.outstanding; },
              quantity(base::Bytes{1}, base::Bytes{1 << 28}),
              "Of accesses in flight; at least one access is."),
          field<C>(
              "warm_up", [](auto& c) -> auto& { return c.warm_up; },
              quantity(base::Picoseconds{0}, longest), "Before figures count."),
          field<C>(
              "duration", [](auto& c) -> auto& { return c.duration; },
              quantity(base::Picoseconds{1}, longest), "In which figures count."),
      });
  return table;
}

void require_consistent(const ModuleTraffic& traffic, const ModuleConfig& module,
                        const config::Place& place) {
  const auto at_least_an_access = [&](const char* key, base::Bytes found) {
    if (found >= traffic.access) return;
    (place / key)
        .fail("at least one access, " + config::show_quantity(traffic.access),
              config::show_quantity(found));
  };
  if (traffic.working_set > module.memory) {
    (place / "working_set")
        .fail("at most the module's memory, " + config::show_quantity(module.memory),
              config::show_quantity(traffic.working_set));
  }
  const base::Picoseconds fibre = module.port.latency + module.port.latency;
  if (traffic.duration < fibre) {
    (place / "duration")
        .fail("at least the fibre's latency there and back, " + config::show_quantity(fibre),
              config::show_quantity(traffic.duration));
  }
  if (!traffic.hit_share) {
    if (module.cache.lines() > kMostLinesToWarm) {
      (place / "hit_share")
          .fail(
              "a share, for a cache of more than " + std::to_string(kMostLinesToWarm) + " lines",
              "null",
              "or a cache and a working set that are smaller by one factor: module.cache.capacity");
    }
    return at_least_an_access("working_set", traffic.working_set);
  }
  if (resident_of(traffic, module).count() == 0) {
    (place / "access")
        .fail("at most a sixteenth of the cache, of which hits are drawn",
              config::show_quantity(traffic.access));
  }
  if (module.memory.count() < 2 * module.cache.capacity.count()) {
    (place / "hit_share")
        .fail("null for a memory below twice its cache: misses are drawn from the rest",
              std::to_string(*traffic.hit_share));
  }
}

ModuleAccesses::ModuleAccesses(const ModuleTraffic& traffic, const ModuleConfig& module,
                               std::uint64_t seed)
    : traffic_(traffic), random_(seed, "module accesses") {
  const base::Bytes all = traffic.hit_share ? module.memory : traffic.working_set;
  if (traffic.hit_share) resident_ = resident_of(traffic, module);
  // Misses begin beyond the cache's size, so that a stream of them meets no line of the hits.
  begin_ = traffic.hit_share ? static_cast<std::uint64_t>(module.cache.capacity.count()) : 0;
  const auto access = static_cast<std::uint64_t>(traffic.access.count());
  end_ = begin_ + (static_cast<std::uint64_t>(all.count()) - begin_) / access * access;
  position_ = begin_;
}

std::uint64_t ModuleAccesses::step(std::uint64_t& at, std::uint64_t from, std::uint64_t end) {
  const std::uint64_t here = at;
  at += static_cast<std::uint64_t>(traffic_.access.count());
  if (at >= end) at = from;
  return here;
}

memory::Access ModuleAccesses::next() {
  memory::Access access{0, traffic_.access, memory::Direction::read};
  if (!random_.chance(traffic_.read_share)) access.direction = memory::Direction::write;
  const bool hits = traffic_.hit_share && random_.chance(*traffic_.hit_share);
  if (hits) {
    access.address = step(hit_, 0, static_cast<std::uint64_t>(resident_.count()));
  } else if (traffic_.pattern == ModulePattern::stream) {
    access.address = step(position_, begin_, end_);
  } else {
    const auto size = static_cast<std::uint64_t>(traffic_.access.count());
    access.address = begin_ + random_.below((end_ - begin_) / size) * size;
  }
  return access;
}

}  // namespace jacquard::systemc
