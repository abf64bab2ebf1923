// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/quantity_text.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"

using jacquard::base::BitsPerSecond;
using jacquard::base::Bytes;
using jacquard::base::BytesPerSecond;
using jacquard::base::ConfigError;
using jacquard::base::FlopsPerSecond;
using jacquard::base::Picoseconds;
using jacquard::config::parse_quantity;
using jacquard::config::Place;
using jacquard::config::show_quantity;

namespace {

const Place kHere{"a.json", "/x"};

template <class Quantity>
typename Quantity::rep read(const std::string& text) {
  return parse_quantity<Quantity>(text, kHere).count();
}

}  // namespace

TEST_CASE("decimal prefixes are powers of 1000 and binary ones of 1024") {
  CHECK(read<Bytes>("36 GB") == 36'000'000'000);
  CHECK(read<Bytes>("36 GiB") == 36LL * 1024 * 1024 * 1024);
  CHECK(read<Bytes>("32 KiB") == 32'768);
  CHECK(read<Bytes>("32 kB") == 32'000);
  CHECK(read<Picoseconds>("25 ns") == 25'000);
  CHECK(read<Picoseconds>("25ns") == 25'000);
  CHECK(read<Picoseconds>("1 s") == 1'000'000'000'000);
  CHECK(read<BitsPerSecond>("400 Gb/s") == 400'000'000'000);
  CHECK(read<BitsPerSecond>("50 GB/s") == 400'000'000'000);
}

TEST_CASE("a fraction is exact or an error, never rounded") {
  CHECK(read<Picoseconds>("0.5 ns") == 500);
  CHECK(read<Picoseconds>(".001 ns") == 1);
  CHECK(read<Bytes>("1.5 KiB") == 1536);
  CHECK_THROWS_WITH(read<Picoseconds>("0.0005 ns"), Catch::Contains("not a whole number of ps"));
  CHECK_THROWS_WITH(read<Bytes>("0.3 B"), Catch::Contains("not a whole number of B"));
  // 0.1 has no exact double: a floating-point reader would give 99999999999 or 100000000001 here.
  CHECK(read<Picoseconds>("0.100000000001 s") == 100'000'000'001);
}

TEST_CASE("what is not a quantity is one clear line that names the units") {
  CHECK_THROWS_WITH(read<Picoseconds>("25"),
                    "a.json#/x: expected a time such as \"25 ns\" (units ps, ns, us, ms, s), "
                    "found \"25\" (the unit is missing)");
  CHECK_THROWS_WITH(read<Picoseconds>("25 nss"), Catch::Contains("did you mean 'ns'?"));
  for (const char* text : {"", " ", "ns", "-1 ns", "nan ns", "inf ns", "1e3 ns", "1 GB", "1.2.3 ns",
                           ". ns", "1 ns ns", "0x10 ns", "1 NS"}) {
    INFO(text);
    CHECK_THROWS_AS(read<Picoseconds>(text), ConfigError);
  }
}

TEST_CASE("the largest 63-bit value is read and one more is too large") {
  CHECK(read<Bytes>("9223372036854775807 B") == INT64_MAX);
  CHECK_THROWS_WITH(read<Bytes>("9223372036854775808 B"), Catch::Contains("too large"));
  CHECK_THROWS_WITH(read<Bytes>("9223372036854775807 PiB"), Catch::Contains("too large"));
  CHECK_THROWS_WITH(read<Bytes>(std::string(5000, '9') + " B"), Catch::Contains("too large"));
  CHECK_THROWS_AS(read<Bytes>("0." + std::string(5000, '0') + "1 B"), ConfigError);
}

TEST_CASE("a rate of bytes is read in bytes, and in bits that make whole bytes") {
  const auto rate = [](const char* text) {
    return parse_quantity<BytesPerSecond>(text, kHere).count();
  };
  CHECK(rate("50 GB/s") == 5e10);
  CHECK(rate("50 GiB/s") == 50.0 * 1024 * 1024 * 1024);
  CHECK(rate("400 Gb/s") == 5e10);
  CHECK(rate("12.5 GiB/s") == 12.5 * 1024 * 1024 * 1024);
  CHECK(rate("0.008 kb/s") == 1);
  CHECK_THROWS_WITH(rate("0.001 kb/s"), Catch::Contains("not a whole number of B/s"));
  CHECK_THROWS_WITH(rate("50 GiB"), Catch::Contains("did you mean 'GiB/s'?"));
  CHECK_THROWS_WITH(rate("50"), Catch::Contains("the unit is missing"));
  CHECK_THROWS_AS(rate("8 b/s"), ConfigError);  // nobody's link; "B/s" misspelt
  CHECK(rate("9007199254740992 B/s") == 9007199254740992.0);
  CHECK_THROWS_WITH(rate("9007199254740993 B/s"), Catch::Contains("more digits than can be kept"));
  CHECK_THROWS_AS(rate("9223372036854775807 B/s"), ConfigError);
  CHECK(show_quantity(BytesPerSecond{5e10}) == "50 GB/s");
  CHECK(show_quantity(BytesPerSecond{50.0 * (1 << 30)}) == "50 GiB/s");
  CHECK(show_quantity(BytesPerSecond{900e9 / 7}) == "128571428571 B/s");
}

TEST_CASE("a rate of arithmetic is read in FLOP/s") {
  const auto rate = [](const char* text) {
    return parse_quantity<FlopsPerSecond>(text, kHere).count();
  };
  CHECK(rate("459 TFLOP/s") == 459e12);
  CHECK(rate("20 PFLOP/s") == 2e16);
  CHECK(show_quantity(FlopsPerSecond{459e12}) == "459 TFLOP/s");
  CHECK_THROWS_WITH(rate("459 TFLOPS"), Catch::Contains("did you mean 'TFLOP/s'?"));
}

TEST_CASE("what is shown reads back as the same value") {
  CHECK(show_quantity(Picoseconds{25'000}) == "25 ns");
  CHECK(show_quantity(Bytes{32'768}) == "32 KiB");
  CHECK(show_quantity(BitsPerSecond{800'000'000'000}) == "800 Gb/s");
  jacquard::base::Rng rng(7, "quantity text");
  for (int i = 0; i < 2000; ++i) {
    const auto value = static_cast<std::int64_t>(rng() >> (1 + rng.below(62)));
    CHECK(read<Bytes>(show_quantity(Bytes{value})) == value);
    CHECK(read<Picoseconds>(show_quantity(Picoseconds{value})) == value);
    CHECK(read<BitsPerSecond>(show_quantity(BitsPerSecond{value})) == value);
    const std::int64_t held = value >> 10;  // 53 bits
    CHECK(read<BytesPerSecond>(show_quantity(BytesPerSecond{held})) == static_cast<double>(held));
  }
}
