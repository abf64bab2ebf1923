// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/traffic_config.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;

constexpr Bytes kLargest{1'000'000'000};
constexpr Picoseconds kLongest{base::kPicosecondsPerSecond};
constexpr double kLongestTraffic_s = 1000;
constexpr std::int64_t kMost = 100'000'000;

}  // namespace

const config::FieldTable<MemoryTraffic>& memory_traffic_fields() {
  using config::field;
  using config::quantity;
  using config::whole_number;
  using T = MemoryTraffic;
  static const config::FieldTable<T> table(
      "memory_traffic", "What initiators ask of a memory.",
      {
          field<T>(
              "pattern", [](auto& t) -> auto& { return t.pattern; },
              config::choice(config::Words<Pattern>{{"stream", Pattern::stream},
                                                    {"strided", Pattern::strided},
                                                    {"random", Pattern::random}}),
              "Addresses: one access after the other (stream), each a stride further (strided), or "
              "anywhere at a multiple of the access (random)."),
          field<T>(
              "access", [](auto& t) -> auto& { return t.access; },
              quantity<Bytes>(Bytes{1}, kLargest), "Bytes of one access."),
          field<T>(
              "stride", [](auto& t) -> auto& { return t.stride; }, quantity<Bytes>(Bytes{1}),
              "Of pattern strided: from the beginning of one access to that of the next."),
          field<T>(
              "read_share", [](auto& t) -> auto& { return t.read_share; },
              config::real_number(0, 1), "Accesses that read; the others write."),
          field<T>(
              "working_set", [](auto& t) -> auto& { return t.working_set; }, quantity<Bytes>(),
              "Addresses that are used, from 0 on; 0 B: the whole memory. Initiators divide it."),
          field<T>(
              "initiators", [](auto& t) -> auto& { return t.initiators; },
              whole_number<int>(1, 1024), "Ports that ask at the same time."),
          field<T>(
              "outstanding", [](auto& t) -> auto& { return t.outstanding; },
              whole_number<int>(1, 1 << 20), "Accesses of one initiator in flight at a time."),
          field<T>(
              "rate", [](auto& t) -> auto& { return t.rate; },
              quantity<base::BytesPerSecond>(base::BytesPerSecond{0},
                                             base::BytesPerSecond{1'000'000'000'000'000.0}),
              "Bytes that one initiator asks for in a second, evenly; 0 B/s: as many as its window "
              "lets it."),
          field<T>(
              "accesses", [](auto& t) -> auto& { return t.accesses; },
              whole_number<std::int64_t>(0, kMost),
              "Of one initiator; 0: as many as begin within the duration."),
          field<T>(
              "duration", [](auto& t) -> auto& { return t.duration; },
              quantity<Picoseconds>(Picoseconds{0}, kLongest),
              "No access begins then or later; 0 s: until all accesses are done."),
          field<T>(
              "quantum", [](auto& t) -> auto& { return t.quantum; },
              quantity<Picoseconds>(Picoseconds{1}, kLongest),
              "Of fidelities lt and ideal: an initiator runs ahead of simulated time by so much."),
      });
  return table;
}

void require_fits(const MemoryTraffic& t, Bytes capacity, const config::Place& place) {
  using config::show_quantity;
  if (t.accesses == 0 && t.duration.count() == 0) {
    (place / "duration").fail("a duration, or a number of accesses", "neither");
  }
  if (t.working_set > capacity) {
    (place / "working_set")
        .fail("at most the memory's " + show_quantity(capacity), show_quantity(t.working_set),
              "memory.organisation.channels makes it larger");
  }
  const double wanted = static_cast<double>(t.accesses) * static_cast<double>(t.access.count());
  if (t.duration.count() == 0 && wanted > t.rate.count() * kLongestTraffic_s &&
      t.rate.count() > 0) {
    (place / "rate")
        .fail("a rate at which all accesses come within 1000 s", config::show_quantity(t.rate),
              "or a traffic.duration");
  }
  const Bytes whole = t.working_set.count() > 0 ? t.working_set : capacity;
  const Bytes each{whole.count() / t.initiators};
  if (t.access > each) {
    (place / "access")
        .fail("at most an initiator's part of the working set, " + show_quantity(each),
              show_quantity(t.access));
  }
  if (t.pattern == Pattern::strided && t.stride > each) {
    (place / "stride")
        .fail("at most an initiator's part of the working set, " + show_quantity(each),
              show_quantity(t.stride));
  }
}

}  // namespace jacquard::systemc
