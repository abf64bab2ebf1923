// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/clocked_crossbar.hpp"

#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

using base::Picoseconds;
using base::Word;
using schedule::kUnmatched;

ClockedCrossbar::ClockedCrossbar(const sc_core::sc_module_name& name, schedule::CrossbarCore& core,
                                 Timing timing, CircuitSwitch& circuits, Complain complain)
    : sc_core::sc_module(name),
      core_(core),
      timing_(timing),
      circuits_(circuits),
      complain_(std::move(complain)),
      active_(static_cast<std::size_t>(core.shape().ports), kUnmatched),
      input_of_(active_) {
  core_.reset();
  // Each input offers its own number, so that a word tells where it comes from.
  in_.valid = base::low_mask(core.shape().ports);
  for (int i = 0; i < core.shape().ports; ++i) in_.words.push_back(static_cast<std::uint64_t>(i));
  SC_HAS_PROCESS(ClockedCrossbar);
  SC_METHOD(edge);
  sensitive << tick_;
  dont_initialize();
}

void ClockedCrossbar::offer(const Setting& setting, std::int64_t hold) {
  const Picoseconds at = setting.from - lead();
  JQ_CHECK((at - timing_.phase).count() % timing_.period.count() == 0, "settings start at edges");
  JQ_CHECK(at >= now(), "a setting is offered in time");
  const std::int64_t clocks = (setting.to - setting.from).count() / timing_.period.count();
  offered_.push_back(
      {at, setting.columns,
       schedule::crossbar_configuration(setting.columns, hold, static_cast<int>(clocks / hold),
                                        timing_.guard_clocks)});
  if (!running_) wait_for_work();
}

// The next edge is that which ends the clock of the next offer.
void ClockedCrossbar::wait_for_work() {
  running_ = !offered_.empty();
  if (running_) tick_.notify(until(offered_.front().at + timing_.period));
}

// The end of a clock: the hardware takes its inputs, and shows what the next clock connects.
void ClockedCrossbar::edge() {
  ++clocks_;
  const Picoseconds began = now() - timing_.period;
  in_.offer = !offered_.empty() && offered_.front().at == began;
  if (in_.offer) in_.configuration = offered_.front().configuration;
  const schedule::CrossbarOutputs& out = core_.step(in_);
  check_words(out);
  if (in_.offer) {
    if (!out.ready) complain_("not ready for a setting at " + config::show_quantity(began));
    taken_.push_back(std::move(offered_.front().columns));
    offered_.pop_front();
  }
  connect_what_shows(now());
  const bool busy = lit_ || words_expected_ != 0 || !taken_.empty();
  if (busy) {
    tick_.notify(kernel_time(timing_.period));
  } else {
    wait_for_work();
  }
}

// A dark clock lies between two settings, as there is a guard.
void ClockedCrossbar::connect_what_shows(Picoseconds time) {
  const schedule::CrossbarOutputs& out = core_.outputs();
  if (out.error) complain_("an error at " + config::show_quantity(time));
  if (out.active == lit_) return;
  lit_ = out.active;
  if (!lit_) {
    base::for_each_bit(connected_, 0, [&](int i) { circuits_.disconnect(i, time); });
    connected_ = 0;
    return;
  }
  active_ = std::move(taken_.front());
  taken_.pop_front();
  connected_ = out.connected;
  base::for_each_bit(connected_, 0,
                     [&](int i) { circuits_.connect(i, base::at(active_, i), time); });
}

// A word taken in a clock shows in the next: just those that were connected, each at its output.
void ClockedCrossbar::check_words(const schedule::CrossbarOutputs& out) {
  if (out.valid != words_expected_) complain_("words at other outputs than are connected");
  base::for_each_bit(out.valid & words_expected_, 0, [&](int j) {
    const int input = base::at(input_of_, j);
    if (base::at(out.words, j) != static_cast<std::uint64_t>(input)) {
      complain_("at output " + std::to_string(j) + " another input's word than " +
                std::to_string(input) + "'s");
    }
  });
  words_expected_ = 0;
  base::for_each_bit(connected_, 0, [&](int i) {
    const int j = base::at(active_, i);
    words_expected_ |= Word{1} << j;
    base::at(input_of_, j) = i;
  });
}

}  // namespace jacquard::systemc
