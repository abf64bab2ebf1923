// SPDX-License-Identifier: Apache-2.0
// What holds for every scheduler of the table, on every class of demand and odd numbers of ports.
#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "jacquard/schedule/summary.hpp"

using namespace jacquard;
using demand::DemandClass;
using demand::DemandMatrix;
using demand::QuantaMatrix;
using schedule::Schedule;
using schedule::Scheduler;
using schedule::Summary;

namespace {

using Judge = std::function<void(const Scheduler&, const DemandMatrix&, const QuantaMatrix&)>;

QuantaMatrix counted(const DemandMatrix& bytes) {
  demand::Quantisation how;
  how.bits = 1 + bytes.ports() % 8;
  how.guard = base::Picoseconds{10'000};
  return quantise(bytes, how);
}

void for_every_scheduler_and_demand(const Judge& judge) {
  for (const DemandClass kind :
       {DemandClass::uniform, DemandClass::moe, DemandClass::sparse, DemandClass::hotspot,
        DemandClass::permutation, DemandClass::mixed, DemandClass::unbalanced}) {
    for (const int ports : {1, 2, 3, 5, 7, 16, 33}) {
      // Of mixed, the last three are ones and zeros, zeros, full scale.
      const std::uint64_t index =
          kind == DemandClass::mixed ? 5 + static_cast<std::uint64_t>(ports) % 3 : 4;
      const DemandMatrix bytes = generate(kind, ports, 11, index);
      const QuantaMatrix quanta = counted(bytes);
      for (const Scheduler& scheduler : schedule::schedulers()) {
        INFO(scheduler.name << ", class " << static_cast<int>(kind) << ", " << ports << " ports");
        judge(scheduler, bytes, quanta);
      }
    }
  }
}

// Sends every destination's traffic from a shifted source: line sums keep their largest.
QuantaMatrix relabelled(const QuantaMatrix& demand, int shift) {
  const int n = demand.ports();
  std::vector<std::int64_t> counts;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) counts.push_back(demand.at((i + shift) % n, (j + 2 * shift) % n));
  }
  return QuantaMatrix(n, counts, demand.clock());
}

QuantaMatrix transposed(const QuantaMatrix& demand) {
  const int n = demand.ports();
  std::vector<std::int64_t> counts;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) counts.push_back(demand.at(j, i));
  }
  return QuantaMatrix(n, counts, demand.clock());
}

bool same(const Schedule& a, const Schedule& b) {
  if (a.permutations() != b.permutations() || a.ports() != b.ports()) return false;
  for (schedule::SettingCursor x(a), y(b); !x.done(); x.next(), y.next()) {
    if (x.hold() != y.hold() || x.columns() != y.columns()) return false;
  }
  return true;
}

}  // namespace

TEST_CASE(
    "every schedule serves its demand, beats no bound, and accounts for every port and slot") {
  for_every_scheduler_and_demand(
      [](const Scheduler& scheduler, const DemandMatrix& bytes, const QuantaMatrix& quanta) {
        const Schedule made = scheduler.run(quanta, {});
        const Summary s = summarise(bytes, quanta, made, scheduler.hops);
        CHECK(s.fault == "");
        CHECK(s.valid);
        CHECK(s.served_quanta == quanta.total());
        CHECK(s.served_quanta + s.relayed_quanta + s.idle_quanta + s.stuffed_quanta ==
              s.ports * s.slots);
        if (s.hops == 1) CHECK(s.relayed_quanta == 0);
        if (scheduler.hops == 1) CHECK(s.slots >= quanta.largest_line_sum());
        CHECK(s.makespan >= s.lower_bound);
        CHECK(s.efficiency <= 1);
        CHECK(s.efficiency_bytes <= s.efficiency);
      });
}

TEST_CASE("every scheduler gives the same schedule for the same demand and seed") {
  for_every_scheduler_and_demand(
      [](const Scheduler& scheduler, const DemandMatrix&, const QuantaMatrix& quanta) {
        const Schedule once = scheduler.run(quanta, {});
        CHECK(same(once, scheduler.run(quanta, {})));
      });
}

TEST_CASE("exact takes as many slots as the largest line sum, however ports are named") {
  for_every_scheduler_and_demand(
      [](const Scheduler& scheduler, const DemandMatrix&, const QuantaMatrix& quanta) {
        if (std::string(scheduler.name) != "exact") return;
        const std::int64_t bound = quanta.largest_line_sum();
        CHECK(scheduler.run(quanta, {}).slots() == bound);
        CHECK(scheduler.run(transposed(quanta), {}).slots() == bound);
        CHECK(scheduler.run(relabelled(quanta, 1), {}).slots() == bound);
      });
}

TEST_CASE("a maximal decomposition takes at most twice the slots of the exact one, less one") {
  // A pair waits only while its row or its column is busy with others.
  for_every_scheduler_and_demand(
      [](const Scheduler& scheduler, const DemandMatrix&, const QuantaMatrix& quanta) {
        const std::string name = scheduler.name;
        if (name != "maximal" && name != "minhold" && name != "unit" && name != "wwfa") return;
        const std::int64_t bound = quanta.largest_line_sum();
        CHECK(scheduler.run(quanta, {}).slots() <= std::max<std::int64_t>(0, 2 * bound - 1));
      });
}
