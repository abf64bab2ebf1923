// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "sim/synth/routing.hpp"
#include "support/fault_of.hpp"

using namespace jacquard::synth;

namespace {

const char* const kLef = R"(VERSION 5.4 ;
UNITS
  DATABASE MICRONS 1000 ;
END UNITS
LAYER poly
  TYPE MASTERSLICE ;
END poly
LAYER metal1
  TYPE ROUTING ;
  DIRECTION HORIZONTAL ;
  PITCH 1 ;
  WIDTH 0.3 ;
  CAPACITANCE CPERSQDIST 4e-05 ;
  EDGECAPACITANCE 8e-05 ;
END metal1
LAYER via # between
  TYPE CUT ;
END via
LAYER metal2
  TYPE ROUTING ;
  DIRECTION VERTICAL ;
  PITCH 0.8 ;
  WIDTH 0.5 ;
  CAPACITANCE CPERSQDIST 2e-05 ;
  EDGECAPACITANCE 6e-05 ;
END metal2
VIA M2_M1 DEFAULT
  LAYER metal1 ;
    RECT -0.2 -0.2 0.2 0.2 ;
END M2_M1
SITE core
  SIZE 0.8 BY 10 ;
END core
MACRO INV
  CLASS CORE ;
  ORIGIN 0.5 0 ;
  SIZE 2.4 BY 10 ;
  PIN A
    DIRECTION INPUT ;
    PORT
      LAYER metal1 ;
        RECT 0.2 3 0.6 3.4 ;
        RECT 0.2 7 0.6 7.4 ;
    END
  END A
  PIN Y
    PORT
      LAYER metal1 ;
        RECT 1.6 2 2.0 8 ;
    END
  END Y
  OBS
    LAYER metal1 ;
      RECT 0 0 1 1 ;
  END
END INV
MACRO FILL
  SIZE 0.8 BY 10 ;
END FILL
END LIBRARY
)";

std::string fault_with_pitch(const std::string& pitch) {
  return jacquard::tb::fault_of([&] {
    read_lef("LAYER m1\n TYPE ROUTING ;\n" + pitch + " WIDTH 0.3 ;\nEND m1\nEND LIBRARY\n",
             "mine.lef");
  });
}

}  // namespace

TEST_CASE("LEF gives what wires weigh on each layer, and cells' sizes and pins") {
  const Lef lef = read_lef(kLef, "cells.lef");
  REQUIRE(lef.layers.size() == 2);
  CHECK(lef.layers[0].name == "metal1");
  CHECK_FALSE(lef.layers[0].is_vertical);
  CHECK(lef.layers[1].is_vertical);
  CHECK(lef.layers[1].pitch_um == 0.8);
  // The area below a wire, and two edges.
  CHECK(lef.layers[0].pf_per_um == Approx(0.3 * 4e-5 + 2 * 8e-5));
  CHECK(lef.layers[1].pf_per_um == Approx(0.5 * 2e-5 + 2 * 6e-5));
  const LefCell& inv = lef.cell("INV");
  CHECK(inv.width_um == 2.4);
  CHECK(inv.height_um == 10);
  REQUIRE(inv.pins.size() == 2);
  CHECK(inv.pins.at("A").x_um == Approx(0.4 + 0.5));
  CHECK(inv.pins.at("A").y_um == Approx(3.2));
  CHECK(inv.pins.at("Y").y_um == Approx(5));
  CHECK(lef.cell("FILL").pins.empty());
  CHECK_THROWS_AS(lef.cell("NAND"), jacquard::base::ConfigError);
  CHECK_THROWS_AS(read_lef("LAYER m1\n TYPE ROUTING ;\n PITCH wide ;\nEND m1\n", "x.lef"),
                  jacquard::base::ConfigError);
  CHECK_THROWS_AS(read_lef("VERSION 5.4 ;\n", "x.lef"), jacquard::base::ConfigError);
}

TEST_CASE("the wires of a routed DEF are as long as their coordinates say") {
  const char* const def = R"(PINS 1 ;
- n9 + NET n9 + LAYER metal2 ( 0 0 ) ( 1 1 ) + PLACED ( 500 500 ) N ;
END PINS

NETS 3 ;
- n4
  ( c1 A ) ( c2 Y ) ( PIN n4 )
+ ROUTED metal1 ( 100 200 ) M2_M1
  NEW metal2 ( 100 200 ) ( 180 * ) ( * 1200 )
  NEW metal1 ( 180 1200 ) ( -20 * ) M2_M1 ;
- n5
  ( c1 Y ) ( c2 A )
+ ROUTED metal1 ( 300 200 ) M2_M1 ;
- n6
  ( c3 A ) ;
END NETS
SPECIALNETS 1 ;
- vdd
+ ROUTED metal1 60 ( 0 0 ) ( 900000 * ) ;
END SPECIALNETS
)";
  const auto wires = wire_lengths(def);
  REQUIRE(wires.size() == 2);
  CHECK(wires.at(4).at("metal1") == Approx(2.0));  // 200 of 1/100 um
  CHECK(wires.at(4).at("metal2") == Approx(0.8 + 10));
  CHECK(wires.at(5).empty());  // a via alone
}

TEST_CASE("a LEF's layer that routes has a pitch that places can be counted in") {
  CHECK(fault_with_pitch(" PITCH 1 ;\n") == "");
  for (const char* pitch : {"", " PITCH 0 ;\n", " PITCH 0.001 ;\n", " PITCH -1 ;\n"}) {
    CAPTURE(pitch);
    CHECK_THAT(fault_with_pitch(pitch), Catch::Contains("mine.lef") && Catch::Contains("PITCH"));
  }
  for (const char* pitch : {" PITCH nan ;\n", " PITCH inf ;\n", " PITCH 1e9 ;\n", " PITCH x ;\n"}) {
    CAPTURE(pitch);
    CHECK_THAT(fault_with_pitch(pitch), Catch::Contains("a number in a LEF file"));
  }
}
