// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/field_table.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::config;
using jacquard::base::Picoseconds;

namespace {

enum class Colour { red, green };

struct Bulb {
  int watts = 40;
  Colour colour = Colour::green;
};

struct Lamp {
  Picoseconds fade{0};
  std::optional<int> switches;
  bool on = false;
  Bulb bulb;
};

const FieldTable<Bulb>& bulb_fields() {
  static const FieldTable<Bulb> table(
      "bulb", "What shines.",
      {
          field<Bulb>(
              "watts", [](auto& b) -> auto& { return b.watts; }, whole_number(1, 100), "Power."),
          field<Bulb>(
              "colour", [](auto& b) -> auto& { return b.colour; },
              choice<Colour>({{"red", Colour::red}, {"green", Colour::green}}), "Tint."),
      });
  return table;
}

const FieldTable<Lamp>& lamp_fields() {
  static const FieldTable<Lamp> table(
      "lamp", "What stands.",
      {
          field<Lamp>(
              "fade", [](auto& l) -> auto& { return l.fade; },
              quantity(Picoseconds{0}, Picoseconds{1'000'000}), "Slowness."),
          field<Lamp>(
              "switches", [](auto& l) -> auto& { return l.switches; }, optional(whole_number(1, 4)),
              "How many."),
          field<Lamp>(
              "on", [](auto& l) -> auto& { return l.on; }, boolean(), "Shines."),
          nested<Lamp>(
              "bulb", [](auto& l) -> auto& { return l.bulb; }, bulb_fields()),
      });
  return table;
}

Lamp read(const std::string& text) {
  Lamp lamp;
  lamp_fields().read(lamp, parse_json(text, "l.json"), Place{"l.json", ""});
  return lamp;
}

}  // namespace

TEST_CASE("a file overrides the defaults that it names") {
  const Lamp lamp = read(R"({"fade": "3 ns", "switches": 2, "bulb": {"colour": "red"}})");
  CHECK(lamp.fade == Picoseconds{3000});
  CHECK(lamp.switches == 2);
  CHECK_FALSE(lamp.on);
  CHECK(lamp.bulb.watts == 40);
  CHECK(lamp.bulb.colour == Colour::red);
}

TEST_CASE("each wrong value is named by its pointer") {
  CHECK_THROWS_WITH(read(R"({"fade": 3})"), Catch::Contains("l.json#/fade: expected a time"));
  CHECK_THROWS_WITH(read(R"({"fade": "2 us"})"), Catch::Contains("at most 1 us"));
  CHECK_THROWS_WITH(read(R"({"bulb": {"watts": 101}})"),
                    "l.json#/bulb/watts: expected a whole number in 1..100, found 101");
  CHECK_THROWS_WITH(read(R"({"bulb": {"watts": 18446744073709551615}})"),
                    Catch::Contains("1..100"));
  CHECK_THROWS_WITH(read(R"({"bulb": {"watts": 4.5}})"), Catch::Contains("found 4.5"));
  CHECK_THROWS_WITH(read(R"({"bulb": {"watts": null}})"), Catch::Contains("found null"));
  CHECK_THROWS_WITH(read(R"({"bulb": {"colour": "gren"}})"),
                    Catch::Contains("did you mean 'green'?"));
  CHECK_THROWS_WITH(read(R"({"bulb": 3})"), Catch::Contains("l.json#/bulb: expected an object"));
  CHECK_THROWS_WITH(read(R"({"on": 1})"), Catch::Contains("true or false"));
  CHECK_THROWS_WITH(read("[]"), Catch::Contains("expected an object, found a list"));
}

TEST_CASE("an unknown key is an error with the nearest known one") {
  CHECK_THROWS_WITH(read(R"({"bulb": {"wats": 3}})"),
                    "l.json#/bulb/wats: expected a known key (one of watts, colour), found 'wats' "
                    "(did you mean 'watts'?)");
}

TEST_CASE("a failed read leaves the struct as it was") {
  Lamp lamp;
  const Json json = parse_json(R"({"fade": "3 ns", "on": 7})", "l.json");
  CHECK_THROWS(lamp_fields().read(lamp, json, Place{"l.json", ""}));
  CHECK(lamp.fade == Picoseconds{0});
}

TEST_CASE("an override sets one field by its path and names the option in errors") {
  Lamp lamp;
  lamp_fields().set(lamp, "bulb.watts=60");
  lamp_fields().set(lamp, "bulb.colour=red");
  lamp_fields().set(lamp, "switches", "3", "--switches");
  lamp_fields().set(lamp, "on", "true", "--on");
  lamp_fields().set(lamp, "fade", "1 ns", "--fade");
  CHECK(lamp.bulb.watts == 60);
  CHECK(lamp.bulb.colour == Colour::red);
  CHECK(lamp.switches == 3);
  CHECK(lamp.on);
  CHECK(lamp.fade == Picoseconds{1000});
  lamp_fields().set(lamp, "switches=none");
  CHECK_FALSE(lamp.switches.has_value());

  CHECK_THROWS_WITH(lamp_fields().set(lamp, "fade", "1", "--fade"),
                    Catch::StartsWith("--fade: expected a time"));
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "bulb.colour=none"), Catch::Contains("found \"none\""));
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "on=none"), Catch::Contains("found \"none\""));
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "bulb.watt=1"), Catch::Contains("'watts'"));
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "fade.x=1"), Catch::Contains("holds no other keys"));
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "fade"), Catch::Contains("key=value"));
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "bulb=3"), Catch::Contains("an object"));
}

TEST_CASE("the effective configuration reads back as the same struct") {
  const Lamp lamp = read(R"({"fade": "3 ns", "on": true, "bulb": {"watts": 7}})");
  const Document shown = lamp_fields().show(lamp);
  CHECK(shown.dump() == R"({"fade":"3 ns","switches":null,"on":true,)"
                        R"("bulb":{"watts":7,"colour":"green"}})");
  CHECK(lamp_fields().show(read(shown.dump())) == shown);
}

TEST_CASE("the schema and the manual hold every key, its bounds and its default") {
  const Document schema = lamp_fields().schema();
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["fade"]["type"] == "string");
  CHECK(schema["properties"]["switches"]["anyOf"][1]["type"] == "null");
  const Document& watts = schema["properties"]["bulb"]["properties"]["watts"];
  CHECK(watts["type"] == "integer");
  CHECK(watts["maximum"] == 100);
  CHECK(watts["default"] == 40);
  const Document& colour = schema["properties"]["bulb"]["properties"]["colour"];
  CHECK(colour["enum"] == Document({"red", "green"}));
  CHECK_THAT(lamp_fields().manual(),
             Catch::Contains("| `bulb.watts` | a whole number in 1..100 | `40` | Power. |"));
}
