// SPDX-License-Identifier: Apache-2.0
// A module that grants (N to 1, allocator, matrix), clock by clock, held to its contract.
#pragma once

#include <deque>
#include <unordered_set>

#include "jacquard/rtl/pin_device.hpp"
#include "sim/verify/contract.hpp"
#include "sim/verify/request_cover.hpp"
#include "sim/verify/script.hpp"

namespace jacquard::verify {

using Lanes = std::vector<base::Word>;  // bit v of word i: lane v of input i

// What was seen, over all scripts.
struct Seen {
  std::unordered_set<std::uint64_t> patterns;  // hashes of what was asked in one clock
  Lanes granted;                               // requesters that were
  std::int64_t clocks = 0, longest_wait = 0;
  std::int64_t offers = 0, chances = 0;  // outputs that were taken, of those that could have been
};

class GrantBench {
 public:
  // All outlive the bench.
  GrantBench(rtl::PinDevice& device, rtl::RtlKind kind, const rtl::Wiring& wiring,
             const Contract& contract, std::uint64_t seed);

  // Goes on with another device. `others`: the same module from other power-ups, which must answer
  // as it does.
  void play_on(rtl::PinDevice& device, std::vector<rtl::PinDevice*> others) {
    device_ = &device;
    others_ = std::move(others);
  }

  // The contract with what it left to be measured.
  Contract measured();

  std::optional<Fault> play(const Script& script);
  // As play(); `weights` grants of each requester are due in every round.
  std::optional<Fault> play_weighted(const Script& script, const std::vector<int>& weights);

  // As play() of `before` and then, without a reset, of `script`: `answers` is what each clock of
  // the latter shows.
  std::optional<Fault> play_after(const Script& before, const Script& script,
                                  std::vector<std::uint64_t>& answers);

  const Seen& seen() const { return seen_; }
  std::vector<rtl::Covered> cover() const { return cover_.rows(); }
  std::int64_t clocks() const { return clock_; }       // of it, resets left out
  std::uint64_t trace_hash() const { return trace_; }  // of what the last script saw
  static constexpr int kResetClocks = 2;

 private:
  struct Asked {
    Lanes lanes;
    std::vector<std::uint8_t> dest;
    std::vector<std::uint32_t> words;  // number of each requester's word
  };
  struct Shown {
    Lanes offered, taken;
    base::Word valid = 0;  // outputs that are offered something
  };

  int input_of(int requester) const { return requester / shape_.lanes; }
  bool has(const Lanes& lanes, int requester) const;
  void set(Lanes& lanes, int requester, bool on) const;
  int dest_of(const Asked& asked, int requester) const;
  template <class Visit>
  void each(const Lanes& lanes, const Visit& visit) const;

  int measured_latency();
  Order measured_order();
  GrantMeans measured_grant();
  bool keeps_offers();
  void reset(const Script& script);
  void go_on(const Script& script);
  void arrive(const Wish& wish);
  rtl::Pins drive(base::Word ready, const Lanes& acks, bool start) const;
  std::uint64_t word_of(int requester, std::uint32_t number, int chunk) const;
  void clock(const Wish& wish);
  Lanes acks_for(base::Word ready);
  Shown read(const rtl::Pins& out, const Asked& asked, base::Word ready);
  void judge(const Shown& shown, const Asked& asked, base::Word ready);
  void judge_pairs(const Shown& shown, const Asked& asked);
  void judge_held(const Shown& shown, base::Word ready);
  void judge_order(const Shown& shown, const Asked& asked);
  void judge_progress(const Shown& shown, const Asked& asked, base::Word ready);
  void judge_words(const rtl::Pins& out, const Shown& shown, const Asked& asked);
  void judge_waits(const Shown& shown, base::Word ready);
  void judge_valid_first();
  void compare(const rtl::Pins& in, const rtl::Pins& out, bool reset);
  std::uint64_t significant(const rtl::Pins& out) const;
  void fault(const char* rule, const std::string& text);
  std::string name(int requester) const;
  RequestCover fresh_cover() const;
  Lanes pairs_of(const Asked& asked, const Lanes& lanes) const;

  rtl::PinDevice* device_;
  std::vector<rtl::PinDevice*> others_;
  rtl::RtlKind kind_;
  rtl::Wiring wiring_;
  rtl::SwitchShape shape_;
  Contract contract_;
  std::uint64_t seed_;
  bool counts_grants_;  // waits are counted in grants to others, else in clocks
  rtl::Bus req_, gnt_, dest_, ready_, yumi_, valid_, index_, select_, data_, data_out_, ack_,
      start_, done_, weight_;
  std::vector<int> weights_;

  Asked now_;
  std::deque<Asked> flight_;   // what was asked, the oldest first
  std::deque<Lanes> granted_;  // in the clocks since then
  Lanes held_;                 // offered before and not ended
  base::Word held_outputs_ = 0;
  Lanes last_;  // granted last
  std::vector<std::int64_t> waits_, ages_, counts_;
  std::vector<int> idle_;
  bool deciding_ = false, rest_ = false;
  std::int64_t clock_ = 0, silent_ = 0;
  std::uint64_t trace_ = 0;
  std::vector<std::uint64_t>* answers_ = nullptr;  // of play_after()
  std::optional<Fault> fault_;
  std::string pins_;
  Seen seen_;
  RequestCover cover_;
};

}  // namespace jacquard::verify
