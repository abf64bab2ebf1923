// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/hash.hpp"

#include <catch2/catch.hpp>

using jacquard::base::fnv1a;
using jacquard::base::fnv1a_hex;

TEST_CASE("FNV-1a gives the values that its authors publish") {
  // The 64-bit test vectors of draft-eastlake-fnv, appendix C.
  CHECK(fnv1a("") == 0xcbf29ce484222325u);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8cu);
  CHECK(fnv1a("b") == 0xaf63df4c8601f1a5u);
  CHECK(fnv1a("fo") == 0x08985907b541d342u);
  CHECK(fnv1a("foo") == 0xdcb27518fed9d577u);
  CHECK(fnv1a("foob") == 0xdd120e790c2512afu);
  CHECK(fnv1a("fooba") == 0xcac165afa2fef40au);
  CHECK(fnv1a("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("A hash in hexadecimal has sixteen digits, the leading zeros too") {
  CHECK(fnv1a_hex("foobar") == "85944171f73967e8");
  CHECK(fnv1a_hex("fo") == "08985907b541d342");
}

TEST_CASE("A byte above 127 counts as its value, not as a negative number") {
  // One step of the definition by hand, in 64 bits: (offset basis xor 0xff) times the prime.
  CHECK(fnv1a("\xff") == (0xcbf29ce484222325u ^ 0xffu) * 0x100000001b3u);
}
