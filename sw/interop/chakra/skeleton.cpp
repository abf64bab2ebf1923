// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/skeleton.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_map>

#include "jacquard/interop/chakra/group_numbers.hpp"

namespace jacquard::interop {
namespace {

constexpr std::uint64_t kAttributeTag = 10 << 3 | 2;
// An attribute that is called pg_name and has a short text (field 29) as its value, in the order
// in which every writer puts them. What follows is the text's length, of one byte.
constexpr std::string_view kGroup("\x0a\x07pg_name\xea\x01", 11);

// Stands before what is hashed, so that no text can pass for another's structure.
enum : std::uint64_t { kRest, kSpan, kAlias };

bool take_varint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << 7 * i;
    if (byte >= 0x80) continue;
    bytes.remove_prefix(i + 1);
    return true;
  }
  return false;
}

bool skip_value(std::string_view& bytes, std::uint64_t tag) {
  std::uint64_t value = 0;
  std::size_t size = 0;
  switch (tag & 7) {
    case 0:
      return take_varint(bytes, value);
    case 1:
      size = 8;
      break;
    case 2:
      if (!take_varint(bytes, value) || value > bytes.size()) return false;
      size = static_cast<std::size_t>(value);
      break;
    case 5:
      size = 4;
      break;
    default:
      return false;
  }
  if (size > bytes.size()) return false;
  bytes.remove_prefix(size);
  return true;
}

std::string_view between(std::string_view from, std::string_view to) {
  return from.substr(0, static_cast<std::size_t>(to.data() - from.data()));
}

class Reader {
 public:
  Skeleton read(std::string_view bytes) {
    while (!bytes.empty()) {
      std::string_view rest = bytes;
      std::uint64_t size = 0;
      if (!take_varint(rest, size) || size > rest.size()) break;
      message(rest.substr(0, static_cast<std::size_t>(size)));
      bytes = rest.substr(static_cast<std::size_t>(size));
    }
    digest_.add(kRest);
    digest_.add(bytes);
    out_.digest = digest_.value();
    return std::move(out_);
  }

 private:
  // Stretches of other fields as they stand, groups by their place.
  void message(std::string_view bytes) {
    std::string_view rest = bytes;
    std::string_view stretch = bytes;
    while (!rest.empty()) {
      const std::string_view field = rest;
      std::uint64_t tag = 0;
      if (!take_varint(rest, tag) || !skip_value(rest, tag)) break;
      if (tag != kAttributeTag) continue;
      const std::string_view name = group_name(between(field, rest));
      const std::size_t digits = group_digits(name);
      if (digits == 0) {
        note_spelled_otherwise(name);
        continue;
      }
      digest_.add(kSpan);
      digest_.add(between(stretch, field));
      digest_.add(kAlias);
      digest_.add(alias(name.substr(0, digits)));
      digest_.add(name.substr(digits));
      stretch = rest;
    }
    digest_.add(kRest);
    digest_.add(stretch);
  }

  // The text of an attribute's field; empty unless it is a pg_name as above and nothing else.
  static std::string_view group_name(std::string_view field) {
    std::uint64_t ignored = 0;
    take_varint(field, ignored);
    take_varint(field, ignored);
    if (field.substr(0, kGroup.size()) != kGroup || field.size() == kGroup.size()) return {};
    field.remove_prefix(kGroup.size());
    const auto size = static_cast<unsigned char>(field.front());
    field.remove_prefix(1);
    return size == field.size() && size < 0x80 ? field : std::string_view{};
  }

  // "01" stays as it stands, but is group 1, which another rank may call by another number.
  void note_spelled_otherwise(std::string_view name) {
    if (name.empty()) return;
    const std::string key = group_key(std::string(name));
    if (group_digits(key) == 0) return;
    digest_.add(kAlias);
    digest_.add(alias(key));
  }

  std::uint64_t alias(std::string_view digits) {
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const auto [place, is_new] = places_.try_emplace(number, out_.groups.size());
    if (is_new) out_.groups.push_back(number);
    return place->second;
  }

  base::Digest digest_;
  Skeleton out_;
  std::unordered_map<int, std::uint64_t> places_;  // in out_.groups
};

}  // namespace

std::size_t group_digits(std::string_view name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  if (digits == 0 || digits > 9 || name.front() == '0') return 0;
  if (digits == name.size()) return digits;
  // Some writers give whole numbers a fraction of 0.
  const bool fraction = name[digits] == '.' && digits + 1 < name.size() &&
                        name.find_first_not_of('0', digits + 1) == std::string_view::npos;
  return fraction ? digits : 0;
}

Skeleton skeleton_of(std::string_view bytes) { return Reader().read(bytes); }

}  // namespace jacquard::interop
