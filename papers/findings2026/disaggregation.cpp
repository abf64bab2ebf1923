// SPDX-License-Identifier: Apache-2.0
// 7. Which level of disaggregation pays, over which fabric?
#include <fmt/format.h>

#include <algorithm>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

struct Level {
  const char* name;
  std::vector<std::string> layouts;
};
const char* const kTogether = "--dp 64 --ep 64 --tp 1";
const char* const kApart = "--afd attention=32xtp1,experts=32";

const std::vector<Level>& levels() {
  const auto in_chunks = [](const std::string& layout) {
    std::vector<std::string> all;
    for (const int tokens : {64, 128, 256, 512}) {
      all.push_back(fmt::format("{} --max-batched-tokens {}", layout, tokens));
    }
    return all;
  };
  static const std::vector<Level> all = {
      {"prompts in chunks", in_chunks(kTogether)},
      {"prompts apart",
       {"--disaggregate prefill=1xdp32ep32,decode=1xdp32ep32",
        "--disaggregate prefill=2xdp16ep16,decode=1xdp32ep32",
        "--disaggregate prefill=3xdp16ep16,decode=1xdp16ep16"}},
      {"experts apart", in_chunks(kApart)},
  };
  return all;
}
constexpr int kPrompts = 1, kExperts = 2;

const std::vector<int> kRates = {50, 900};  // GB/s
const std::vector<int> kLimits = {50, 25};  // ms a token
constexpr int kKeyRate = 900, kKeyLimit = 25;
const std::vector<int> kBatches = {64, 128, 256, 512, 1024, 2048, 4096, 8192};

std::string served_on(int rate) {
  return fmt::format(
      "serve deepseek-v3.2 --system {{\"network\":{{\"topology\":\"Switch(64)\",\"bandwidth\":"
      "\"{}GB/s\",\"bandwidth_per\":\"npu\",\"latency\":\"250ns\"}},\"npu\":{{\"device\":"
      "\"h200_sxm\"}}}} --input-tokens 2048 --output-tokens 256",
      rate);
}

std::string rate_name(const std::string& layout, int rate, int limit) {
  return fmt::format("{} {} {}", layout, rate, limit);
}

std::string batch_name(const std::string& layout, int rate) {
  return fmt::format("batches {} {}", layout, rate);
}

std::vector<Run> runs(bool quick) {
  std::vector<Run> all;
  for (const int rate : kRates) {
    for (const int limit : kLimits) {
      if (quick && (rate != kKeyRate || limit != kKeyLimit)) continue;
      for (const Level& level : levels()) {
        for (const std::string& layout : level.layouts) {
          if (quick && &layout - level.layouts.data() > 1) continue;
          all.push_back({rate_name(layout, rate, limit),
                         fmt::format("{} {} --find max-rate --slo ttft=2s,tpot={}ms",
                                     served_on(rate), layout, limit)});
        }
      }
    }
    for (const char* layout : {kTogether, kApart}) {
      for (const int batch : kBatches) {
        all.push_back({batch_name(layout, rate) + std::to_string(batch),
                       fmt::format("{} {} --batch {}", served_on(rate), layout, batch)});
      }
    }
  }
  return all;
}

bool has(const Answers& answers, int rate, int limit) {
  return answers.has(rate_name(levels().front().layouts.front(), rate, limit));
}

// Of the level's layouts that ran, the largest rate.
double best(const Answers& answers, int level, int rate, int limit) {
  double most = 0;
  for (const std::string& layout : levels()[static_cast<std::size_t>(level)].layouts) {
    const std::string name = rate_name(layout, rate, limit);
    if (answers.has(name)) most = std::max(most, answers.number(name, "max_rate_per_s"));
  }
  return most;
}

// Sequences that decode at once, against what a token takes them, in ms.
std::vector<std::pair<double, double>> decoding(const Answers& answers, const char* layout,
                                                int rate) {
  std::vector<std::pair<double, double>> points;
  for (const int batch : kBatches) {
    points.emplace_back(
        answers.number(batch_name(layout, rate) + std::to_string(batch), "tpot_ps") * 1e-9, batch);
  }
  return points;
}

