// SPDX-License-Identifier: Apache-2.0
// 6. Sums in the switch against circuits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

constexpr const char* kRate = "450GB/s";
const std::vector<std::pair<const char*, double>> kSizes = {
    {"32KiB", 32768.},    {"64KiB", 65536.},    {"256KiB", 262144.},
    {"1MiB", 1048576.},   {"4MiB", 4194304.},   {"16MiB", 16777216.},
    {"32MiB", 33554432.}, {"64MiB", 67108864.}, {"1GiB", 1073741824.}};

// A size, that of the same numbers in 8 bits in place of 16, and what is claimed of it.
struct Claimed {
  const char* size;
  const char* half;
  double gain;
};
constexpr Claimed kSmall = {"64KiB", "32KiB", 8.7};
constexpr Claimed kLarge = {"64MiB", "32MiB", 3.8};

// A way that the shipped experiment lacks, or has at a rate of its own.
struct Way {
  const char* name;
  const char* options;
};
const Way kWays[] = {
    {"sharp", "--set algorithm=sharp"},
    {"nvls", "--set algorithm=nvls"},
    {"ring on packets", "--set switch=packets --set algorithm=ring"},
    {"halving on packets", "--set switch=packets --set algorithm=halving-doubling"},
    {"halving on circuits", "--set switch=circuits --set algorithm=halving-doubling"},
    {"halving on circuits of 2 x the rate",
     "--set switch=circuits --set algorithm=halving-doubling --set bandwidth=900GB/s"},
};

std::vector<Run> runs(bool /*quick*/) {
  std::vector<Run> all;
  for (const Way& way : kWays) {
    all.push_back(
        {way.name,
         fmt::format("simulate in_network --set variants=[] --set npus=8 --set "
                     "bandwidth={} --set guard=100ns {} --set "
                     "sweep.values=[\"32KiB\",\"64KiB\",\"256KiB\",\"1MiB\",\"4MiB\",\"16MiB\","
                     "\"32MiB\",\"64MiB\",\"1GiB\"]",
                     kRate, way.options)});
  }
  const char* model =
      "llama3-70b --system 8xh200 --parallel tp=8 --engine analytic --sequence 2048";
  all.push_back({"decode", fmt::format("train {} --kind decode --batch 64", model)});
  all.push_back({"prefill", fmt::format("train {} --kind prefill --batch 4", model)});
  return all;
}

double time_of(const Answers& answers, const std::string& way, const char* size,
               const char* key = "time_ps") {
  return answers.where(way, {{"point", size}}).at(key).get<double>();
}

// The shorter of a ring and of halving, on packets.
double software(const Answers& answers, const char* size, const char* key = "time_ps") {
  return std::min(time_of(answers, "ring on packets", size, key),
                  time_of(answers, "halving on packets", size, key));
}

// Of a switch that adds numbers of 8 bits.
double gain_in_8_bits(const Answers& answers, const Claimed& claimed, const char* key = "time_ps") {
  return software(answers, claimed.size, key) / time_of(answers, "sharp", claimed.half, key);
}

double share_of_sums(const Answers& answers, const char* step) {
  double sums = 0;
  for (const report::Row& row : answers.rows(step)) {
    if (row.at("row_kind") == "collective" && row.at("operation") == "tp_comm") {
      sums += row.at("exposed_ps").get<double>();
    }
  }
  return sums / answers.number(step, "time_ps");
}

