// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/page.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/stack/fabric_picture.hpp"
#include "jacquard/report/stack/threads.hpp"
#include "unit/report/stack/two_stages.hpp"

using namespace jacquard;
using Catch::Contains;

TEST_CASE("Each setting of the ports shown is a column with a thread for each circuit") {
  const stack::Stack made = tb::two_stages();
  const std::string svg = report::threads(made, tb::routes_of(made), {0, 4});
  CHECK_THAT(svg, Contains(">for 2<") && Contains(">for 1<") && !Contains(">for 3<"));
  // Two circuits around, two from stage to stage; all four NPUs are shown.
  std::size_t curves = 0;
  for (std::size_t at = svg.find("C"); at != std::string::npos; at = svg.find("C", at + 1)) {
    curves += svg[at + 1] >= '0' && svg[at + 1] <= '9';
  }
  CHECK(curves == 4);
}

TEST_CASE("The switches show what one slot sets: circuits in a leaf, and through spines") {
  const stack::Stack made = tb::two_stages();
  const stack::Routes routes = tb::routes_of(made);
  CHECK(report::busiest_above(made, routes, {0, 4}) == 3);
  CHECK_THAT(report::fabric_picture(made, routes, 0),
             Contains("2 circuits stay within their leaf, 0 go through a spine"));
  CHECK_THAT(report::fabric_picture(made, routes, 3),
             Contains("0 circuits stay within their leaf, 2 go through a spine"));
  stack::Stack crossbar = made;
  crossbar.fabric.tiers = 1;
  crossbar.sizes = sizes_of(crossbar.fabric, 4, {"fabric", ""});
  CHECK(report::fabric_picture(crossbar, tb::routes_of(crossbar), 3).empty());
}

TEST_CASE("The page of a stack names its parts, whatever the names are") {
  const std::string hostile = "\"'></title></svg><script>console.error('ran')</script>&<b>\n\x01";
  stack::Stack made = tb::two_stages();
  made.plan.labels[0] = made.plan.actors[0].name = hostile;
  const report::StackReport report{hostile,
                                   hostile,
                                   {{hostile, hostile}},
                                   {{base::Picoseconds{100}, base::Picoseconds{400}, 4, 1},
                                    {base::Picoseconds{200}, base::Picoseconds{500}, 3, 1}}};
  const std::string page = report::stack_page(report, made, tb::routes_of(made));
  CHECK_THAT(page, !Contains("<script"));
  for (const char* part : {"The whole step", "One micro-batch", "The threads", "The switches",
                           "Where the time goes", "Why this T"}) {
    CHECK_THAT(page, Contains(part));
  }
}

TEST_CASE("A stack that sends nothing has a page") {
  stack::Stack made = tb::two_stages();
  made.timeline.placed.clear();
  made.timeline.slots = 0;
  made.timeline.step = base::Picoseconds{0};
  CHECK_THAT(report::stack_page({"empty", "", {}, {}}, made, tb::routes_of(made)),
             Contains("The whole step") && !Contains("The threads"));
}
