// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace jacquard::schedule {
namespace {

enum Place {
  load_valid,
  load_row,
  start,
  abort_run,
  ready,
  load_ready,
  busy,
  done,
  valid,
  hold,
  match,
  column
};

int bits_for(int values) {
  int bits = 1;
  while ((1 << bits) < values) ++bits;
  return bits;
}

// Fields of `width` bits, the first one lowest, as one number.
template <class Fields>
std::string hex_of(const Fields& fields, int width) {
  std::vector<bool> bits;
  for (const auto field : fields) {
    for (int b = 0; b < width; ++b)
      bits.push_back(((static_cast<std::uint64_t>(field) >> b) & 1) != 0);
  }
  std::string text;
  for (std::size_t low = 0; low < bits.size(); low += 4) {
    unsigned digit = 0;
    for (std::size_t b = low; b < std::min(low + 4, bits.size()); ++b)
      digit |= unsigned{bits[b]} << (b - low);
    text.insert(text.begin(), "0123456789abcdef"[digit]);
  }
  const std::size_t first = text.find_first_not_of('0');
  return first == std::string::npos ? "0" : text.substr(first);
}

std::string flag(bool set) { return set ? "1" : "0"; }

}  // namespace

Recorder::Recorder(Core& core) : core_(core) {
  const CoreShape& s = core.shape();
  const int field = bits_for(s.ports);
  signals_ = {{"load_valid_i", 1, {}},  {"load_row_i", s.rows_per_clock * s.ports * s.bits, {}},
              {"start_i", 1, {}},       {"abort_i", 1, {}},
              {"ready_i", 1, {}},       {"load_ready_o", 1, {}},
              {"busy_o", 1, {}},        {"done_o", 1, {}},
              {"valid_o", 1, {}},       {"hold_o", 32, {}},
              {"match_o", s.ports, {}}, {"column_o", s.ports * field, {}}};
}

void Recorder::reset() {
  core_.reset();
  demand_.clear();
  settings_.clear();
}

void Recorder::set(std::size_t place, std::string hex) {
  auto& changes = signals_[place].changes;
  if (changes.empty() || changes.back().second != hex)
    changes.emplace_back(clocks_, std::move(hex));
}

void Recorder::take_rows(const std::vector<std::uint32_t>& rows) {
  const auto n = static_cast<std::size_t>(core_.shape().ports);
  if (demand_.size() == n) {  // the next run's
    demand_.clear();
    settings_.clear();
  }
  for (std::size_t at = 0; at + n <= rows.size(); at += n) {
    demand_.emplace_back(rows.begin() + static_cast<std::ptrdiff_t>(at),
                         rows.begin() + static_cast<std::ptrdiff_t>(at + n));
  }
}

const CoreOutputs& Recorder::step(const CoreInputs& in) {
  const CoreOutputs& out = core_.step(in);
  if (clocks_ >= kMostClocks) {
    ++clocks_;
    return out;
  }
  const CoreShape& s = core_.shape();
  std::vector<std::uint32_t> connected, columns;
  for (const auto to : out.columns) {
    connected.push_back(to != kUnmatched ? 1 : 0);
    columns.push_back(to != kUnmatched ? static_cast<std::uint32_t>(to) : 0);
  }
  set(load_valid, flag(in.load));
  set(load_row, in.load ? hex_of(in.row, s.bits) : "0");
  set(start, flag(in.start));
  set(abort_run, flag(in.abort));
  set(ready, flag(in.ready));
  set(load_ready, flag(out.load_ready));
  set(busy, flag(out.busy));
  set(done, flag(out.done));
  set(valid, flag(out.valid));
  set(hold, fmt::format("{:x}", out.hold));
  set(match, hex_of(connected, 1));
  set(column, hex_of(columns, bits_for(s.ports)));
  if (in.load && out.load_ready) take_rows(in.row);
  if (in.abort) demand_.clear(), settings_.clear();
  if (out.valid && in.ready) settings_.push_back({clocks_, out.hold, out.columns});
  ++clocks_;
  return out;
}

std::string Recorder::json(const std::string& core, std::int64_t clock_ps) const {
  using Json = nlohmann::ordered_json;
  Json signals = Json::array(), settings = Json::array();
  for (const Signal& signal : signals_) {
    signals.push_back(
        {{"name", signal.name}, {"width", signal.width}, {"changes", signal.changes}});
  }
  for (const Setting& setting : settings_) {
    settings.push_back(
        {{"cycle", setting.clock}, {"hold", setting.hold}, {"columns", setting.columns}});
  }
  Json all{{"format", "jacquard-waves"},
           {"version", 1},
           {"core", core},
           {"ports", core_.shape().ports},
           {"bits", core_.shape().bits},
           {"cycles", std::min(clocks_, kMostClocks)},
           {"cut", std::max<std::int64_t>(clocks_ - kMostClocks, 0)},
           {"demand", demand_},
           {"signals", signals},
           {"settings", settings}};
  if (clock_ps > 0) all["clock_ps"] = clock_ps;
  return all.dump() + "\n";
}

}  // namespace jacquard::schedule
