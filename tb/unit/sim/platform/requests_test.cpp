// SPDX-License-Identifier: Apache-2.0
// Traces of requests: what is read, and the one line that every mistake gets.
#include "sim/platform/requests.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"

namespace jacquard::platform {
namespace {

using base::Bytes;
using Catch::Contains;
using memory::Direction;

constexpr Bytes kCapacity{4096};

std::vector<memory::TimedAccess> read(const std::string& text) {
  const tb::Folder folder;
  base::write_file(folder.path("trace.txt"), text);
  return read_requests(folder.path("trace.txt"), kCapacity);
}

std::string fault(const std::string& text) {
  try {
    read(text);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("A request has an address in hex, bytes, a direction and a time") {
  const auto requests = read("\n# comment\n0x10 64 R 0\r\n\tFF0 16   W\t7\nabc 1 w 7");
  REQUIRE(requests.size() == 3);
  CHECK(requests[0].access.address == 0x10);
  CHECK(requests[0].access.bytes == Bytes{64});
  CHECK(requests[0].access.direction == Direction::read);
  CHECK(requests[1].access.address == 0xff0);
  CHECK(requests[1].access.direction == Direction::write);
  CHECK(requests[1].at == base::Picoseconds{7});
  CHECK(requests[2].access.address == 0xabc);
}

TEST_CASE("A request that is none is refused with its line") {
  struct Case {
    const char* text;
    const char* says;
  };
  const std::vector<Case> cases = {
      {"0 32 R 0\nxyz 32 R 0\n", "line 2: expected an address in hexadecimal"},
      {"0x 32 R 0\n", "expected an address"},
      {"-10 32 R 0\n", "expected an address"},
      {"10000000000000000 32 R 0\n", "expected an address"},
      {"0 0 R 0\n", "bytes, a whole number in 1.."},
      {"0 -1 R 0\n", "bytes, a whole number in 1.."},
      {"0 99999999999999999999 R 0\n", "bytes, a whole number"},
      {"0 3.5 R 0\n", "bytes, a whole number"},
      {"0 32 X 0\n", "expected R or W"},
      {"0 32 R -5\n", "ps, a whole number in 0.."},
      {"0 32 R nan\n", "ps, a whole number"},
      {"0 32 R 5\n0 32 R 4\n", "line 2: expected a time not before the last one's 5 ps"},
      {"0 32 R\n", "line 1: expected hex address, bytes, R or W, and time in ps"},
      {"0 32", "line 1: expected hex address"},
      {"0 32 R 0 0\n", "and no more"},
      {"fe1 32 R 0\n", "memory.organisation.channels"},
      {"ffffffffffffffff 32 R 0\n", "ends within the memory's 4 KiB"},
      {"0 4097 R 0\n", "ends within the memory"},
      {"", "expected a request"},
      {"# nothing\n", "expected a request"},
      {"0 32 R 0\n\x01\x02\n", "line 2"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK_THAT(fault(c.text), Contains(c.says));
    CHECK_THAT(fault(c.text), !Contains("\n"));
  }
}

}  // namespace jacquard::platform
