// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/configuration/bits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::stack {
namespace {

constexpr int kByte = 8;

}  // namespace

void BitWriter::put(std::uint64_t value, int bits) {
  while (bits > 0) {
    const int used = static_cast<int>(bits_ % kByte);
    if (used == 0) bytes_.push_back('\0');
    const int taken = std::min(bits, kByte - used);
    const std::uint64_t piece = (value >> (bits - taken)) & ((1u << taken) - 1);
    const auto byte = static_cast<unsigned char>(bytes_.back());
    bytes_.back() = static_cast<char>(byte | piece << (kByte - used - taken));
    bits -= taken;
    bits_ += taken;
  }
}

void BitWriter::put_number(std::uint64_t value) {
  const std::uint64_t next = value + 1;
  const int length = bits_for(next + 1);                      // of `next`
  const int length_bits = bits_for(base::index(length) + 1);  // of `length`
  put(0, length_bits - 1);
  put(base::index(length), length_bits);
  put(next & ((std::uint64_t{1} << (length - 1)) - 1), length - 1);
}

std::uint64_t BitReader::get(int bits) {
  if (bits > left()) fail(fmt::format("{} bits more", bits), "the end");
  std::uint64_t value = 0;
  while (bits > 0) {
    const int used = static_cast<int>(at_ % kByte);
    const int taken = std::min(bits, kByte - used);
    const auto byte = static_cast<unsigned char>(base::at(bytes_, at_ / kByte));
    const auto piece =
        static_cast<std::uint64_t>(byte >> (kByte - used - taken)) & ((1u << taken) - 1);
    value = value << taken | piece;
    bits -= taken;
    at_ += taken;
  }
  return value;
}

std::uint64_t BitReader::get_number() {
  int zeros = 0;
  while (get(1) == 0) {
    if (++zeros > 6) fail("a number", "more than 6 zeros");
  }
  const auto length = static_cast<int>((std::uint64_t{1} << zeros) | get(zeros));
  if (length > 63) fail("a number below 2^63", fmt::format("one of {} bits", length));
  return ((std::uint64_t{1} << (length - 1)) | get(length - 1)) - 1;
}

std::uint64_t BitReader::get_number(std::uint64_t most, const char* what) {
  const std::uint64_t value = get_number();
  if (value > most) fail(fmt::format("{}, at most {}", what, most), std::to_string(value));
  return value;
}

void BitReader::fail(const std::string& expected, const std::string& found) const {
  throw base::ConfigError({source_, fmt::format("bit {}", at_), expected, found, ""});
}

}  // namespace jacquard::stack
