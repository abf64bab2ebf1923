// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/layers_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::interop::recipes {
namespace {

constexpr std::size_t kLongest = 1 << 17;

// Times written out: "a*3" and "(ab)*2". `open` and `close` are the brackets of a group.
std::string written_out(const std::string& text, char open, char close,
                        const config::Place& place) {
  std::string out;
  std::vector<std::size_t> begins;  // of open groups, in `out`
  std::size_t last = 0;             // begin of the last letter or group
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == open) {
      begins.push_back(out.size());
    } else if (text[i] == close && !begins.empty()) {
      last = begins.back();
      begins.pop_back();
    } else if (text[i] == '*') {
      int times = 0;
      for (; i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
           ++i) {
        times = std::min(times * 10 + (text[i + 1] - '0'), 1 << 20);
      }
      const std::string group = out.substr(last);
      if (times < 1 || out.size() + group.size() * static_cast<std::size_t>(times) > kLongest) {
        place.fail("a list of at most 2^17 layers", '"' + text + '"');
      }
      for (int n = 1; n < times; ++n) out += group;
    } else {
      last = out.size();
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::vector<int> layers_with_experts(const std::string& text, int layers,
                                     const config::Place& place) {
  std::vector<int> all;
  if (const auto each = base::parse_number<int>(text); each && *each >= 1) {
    for (int layer = 0; layer < layers; ++layer) all.push_back(layer % *each == 0 ? 1 : 0);
    return all;
  }
  for (const char c : written_out(text, '[', ']', place)) {
    if (c == '0' || c == '1') all.push_back(c - '0');
  }
  if (static_cast<int>(all.size()) != layers) {
    place.fail(fmt::format("a number, or 0 and 1 for each of {} layers", layers),
               fmt::format("{} of them", all.size()));
  }
  return all;
}

std::string text_of_experts(const workload::Model& m) {
  std::string text;
  for (int layer = 0, run = 0; layer < m.layers; ++layer) {
    ++run;
    if (layer + 1 < m.layers && m.feed(layer + 1) == m.feed(layer)) continue;
    const bool experts = m.feed(layer) == workload::FeedForward::experts;
    text += fmt::format("{}[{}]*{}", text.empty() ? "" : "+", experts ? 1 : 0, run);
    run = 0;
  }
  return "(" + text + ")";
}

std::vector<int> stages_of_layout(const std::string& text, const config::Place& place) {
  std::vector<int> stages(1);
  for (const char c : written_out(text, '(', ')', place)) {
    if (c == '|') {
      stages.push_back(0);
    } else if (c == 't') {
      ++stages.back();
    } else if (std::string_view("EmL, ").find(c) == std::string_view::npos) {
      place.fail("stages such as Et*3|t*4|t*3L", '"' + text + '"');
    }
  }
  return stages;
}

std::string layout_of_stages(const std::vector<int>& stages) {
  std::string text = "E";
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) text += '|';
    if (stages[i] > 0) text += fmt::format("t*{}", stages[i]);
  }
  return text + "L";
}

int first_number(const std::string& text) {
  constexpr std::size_t kMostDigits = 8;
  const std::size_t begin = std::min(text.find_first_of("0123456789"), text.size());
  const std::size_t end = text.find_first_not_of("0123456789", begin);
  const std::size_t digits = std::min(end, text.size()) - begin;
  return base::parse_number<int>(text.substr(begin, std::min(digits, kMostDigits))).value_or(0);
}

}  // namespace jacquard::interop::recipes
