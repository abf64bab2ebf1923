// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::report {
namespace {

// A record, and the run it belongs to.
template <class Record>
struct RunLine {
  const FabricRun& run;
  const Record& record;
};

template <class Record>
using Table = MetricTable<RunLine<Record>>;

// Something of the record: a member, or a function of it.
template <class Record, class Get>
auto of(Get get) {
  return [get](const RunLine<Record>& line) { return std::invoke(get, line.record); };
}

// The columns that say which run a line belongs to come first.
template <class Record>
Table<Record> table_of(const char* doc, std::vector<Metric<RunLine<Record>>> columns) {
  using M = Metric<RunLine<Record>>;
  std::vector<M> all = {
      M(
          "fabric", Unit::text, [](const auto& l) { return l.run.fabric; }, "Name of the fabric."),
      M(
          "traffic", Unit::text, [](const auto& l) { return l.run.traffic; }, "What is sent.")};
  all.insert(all.end(), columns.begin(), columns.end());
  return Table<Record>("", doc, std::move(all));
}

template <class Record>
std::string csv_of(const Table<Record>& table, const std::vector<FabricRun>& runs,
                   std::vector<Record> FabricRun::*records) {
  std::string csv = table.csv_heading();
  for (const FabricRun& run : runs) {
    for (const Record& record : run.*records) csv += table.csv_line({run, record});
  }
  return csv;
}

std::string path_text(const TransferRecord& t) {
  std::string text;
  for (const HopRecord& hop : t.path) {
    text += fmt::format("{}{}@{}-{}", text.empty() ? "" : " ", hop.place, hop.head.count(),
                        hop.tail.count());
  }
  return text;
}

}  // namespace

double utilisation(const LinkRecord& link) {
  const base::Picoseconds all = link.carried + link.guard + link.paused + link.idle;
  return all > base::Picoseconds{0} ? link.carried / all : 0;
}

std::string flows_csv(const std::vector<FabricRun>& runs) {
  using R = FlowRecord;
  using M = Metric<RunLine<R>>;
  static const Table<R> table = table_of<R>(
      "A flow.",
      {
          M("source", Unit::count, of<R>(&R::source), "Port it comes from."),
          M("destination", Unit::count, of<R>(&R::destination), "Port it goes to."),
          M("bytes", Unit::bytes, of<R>(&R::size), "Its size."),
          M("start_ps", Unit::ps, of<R>(&R::start), "When its bytes are there to be sent."),
          M("finish_ps", Unit::ps, of<R>(&R::finish), "When its last byte is received."),
          M("fct_ps", Unit::ps, of<R>([](const R& r) { return r.finish - r.start; }),
            "finish - start."),
      });
  return csv_of(table, runs, &FabricRun::flows);
}

std::string links_csv(const std::vector<FabricRun>& runs) {
  using R = LinkRecord;
  using M = Metric<RunLine<R>>;
  static const Table<R> table =
      table_of<R>("A link, or a port of a switch.",
                  {
                      M("link", Unit::text, of<R>(&R::name), "Its name."),
                      M("bytes", Unit::bytes, of<R>(&R::bytes), "That it carried."),
                      M("carried_ps", Unit::ps, of<R>(&R::carried), "Data flowed."),
                      M("guard_ps", Unit::ps, of<R>(&R::guard), "The switch was changing."),
                      M("paused_ps", Unit::ps, of<R>(&R::paused), "PFC forbade sending."),
                      M("idle_ps", Unit::ps, of<R>(&R::idle), "None of these."),
                      M("utilisation", Unit::ratio,
                        of<R>([](const R& r) { return fmt::format("{:.6f}", utilisation(r)); }),
                        "carried / the sum of the four; 0 of nothing."),
                  });
  return csv_of(table, runs, &FabricRun::links);
}

std::string settings_csv(const std::vector<FabricRun>& runs) {
  using R = SettingRecord;
  using M = Metric<RunLine<R>>;
  static const Table<R> table = table_of<R>(
      "A setting of a crossbar.",
      {
          M("crossbar", Unit::text, of<R>(&R::crossbar),
            "Which crossbar; empty where there is one."),
          M("guard_from_ps", Unit::ps, of<R>(&R::guard_from), "When its guard begins."),
          M("from_ps", Unit::ps, of<R>(&R::from), "When it connects."),
          M("to_ps", Unit::ps, of<R>(&R::to), "When it ends."),
          M("columns", Unit::text,
            of<R>([](const R& r) { return fmt::format("{}", fmt::join(r.columns, " ")); }),
            "Destinations of port 0, 1, ...; -1 for an idle one."),
      });
  return csv_of(table, runs, &FabricRun::settings);
}

std::string transfers_csv(const std::vector<FabricRun>& runs) {
  using R = TransferRecord;
  using M = Metric<RunLine<R>>;
  static const Table<R> table =
      table_of<R>("What went over a circuit in one go.",
                  {
                      M("source", Unit::count, of<R>(&R::source), "Port it comes from."),
                      M("destination", Unit::count, of<R>(&R::destination), "Port it goes to."),
                      M("first_byte", Unit::count, of<R>(&R::first_byte),
                        "Its first byte, of the pair's message."),
                      M("bytes", Unit::bytes, of<R>(&R::size), "Its size."),
                      M("path", Unit::text, of<R>(path_text),
                        "Places passed, each with the times of its first and last bit."),
                  });
  return csv_of(table, runs, &FabricRun::transfers);
}

}  // namespace jacquard::report
