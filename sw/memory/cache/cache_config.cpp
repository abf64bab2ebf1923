// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/cache_config.hpp"

#include "jacquard/config/quantity_text.hpp"

namespace jacquard::memory {
using config::show_quantity;

namespace {

// The bits that tell so many things apart.
std::int64_t bits_for(std::int64_t count) {
  std::int64_t bits = 0;
  while ((std::int64_t{1} << bits) < count) ++bits;
  return bits;
}

}  // namespace

const config::FieldTable<CacheConfig>& cache_fields() {
  using config::field;
  using config::quantity;
  using config::whole_number;
  using C = CacheConfig;
  constexpr base::Bytes largest{std::int64_t{1} << 50};
  static const config::FieldTable<C> table(
      "cache", "A write-through cache in DRAM with its tags in SRAM.",
      {
          field<C>(
              "capacity", [](auto& c) -> auto& { return c.capacity; },
              quantity(base::Bytes{1}, largest), "Of all its lines."),
          field<C>(
              "line", [](auto& c) -> auto& { return c.line; },
              quantity(base::Bytes{16}, base::Bytes{1 << 20}),
              "What a miss fetches: a power of two."),
          field<C>(
              "ways", [](auto& c) -> auto& { return c.ways; }, whole_number(1, 4096),
              "Lines of a set."),
          field<C>(
              "replacement", [](auto& c) -> auto& { return c.replacement; },
              config::choice<Replacement>({{"lru", Replacement::lru},
                                           {"fifo", Replacement::fifo},
                                           {"random", Replacement::random}}),
              "Which line of a full set makes room: least recently used, oldest, any."),
          field<C>(
              "mshrs", [](auto& c) -> auto& { return c.mshrs; }, whole_number(1, 1 << 20),
              "Lines fetched at a time. Accesses wait in order while all are in use."),
          field<C>(
              "write_allocate", [](auto& c) -> auto& { return c.write_allocate; },
              config::boolean(), "A write that misses fetches its line."),
          field<C>(
              "critical_first", [](auto& c) -> auto& { return c.critical_first; },
              config::boolean(),
              "What a miss asked for is fetched before the rest of its line, and answered then."),
          field<C>(
              "tags", [](auto& c) -> auto& { return c.tags; },
              quantity(base::Picoseconds{0}, base::Picoseconds{base::kPicosecondsPerSecond}),
              "Latency of the tags."),
      });
  return table;
}

void require_consistent(const CacheConfig& config, base::Bytes store, base::Bytes memory,
                        const config::Place& place) {
  const std::int64_t line = config.line.count();
  if ((line & (line - 1)) != 0) {
    (place / "line").fail("a power of two", show_quantity(config.line));
  }
  if (line > config.capacity.count() / config.ways) {
    (place / "line")
        .fail("at most a way, " + show_quantity(config.capacity) + " / " +
                  std::to_string(config.ways),
              show_quantity(config.line));
  }
  const std::int64_t set = line * config.ways;
  if (config.capacity.count() % set != 0) {
    (place / "capacity")
        .fail("a whole number of sets, each " + std::to_string(config.ways) + " x " +
                  show_quantity(config.line),
              show_quantity(config.capacity));
  }
  if (config.capacity > store) {
    (place / "capacity")
        .fail("at most the memory that holds its lines, " + show_quantity(store),
              show_quantity(config.capacity));
  }
  if (config.capacity > memory) {
    (place / "capacity")
        .fail("at most the memory that it caches, " + show_quantity(memory),
              show_quantity(config.capacity));
  }
}

base::Bytes tag_storage(const CacheConfig& config, base::Bytes memory) {
  const std::int64_t lines_of_a_set =
      (memory.count() / config.line.count() + config.sets() - 1) / config.sets();
  std::int64_t bits = bits_for(lines_of_a_set) + 1;
  if (config.replacement == Replacement::lru) bits += bits_for(config.ways);
  return base::Bytes{(config.lines() * bits + 7) / 8};
}

}  // namespace jacquard::memory
