// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/composed.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "support/folder.hpp"

using namespace jacquard::config;
using jacquard::base::ConfigError;
using jacquard::tb::Folder;

namespace {

struct Bulb {
  int watts = 40;
  int hours = 1000;
};
struct Lamp {
  Bulb bulb;
};

const FieldTable<Bulb>& bulb_fields() {
  static const FieldTable<Bulb> table(
      "bulb", "What glows.",
      {field<Bulb>(
           "watts", [](auto& b) -> auto& { return b.watts; }, whole_number(1, 100), "Power."),
       field<Bulb>(
           "hours", [](auto& b) -> auto& { return b.hours; }, whole_number(1, 10'000), "Life.")},
      {refused<Bulb>("volts", "the socket says them")});
  return table;
}

// The names are of a folder that ships with the program: its files are no bulbs.
const FieldTable<Lamp>& lamp_fields() {
  static const FieldTable<Lamp> table(
      "lamp", "What shines.",
      {composed<Lamp>(
          "bulb", [](auto& l) -> auto& { return l.bulb; }, bulb_fields(), "schedulers")});
  return table;
}

Lamp read(const std::string& text, Lamp lamp = {}) {
  lamp_fields().read(lamp, parse_json(text, "lamp.json"), Place{"lamp.json", ""});
  return lamp;
}

}  // namespace

TEST_CASE("A noun inline changes the keys that it holds, and a file stands for the whole noun") {
  const Folder folder;
  const std::string path = folder.file("bulb.json", R"({"watts": 7})");
  const Lamp old{{60, 5}};
  CHECK(read(R"({"bulb": {"watts": 7}})", old).bulb.hours == 5);
  const Lamp whole = read(R"({"bulb": ")" + path + "\"}", old);
  CHECK(whole.bulb.watts == 7);
  CHECK(whole.bulb.hours == 1000);
  Lamp set = old;
  lamp_fields().set(set, "bulb=" + path);
  CHECK(set.bulb.watts == 7);
  lamp_fields().set(set, "bulb.watts=8");
  CHECK(set.bulb.watts == 8);
  lamp_fields().set(set, R"(bulb={"watts": 9})");
  CHECK(set.bulb.watts == 9);
  CHECK_THROWS_WITH(lamp_fields().set(set, R"(bulb={"watts": 700})"),
                    Catch::StartsWith("--set bulb#/bulb/watts: expected a whole number"));
  CHECK_THROWS_WITH(lamp_fields().set(set, "bulb={watts: 7}"),
                    Catch::StartsWith("--set bulb, line 1, column 2: expected JSON"));
}

TEST_CASE("A name is a file of the folder, and what is wrong in it is named there") {
  const Noun noun = noun_of("ladder_fast_optics", Place{"e.json", "/scheduler"}, "schedulers");
  CHECK(noun.keys.at("bits") == 8);
  CHECK_THAT(noun.place.source, Catch::EndsWith("configs/schedulers/ladder_fast_optics.json"));
  CHECK_THROWS_WITH(read(R"({"bulb": "ladder_fast_optics"})"),
                    Catch::Contains("ladder_fast_optics.json#/"));
}

TEST_CASE("What is no noun is refused at its place, an unknown name with the nearest") {
  CHECK_THROWS_WITH(read(R"({"bulb": "ladder_fast_optic"})"),
                    Catch::StartsWith("lamp.json#/bulb: expected") &&
                        Catch::Contains("did you mean 'ladder_fast_optics'?"));
  CHECK_THROWS_WITH(read(R"({"bulb": 3})"), Catch::StartsWith("lamp.json#/bulb: expected"));
  CHECK_THROWS_WITH(read(R"({"bulb": null})"), Catch::StartsWith("lamp.json#/bulb: expected"));
  CHECK_THROWS_WITH(read(R"({"bulb": ["x"]})"), Catch::Contains("found a list"));
  CHECK_THROWS_WITH(read(R"({"bulb": ""})"), Catch::Contains("lamp.json#/bulb"));
  CHECK_THROWS_WITH(read(R"({"bulb": "no/such.json"})"), Catch::Contains("no/such.json"));
  CHECK_THROWS_WITH(noun_of("a_name", Place{"e.json", "/x"}, "no_such_folder"),
                    Catch::StartsWith("e.json#/x: expected the path of a .json file"));
  const Folder folder;
  const std::string path = folder.file("bulb.json", R"({"watts": 700})");
  CHECK_THROWS_WITH(read(R"({"bulb": ")" + path + "\"}"),
                    Catch::StartsWith(path + "#/watts: expected"));
  Lamp lamp;
  CHECK_THROWS_WITH(lamp_fields().set(lamp, "bulb=" + path),
                    Catch::StartsWith(path + "#/watts: expected"));
  CHECK(lamp.bulb.watts == 40);
}

TEST_CASE("A key of a kindred noun is refused with the reason") {
  CHECK_THROWS_WITH(read(R"({"bulb": {"volts": 12}})"),
                    Catch::StartsWith("lamp.json#/bulb/volts: expected") &&
                        Catch::Contains("the socket says them"));
  CHECK(bulb_fields().show(Bulb{}).dump() == R"({"watts":40,"hours":1000})");
}
