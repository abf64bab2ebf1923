// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/layout.hpp"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string_view>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::serve {
namespace {

constexpr int kMost = 4096;  // of instances and of each degree
const config::Place kPlace{"--disaggregate", ""};
const config::Place kApart{"--afd", ""};
constexpr const char* kExpectedApart =
    "groups that attend and NPUs for experts, such as \"attention=8xtp1,experts=16\"";
constexpr const char* kExpected =
    "instances and their degrees, such as \"prefill=2xtp4,decode=4xtp8\" (tp, pp, dp, ep)";

// Takes a whole number in 1..kMost off the front; nothing for other text.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) {
    value = value * 10 + (text[digits] - '0');
    if (value > kMost) return std::nullopt;
    ++digits;
  }
  text.remove_prefix(digits);
  return digits > 0 && value > 0 ? std::optional(value) : std::nullopt;
}

Layout parse_layout(std::string_view text, const config::Place& place,
                    const char* expected = kExpected) {
  Layout layout;
  const std::string found = "\"" + std::string(text) + "\"";
  const auto instances = take_number(text);
  if (!instances || text.empty() || text.front() != 'x') place.fail(expected, found);
  layout.instances = *instances;
  text.remove_prefix(1);
  bool any = false;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, 2);
    int* degree = word == "tp"   ? &layout.tp
                  : word == "pp" ? &layout.pp
                  : word == "dp" ? &layout.dp
                  : word == "ep" ? &layout.ep
                                 : nullptr;
    if (degree == nullptr) place.fail(expected, found);
    text.remove_prefix(2);
    const auto value = take_number(text);
    if (!value) place.fail(expected, found);
    *degree = *value;
    any = true;
  }
  if (!any) place.fail(expected, found);
  return layout;
}

}  // namespace

SplitLayout parse_split(const std::string& text) {
  std::optional<Layout> prefill;
  std::optional<Layout> decode;
  for (const std::string& item : base::comma_list(text)) {
    const std::size_t equals = item.find('=');
    const std::string side = item.substr(0, equals);
    std::optional<Layout>& layout = side == "prefill" ? prefill : decode;
    if (equals == std::string::npos || (side != "prefill" && side != "decode") || layout) {
      kPlace.fail(kExpected, "\"" + text + "\"");
    }
    layout = parse_layout(std::string_view(item).substr(equals + 1), kPlace / side);
  }
  if (!prefill || !decode) kPlace.fail(kExpected, "\"" + text + "\"");
  return {*prefill, *decode};
}

ApartLayout parse_afd(const std::string& text) {
  const std::string first = "attention=", second = "experts=";
  const std::vector<std::string> items = base::comma_list(text);
  if (items.size() != 2 || items[0].rfind(first, 0) != 0 || items[1].rfind(second, 0) != 0) {
    kApart.fail(kExpectedApart, "\"" + text + "\"");
  }
  const Layout attention =
      parse_layout(std::string_view(items[0]).substr(first.size()), kApart, kExpectedApart);
  std::string_view number = std::string_view(items[1]).substr(second.size());
  const auto experts = take_number(number);
  if (attention.pp > 1 || attention.dp > 1 || attention.ep > 0 || !experts || !number.empty()) {
    kApart.fail(kExpectedApart, "\"" + text + "\"");
  }
  return {attention.instances, attention.tp, *experts};
}

std::string text_of(const Layout& layout) {
  std::string text = fmt::format("{}xtp{}", layout.instances, layout.tp);
  if (layout.pp > 1) text += fmt::format("pp{}", layout.pp);
  if (layout.dp > 1) text += fmt::format("dp{}", layout.dp);
  if (layout.ep > 1) text += fmt::format("ep{}", layout.ep);
  return text;
}

ServeConfig laid_out(ServeConfig config, const Layout& layout) {
  config.tp = layout.tp;
  config.pp = layout.pp;
  config.dp = layout.dp;
  config.ep = layout.ep;
  return config;
}

Setup setup_of_instance(const ServeConfig& config, const Layout& layout) {
  ServeConfig one = laid_out(config, layout);
  one.npus = layout.tp * layout.pp * layout.dp;
  return setup_of(one);
}

bool is_open(const ServeConfig& c) {
  return c.tp == 0 && c.pp == 0 && c.dp == 1 && c.ep == 0 && c.afd.empty();
}

std::vector<Layout> open_layouts(const ServeConfig& config, int most) {
  Nouns nouns;
  const workload::Model& model = nouns.model(config.model);
  const int node = nouns.system(config.system).node;
  std::vector<Layout> all;
  const auto add = [&](const Layout& layout) {
    try {
      setup_of_instance(config, layout);
    } catch (const base::ConfigError&) {
      return;
    }
    all.push_back(layout);
  };
  for (int npus = 1; npus <= most; npus *= 2) {
    if (npus <= node) add({1, npus, 1, 1, 0});
    if (!model.has_experts() || npus == 1) continue;
    if (npus <= node) add({1, npus, 1, 1, npus});
    add({1, 1, 1, npus, npus});
  }
  return all;
}

}  // namespace jacquard::serve
