// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/cache_config.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/base/error.hpp"

namespace jacquard::memory {
namespace {

constexpr base::Bytes operator""_GiB(unsigned long long count) {
  return base::Bytes{static_cast<std::int64_t>(count << 30)};
}

std::string fault_of(const std::function<void(CacheConfig&)>& change) {
  CacheConfig config;
  change(config);
  try {
    require_consistent(config, 72_GiB, 2048_GiB, config::Place{"f.json", "/cache"});
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("The default is 72 GiB and consistent") {
  CHECK(CacheConfig{}.capacity == 72_GiB);
  CHECK(fault_of([](CacheConfig&) {}).empty());
}

TEST_CASE("A cache that cannot be built is refused with its place and what would do") {
  CHECK(fault_of([](CacheConfig& c) { c.line = base::Bytes{96}; }) ==
        "f.json#/cache/line: expected a power of two, found 96 B");
  CHECK(fault_of([](CacheConfig& c) {
          c.capacity = base::Bytes{4096};
          c.line = base::Bytes{512};
        }) == "f.json#/cache/line: expected at most a way, 4 KiB / 16, found 512 B");
  CHECK(fault_of([](CacheConfig& c) { c.capacity = base::Bytes{5000}; }) ==
        "f.json#/cache/capacity: expected a whole number of sets, each 16 x 256 B, found 5 kB");
  CHECK(fault_of([](CacheConfig& c) { c.capacity = 144_GiB; }) ==
        "f.json#/cache/capacity: expected at most the memory that holds its lines, 72 GiB, found "
        "144 GiB");
  CacheConfig config;
  CHECK_THROWS_WITH(require_consistent(config, 72_GiB, 36_GiB, config::Place{"f.json", "/cache"}),
                    Catch::Contains("at most the memory that it caches, 36 GiB"));
}

TEST_CASE("No ways, no registers, no line and negative sizes are refused by the table") {
  const auto read = [](const char* text) {
    CacheConfig config;
    cache_fields().read(config, config::Json::parse(text), config::Place{"f.json", ""});
  };
  CHECK_THROWS_WITH(read(R"({"ways": 0})"), Catch::Contains("f.json#/ways"));
  CHECK_THROWS_WITH(read(R"({"mshrs": 0})"), Catch::Contains("f.json#/mshrs"));
  CHECK_THROWS_WITH(read(R"({"line": "0 B"})"), Catch::Contains("f.json#/line"));
  CHECK_THROWS_WITH(read(R"({"capacity": "-1 B"})"), Catch::Contains("f.json#/capacity"));
  CHECK_THROWS_WITH(read(R"({"line": 64})"), Catch::Contains("the unit is missing"));
  CHECK_THROWS_WITH(read(R"({"replacement": "rlu"})"), Catch::Contains("did you mean 'lru'?"));
  CHECK_THROWS_WITH(read(R"({"lines": 5})"), Catch::Contains("f.json#/lines"));
}

// By hand: 72 GiB in lines of 4 KiB are 18,874,368 lines, in 16 ways 1,179,648 sets. 2 TiB are
// 536,870,912 lines, 455.1 for each set: 9 bits tell them apart. With valid and 4 bits of rank a
// line has 14 bits, 33,030,144 B in all.
TEST_CASE("Tags cost SRAM: 33 MB for 72 GiB in lines of 4 KiB, 64 times as much for 64 B") {
  CacheConfig config;
  config.line = base::Bytes{4096};
  CHECK(tag_storage(config, 2048_GiB) == base::Bytes{33'030'144});
  config.line = base::Bytes{64};
  CHECK(tag_storage(config, 2048_GiB) == base::Bytes{2'113'929'216});
  config.replacement = Replacement::random;
  CHECK(tag_storage(config, 2048_GiB) == base::Bytes{1'509'949'440});
}

}  // namespace jacquard::memory