Answer answer(const Answers& answers) {
  Answer a;
  const auto tokens_within = [&](const char* layout) {
    return height_at(decoding(answers, layout, kKeyRate), kKeyLimit);
  };
  a.at_a = tokens_within(kApart) / tokens_within(kTogether);
  const auto gain = [&](int rate, int limit) {
    return best(answers, kExperts, rate, limit) /
           std::max(best(answers, 0, rate, limit), best(answers, kPrompts, rate, limit));
  };
  a.at_b = gain(kKeyRate, kKeyLimit);
  a.chart = {"Decoding DeepSeek-V3.2 on 64 GPUs",
             "time of a token (ms)",
             "tokens a second of a GPU",
             true,
             {},
             false,
             false};
  for (const auto& [name, layout] :
       {std::pair{"together", kTogether}, std::pair{"apart", kApart}}) {
    for (const int rate : kRates) {
      report::Line line{fmt::format("{}, {} GB/s", name, rate), {}};
      for (const auto& [ms, batch] : decoding(answers, layout, rate)) {
        line.points.emplace_back(ms, batch / ms * 1e3 / 64);
      }
      a.chart.lines.push_back(std::move(line));
    }
  }
  Table table{"Largest rate with TTFT <= 2 s, requests/s", {"level"}, {}};
  for (const Level& level : levels()) table.rows.push_back({level.name});
  for (const int rate : kRates) {
    for (const int limit : kLimits) {
      if (!has(answers, rate, limit)) continue;
      table.columns.push_back(fmt::format("{} GB/s, {} ms", rate, limit));
      for (std::size_t k = 0; k < table.rows.size(); ++k) {
        table.rows[k].push_back(
            fmt::format("{:.3g}", best(answers, static_cast<int>(k), rate, limit)));
      }
    }
  }
  a.tables.push_back(std::move(table));
  a.verdict = a.at_a > 1 && a.at_b > 1   ? Verdict::holds
              : a.at_a < 1 && a.at_b < 1 ? Verdict::fails
                                         : Verdict::depends;
  a.words = fmt::format(
      "Within {} ms a token on {} GB/s ports, prompts apart serve {:.3g} requests/s, prompts in "
      "chunks {:.3g}, and experts apart {:.3g}. So strict limits want prompts apart. Experts apart "
      "from attention do not help our decoding: within that limit it decodes {:.2f} of the "
      "sequences that attention and experts together do, as each round goes to and fro.",
      kKeyLimit, kKeyRate, best(answers, kPrompts, kKeyRate, kKeyLimit),
      best(answers, 0, kKeyRate, kKeyLimit), best(answers, kExperts, kKeyRate, kKeyLimit), a.at_a);
  if (has(answers, kRates[0], kLimits[0])) {
    a.words += fmt::format(
        " At 50 GB/s and 50 ms the three serve {:.3g}, {:.3g} and {:.3g}: a slow fabric and a "
        "loose "
        "limit make them alike.",
        best(answers, kPrompts, kRates[0], kLimits[0]), best(answers, 0, kRates[0], kLimits[0]),
        best(answers, kExperts, kRates[0], kLimits[0]));
  }
  return a;
}

}  // namespace

double height_at(const std::vector<std::pair<double, double>>& points, double x) {
  if (x <= points.front().first) return points.front().second * x / points.front().first;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const auto& [x0, y0] = points[k - 1];
    const auto& [x1, y1] = points[k];
    if (x <= x1) return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
  }
  return points.back().second;
}

Finding disaggregation() {
  return {
      7,
      "Which disaggregation pays",
      "Prompts in chunks, prompts apart, or experts apart from attention: which serves most, and "
      "over which fabric?",
      "How Far Can Disaggregation Go?, arXiv 2605.28302, 2026",
      "Under strict limits experts apart from attention sustain about 4,000 tokens/s on "
      "DeepSeek-V3.2 where other deployments cannot meet them.",
      "Its abstract.",
      "Served with experts apart, over the best of the others, 900 GB/s, 25 ms a token",
      std::nullopt,
      "closed form: sequences that decode within the limit, over attention and experts together",
      "requests over time, each level's best layout of 64 H200",
      "Prompts apart and experts apart at once, which our server does not run; the closed form "
      "stands for it. Longer contexts, and NPUs of different kinds on both sides.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
