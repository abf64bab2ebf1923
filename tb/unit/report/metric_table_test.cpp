// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/metric_table.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::report;
using base::Bytes;
using base::Picoseconds;

namespace {

struct Lamp {
  std::string name = "desk, \"left\"";
  Picoseconds on{1'000}, off{12'301'000};
  Bytes log{2'500'000};
  std::optional<Picoseconds> repaired;
  std::optional<double> price;
  std::vector<Picoseconds> flickers;
  Row switches = {{"knob", 1}, {"dial", "b"}};
};

const MetricTable<Lamp>& lamp_metrics() {
  using M = Metric<Lamp>;
  static const MetricTable<Lamp> table(
      "lamp", "What shines.",
      {
          M("name", Unit::text, &Lamp::name, "As its owner calls it.", "name").rank(1),
          M(
              "lit_ps", Unit::ps, [](const Lamp& l) { return l.off - l.on; }, "It shone.", "lit"),
          M("log_bytes", Unit::bytes, &Lamp::log, "What it wrote.", "log_bytes"),
          M("repaired_ps", Unit::ps, &Lamp::repaired, "When, if ever.", "repaired"),
          M("price_usd", Unit::usd, &Lamp::price, "What it cost.").or_null(),
          M(
              "", Unit::flag, [](const Lamp&) { return true; }, "Of tables alone.", "on?"),
          M(kFurtherKeys, Unit::any, &Lamp::switches, "Its switches."),
      });
  return table;
}

std::vector<std::string> keys_of(const Row& row) {
  std::vector<std::string> keys;
  for (const auto& item : row.items()) keys.push_back(item.key());
  return keys;
}

using Keys = std::vector<std::string>;

}  // namespace

TEST_CASE("A row has the keys of its table in their order, and further keys in their place") {
  const Row row = lamp_metrics().json(Lamp{});
  CHECK(keys_of(row) ==
        Keys{"row_kind", "name", "lit_ps", "log_bytes", "price_usd", "knob", "dial"});
  CHECK(row["row_kind"] == "lamp");
  CHECK(row["lit_ps"] == 12'300'000);
  CHECK(row["log_bytes"] == 2'500'000);
  CHECK(row["price_usd"].is_null());
  CHECK(row["dial"] == "b");
}

TEST_CASE("An optional that is there has its key") {
  Lamp lamp;
  lamp.repaired = Picoseconds{7};
  lamp.price = 2.5;
  const Row row = lamp_metrics().json(lamp);
  CHECK(row["repaired_ps"] == 7);
  CHECK(row["price_usd"] == 2.5);
}

TEST_CASE("Cells have headings, units that read well, and columns by rank") {
  const Row cells = lamp_metrics().cells(Lamp{});
  CHECK(keys_of(cells) == Keys{"row_kind", "lit", "log_bytes", "on?", "name"});
  CHECK(cells["lit"] == "12.3 us");
  CHECK(cells["log_bytes"] == 2'500'000);  // a heading that is the key leaves the number as it is
}

TEST_CASE("A table of all columns has every key as its heading") {
  using M = Metric<Lamp>;
  const MetricTable<Lamp> table("", "", {M("on_ps", Unit::ps, &Lamp::on, "Since when.")},
                                Columns::all);
  CHECK(table.cells(Lamp{}) == Row{{"on_ps", 1'000}});
  CHECK(table.kind().metrics[0].heading == "on_ps");
}

TEST_CASE("A metric may be a function that holds more than a pointer or two") {
  using M = Metric<Lamp>;
  const std::string owner = "a name that is too long to be kept within a small object";
  const std::vector<int> years = {1'990, 2'026};
  const MetricTable<Lamp> table(
      "", "",
      {M(
           "owner", Unit::text, [owner](const Lamp& l) { return owner + " of " + l.name; },
           "Whose."),
       M(
           "years", Unit::any, [years](const Lamp&) { return years; }, "When.")});
  Lamp lamp;
  lamp.name = "desk";
  const Row row = table.json(lamp);
  CHECK(row["owner"] == owner + " of desk");
  CHECK(row["years"] == Row{1'990, 2'026});
}

TEST_CASE("CSV has a heading and quotes what RFC 4180 says") {
  using M = Metric<Lamp>;
  const MetricTable<Lamp> table("", "",
                                {M("name", Unit::text, &Lamp::name, "Its name."),
                                 M("repaired_ps", Unit::ps, &Lamp::repaired, "When."),
                                 M("on_ps", Unit::ps, &Lamp::on, "Since when.")});
  CHECK(table.csv_heading() == "name,repaired_ps,on_ps\n");
  CHECK(table.csv_line(Lamp{}) == "\"desk, \"\"left\"\"\",,1000\n");
}

TEST_CASE("What a journal keeps is read back") {
  using M = Metric<Lamp>;
  const MetricTable<Lamp> table("", "",
                                {M::kept("on_ps", Unit::ps, &Lamp::on, ""),
                                 M::kept("repaired_ps", Unit::ps, &Lamp::repaired, ""),
                                 M::kept("flickers_ps", Unit::ps, &Lamp::flickers, "")});
  Lamp lamp;
  lamp.on = Picoseconds{INT64_MAX};
  lamp.flickers = {Picoseconds{1}, Picoseconds{-2}};
  for (const auto repaired : {std::optional<Picoseconds>(), std::optional(Picoseconds{3})}) {
    lamp.repaired = repaired;
    Lamp back;
    table.read(back, Row::parse(table.json(lamp).dump()));
    CHECK(back.on == lamp.on);
    CHECK(back.repaired == lamp.repaired);
    CHECK(back.flickers == lamp.flickers);
  }
  Lamp none;
  CHECK_THROWS_AS(table.read(none, Row::parse(R"({"on_ps": 1})")), Row::exception);
  CHECK_THROWS_AS(table.read(none, Row::parse(R"({"on_ps": "1", "flickers_ps": []})")),
                  Row::exception);
}

TEST_CASE("Times, sizes and bandwidths are scaled for people, other figures stand as they are") {
  using jacquard::report::readable;
  CHECK(readable(Row(12'300'000), Unit::ps) == "12.3 us");
  CHECK(readable(Row(1'234'567), Unit::bytes) == "1.23 MB");
  CHECK(readable(Row(2.375e10), Unit::bytes_per_s) == "23.8 GB/s");
  CHECK(readable(Row(0.25), Unit::ratio) == 0.25);
  CHECK(readable(Row("none"), Unit::ps) == "none");
}

TEST_CASE("A key says its unit") {
  CHECK(suffix_fault("makespan_ps", Unit::ps).empty());
  CHECK(suffix_fault("bytes", Unit::bytes).empty());
  CHECK(suffix_fault("bytes_lost", Unit::bytes).empty());
  CHECK(suffix_fault("cycles_mean", Unit::cycles).empty());
  CHECK(suffix_fault("link_bytes_per_s", Unit::bytes_per_s).empty());
  CHECK(suffix_fault("events_per_wall_s", Unit::per_s).empty());
  CHECK(suffix_fault("tokens_per_s", Unit::per_s).empty());
  CHECK(suffix_fault("wall_s", Unit::s).empty());
  CHECK(suffix_fault("ports", Unit::count).empty());

  CHECK(!suffix_fault("makespan_ns", Unit::ps).empty());
  CHECK(!suffix_fault("makespan", Unit::ps).empty());
  CHECK(!suffix_fault("ps_of_makespan", Unit::ps).empty());  // a time is said at the end
  CHECK(!suffix_fault("link_bytes_per_s", Unit::s).empty());
  CHECK(!suffix_fault("link_bytes_per_s", Unit::per_s).empty());
  CHECK(!suffix_fault("tokens_per_s", Unit::s).empty());
  CHECK(!suffix_fault("events_per_wall_s", Unit::s).empty());
  CHECK(!suffix_fault("wire_bytes", Unit::count).empty());
  CHECK(!suffix_fault("lost", Unit::bytes).empty());
  CHECK(!suffix_fault("kilobytes", Unit::bytes).empty());
}
