// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/algorithm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::collective {

namespace {

constexpr int kLargestWindow = 1 << 20;

bool power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

int power_of_two_below(int n) {
  int power = 1;
  while (power <= n / 2) power *= 2;
  return power;
}

// "12 is no power of two: take 8 or 16 NPUs, or ..." for those that halve the group.
std::string needs_power_of_two(const char* why, int members) {
  if (power_of_two(members)) return "";
  const int below = power_of_two_below(members);
  return fmt::format("{}, and {} is no power of two: take {} or {} NPUs, or ring or direct", why,
                     members, below, std::int64_t{2} * below);
}

}  // namespace

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = {"ring",
                                                 "two-way-ring",
                                                 "direct",
                                                 "halving-doubling",
                                                 "double-binary-tree",
                                                 "shorter-way-ring",
                                                 "chain",
                                                 "nvls",
                                                 "sharp"};
  return names;
}

std::string name_of(const Algorithm& algorithm) {
  const std::string& method = base::at(method_names(), algorithm.method);
  return algorithm.window == 0 ? method : fmt::format("{}:{}", method, algorithm.window);
}

std::string names_of(const std::vector<Algorithm>& algorithms) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms) names.push_back(name_of(algorithm));
  return fmt::format("{}", fmt::join(names, ","));
}

Algorithm algorithm_named(std::string_view name, const std::string& source) {
  if (name == "halvingDoubling") return {Method::halving_doubling, 0};
  if (name == "doubleBinaryTree") return {Method::double_binary_tree, 0};
  const auto& names = method_names();
  const std::size_t digits = name.find_first_of("0123456789");
  const std::string_view astra = name.substr(0, digits) == "direct" ? "direct" : "";
  const std::string_view method = astra.empty() ? name.substr(0, name.find(':')) : astra;
  const auto found = std::find(names.begin(), names.end(), method);
  if (found == names.end()) base::throw_unknown_name(source, "algorithm", name, names);
  Algorithm algorithm{static_cast<Method>(found - names.begin()), 0};
  if (method.size() == name.size()) return algorithm;
  const std::string_view window = name.substr(astra.empty() ? method.size() + 1 : digits);
  algorithm.window = base::parse_number<int>(window).value_or(0);
  const bool has_window = algorithm.method == Method::direct || algorithm.method == Method::nvls;
  if (!has_window || algorithm.window < 1 || algorithm.window > kLargestWindow) {
    throw base::ConfigError(
        {source, "",
         fmt::format("a window only as direct:1..direct:{0} or nvls:1..nvls:{0}", kLargestWindow),
         fmt::format("'{}'", name), ""});
  }
  return algorithm;
}

std::string unsupported(const Algorithm& algorithm, CollectiveKind kind, int members) {
  if (kind == CollectiveKind::send || kind == CollectiveKind::permute) return "";
  const bool round_a_ring =
      algorithm.method == Method::ring || algorithm.method == Method::two_way_ring ||
      algorithm.method == Method::shorter_way_ring || algorithm.method == Method::chain;
  if (kind == CollectiveKind::reduce && !round_a_ring && !is_in_switch(algorithm.method)) {
    return "a reduce goes from neighbour to neighbour or is summed in switches: take ring, "
           "two-way-ring, shorter-way-ring, chain, nvls or sharp";
  }
  switch (algorithm.method) {
    case Method::ring:
    case Method::two_way_ring:
      return "";
    case Method::shorter_way_ring:
    case Method::chain:
      return kind == CollectiveKind::all_to_all
                 ? "pieces for one member alone are not written down for it: take two-way-ring"
                 : "";
    case Method::direct:
      if (kind == CollectiveKind::broadcast && algorithm.window != 0) {
        return "a window counts what an NPU has received, and the root of a broadcast receives "
               "nothing: take direct without a window";
      }
      return "";
    case Method::halving_doubling:
      if (kind == CollectiveKind::all_to_all) {
        return "halving-doubling merges data by reduction or copies; for an all-to-all take ring "
               "or direct";
      }
      return needs_power_of_two("halving-doubling halves the group in each step", members);
    case Method::double_binary_tree:
      if (kind != CollectiveKind::all_reduce && kind != CollectiveKind::broadcast) {
        return fmt::format(
            "a tree moves whole chunks, which only an all-reduce or a broadcast wants; for {} take "
            "{}",
            rounds::name_of(kind),
            kind == CollectiveKind::all_to_all ? "ring or direct"
                                               : "ring, direct or halving-doubling");
      }
      return needs_power_of_two("a full binary tree below a root has 2^k members", members);
    case Method::nvls:
    case Method::sharp:
      return kind == CollectiveKind::all_to_all
                 ? "switches add and copy, and an all-to-all wants neither: take ring or direct"
                 : "";
  }
  return "";
}

bool is_in_switch(Method method) { return method == Method::nvls || method == Method::sharp; }

int nvls_window(const Algorithm& algorithm) {
  constexpr int usual = 8;
  return algorithm.window == 0 ? usual : algorithm.window;
}

double messages_of(Method method, CollectiveKind kind, int members) {
  const double others = members - 1.0;
  const double halves = kind == CollectiveKind::all_reduce ? 2 : 1;
  switch (method) {
    case Method::halving_doubling:
      return halves * std::log2(members);
    case Method::double_binary_tree:
      return 2 * others / members;
    case Method::ring:
      return kind == CollectiveKind::all_to_all ? others * members / 2 : halves * others;
    case Method::shorter_way_ring:
      return halves * members;
    case Method::sharp:
      return kind == CollectiveKind::all_reduce ? 1 : members;
    case Method::nvls:  // slices of every piece, and a multicast of each of its own
      return kind == CollectiveKind::all_reduce ? 4.0 * (members + 1) : members;
    default:
      return halves * others;
  }
}

}  // namespace jacquard::collective
