// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/configuration_sizes.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <map>

#include "jacquard/base/error.hpp"
#include "jacquard/stack/configuration/configuration.hpp"
#include "jacquard/stack/switches.hpp"

namespace jacquard::genstack {
namespace {

using base::index;
using stack::Settings;

void put_varint(std::uint64_t value, std::string& bytes) {
  constexpr std::uint64_t kMore = 128;
  for (; value >= kMore; value /= kMore) bytes.push_back(static_cast<char>(value % kMore + kMore));
  bytes.push_back(static_cast<char>(value));
}

double bytes_of_one_setting(int ports) {
  return static_cast<double>(ports) * stack::bits_for(index(ports) + 1) / 8;
}

struct Baselines {
  double explicit_bytes = 0;
  double dictionary = 0;
  double zstd = 0;
};

double compressed_bytes(const std::string& bytes) {
  constexpr int kLevel = 19;
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  JQ_CHECK(ZSTD_isError(size) == 0, "zstd compresses any bytes.");
  return static_cast<double>(size);
}

// Circuits of `now` that `before` did not have, and inputs that are idle from now on.
void put_change(const std::vector<int>& before, const std::vector<int>& now, std::string& bytes) {
  std::uint64_t changes = 0;
  for (std::size_t in = 0; in < now.size(); ++in) changes += before[in] != now[in] ? 1u : 0u;
  put_varint(changes, bytes);
  std::size_t last = 0;
  for (std::size_t in = 0; in < now.size(); ++in) {
    if (before[in] == now[in]) continue;
    put_varint(in - last, bytes);
    put_varint(static_cast<std::uint64_t>(now[in] - stack::kOnDemand), bytes);
    last = in;
  }
}

Baselines baselines_of(const Settings& settings, int number) {
  const int ports = settings.ports(number);
  std::map<std::vector<int>, std::uint64_t> numbers;
  std::string runs;
  std::string changes;
  std::vector<int> before(index(ports), rounds::kNobody);
  std::vector<int> now;
  std::uint64_t current = numbers.try_emplace(before, 0).first->second;
  std::int64_t since = 0;
  const auto end_run = [&](std::int64_t slot) {
    put_varint(current, runs);
    put_varint(static_cast<std::uint64_t>(slot - since), runs);
  };
  for (const std::int64_t slot : settings.changes(0, number)) {
    settings.setting(0, number, slot, now);
    if (now == before) continue;
    if (slot > since) end_run(slot);
    put_varint(static_cast<std::uint64_t>(slot - since), changes);
    put_change(before, now, changes);
    current = numbers.try_emplace(now, numbers.size()).first->second;
    since = slot;
    before.swap(now);
  }
  end_run(settings.slots());
  const double one = bytes_of_one_setting(ports);
  return {static_cast<double>(settings.slots()) * one,
          static_cast<double>(numbers.size()) * one + static_cast<double>(runs.size()),
          compressed_bytes(changes)};
}

const char* kind_of(const stack::Sizes& sizes, int number) {
  if (sizes.leaves == 0) return "crossbar";
  if (stack::is_leaf(sizes, number)) return "leaf";
  return number < sizes.leaves + sizes.all_spines() ? "spine" : "core";
}

class Mean {
 public:
  void add(double value) {
    sum_ += value;
    largest_ = std::max(largest_, value);
    ++count_;
  }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
  double largest() const { return largest_; }
  std::int64_t count() const { return count_; }

 private:
  double sum_ = 0;
  double largest_ = 0;
  std::int64_t count_ = 0;
};

void add_rows(const Settings& settings, int first, int count, int most,
              std::vector<ConfigurationRow>& rows) {
  std::array<Mean, 4> means;
  const int measured = std::min(count, most);
  for (int i = 0; i < measured; ++i) {
    const int number = first + static_cast<int>(std::int64_t{i} * count / measured);
    const Baselines baselines = baselines_of(settings, number);
    means[0].add(static_cast<double>(encode_configuration(settings, 0, number).size()));
    means[1].add(baselines.explicit_bytes);
    means[2].add(baselines.dictionary);
    means[3].add(baselines.zstd);
  }
  const std::array<const char*, 4> methods = {"grammar", "explicit", "dictionary", "zstd"};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    rows.push_back({methods[m], kind_of(settings.stack().sizes, first), means[m].count(),
                    means[m].mean(), means[m].largest(), m < 2, means[m].mean() / means[2].mean()});
  }
}

}  // namespace

ConfigurationBytes configuration_bytes(const Settings& settings) {
  Mean mean;
  const stack::Stack& stack = settings.stack();
  for (int channel = 0; channel < stack.fabric.channels; ++channel) {
    for (int number = 0; number < stack.sizes.switches(); ++number) {
      mean.add(static_cast<double>(encode_configuration(settings, channel, number).size()));
    }
  }
  return {mean.mean(), static_cast<std::int64_t>(mean.largest())};
}

std::vector<ConfigurationRow> configuration_rows(const Settings& settings, int most) {
  std::vector<ConfigurationRow> rows;
  const stack::Sizes& sizes = settings.stack().sizes;
  if (sizes.leaves == 0) {
    add_rows(settings, 0, 1, most, rows);
  } else {
    add_rows(settings, 0, sizes.leaves, most, rows);
    add_rows(settings, sizes.leaves, sizes.all_spines(), most, rows);
    const int switches = sizes.leaves + sizes.all_spines();
    if (sizes.cores > 0) add_rows(settings, switches, sizes.cores, most, rows);
  }
  return rows;
}

const report::MetricTable<ConfigurationRow>& configuration_metrics() {
  using R = ConfigurationRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "configuration", "Bytes that hold all settings of a switch, by one method.",
      {M("method", Unit::text, &R::method,
         "grammar (what --out writes), explicit, dictionary (and run lengths), zstd (of changes).",
         "method"),
       M("switches", Unit::text, &R::switches, "crossbar, leaf or spine.", "switches"),
       M("switches_measured", Unit::count, &R::measured, "Switches of which it is the mean."),
       M("config_bytes_per_switch", Unit::bytes, &R::mean, "Mean.", "bytes"),
       M("largest_config_bytes", Unit::bytes, &R::largest, "Of one switch.", "largest"),
       M("over_dictionary", Unit::ratio, &R::over_dictionary,
         "The mean over the dictionary's with run lengths.", "over dictionary"),
       M("random_access", Unit::flag, &R::random_access,
         "A slot's setting is read without those before.", "random access")});
  return table;
}

}  // namespace jacquard::genstack
