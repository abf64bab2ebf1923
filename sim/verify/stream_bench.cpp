// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/stream_bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/pins.hpp"

namespace jacquard::verify {
namespace {

constexpr int kResetClocks = 2;
constexpr int kIdleClocks = 8;            // after a reset: buffers may need some to be ready
constexpr std::int64_t kPatience = 1000;  // clocks without a word while one is due and all is ready
constexpr std::int64_t kTriedReady = 64;
constexpr int kChunk = 64;

}  // namespace

StreamBench::StreamBench(rtl::PinDevice& device, const rtl::Wiring& wiring,
                         const Contract& contract, std::uint64_t seed)
    : device_(device),
      wiring_(wiring),
      shape_(wiring.shape),
      contract_(contract),
      seed_(seed),
      cover_(wiring.shape.inputs, wiring.shape.outputs, 1) {
  const auto bus = [&](const char* role) { return wiring_.bus(role); };
  req_ = bus("req"), gnt_ = bus("gnt"), dest_ = bus("dest"), data_ = bus("data");
  valid_ = bus("valid"), ready_ = bus("ready"), yumi_ = bus("yumi"), data_out_ = bus("data_out");
  seen_.pairs.assign(static_cast<std::size_t>(shape_.inputs), 0);
}

int StreamBench::tag_bits(const rtl::SwitchShape& shape) { return rtl::port_width(shape.inputs); }

void StreamBench::fault(const char* rule, const std::string& text) {
  if (!fault_) fault_ = Fault{rule, text, clock_, "", ~std::size_t{0}};
}

// The lowest bits are the input's number, so that a word says where it is from.
std::uint64_t StreamBench::bits_of(int input, std::uint32_t number, int chunk) const {
  base::Rng rng(seed_ + static_cast<std::uint64_t>(chunk), "verify/word",
                (static_cast<std::uint64_t>(input) << 32) + number);
  const std::uint64_t random = rng();
  if (chunk > 0) return random;
  return (random << tag_bits(shape_)) | static_cast<std::uint64_t>(input);
}

std::uint64_t StreamBench::got(const rtl::Pins& out, int output, int chunk) const {
  const int at = chunk * kChunk, bits = std::min(kChunk, data_out_.bits - at);
  return rtl::get_bits(out.data(), data_out_.at + output * data_out_.bits + at, bits);
}

void StreamBench::reset() {
  const auto inputs = static_cast<std::size_t>(shape_.inputs);
  asks_.assign(inputs, false);
  dests_.assign(inputs, 0);
  numbers_.assign(inputs, 0);
  since_.assign(inputs, 0);
  waits_.assign(inputs, 0);
  way_.assign(inputs * static_cast<std::size_t>(shape_.outputs), {});
  held_ = 0;
  clock_ = quiet_ = 0;
  fault_.reset();
  const rtl::Pins in = drive(0);
  for (int k = 0; k < kResetClocks; ++k) device_.step(in, true);
  for (int k = 0; k < kIdleClocks; ++k) device_.step(in, false);
}

rtl::Pins StreamBench::drive(base::Word ready) const {
  rtl::Pins in = rtl::blank_pins(wiring_.in_bits);
  const auto put = [&](const rtl::Bus& bus, int field, std::uint64_t value) {
    if (bus.there())
      rtl::put_bits(in.data(), bus.at + field * bus.bits, std::min(bus.bits, kChunk), value);
  };
  for (int i = 0; i < shape_.inputs; ++i) {
    put(req_, i, base::at(asks_, i) ? 1 : 0);
    put(dest_, i, base::at(dests_, i));
    for (int at = 0; at < data_.bits; at += kChunk) {
      rtl::put_bits(in.data(), data_.at + i * data_.bits + at, std::min(kChunk, data_.bits - at),
                    bits_of(i, base::at(numbers_, i), at / kChunk));
    }
  }
  for (int j = 0; j < shape_.outputs; ++j) {
    put(ready_, j, (ready >> j) & 1);
    put(yumi_, j, (ready >> j) & 1);
  }
  return in;
}

void StreamBench::arrive(const Wish& wish) {
  for (int i = 0; i < shape_.inputs; ++i) {
    const bool asks = i < static_cast<int>(wish.asks.size()) && (base::at(wish.asks, i) & 1);
    if (!asks || base::at(asks_, i)) continue;
    asks_[static_cast<std::size_t>(i)] = true;
    base::at(dests_, i) = wish.dest.empty() || !dest_.there() ? 0 : base::at(wish.dest, i);
    base::at(since_, i) = clock_;
    base::at(waits_, i) = 0;
  }
}

bool StreamBench::busy() const {
  return std::any_of(asks_.begin(), asks_.end(), [](bool b) { return b; }) ||
         std::any_of(way_.begin(), way_.end(), [](const auto& queue) { return !queue.empty(); });
}

// What an output showed and nobody took stays.
void StreamBench::judge_stable(const rtl::Pins& out, base::Word valid) {
  if (contract_.stable == Stable::no) return;
  base::for_each_bit(held_, 0, [&](int j) {
    if (!((valid >> j) & 1)) {
      fault("held", fmt::format("valid of output {} fell before ready took its word", j));
      return;
    }
    if (contract_.stable != Stable::index) return;
    for (int at = 0; at < data_out_.bits; at += kChunk) {
      if (got(out, j, at / kChunk) == got(offered_, j, at / kChunk)) continue;
      fault("held", fmt::format("the word of output {} changed before ready took it", j));
    }
  });
}

void StreamBench::deliver(const rtl::Pins& out, int output) {
  const std::uint64_t word = got(out, output, 0);
  const auto input = static_cast<int>(word & base::low_mask(tag_bits(shape_)));
  if (input >= shape_.inputs) {
    fault("data", fmt::format("output {} delivers {:x}, which no input sent", output, word));
    return;
  }
  std::deque<Word>& queue = base::at(way_, input * shape_.outputs + output);
  const auto is = [&](std::uint32_t number) {
    for (int at = 0; at < data_out_.bits; at += kChunk) {
      const int bits = std::min(kChunk, data_out_.bits - at);
      if (got(out, output, at / kChunk) !=
          (bits_of(input, number, at / kChunk) & base::low_mask(bits)))
        return false;
    }
    return true;
  };
  if (!queue.empty() && is(queue.front().number)) {
    seen_.longest_wait = std::max(seen_.longest_wait, clock_ - queue.front().since);
    queue.pop_front();
    ++seen_.words;
    seen_.pairs[static_cast<std::size_t>(input)] |= base::Word{1} << output;
    quiet_ = 0;
    return;
  }
  for (const Word& later : queue) {
    if (!is(later.number)) continue;
    fault("order", fmt::format("output {} delivers word {} of input {} before word {}", output,
                               later.number, input, queue.front().number));
  }
  for (int j = 0; j < shape_.outputs; ++j) {
    for (const Word& sent : base::at(way_, input * shape_.outputs + j)) {
      if (j != output && is(sent.number)) {
        fault("dest", fmt::format("word {} of input {} is for output {} and arrives at output {}",
                                  sent.number, input, j, output));
      }
    }
  }
  const std::uint32_t next = base::at(numbers_, input);
  for (std::uint32_t before = 0; before < next; ++before) {
    if (is(before)) {
      fault("once", fmt::format("word {} of input {} arrives at output {} a second time", before,
                                input, output));
    }
  }
  fault("data", fmt::format("output {} delivers {:x}, which is no word under way from input {}",
                            output, word, input));
}

void StreamBench::clock(const Wish& wish) {
  const rtl::Pins in = drive(wish.ready);
  const auto valid_of = [&](const rtl::Pins& out) {
    base::Word valid = 0;
    for (int j = 0; j < shape_.outputs; ++j)
      valid |= rtl::get_bits(out.data(), valid_.at + j, 1) << j;
    return valid;
  };
  if (contract_.valid_first && ready_.there() && clock_ < kTriedReady) {
    const base::Word without = valid_of(device_.look(drive(0)));
    if (const base::Word differs = without ^ valid_of(device_.look(drive(~base::Word{0})))) {
      fault("valid first", fmt::format("valid of output {} depends on ready in the same clock",
                                       base::lowest_bit(differs)));
    }
  }
  const rtl::Pins out = device_.step(in, false);
  ++seen_.clocks;
  ++quiet_;
  const base::Word valid = valid_of(out);
  const base::Word ready = ready_.there() || yumi_.there() ? wish.ready : ~base::Word{0};
  judge_stable(out, valid);
  std::vector<int> taken_for(static_cast<std::size_t>(shape_.outputs), 0);
  std::vector<base::Word> asked(asks_.size(), 0), taken(asks_.size(), 0);
  for (int i = 0; i < shape_.inputs; ++i) {
    if (!base::at(asks_, i)) continue;
    const int j = base::at(dests_, i);
    base::at(asked, i) = base::Word{1} << j;
    if (rtl::get_bits(out.data(), gnt_.at + i, 1) == 0) continue;
    base::at(taken, i) = base::Word{1} << j;
    base::at(way_, i * shape_.outputs + j).push_back({base::at(numbers_, i), base::at(since_, i)});
    ++base::at(numbers_, i);
    ++base::at(taken_for, j);
    asks_[static_cast<std::size_t>(i)] = false;
  }
  cover_.clock(asked, taken);
  for (int i = 0; i < shape_.inputs; ++i) {
    if (!base::at(asks_, i)) continue;
    std::int64_t& wait = base::at(waits_, i);
    wait += base::at(taken_for, base::at(dests_, i));
    if (contract_.order == Order::fair && contract_.max_wait > 0 && wait > contract_.max_wait) {
      fault("fair", fmt::format("input {} offers a word for output {} on end, and saw {} of others "
                                "taken for it",
                                i, base::at(dests_, i), wait));
    }
  }
  for (int j = 0; j < shape_.outputs; ++j) {
    for (int i = 0; i < shape_.inputs; ++i) {
      if (base::at(way_, i * shape_.outputs + j).empty() &&
          !(base::at(asks_, i) && base::at(dests_, i) == j))
        continue;
      ++seen_.output_clocks;
      break;
    }
  }
  base::for_each_bit(valid & ready & base::low_mask(shape_.outputs), 0,
                     [&](int j) { deliver(out, j); });
  if (fault_ && fault_->pins.empty()) fault_->pins = rtl::told(wiring_, in, out);
  held_ = valid & ~ready & base::low_mask(shape_.outputs);
  offered_ = out;
  ++clock_;
}

std::optional<Fault> StreamBench::play(const Script& script) {
  reset();
  for (std::size_t k = 0; k < script.size() && !fault_;) {
    Wish wish = script[k];
    const bool waits = wish.when_idle && busy();
    if (waits) wish.asks.assign(wish.asks.size(), 0), wish.ready = ~base::Word{0};
    arrive(wish);
    clock(wish);
    if (!waits) ++k;
    if (fault_) fault_->wishes = std::max<std::size_t>(k, 1);
    if (wish.ready == 0) quiet_ = 0;
    if (waits && quiet_ > kPatience) break;
  }
  Wish quiet;
  quiet_ = 0;
  while (!fault_ && busy() && quiet_ <= kPatience) clock(quiet);
  for (int i = 0; i < shape_.inputs && !fault_ && busy(); ++i) {
    if (base::at(asks_, i)) {
      fault("fair", fmt::format("input {} offers a word for output {}, and it is never taken", i,
                                base::at(dests_, i)));
    }
    for (int j = 0; j < shape_.outputs; ++j) {
      const auto& queue = base::at(way_, i * shape_.outputs + j);
      if (queue.empty()) continue;
      fault("lost", fmt::format("word {} of input {} never arrives at output {}",
                                queue.front().number, i, j));
    }
  }
  return fault_;
}

}  // namespace jacquard::verify
