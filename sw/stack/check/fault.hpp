// SPDX-License-Identifier: Apache-2.0
// What does not hold of a stack, counted by kind, the first of each kind in words.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::stack::check {

enum class FaultKind : std::uint8_t {
  port,       // an input or output of a switch is used twice in a slot
  circuit,    // a circuit does not end at the receiver of its message
  capacity,   // more bytes than slots carry, or two messages at one place of a slot
  early,      // sent before its data, or what the program waits for, are there
  order,      // repetitions or calls out of order
  twice,      // bytes that are sent, or contributions that are counted, more than once
  missing,    // bytes that are not sent, or results that lack something
  placement,  // ranks on one port, on none, or on a failed one
  claim,      // the step's time, or what an entry says of itself
  job,        // a collective of the job that the stack has not, or the other way round
};
inline constexpr std::size_t kFaultKinds = 10;

const char* name_of(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::port;
  std::string words;
};

class Faults {
 public:
  // `words` is only asked for the first few of a kind.
  template <class Words>
  void add(FaultKind kind, const Words& words) {
    if (add(kind)) first_.push_back({kind, words()});
  }
  void take(Faults other);

  std::int64_t of(FaultKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::int64_t all() const;
  const std::vector<Fault>& first() const { return first_; }

 private:
  static constexpr std::int64_t kInWords = 5;  // of each kind
  bool add(FaultKind kind) { return ++counts_[static_cast<std::size_t>(kind)] <= kInWords; }

  std::array<std::int64_t, kFaultKinds> counts_{};
  std::vector<Fault> first_;
};

}  // namespace jacquard::stack::check
