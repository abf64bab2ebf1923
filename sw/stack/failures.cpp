// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::stack {
namespace {

using base::index;

constexpr const char* kForms = "npu:RANK, port:PORT, link:LEAF:UPLINK, leaf:LEAF or spine:SPINE";

template <class Value>
void tidy(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// One failure of the list.
class Item {
 public:
  Item(const std::string& text, const config::Place& place) : text_(text), place_(place) {
    std::size_t begin = 0;
    for (std::size_t colon; (colon = text.find(':', begin)) != std::string::npos;) {
      words_.push_back(text.substr(begin, colon - begin));
      begin = colon + 1;
    }
    words_.push_back(text.substr(begin));
  }

  bool is(const char* kind, std::size_t numbers) const {
    return words_.front() == kind && words_.size() == numbers + 1;
  }

  // The k-th number behind the word, 0..count-1.
  int number(std::size_t k, int count, const char* what) const {
    const auto value = base::parse_number<int>(words_[k]);
    if (!value || *value < 0 || *value >= count) {
      place_.fail(count > 0 ? fmt::format("a {} in 0..{} in \"{}\"", what, count - 1, text_)
                            : fmt::format("no {}, as one crossbar has none", what),
                  fmt::format("\"{}\"", words_[k]));
    }
    return *value;
  }

  [[noreturn]] void fail() const { place_.fail(kForms, fmt::format("\"{}\"", text_)); }

 private:
  const std::string& text_;
  const config::Place& place_;
  std::vector<std::string> words_;
};

void add_item(Failures& failures, const Item& item, const Stack& stack) {
  const Sizes& sizes = stack.sizes;
  if (item.is("npu", 1)) {
    failures.ports.push_back(stack.port(item.number(1, stack.plan.ranks, "rank")));
  } else if (item.is("port", 1)) {
    failures.ports.push_back(item.number(1, sizes.ports, "port"));
  } else if (item.is("link", 2)) {
    const int leaf = item.number(1, sizes.leaves, "leaf");
    failures.links.push_back({leaf, item.number(2, sizes.uplinks, "uplink")});
  } else if (item.is("leaf", 1)) {
    const int first = item.number(1, sizes.leaves, "leaf") * sizes.leaf_ports;
    const int end = std::min(sizes.ports, first + sizes.leaf_ports);
    for (int port = first; port < end; ++port) failures.ports.push_back(port);
  } else if (item.is("spine", 1)) {
    const int number = item.number(1, sizes.all_spines(), "spine");
    const int first = sizes.pods == 0 ? 0 : number / sizes.spines * sizes.pod_leaves;
    const int end = sizes.pods == 0 ? sizes.leaves : first + sizes.pod_leaves;
    for (int leaf = first; leaf < std::min(end, sizes.leaves); ++leaf) {
      for (int link = number % sizes.spines; link < sizes.uplinks; link += sizes.spines) {
        failures.links.push_back({leaf, link});
      }
    }
  } else {
    item.fail();
  }
}

}  // namespace

void add(Failures& failures, const Failures& more) {
  failures.ports.insert(failures.ports.end(), more.ports.begin(), more.ports.end());
  failures.links.insert(failures.links.end(), more.links.begin(), more.links.end());
  tidy(failures.ports);
  tidy(failures.links);
}

Failures read_failures(const std::string& text, const Stack& stack, const config::Place& place) {
  Failures failures;
  for (const std::string& word : base::comma_list(text)) {
    add_item(failures, Item(word, place), stack);
  }
  tidy(failures.ports);
  tidy(failures.links);
  return failures;
}

Failures drawn_failures(double share, const Sizes& sizes, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(std::llround(share * sizes.ports));
  Failures failures;
  failures.ports = base::Rng(seed, "failed ports").permutation(sizes.ports);
  failures.ports.resize(std::min(count, failures.ports.size()));
  tidy(failures.ports);
  return failures;
}

}  // namespace jacquard::stack
