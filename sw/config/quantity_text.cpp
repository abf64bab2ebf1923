// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/quantity_text.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::config {
namespace {

__extension__ using Wide = __int128;
constexpr Wide kLargest = std::numeric_limits<std::int64_t>::max();

struct Unit {
  const char* name;
  std::int64_t factor;  // in base units
  bool shown = true;    // false where it is only read: link rates are shown in bits
};

struct Dimension {
  const char* what;
  const char* example;
  const char* zero;
  std::vector<Unit> units;  // ascending
};

const Dimension& times() {
  static const Dimension d{"a time",
                           "25 ns",
                           "0 ns",
                           {{"ps", 1},
                            {"ns", 1'000},
                            {"us", 1'000'000},
                            {"ms", 1'000'000'000},
                            {"s", 1'000'000'000'000}}};
  return d;
}

const Dimension& sizes() {
  static const Dimension d{"a size",
                           "36 GB",
                           "0 B",
                           {{"B", 1},
                            {"kB", 1'000},
                            {"KB", 1'000, false},  // as people write it
                            {"KiB", std::int64_t{1} << 10},
                            {"MB", 1'000'000},
                            {"MiB", std::int64_t{1} << 20},
                            {"GB", 1'000'000'000},
                            {"GiB", std::int64_t{1} << 30},
                            {"TB", 1'000'000'000'000},
                            {"TiB", std::int64_t{1} << 40},
                            {"PB", 1'000'000'000'000'000},
                            {"PiB", std::int64_t{1} << 50}}};
  return d;
}

const Dimension& rates() {
  static const Dimension d{"a rate",
                           "400 Gb/s",
                           "0 b/s",
                           {{"b/s", 1},
                            {"B/s", 8, false},
                            {"kb/s", 1'000},
                            {"kB/s", 8'000, false},
                            {"Mb/s", 1'000'000},
                            {"MB/s", 8'000'000, false},
                            {"Gb/s", 1'000'000'000},
                            {"GB/s", 8'000'000'000, false},
                            {"Tb/s", 1'000'000'000'000},
                            {"TB/s", 8'000'000'000'000, false},
                            {"Pb/s", 1'000'000'000'000'000}}};
  return d;
}

// Bits are read where they make whole bytes, and never shown.
const Dimension& byte_rates() {
  static const Dimension d{"a rate",
                           "50 GB/s",
                           "0 B/s",
                           {{"B/s", 1},
                            {"kb/s", 125, false},
                            {"kB/s", 1'000},
                            {"KiB/s", std::int64_t{1} << 10},
                            {"Mb/s", 125'000, false},
                            {"MB/s", 1'000'000},
                            {"MiB/s", std::int64_t{1} << 20},
                            {"Gb/s", 125'000'000, false},
                            {"GB/s", 1'000'000'000},
                            {"GiB/s", std::int64_t{1} << 30},
                            {"Tb/s", 125'000'000'000, false},
                            {"TB/s", 1'000'000'000'000},
                            {"TiB/s", std::int64_t{1} << 40}}};
  return d;
}

const Dimension& flop_rates() {
  static const Dimension d{"a rate of arithmetic",
                           "459 TFLOP/s",
                           "0 FLOP/s",
                           {{"FLOP/s", 1},
                            {"MFLOP/s", 1'000'000},
                            {"GFLOP/s", 1'000'000'000},
                            {"TFLOP/s", 1'000'000'000'000},
                            {"PFLOP/s", 1'000'000'000'000'000}}};
  return d;
}

constexpr double kFemtojoulesPerJoule = 1e15;
const Dimension& energies() {
  static const Dimension d{"an energy",
                           "2.5 nJ",
                           "0 J",
                           {{"fJ", 1},
                            {"pJ", 1'000},
                            {"nJ", 1'000'000},
                            {"uJ", 1'000'000'000},
                            {"mJ", 1'000'000'000'000},
                            {"J", 1'000'000'000'000'000}}};
  return d;
}

constexpr double kMicrowattsPerWatt = 1e6;
const Dimension& powers() {
  static const Dimension d{"a power",
                           "35 mW",
                           "0 W",
                           {{"uW", 1},
                            {"mW", 1'000},
                            {"W", 1'000'000},
                            {"kW", 1'000'000'000},
                            {"MW", 1'000'000'000'000}}};
  return d;
}

std::vector<std::string> names(const Dimension& d) {
  std::vector<std::string> all;
  for (const Unit& u : d.units) all.push_back(u.name);
  return all;
}

std::string expected(const Dimension& d) {
  std::string list;
  for (const Unit& u : d.units) list += (list.empty() ? "" : ", ") + std::string(u.name);
  return std::string(d.what) + " such as \"" + d.example + "\" (units " + list + ")";
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

struct Decimal {
  Wide digits = 0;
  Wide scale = 1;  // value = digits / scale
  std::string_view rest;
};

// Reads "12" or "12.5". False if there is no number; digits saturate at what no unit can hold.
bool read_decimal(std::string_view text, Decimal& out) {
  constexpr Wide most = Wide{1} << 70;
  std::size_t i = 0;
  bool any = false;
  bool fraction = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (!is_digit(text[i])) break;
    any = true;
    if (fraction) {
      if (out.scale > most) return false;  // finer than any unit
      out.scale *= 10;
    }
    if (out.digits < most) out.digits = out.digits * 10 + (text[i] - '0');
  }
  out.rest = trim(text.substr(i));
  return any;
}

std::int64_t parse(const Dimension& d, std::string_view text, const Place& place) {
  const std::string found = "\"" + std::string(text) + "\"";
  const std::string_view body = trim(text);
  if (!body.empty() && body[0] == '-') place.fail(expected(d), found, "it cannot be negative");
  Decimal number;
  if (!read_decimal(body, number)) place.fail(expected(d), found);
  if (number.rest.empty()) place.fail(expected(d), found, "the unit is missing");
  for (const Unit& u : d.units) {
    if (number.rest != u.name) continue;
    // digits < 2^74 and factor < 2^51, so the product fits in 127 bits.
    const Wide scaled = number.digits * u.factor;
    if (scaled / number.scale > kLargest) place.fail(expected(d), found, "it is too large");
    if (scaled % number.scale != 0) {
      place.fail(expected(d), found, std::string("it is not a whole number of ") + d.units[0].name);
    }
    return static_cast<std::int64_t>(scaled / number.scale);
  }
  const std::string near = base::nearest(number.rest, names(d));
  place.fail(expected(d), found, near.empty() ? "" : "did you mean '" + near + "'?");
}

// For quantities kept as a double, which holds every whole number of up to 53 bits and some beyond.
double parse_real(const Dimension& d, std::string_view text, const Place& place) {
  const std::int64_t value = parse(d, text, place);
  const auto real = static_cast<double>(value);
  const bool exact = value < std::int64_t{1} << 62 && static_cast<std::int64_t>(real) == value;
  if (!exact) {
    place.fail(expected(d), "\"" + std::string(text) + "\"",
               "it has more digits than can be kept exactly");
  }
  return real;
}

std::string show(const Dimension& d, std::int64_t value) {
  JQ_CHECK(value >= 0, "quantities of a configuration are not negative");
  if (value == 0) return d.zero;
  std::string shortest;
  for (const Unit& u : d.units) {
    if (!u.shown || value % u.factor != 0) continue;
    const std::string text = std::to_string(value / u.factor) + " " + u.name;
    if (shortest.empty() || text.size() <= shortest.size()) shortest = text;
  }
  return shortest;
}

}  // namespace

template <>
base::Picoseconds parse_quantity(std::string_view text, const Place& place) {
  return base::Picoseconds{parse(times(), text, place)};
}
template <>
base::Bytes parse_quantity(std::string_view text, const Place& place) {
  return base::Bytes{parse(sizes(), text, place)};
}
template <>
base::BitsPerSecond parse_quantity(std::string_view text, const Place& place) {
  return base::BitsPerSecond{parse(rates(), text, place)};
}
template <>
base::BytesPerSecond parse_quantity(std::string_view text, const Place& place) {
  return base::BytesPerSecond{parse_real(byte_rates(), text, place)};
}
template <>
base::FlopsPerSecond parse_quantity(std::string_view text, const Place& place) {
  return base::FlopsPerSecond{parse_real(flop_rates(), text, place)};
}

template <>
base::Joules parse_quantity(std::string_view text, const Place& place) {
  return base::Joules{parse_real(energies(), text, place) / kFemtojoulesPerJoule};
}
template <>
base::Watts parse_quantity(std::string_view text, const Place& place) {
  return base::Watts{parse_real(powers(), text, place) / kMicrowattsPerWatt};
}

std::string show_quantity(base::Picoseconds value) { return show(times(), value.count()); }
std::string show_quantity(base::Bytes value) { return show(sizes(), value.count()); }
std::string show_quantity(base::BitsPerSecond value) { return show(rates(), value.count()); }
std::string show_quantity(base::BytesPerSecond value) {
  return show(byte_rates(), std::llround(value.count()));
}
std::string show_quantity(base::FlopsPerSecond value) {
  return show(flop_rates(), std::llround(value.count()));
}
std::string show_quantity(base::Joules value) {
  return show(energies(), std::llround(value.count() * kFemtojoulesPerJoule));
}
std::string show_quantity(base::Watts value) {
  return show(powers(), std::llround(value.count() * kMicrowattsPerWatt));
}

template <>
std::string quantity_expected<base::Picoseconds>() {
  return expected(times());
}
template <>
std::string quantity_expected<base::Bytes>() {
  return expected(sizes());
}
template <>
std::string quantity_expected<base::BitsPerSecond>() {
  return expected(rates());
}
template <>
std::string quantity_expected<base::BytesPerSecond>() {
  return expected(byte_rates());
}
template <>
std::string quantity_expected<base::FlopsPerSecond>() {
  return expected(flop_rates());
}
template <>
std::string quantity_expected<base::Joules>() {
  return expected(energies());
}
template <>
std::string quantity_expected<base::Watts>() {
  return expected(powers());
}

}  // namespace jacquard::config
