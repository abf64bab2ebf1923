// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/core_schedulers.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/choose_rule.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/few_array.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/core/wave_array.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {
namespace {

constexpr std::int64_t kMostUnitSlots = std::int64_t{1} << 24;
constexpr int kMostLevels = 62;

template <class Array>
Schedule shown_by(Array& array, int ports) {
  Schedule schedule(ports);
  for (; !array.idle(); array.clock()) {
    const Shown shown = array.shown();
    if (shown.columns != nullptr) schedule.append(*shown.columns, shown.hold);
  }
  return schedule;
}

int levels_of(const demand::QuantaMatrix& demand) {
  const std::int64_t largest = demand.largest_entry();
  return largest == 0 ? 1 : base::highest_bit(static_cast<base::Word>(largest)) + 1;
}

void require_ports(const char* name, int ports, const char* hint) {
  if (ports <= kMostCorePorts) return;
  throw base::ConfigError({std::string("--scheduler ") + name, "",
                           "at most " + std::to_string(kMostCorePorts) + " ports, as its core has",
                           std::to_string(ports), hint});
}

template <int kWords>
Schedule run(const demand::QuantaMatrix& demand, const SchedulerOptions& options, CoreKind kind) {
  const int n = demand.ports();
  const int levels = levels_of(demand);
  CoreShape shape{kind, n, levels, std::min(options.diagonals_per_clock, n)};
  shape.descend = kind == CoreKind::ladder && options.descend;
  WaveArray<kWords> array(shape, levels);
  for (int row = 0; row < n; ++row) array.set_row(row, demand.row(row));
  array.begin(options.top_offset, std::min(options.floor, kMostLevels), options.fill);
  return shown_by(array, n);
}

template <int kWords>
Schedule run_few(const demand::QuantaMatrix& demand) {
  const int n = demand.ports();
  FewArray<kWords> array({CoreKind::few, n, 1, 1});  // of more bits, a search takes longer, no more
  for (int row = 0; row < n; ++row) array.set_row(row, demand.row(row));
  array.begin();
  return shown_by(array, n);
}

Schedule run(const demand::QuantaMatrix& demand, const SchedulerOptions& options, CoreKind kind) {
  const int words = base::words_for(demand.ports());
  if (words <= 1) return run<1>(demand, options, kind);
  if (words <= 2) return run<2>(demand, options, kind);
  if (words <= 4) return run<4>(demand, options, kind);
  if (words <= 8) return run<8>(demand, options, kind);
  return run<16>(demand, options, kind);
}

}  // namespace

Schedule unit(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  const std::int64_t slots = demand.largest_line_sum();
  if (slots > kMostUnitSlots) {
    throw base::ConfigError({"--scheduler unit", "",
                             "at most " + std::to_string(kMostUnitSlots) +
                                 " quanta in a line, as it emits a permutation per quantum",
                             std::to_string(slots), "give --bits or --slot"});
  }
  return run(demand, options, CoreKind::unit);
}

Schedule ladder(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return run(demand, options, CoreKind::ladder);
}

Schedule few(const demand::QuantaMatrix& demand, const SchedulerOptions&) {
  require_ports("few", demand.ports(), "holds-first has the same aim");
  const int words = base::words_for(demand.ports());
  if (words <= 1) return run_few<1>(demand);
  if (words <= 2) return run_few<2>(demand);
  return run_few<4>(demand);
}

Schedule shift(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return shift_schedule(demand, core_digits(options.shape, demand.ports(), {"--shape", ""}));
}

Schedule choose(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  require_ports("choose", demand.ports(), "auto has the same aim");
  const PortShape digits = core_digits(options.shape, demand.ports(), {"--shape", ""});
  const CoreKind kind = picked(estimates(demand, digits, levels_of(demand)),
                               guard_quanta(demand.clock()), kAllChoices);
  if (kind == CoreKind::shift) return shift_schedule(demand, digits);
  if (kind == CoreKind::few) return few(demand, options);
  SchedulerOptions plain = options;
  plain.descend = false;  // the ladder in the chooser is built without
  return ladder(demand, plain);
}

}  // namespace jacquard::schedule