Table times(const Answers& answers) {
  Table table{"All-reduce of 8 NPUs at 450 GB/s a port, us", {"way"}, {}};
  for (const auto& size : kSizes) table.columns.push_back(size.first);
  for (const Way& way : kWays) {
    std::vector<std::string> cells = {way.name};
    for (const auto& [size, bytes] : kSizes) {
      cells.push_back(fmt::format("{:.4g}", time_of(answers, way.name, size) * 1e-6));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table claims(const Answers& answers) {
  Table table{"The better of ring and halving on packets, over a switch that adds",
              {"bytes", "16 bits", "8 bits", "claimed of 8 bits"},
              {}};
  for (const Claimed& c : {kSmall, kLarge}) {
    table.rows.push_back(
        {c.size,
         fmt::format("{:.1f}", software(answers, c.size) / time_of(answers, "sharp", c.size)),
         fmt::format("{:.1f}", gain_in_8_bits(answers, c)), fmt::format("{:.1f}", c.gain)});
  }
  return table;
}

Table steps(const Answers& answers) {
  Table table{"Saved of a step of Llama 3 70B on 8 GPUs, against a ring on packets",
              {"step", "sums take", "of", "sharp", "nvls", "halving on circuits"},
              {}};
  for (const auto& [step, size] : {std::pair{"decode", "1MiB"}, std::pair{"prefill", "64MiB"}}) {
    const double share = share_of_sums(answers, step);
    std::vector<std::string> cells = {step, fmt::format("{:.0f} %", 100 * share), size};
    for (const char* way : {"sharp", "nvls", "halving on circuits"}) {
      cells.push_back(
          fmt::format("{:.0f} %", 100 * saved_of_step(share, time_of(answers, way, size),
                                                      time_of(answers, "ring on packets", size))));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Answer answer(const Answers& answers) {
  Answer a;
  constexpr const char* large = kLarge.size;
  constexpr const char* small = kSmall.size;
  a.at_a = gain_in_8_bits(answers, kLarge, "closed_form_ps");
  a.at_b = gain_in_8_bits(answers, kLarge);
  const double at_small = gain_in_8_bits(answers, kSmall);
  a.chart = {
      "All-reduce of 8 NPUs, 450 GB/s a port", "bytes", "time over that of sharp", true, {}, true};
  for (const Way& way : kWays) {
    report::Line line{way.name, {}};
    for (const auto& [size, bytes] : kSizes) {
      line.points.emplace_back(bytes,
                               time_of(answers, way.name, size) / time_of(answers, "sharp", size));
    }
    a.chart.lines.push_back(std::move(line));
  }
  a.tables = {times(answers), claims(answers), steps(answers)};
  constexpr double near = 0.25;
  const auto is_near = [](double ours, const Claimed& c) {
    return std::abs(ours / c.gain - 1) < near;
  };
  const bool both = is_near(a.at_b, kLarge) && is_near(at_small, kSmall);
  a.verdict = both ? Verdict::holds : Verdict::depends;
  const double decode = share_of_sums(answers, "decode");
  const auto saved = [&](const char* way) {
    return 100 * saved_of_step(decode, time_of(answers, way, "1MiB"),
                               time_of(answers, "ring on packets", "1MiB"));
  };
  const auto over_sums = [&](const char* way) {
    return time_of(answers, way, large) / time_of(answers, "sharp", large);
  };
  a.words = fmt::format(
      "A switch that adds beats the better of ring and halving by {:.1f} at 64 KiB and by {:.1f} "
      "at 64 MiB; with numbers of 8 bits by {:.1f} and {:.1f}, where 8.7 and 3.8 are claimed. "
      "Circuits of the same rate take {:.1f} times as "
      "long at 64 MiB, and of twice the rate {:.2f} times, as NPUs add what they receive. Decoding "
      "Llama 3 70B on 8 GPUs spends {:.0f} % of a step on sums of 1 MiB. In place of a ring, a "
      "switch that adds saves {:.0f} % of the step, nvls {:.0f} %, and circuits {:.0f} %.",
      software(answers, small) / time_of(answers, "sharp", small),
      software(answers, large) / time_of(answers, "sharp", large), at_small, a.at_b,
      over_sums("halving on circuits"), over_sums("halving on circuits of 2 x the rate"),
      100 * decode, saved("sharp"), saved("nvls"), saved("halving on circuits"));
  return a;
}

}  // namespace

double saved_of_step(double share, double time, double before) {
  return share * (1 - time / before);
}

Finding in_network_sums() {
  return {
      6,
      "Sums in the switch against circuits",
      "Which wins at which size, and what does a step gain?",
      "SCIN, arXiv 2603.28239, 2026; NVLink SHARP",
      "On 8 GPUs a switch that fetches, adds and quantises to 8 bits all-reduces up to 8.7 times "
      "as "
      "fast as software for small messages, and 3.8 times for large ones.",
      "Its abstract.",
      "Best software's time over that of a switch that adds 8-bit numbers, 64 MiB",
      kLarge.gain,
      "closed forms",
      "SystemC: every byte into and out of the sum is checked",
      "A switch that adds more slowly than its ports, which we do not model. Exchanges of experts, "
      "which no switch can add: there circuits are what is left.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
