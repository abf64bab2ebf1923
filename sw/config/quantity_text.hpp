// SPDX-License-Identifier: Apache-2.0
// Quantities as text with a unit: "25 ns", "400 Gb/s", "36 GB", "36 GiB". Decimal prefixes are
// powers of 1000, binary ones (KiB, MiB, ...) of 1024. Arithmetic is exact: fractions are allowed
// if the result is whole in the base unit ("0.5 ns" is 500 ps), and nothing is ever rounded.
#pragma once

#include <string>
#include <string_view>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::config {

// Reads a quantity. Throws ConfigError at `place`, naming the units known, if the text has no unit,
// an unknown unit or the unit of something else. The same for a value that is negative, no number,
// out of range, or not whole.
template <class Quantity>
Quantity parse_quantity(std::string_view text, const Place& place);

// The shortest text that parse_quantity reads back as the same value.
std::string show_quantity(base::Picoseconds value);
std::string show_quantity(base::Bytes value);
std::string show_quantity(base::BitsPerSecond value);
// To the nearest whole B/s or FLOP/s: what parse_quantity reads is whole, what is computed need not
// be.
std::string show_quantity(base::BytesPerSecond value);
std::string show_quantity(base::FlopsPerSecond value);
// To the nearest femtojoule or microwatt.
std::string show_quantity(base::Joules value);
std::string show_quantity(base::Watts value);

// "a time such as \"25 ns\" (ps, ns, us, ms, s)": what an error or a manual says is expected.
template <class Quantity>
std::string quantity_expected();

template <>
base::Picoseconds parse_quantity(std::string_view text, const Place& place);
template <>
base::Bytes parse_quantity(std::string_view text, const Place& place);
template <>
base::BitsPerSecond parse_quantity(std::string_view text, const Place& place);
template <>
base::BytesPerSecond parse_quantity(std::string_view text, const Place& place);
template <>
base::FlopsPerSecond parse_quantity(std::string_view text, const Place& place);
template <>
base::Joules parse_quantity(std::string_view text, const Place& place);
template <>
base::Watts parse_quantity(std::string_view text, const Place& place);
template <>
std::string quantity_expected<base::Picoseconds>();
template <>
std::string quantity_expected<base::Bytes>();
template <>
std::string quantity_expected<base::BitsPerSecond>();
template <>
std::string quantity_expected<base::BytesPerSecond>();
template <>
std::string quantity_expected<base::FlopsPerSecond>();
template <>
std::string quantity_expected<base::Joules>();
template <>
std::string quantity_expected<base::Watts>();

}  // namespace jacquard::config
