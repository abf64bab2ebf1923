// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/profile/flash_decoding.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::serve;

namespace {

// Four processors that share 4000 bytes/us; keys of 64 values take 256 bytes a token.
FlashDecoding::Setup four() {
  FlashDecoding::Setup setup;
  setup.processors = 4;
  setup.kv_heads = 4;
  setup.head_size = 64;
  setup.longest = 4096;
  setup.bytes_per_us = 4000;
  return setup;
}

constexpr double kLaunch = 8;
constexpr double kBegin = 0.5;

}  // namespace

TEST_CASE("a batch that fills four fifths of the slots is not split") {
  // RTX 4090: 128 processors and so 256 slots, of which 204.8 are enough. 26 x 8 heads are 208.
  FlashDecoding::Setup setup = four();
  setup.processors = 128;
  setup.kv_heads = 8;
  setup.head_size = 128;
  setup.longest = 32768;
  const FlashDecoding kernel(setup);
  CHECK(kernel.splits(32) == 1);
  CHECK(kernel.splits(26) == 1);
  // 24 x 8 heads: four parts each are 768, three full waves; fewer parts leave a quarter idle.
  CHECK(kernel.splits(24) == 4);
  // 16 x 8 = 128: two parts fill one wave.
  CHECK(kernel.splits(16) == 2);
}

TEST_CASE("graphs hold 1, 2, 4 and then each eighth sequence") {
  CHECK(captured_batch(1) == 1);
  CHECK(captured_batch(2) == 2);
  CHECK(captured_batch(3) == 4);
  CHECK(captured_batch(5) == 8);
  CHECK(captured_batch(24) == 24);
  CHECK(captured_batch(25) == 32);
}

TEST_CASE("equal contexts take full waves at the memory's bandwidth") {
  const FlashDecoding kernel(four());
  // 16 sequences x 4 heads on four processors: 16 waves of 1000 tokens at 1000 bytes/us each.
  const std::vector<int> contexts(16, 1000);
  CHECK(kernel.us(contexts) == Approx(kLaunch + 16 * (kBegin + 256.0)));
}

TEST_CASE("the longest context holds up the end, as one processor reads alone") {
  FlashDecoding::Setup setup = four();
  setup.bytes_per_us = 200e3;  // a processor reads 20,000 bytes/us at most
  std::vector<int> contexts(16, 1000);
  const double equal = FlashDecoding(setup).us(contexts);
  CHECK(equal == Approx(kLaunch + 16 * (kBegin + 256e3 / 20e3)));
  // The last of each head's sequences is a hundred times as long; the last head's begins when 15
  // short ones of its head are done or later, and reads 25.6 MB alone.
  contexts.back() = 100'000;
  CHECK(FlashDecoding(setup).us(contexts) > kLaunch + 25.6e6 / 20e3);
  // Shorter ones before it make it wait no longer than they and the other long ones take.
  CHECK(FlashDecoding(setup).us(contexts) < equal + 4 * 25.6e6 / 20e3);
}

TEST_CASE("few sequences, and GPUs with other kernels, are left to the profile") {
  CHECK_FALSE(FlashDecoding(four()).applies(std::vector<int>(15, 100)));
  CHECK(FlashDecoding(four()).applies(std::vector<int>(16, 100)));
  FlashDecoding::Setup other = four();
  other.processors = 0;
  CHECK_FALSE(FlashDecoding(other).applies(std::vector<int>(64, 100)));
}
