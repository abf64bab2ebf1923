// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/grant_bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/rtl/pins.hpp"

namespace jacquard::verify {
namespace {

constexpr std::int64_t kPatience = 1000;  // clocks without an answer, beyond what fairness allows
constexpr std::int64_t kTriedReady = 64;  // clocks of a script in which valid is tried both ways
constexpr int kChunk = 64;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {  // splitmix64's finaliser
  std::uint64_t z = hash * 0x9e3779b97f4a7c15u + value + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

bool any(const Lanes& lanes) {
  return std::any_of(lanes.begin(), lanes.end(), [](base::Word w) { return w != 0; });
}

}  // namespace

GrantBench::GrantBench(rtl::PinDevice& device, rtl::RtlKind kind, const rtl::Wiring& wiring,
                       const Contract& contract, std::uint64_t seed)
    : device_(&device),
      kind_(kind),
      wiring_(wiring),
      shape_(wiring.shape),
      contract_(contract),
      seed_(seed),
      counts_grants_(shape_.lanes == 1),
      cover_(fresh_cover()) {
  const auto bus = [&](const char* role) { return wiring_.bus(role); };
  req_ = bus("req"), gnt_ = bus("gnt"), dest_ = bus("dest"), ready_ = bus("ready");
  yumi_ = bus("yumi"), valid_ = bus("valid"), index_ = bus("index"), select_ = bus("select");
  data_ = bus("data"), data_out_ = bus("data_out"), ack_ = bus("ack"), start_ = bus("start");
  done_ = bus("done"), weight_ = bus("weight");
  const auto requesters = static_cast<std::size_t>(shape_.requesters());
  weights_.assign(requesters, 1);
  if (contract_.order == Order::weighted) weights_ = contract_.weight_list(shape_.requesters());
  seen_.granted.assign(static_cast<std::size_t>(shape_.inputs), 0);
}

bool GrantBench::has(const Lanes& lanes, int requester) const {
  return (base::at(lanes, input_of(requester)) >> (requester % shape_.lanes)) & 1;
}

void GrantBench::set(Lanes& lanes, int requester, bool on) const {
  const base::Word bit = base::Word{1} << (requester % shape_.lanes);
  base::Word& word = base::at(lanes, input_of(requester));
  word = on ? word | bit : word & ~bit;
}

template <class Visit>
void GrantBench::each(const Lanes& lanes, const Visit& visit) const {
  for (int i = 0; i < shape_.inputs; ++i) {
    base::for_each_bit(base::at(lanes, i), i * shape_.lanes, visit);
  }
}

int GrantBench::dest_of(const Asked& asked, int requester) const {
  if (kind_ == rtl::RtlKind::matrix) return requester % shape_.lanes;
  return kind_ == rtl::RtlKind::n_to_1 ? 0 : base::at(asked.dest, requester);
}

std::string GrantBench::name(int requester) const {
  const int input = input_of(requester), lane = requester % shape_.lanes;
  if (kind_ == rtl::RtlKind::matrix) return fmt::format("input {} for output {}", input, lane);
  std::string text = fmt::format("input {}", input);
  if (shape_.lanes > 1) text += fmt::format(", lane {}", lane);
  if (kind_ == rtl::RtlKind::allocator)
    text += fmt::format(" for output {}", dest_of(now_, requester));
  return text;
}

RequestCover GrantBench::fresh_cover() const {
  using Wins = RequestCover::Wins;
  return {shape_.inputs, shape_.outputs, std::min(shape_.lanes, shape_.outputs),
          contract_.order == Order::fixed        ? Wins::lowest
          : contract_.order == Order::fixed_high ? Wins::highest
                                                 : Wins::any};
}

// Bit j of word i: of `lanes`, one of input i asks for output j.
Lanes GrantBench::pairs_of(const Asked& asked, const Lanes& lanes) const {
  Lanes pairs(lanes.size(), 0);
  each(lanes, [&](int r) {
    pairs[static_cast<std::size_t>(input_of(r))] |= base::Word{1} << dest_of(asked, r);
  });
  return pairs;
}

void GrantBench::fault(const char* rule, const std::string& text) {
  if (!fault_) fault_ = Fault{rule, text, clock_, "", ~std::size_t{0}};
}

// A word may be wider than 64 bits: chunk by chunk.
std::uint64_t GrantBench::word_of(int requester, std::uint32_t number, int chunk) const {
  const auto r = static_cast<std::uint64_t>(requester);
  return mixed(mixed(seed_, (r << 32) + number), static_cast<std::uint64_t>(chunk));
}

rtl::Pins GrantBench::drive(base::Word ready, const Lanes& acks, bool start) const {
  rtl::Pins in = rtl::blank_pins(wiring_.in_bits);
  const auto put = [&](const rtl::Bus& bus, int field, std::uint64_t value) {
    if (bus.there())
      rtl::put_bits(in.data(), bus.at + field * bus.bits, std::min(bus.bits, kChunk), value);
  };
  for (int r = 0; r < shape_.requesters(); ++r) {
    put(req_, r, has(now_.lanes, r) ? 1 : 0);
    put(ack_, r, has(acks, r) ? 1 : 0);
    put(weight_, r, static_cast<std::uint64_t>(base::at(weights_, r)));
    if (dest_.there()) put(dest_, r, base::at(now_.dest, r));
    for (int at = 0; data_.there() && at < data_.bits; at += kChunk) {
      rtl::put_bits(in.data(), data_.at + r * data_.bits + at, std::min(kChunk, data_.bits - at),
                    word_of(r, base::at(now_.words, r), at / kChunk));
    }
  }
  for (int j = 0; j < shape_.outputs; ++j) {
    put(ready_, j, (ready >> j) & 1);
    put(yumi_, j, (ready >> j) & 1);
  }
  put(start_, 0, start ? 1 : 0);
  return in;
}

void GrantBench::reset(const Script& script) {
  const auto inputs = static_cast<std::size_t>(shape_.inputs);
  const auto requesters = static_cast<std::size_t>(shape_.requesters());
  now_ = {Lanes(inputs, 0), std::vector<std::uint8_t>(requesters, 0),
          std::vector<std::uint32_t>(requesters, 0)};
  held_ = last_ = Lanes(inputs, 0);
  held_outputs_ = 0;
  flight_.clear();
  granted_.clear();
  waits_.assign(requesters, 0);
  ages_.assign(requesters, 0);
  counts_.assign(requesters, 0);
  idle_.assign(static_cast<std::size_t>(shape_.outputs), 0);
  deciding_ = rest_ = false;
  silent_ = 0;
  clock_ = 0;
  trace_ = 0;
  fault_.reset();
  if (!script.empty()) arrive(script[0]);
  const rtl::Pins in = drive(~base::Word{0}, Lanes(inputs, 0), false);
  for (int k = 0; k < kResetClocks; ++k) compare(in, device_->step(in, true), true);
}

void GrantBench::arrive(const Wish& wish) {
  if (deciding_) return;
  const Lanes before = now_.lanes;
  if (contract_.requests == Requests::drop) now_.lanes.assign(now_.lanes.size(), 0);
  for (int r = 0; r < shape_.requesters(); ++r) {
    const bool asks = input_of(r) < static_cast<int>(wish.asks.size()) && has(wish.asks, r);
    if (!asks || (contract_.ends == Ends::release && has(last_, r))) continue;
    set(now_.lanes, r, true);
    if (has(before, r)) continue;
    if (!wish.dest.empty()) base::at(now_.dest, r) = base::at(wish.dest, r);
    base::at(ages_, r) = base::at(waits_, r) = 0;
  }
}

// Those whose grant shows already are acknowledged where the wish says ready.
Lanes GrantBench::acks_for(base::Word ready) {
  Lanes acks(now_.lanes.size(), 0);
  if (contract_.ends != Ends::ack || !ack_.there()) return acks;
  const Asked& asked =
      flight_.size() > static_cast<std::size_t>(contract_.latency) ? flight_.front() : now_;
  const Shown shown = read(device_->look(drive(ready, acks, false)), asked, ready);
  each(shown.offered, [&](int r) {
    if ((ready >> dest_of(asked, r)) & 1) set(acks, r, true);
  });
  return acks;
}

GrantBench::Shown GrantBench::read(const rtl::Pins& out, const Asked& asked, base::Word ready) {
  const Lanes none(now_.lanes.size(), 0);
  const auto bit = [&](const rtl::Bus& bus, int field) {
    return rtl::get_bits(out.data(), bus.at + field * bus.bits, bus.bits) != 0;
  };
  Shown shown{none, none, 0};
  const bool answers = contract_.ends != Ends::done || (deciding_ && bit(done_, 0));
  if (!answers) return shown;
  Lanes gnt = none;
  const bool to_all = contract_.grant != GrantMeans::ready;
  for (int r = 0; gnt_.there() && r < shape_.requesters(); ++r) {
    set(gnt, r, bit(gnt_, r) && (to_all || has(asked.lanes, r)));
  }
  for (int j = 0; valid_.there() && j < shape_.outputs; ++j) {
    if (bit(valid_, j)) shown.valid |= base::Word{1} << j;
  }
  const bool selects = select_.there() && shape_.lanes == 1;
  if (index_.there() && (valid_.there() || any(gnt) || contract_.ends == Ends::done)) {
    if (shown.valid != 0 || !valid_.there()) {
      const auto index = static_cast<int>(std::min<std::uint64_t>(
          rtl::get_bits(out.data(), index_.at, std::min(index_.bits, kChunk)), 1u << 20));
      if (index >= shape_.requesters()) {
        fault("index", fmt::format("the index is {} of {} inputs", index, shape_.requesters()));
        return shown;
      }
      set(shown.offered, index, true);
    }
  } else if (selects) {
    for (int j = 0; j < shape_.outputs; ++j) {
      for (int i = 0; i < shape_.inputs; ++i) {
        const bool offered = !valid_.there() || ((shown.valid >> j) & 1);
        if (offered && bit(select_, j * shape_.inputs + i)) set(shown.offered, i, true);
      }
    }
  } else {
    shown.offered = gnt;
  }
  const bool transfer = contract_.grants_transfers() && gnt_.there();
  Lanes takes = none;  // offered, and ready
  each(shown.offered, [&](int r) {
    if ((ready >> dest_of(asked, r)) & 1) set(takes, r, true);
  });
  const bool waits = contract_.ends == Ends::ready || contract_.ends == Ends::release;
  shown.taken = transfer ? gnt : waits ? takes : shown.offered;
  if (transfer) {
    each(gnt, [&](int r) {
      if (!((ready >> dest_of(asked, r)) & 1)) {
        fault("blocked", fmt::format("{} is granted while ready is 0", name(r)));
      }
    });
  }
  const Lanes& due = transfer ? takes : shown.offered;
  if (gnt_.there() && (index_.there() || selects) && gnt != due) {
    int odd = 0;
    while (has(gnt, odd) == has(due, odd)) ++odd;
    fault("index", fmt::format("gnt is {} for {}, which the {} is {}for", has(gnt, odd) ? 1 : 0,
                               name(odd), index_.there() ? "index" : "selection",
                               has(shown.offered, odd) ? "" : "not "));
  }
  if (gnt_.there() && valid_.there() && !index_.there() && !selects &&
      contract_.ends != Ends::done) {
    base::Word granted = 0;
    each(gnt, [&](int r) { granted |= base::Word{1} << dest_of(asked, r); });
    const base::Word expected = transfer ? shown.valid & ready : shown.valid;
    if ((granted ^ expected) & base::low_mask(shape_.outputs)) {
      fault("valid", granted & ~expected ? "gnt is set where valid is 0"
                                         : "valid is 1, and gnt grants nobody");
    }
  }
  return shown;
}

void GrantBench::judge_pairs(const Shown& shown, const Asked& asked) {
  base::Word outputs = 0;
  for (int i = 0; i < shape_.inputs; ++i) {
    if (base::count_bits(base::at(shown.offered, i)) > 1) {
      fault("one grant", fmt::format("input {} is granted twice", i));
    }
  }
  const bool keeps = contract_.ends == Ends::ack || contract_.ends == Ends::release;
  const bool parked =
      contract_.parked && !any(asked.lanes) && (shown.offered == last_ || !any(last_));
  each(shown.offered, [&](int r) {
    const base::Word output = base::Word{1} << dest_of(asked, r);
    if (outputs & output) {
      fault("one grant", kind_ == rtl::RtlKind::n_to_1
                             ? fmt::format("two are granted at once, {} the second", name(r))
                             : fmt::format("output {} is granted twice, to {} the second time",
                                           dest_of(asked, r), name(r)));
    }
    outputs |= output;
    if (parked || has(asked.lanes, r) || (keeps && has(held_, r))) return;
    fault("asked",
          fmt::format(
              "{} is granted, and did not ask{}", name(r),
              contract_.latency == 0 ? "" : fmt::format(" {} clocks before", contract_.latency)));
  });
}

// What was offered and has not ended.
void GrantBench::judge_held(const Shown& shown, base::Word ready) {
  const bool taking = contract_.ends == Ends::ready;
  if (taking && (contract_.stable == Stable::no || contract_.requests == Requests::drop)) return;
  if (contract_.ends == Ends::clock || contract_.ends == Ends::done) return;
  base::Word outputs = 0;
  each(shown.offered, [&](int r) { outputs |= base::Word{1} << dest_of(now_, r); });
  each(held_, [&](int r) {
    const int j = dest_of(now_, r);
    // A grant that shows only with ready has nothing to show without.
    const bool hidden = contract_.grants_transfers() && !index_.there() && !select_.there();
    if (taking && hidden && !((ready >> j) & 1)) return;
    if (!((outputs >> j) & 1)) {
      fault("held", taking
                        ? fmt::format("the offer to {} is gone before ready took it", name(r))
                        : fmt::format("the grant of {} is gone before it was released", name(r)));
    } else if (!has(shown.offered, r) && (!taking || contract_.stable == Stable::index)) {
      fault("held", fmt::format("the grant moved on from {} before {}", name(r),
                                taking ? "ready took it" : "it was released"));
    }
  });
}

void GrantBench::judge_order(const Shown& shown, const Asked& asked) {
  const bool high = contract_.order == Order::fixed_high;
  if (kind_ != rtl::RtlKind::n_to_1 || (!high && contract_.order != Order::fixed)) return;
  if (any(held_) && contract_.stable == Stable::index) return;
  each(shown.offered, [&](int granted) {
    Lanes recent(now_.lanes.size(), 0);
    for (const Lanes& lanes : granted_) {
      for (std::size_t i = 0; i < recent.size(); ++i) recent[i] |= lanes[i];
    }
    each(asked.lanes, [&](int r) {
      const bool first = high ? r > granted : r < granted;
      if (!first || has(recent, r)) return;
      fault("order", fmt::format("{} is granted while {}, which is before it, asks", name(granted),
                                 name(r)));
    });
  });
}

void GrantBench::judge_progress(const Shown& shown, const Asked& asked, base::Word ready) {
  if (contract_.ends == Ends::done && !any(shown.offered)) return;
  Lanes open = asked.lanes;
  for (const Lanes& lanes : granted_) {
    for (std::size_t i = 0; i < open.size(); ++i) open[i] &= ~lanes[i];
  }
  base::Word outputs = 0;
  each(shown.offered, [&](int r) { outputs |= base::Word{1} << dest_of(asked, r); });
  int left_out = -1;
  base::Word waiting = 0, could = 0;
  each(asked.lanes, [&](int r) { could |= base::Word{1} << dest_of(asked, r); });
  each(open, [&](int r) {
    const int j = dest_of(asked, r);
    const bool willing = (contract_.ends != Ends::ready) || ((ready >> j) & 1);
    const bool free = base::at(shown.offered, input_of(r)) == 0 && !((outputs >> j) & 1);
    if (!free || !willing) return;
    if (left_out < 0) left_out = r;
    waiting |= base::Word{1} << j;
  });
  if (contract_.ends != Ends::ready) ready = ~base::Word{0};
  seen_.chances += base::count_bits(could & ready);
  seen_.offers += base::count_bits(outputs & could & ready);
  if (contract_.progress == Serves::no) return;
  if (contract_.progress == Serves::some && any(shown.offered)) waiting = 0;
  for (int j = 0; j < shape_.outputs; ++j) {
    int& idle = base::at(idle_, j);
    idle = (waiting >> j) & 1 ? idle + 1 : 0;
    if (idle <= contract_.bubbles) continue;
    fault("progress",
          fmt::format("{} asks, and nothing is granted{}", name(left_out),
                      kind_ == rtl::RtlKind::n_to_1 || contract_.progress == Serves::some
                          ? ""
                          : " though both are idle"));
  }
}

void GrantBench::judge_words(const rtl::Pins& out, const Shown& shown, const Asked& asked) {
  if (!data_.there() || !data_out_.there()) return;
  each(shown.offered, [&](int r) {
    const int j = dest_of(asked, r);
    for (int at = 0; at < data_.bits; at += kChunk) {
      const int bits = std::min(kChunk, data_.bits - at);
      const auto expected =
          word_of(r, base::at(asked.words, r), at / kChunk) & base::low_mask(bits);
      const auto got = rtl::get_bits(out.data(), data_out_.at + j * data_out_.bits + at, bits);
      if (got == expected) continue;
      std::string whose = "nobody's";
      for (int other = 0; other < shape_.requesters(); ++other) {
        if ((word_of(other, base::at(asked.words, other), at / kChunk) & base::low_mask(bits)) ==
            got) {
          whose = "that of " + name(other);
        }
      }
      fault("data", fmt::format("{} is granted, and the word is {:x}, {}; its own is {:x}", name(r),
                                got, whose, expected));
      return;
    }
  });
}

void GrantBench::judge_waits(const Shown& shown, base::Word ready) {
  std::vector<int> grants(static_cast<std::size_t>(shape_.outputs), 0);
  each(shown.taken, [&](int r) { ++base::at(grants, dest_of(now_, r)); });
  const bool fair = contract_.order == Order::fair || contract_.order == Order::weighted;
  const bool answered = contract_.ends != Ends::done || any(shown.offered);
  silent_ = answered || !any(now_.lanes) ? 0 : silent_ + 1;
  if (silent_ > kPatience) {
    fault("progress", fmt::format("there is no answer in {} clocks", silent_));
  }
  each(now_.lanes, [&](int r) {
    std::int64_t& wait = base::at(waits_, r);
    const int j = dest_of(now_, r);
    if (has(shown.taken, r)) {
      seen_.longest_wait = std::max(seen_.longest_wait, wait);
      wait = base::at(ages_, r) = 0;
      return;
    }
    const bool willing = answered && ((ready >> j) & 1);
    if (willing) ++base::at(ages_, r);
    if (base::at(ages_, r) <= contract_.latency) return;
    wait += counts_grants_ ? base::at(grants, j) : willing ? 1 : 0;
    if (fair && contract_.max_wait > 0 && wait > contract_.max_wait) {
      fault("fair",
            counts_grants_
                ? fmt::format("{} asks on end, and saw {} grants to others without its own",
                              name(r), wait)
                : fmt::format("{} asks on end, and was not granted in {} clocks", name(r), wait));
    }
    if (fair && base::at(ages_, r) > kPatience + contract_.max_wait + contract_.bubbles) {
      fault("fair", fmt::format("{} asks on end, and is never granted", name(r)));
    }
  });
}

// Downstream, ready may depend on valid in the same clock; so valid must not depend on ready.
void GrantBench::judge_valid_first() {
  if (!contract_.valid_first || !ready_.there() || !valid_.there() || clock_ >= kTriedReady) return;
  const Lanes none(now_.lanes.size(), 0);
  const auto valid = [&](base::Word tried) {
    const rtl::Pins& out = device_->look(drive(tried, none, deciding_));
    base::Word shown = 0;
    for (int j = 0; j < shape_.outputs; ++j) {
      shown |= rtl::get_bits(out.data(), valid_.at + j, 1) << j;
    }
    return shown;
  };
  if (const base::Word differs = valid(0) ^ valid(~base::Word{0})) {
    fault("valid first",
          fmt::format("valid of output {} depends on ready in the same clock: a loop "
                      "where ready depends on valid",
                      base::lowest_bit(differs)));
  }
}

std::uint64_t GrantBench::significant(const rtl::Pins& out) const {
  std::uint64_t hash = 0;
  bool valid = !valid_.there();
  for (const rtl::Bus* bus : {&gnt_, &valid_, &done_}) {
    for (int k = 0; bus->there() && k < bus->count; ++k) {
      const std::uint64_t bit = rtl::get_bits(out.data(), bus->at + k, 1);
      if (bus == &valid_) valid = valid || bit != 0;
      hash = mixed(hash, bit);
    }
  }
  if (index_.there() && valid_.there() && valid) {
    hash = mixed(hash, rtl::get_bits(out.data(), index_.at, std::min(index_.bits, kChunk)));
  }
  return hash;
}

// `out` is the device's own, valid until its next step.
void GrantBench::compare(const rtl::Pins& in, const rtl::Pins& out, bool reset) {
  const std::uint64_t own = significant(out);
  if (!reset) trace_ = mixed(trace_, own);
  if (answers_ != nullptr) answers_->push_back(own);
  for (rtl::PinDevice* other : others_) {
    const bool same = significant(other->step(in, reset)) == own;
    if (same || reset || clock_ < contract_.latency || !contract_.resets) continue;
    fault("power-up",
          "from other initial values the outputs are others: state that no reset clears");
  }
}

void GrantBench::judge(const Shown& shown, const Asked& asked, base::Word ready) {
  judge_pairs(shown, asked);
  judge_held(shown, ready);
  judge_order(shown, asked);
  judge_progress(shown, asked, ready);
  judge_waits(shown, ready);
}

void GrantBench::clock(const Wish& wish) {
  const bool starts = start_.there() && any(now_.lanes) && !rest_;
  deciding_ = contract_.ends == Ends::done && (start_.there() ? starts : any(now_.lanes));
  const Lanes acks = acks_for(wish.ready);
  const rtl::Pins in = drive(wish.ready, acks, starts);
  judge_valid_first();
  flight_.push_back(now_);
  const bool settled = static_cast<int>(flight_.size()) > contract_.latency;
  const Asked nothing{Lanes(now_.lanes.size(), 0), now_.dest, now_.words};
  const Asked asked = contract_.ends == Ends::done ? now_ : settled ? flight_.front() : nothing;
  if (settled) flight_.pop_front();
  std::uint64_t pattern = 0;
  for (const base::Word word : now_.lanes) pattern = mixed(pattern, word);
  seen_.patterns.insert(pattern);
  ++seen_.clocks;

  const rtl::Pins out = device_->step(in, false);
  compare(in, out, false);
  Shown shown = read(out, asked, wish.ready);
  if (contract_.ends == Ends::ack) {
    for (std::size_t i = 0; i < acks.size(); ++i) shown.taken[i] = shown.offered[i] & acks[i];
  }
  judge(shown, asked, wish.ready);
  judge_words(out, shown, asked);
  cover_.clock(pairs_of(asked, asked.lanes), pairs_of(asked, shown.taken));
  if (fault_ && fault_->pins.empty()) fault_->pins = rtl::told(wiring_, in, out);
  each(shown.taken, [&](int r) {
    if (contract_.requests == Requests::hold) set(now_.lanes, r, false);
    ++base::at(now_.words, r);
    ++base::at(counts_, r);
  });
  for (std::size_t i = 0; i < held_.size(); ++i) {
    held_[i] = shown.offered[i] & ~shown.taken[i];
    if (contract_.ends == Ends::release) held_[i] &= now_.lanes[i];
    seen_.granted[i] |= shown.taken[i];
  }
  rest_ = deciding_ && any(shown.offered);
  if (rest_) deciding_ = false;
  last_ = contract_.ends == Ends::release ? shown.taken : shown.offered;
  granted_.push_back(shown.offered);
  if (static_cast<int>(granted_.size()) > contract_.latency) granted_.pop_front();
  ++clock_;
}

std::optional<Fault> GrantBench::play(const Script& script) {
  reset(script);
  go_on(script);
  return fault_;
}

std::optional<Fault> GrantBench::play_after(const Script& before, const Script& script,
                                            std::vector<std::uint64_t>& answers) {
  play(before);
  answers_ = &answers;
  go_on(script);
  answers_ = nullptr;
  return fault_;
}

void GrantBench::go_on(const Script& script) {
  for (std::size_t k = 0; k < script.size() && !fault_;) {
    const bool waits =
        script[k].when_idle && any(now_.lanes) && contract_.requests == Requests::hold;
    Wish wish = script[k];
    if (waits) wish.asks.assign(wish.asks.size(), 0), wish.ready = ~base::Word{0};
    if (clock_ > 0) arrive(wish);
    clock(wish);
    if (!waits) ++k;
    if (fault_) fault_->wishes = std::max<std::size_t>(k, 1);
  }
  // What is left is served with everything ready, so that nothing is forgotten.
  Wish quiet{Lanes(now_.lanes.size(), 0), {}};
  const bool holds = contract_.requests == Requests::hold;
  while (holds && any(now_.lanes) && !fault_ && clock_ < (1 << 22) &&
         contract_.ends != Ends::done) {
    arrive(quiet);
    clock(quiet);
    if (!counts_grants_ || contract_.order != Order::any) continue;
    if (std::all_of(ages_.begin(), ages_.end(), [](std::int64_t age) { return age < kPatience; }))
      continue;
    break;
  }
}

std::optional<Fault> GrantBench::play_weighted(const Script& script,
                                               const std::vector<int>& weights) {
  if (std::optional<Fault> found = play(script)) return found;
  std::int64_t total = 0, round = 0;
  int most = 1;
  for (std::size_t r = 0; r < weights.size(); ++r) {
    total += counts_[r];
    round += weights[r];
    most = std::max(most, weights[r]);
  }
  for (std::size_t r = 0; r < weights.size(); ++r) {
    const std::int64_t due = total * weights[r] / round;
    if (std::abs(counts_[r] - due) <= 2 * most + 2) continue;  // a round begun and one not ended
    fault("weight", fmt::format("while all ask, {} has {} of {} grants; its weight is {} of {}",
                                name(static_cast<int>(r)), counts_[r], total, weights[r], round));
  }
  return fault_;
}

}  // namespace jacquard::verify
