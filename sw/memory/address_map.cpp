// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/address_map.hpp"

#include "jacquard/base/at.hpp"
#include "jacquard/memory/mapping_text.hpp"

namespace jacquard::memory {
namespace {

// In the order of AddressMap's fields.
std::vector<MappedField> fields_of(const Organisation& o) {
  const auto count = [](std::int64_t n) { return static_cast<std::uint64_t>(n); };
  return {{"row", count(o.rows()), false},
          {"bank", count(std::int64_t{o.stack_ids} * o.banks_per_group), true},
          {"column", count(o.columns()), false},
          {"group", count(o.bank_groups), true},
          {"channel", count(o.channels), true}};
}

}  // namespace

AddressMap::Divisor AddressMap::divisor(std::uint64_t count) {
  Divisor d{count, count - 1, -1};
  if ((count & d.mask) == 0) {
    d.shift = 0;
    while ((count >> d.shift) > 1) ++d.shift;
  }
  return d;
}

std::uint64_t AddressMap::split(std::uint64_t& number, const Divisor& by) {
  std::uint64_t digit = 0;
  if (by.shift >= 0) {
    digit = number & by.mask;
    number >>= by.shift;
  } else {
    digit = number % by.count;
    number /= by.count;
  }
  return digit;
}

AddressMap::AddressMap(const Organisation& organisation, const std::string& mapping,
                       const config::Place& place)
    : burst_(divisor(static_cast<std::uint64_t>(organisation.burst().count()))),
      banks_per_group_(divisor(static_cast<std::uint64_t>(organisation.banks_per_group))),
      bank_groups_(organisation.bank_groups),
      stacked_(organisation.stack_ids > 1),
      capacity_(organisation.capacity * organisation.channels) {
  const std::vector<MappedField> fields = fields_of(organisation);
  for (const MappingPart& part : read_mapping(mapping, fields, place)) {
    parts_.push_back({static_cast<Field>(part.field), divisor(part.count), part.weight});
    if (part.hashed) base::at(hash_, part.field) = base::at(fields, part.field).count - 1;
  }
  parts_.back().values = Divisor{0, ~std::uint64_t{0}, 0};  // all that is left, without a division
}

BurstAddress AddressMap::operator()(std::uint64_t address) const {
  std::uint64_t value[kFields] = {};
  split(address, burst_);
  for (const Part& part : parts_) value[part.field] += split(address, part.values) * part.weight;
  for (const Field field : {kBank, kGroup, kChannel}) value[field] ^= value[kRow] & hash_[field];
  BurstAddress burst;
  burst.channel = static_cast<int>(value[kChannel]);
  burst.group = static_cast<int>(value[kGroup]);
  burst.row = static_cast<std::int64_t>(value[kRow]);
  burst.column = static_cast<int>(value[kColumn]);
  if (stacked_) {
    burst.bank = static_cast<int>(split(value[kBank], banks_per_group_));
    burst.group += static_cast<int>(value[kBank]) * bank_groups_;
  } else {
    burst.bank = static_cast<int>(value[kBank]);
  }
  return burst;
}

}  // namespace jacquard::memory
