// SPDX-License-Identifier: Apache-2.0
// A module that carries words (crossbar, switch, multiplexer) with valid and ready on both sides:
// each word arrives once, at its output, in the order of its input, uncorrupted.
#pragma once

#include <deque>

#include "jacquard/rtl/pin_device.hpp"
#include "sim/verify/contract.hpp"
#include "sim/verify/request_cover.hpp"
#include "sim/verify/script.hpp"

namespace jacquard::verify {

class StreamBench {
 public:
  StreamBench(rtl::PinDevice& device, const rtl::Wiring& wiring, const Contract& contract,
              std::uint64_t seed);

  std::optional<Fault> play(const Script& script);

  struct Seen {
    std::int64_t clocks = 0, words = 0, longest_wait = 0;  // of clocks from offer to arrival
    std::int64_t output_clocks = 0;  // outputs x clocks in which a word for them was on the way
    std::vector<base::Word> pairs;   // bit j of word i: a word went from i to j
  };
  const Seen& seen() const { return seen_; }
  std::vector<rtl::Covered> cover() const { return cover_.rows(); }
  // Bits of a word that name its input, and the fewest bits of a word.
  static int tag_bits(const rtl::SwitchShape& shape);
  static int least_bits(const rtl::SwitchShape& shape) { return tag_bits(shape) + 4; }

 private:
  struct Word {
    std::uint32_t number;
    std::int64_t since;
  };

  void reset();
  void clock(const Wish& wish);
  void arrive(const Wish& wish);
  rtl::Pins drive(base::Word ready) const;
  std::uint64_t bits_of(int input, std::uint32_t number, int chunk) const;
  std::uint64_t got(const rtl::Pins& out, int output, int chunk) const;
  void deliver(const rtl::Pins& out, int output);
  void judge_stable(const rtl::Pins& out, base::Word valid);
  void fault(const char* rule, const std::string& text);
  bool busy() const;

  rtl::PinDevice& device_;
  rtl::Wiring wiring_;
  rtl::SwitchShape shape_;
  Contract contract_;
  std::uint64_t seed_;
  rtl::Bus req_, gnt_, dest_, data_, valid_, ready_, yumi_, data_out_;
  std::vector<bool> asks_;
  std::vector<std::uint8_t> dests_;
  std::vector<std::uint32_t> numbers_;  // of the word an input offers
  std::vector<std::int64_t> since_;
  std::vector<std::deque<Word>> way_;  // from input i to output j, at i*outputs + j
  rtl::Pins offered_;                  // what the outputs showed
  base::Word held_ = 0;                // outputs whose word was not taken
  std::vector<std::int64_t> waits_;    // words of others that output j delivered since i offers
  std::int64_t clock_ = 0, quiet_ = 0;
  std::optional<Fault> fault_;
  Seen seen_;
  RequestCover cover_;
};

}  // namespace jacquard::verify
