// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "toy_server.hpp"

namespace jacquard::serve {

TEST_CASE("a later turn comes its delay after the turn before ends, and not before its own time") {
  tb::ToyClock clock;  // a step takes 100 ps; two tokens, two steps
  const auto turn = [](std::int64_t before, std::int64_t delay, Request request) {
    return LaterTurn{before, base::Picoseconds{delay}, std::move(request)};
  };
  ListTraffic traffic({tb::request(0, 0, 8, 2), tb::request(4, 2000, 8, 2)}, 512,
                      {turn(0, 50, tb::request(1, 0, 8, 2)), turn(1, 0, tb::request(2, 700, 8, 2)),
                       turn(2, 0, tb::request(3, 0, 8, 2))});
  const auto records = tb::by_id(serve(EngineSettings{}, 1, clock, traffic));
  REQUIRE(records.size() == 5);
  CHECK(records.at(0).last_token.count() == 200);
  CHECK(records.at(1).arrival.count() == 250);
  CHECK(records.at(1).last_token.count() == 450);
  CHECK(records.at(2).arrival.count() == 700);
  CHECK(records.at(3).arrival.count() == 900);
  CHECK(records.at(4).arrival.count() == 2000);
}

}  // namespace jacquard::serve
