// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/circuit/transfer.hpp"

namespace jacquard::systemc {

// What an NPU still has for one destination, by byte, so that what a fault lost is sent again and
// nothing twice.
class Voq {
 public:
  // A message of `size` bytes from byte 0 on.
  explicit Voq(std::int64_t size);

  std::int64_t waiting() const { return waiting_; }
  // Takes the next bytes, at most `most` (> 0), as one range; none waiting gives an empty range. A
  // range that was put back is taken before or after others, but never joined to them.
  ByteRange take(std::int64_t most);
  void put_back(ByteRange range);

 private:
  // Small, as a fabric has a VOQ for each pair.
  ByteRange first_;
  std::unique_ptr<std::vector<ByteRange>> others_;  // behind it: what faults put back, if anything
  std::int64_t waiting_ = 0;
};

// Which bytes of a message have come, each of them once.
class Received {
 public:
  std::int64_t count() const { return count_; }
  // False if a byte of the range had come before.
  bool add(ByteRange range);
  // All of [0, size) has come, and no more.
  bool complete(std::int64_t size) const;
  // All of [0, size) has come.
  bool covers(std::int64_t size) const;

 private:
  bool add_beyond(ByteRange range);

  std::int64_t from_zero_ = 0;  // [0, from_zero_) has come
  // Beyond, if anything: disjoint, ascending, adjacent ones joined. Few come out of order.
  std::unique_ptr<std::vector<ByteRange>> ranges_;
  std::int64_t count_ = 0;
};

}  // namespace jacquard::systemc
