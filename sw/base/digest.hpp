// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace jacquard::base {

// 128 bits over words: two multiply-rotate lanes with different constants. Equal digests are taken
// as equal inputs. Not for input that somebody makes to collide.
class Digest {
 public:
  using Value = std::pair<std::uint64_t, std::uint64_t>;

  void add(std::uint64_t word) {
    a_ = (rotated(a_, 29) ^ word) * 0x9e3779b97f4a7c15u;
    b_ = (rotated(b_, 31) + word) * 0xd6e8feb86659fd93u ^ (b_ >> 32);
  }
  void add_signed(std::int64_t word) { add(static_cast<std::uint64_t>(word)); }
  void add(const Value& value) {
    add(value.first);
    add(value.second);
  }
  // Its length, then its bytes.
  void add(std::string_view bytes) {
    add(static_cast<std::uint64_t>(bytes.size()));
    std::uint64_t word = 0;
    for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
      std::memcpy(&word, bytes.data(), sizeof word);
      add(word);
    }
    word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    add(word);
  }
  Value value() const { return {a_ ^ a_ >> 31, b_ ^ b_ >> 29}; }

 private:
  static std::uint64_t rotated(std::uint64_t x, int by) { return x << by | x >> (64 - by); }
  std::uint64_t a_ = 0x243f6a8885a308d3u;
  std::uint64_t b_ = 0x13198a2e03707344u;
};

}  // namespace jacquard::base
