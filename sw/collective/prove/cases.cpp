// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/prove/cases.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"

namespace jacquard::collective {

namespace {

constexpr base::Bytes kBytes{1 << 20};
constexpr int kSmallGroup = 16;  // chunks do not meet, but in small groups we look
constexpr Effort kEffort{4, 2, 2, 6};
// Where there are many messages, each order already sees many interleavings.
constexpr std::int64_t kManyMessages = 20'000;
constexpr Effort kEffortOfMany{2, 1, 0, 0};

const std::vector<rounds::Shape>& mixed_shapes() {
  static const std::vector<rounds::Shape> shapes = {
      rounds::Shape({2, 4}),    rounds::Shape({3, 5}),    rounds::Shape({4, 4}),
      rounds::Shape({8, 4}),    rounds::Shape({4, 6}),    rounds::Shape({8, 8}),
      rounds::Shape({2, 4, 2}), rounds::Shape({3, 2, 4}), rounds::Shape({4, 2, 4})};
  return shapes;
}

std::string why_unsupported(const CollectiveRequest& request) {
  if (request.kind == CollectiveKind::send && request.members() == 1) {
    return "a send has two ends";
  }
  try {
    check(request);
  } catch (const base::ConfigError& error) {
    return error.fault().hint.empty() ? error.what() : error.fault().hint;
  }
  return "";
}

CollectiveRequest request_of(CollectiveKind kind, rounds::Shape shape,
                             std::vector<Algorithm> algorithms) {
  CollectiveRequest r;
  r.kind = kind;
  r.shape = std::move(shape);
  r.algorithms = std::move(algorithms);
  r.bytes = kBytes;
  const bool trees = std::any_of(r.algorithms.begin(), r.algorithms.end(), [](const Algorithm& a) {
    return a.method == Method::double_binary_tree;
  });
  r.chunks = trees || r.shape.size() <= kSmallGroup ? 2 : 1;
  r.root = r.shape.size() / 2;
  r.peer = 0;
  return r;
}

std::string joined(const std::vector<Algorithm>& algorithms) {
  std::string names;
  for (const Algorithm& a : algorithms) names += (names.empty() ? "" : " + ") + name_of(a);
  return names;
}

}  // namespace

std::vector<ProofCase> flat_cases(const std::vector<Algorithm>& algorithms,
                                  const std::vector<CollectiveKind>& kinds,
                                  const std::vector<int>& ports) {
  std::vector<ProofCase> cases;
  for (const Algorithm& algorithm : algorithms) {
    for (const CollectiveKind kind : kinds) {
      for (const int n : ports) {
        CollectiveRequest r = request_of(kind, rounds::Shape({n}), {algorithm});
        std::string why = unsupported(algorithm, kind, n);
        if (why.empty()) why = why_unsupported(r);
        cases.push_back({std::move(r), name_of(algorithm), std::move(why)});
      }
    }
  }
  return cases;
}

std::vector<ProofCase> mixed_cases(const std::vector<Algorithm>& algorithms,
                                   const std::vector<CollectiveKind>& kinds, int most_ports) {
  std::vector<ProofCase> cases;
  for (const rounds::Shape& shape : mixed_shapes()) {
    if (shape.size() > most_ports) continue;
    for (const CollectiveKind kind : kinds) {
      for (std::size_t a = 0; a < algorithms.size(); ++a) {
        for (std::size_t b = 0; b < algorithms.size(); ++b) {
          std::vector<Algorithm> each = {algorithms[a], algorithms[b],
                                         algorithms[(a + b) % algorithms.size()]};
          each.resize(static_cast<std::size_t>(shape.digits()));
          for (const Spread spread : {Spread::baseline, Spread::blueconnect}) {
            if (spread == Spread::blueconnect && kind != CollectiveKind::all_reduce) continue;
            CollectiveRequest r = request_of(kind, shape, each);
            r.spread = spread;
            std::string why = why_unsupported(r);
            cases.push_back({std::move(r), joined(each), std::move(why)});
          }
        }
      }
    }
  }
  return cases;
}

Execution prove(const ProofCase& proof, std::uint64_t seed) {
  const rounds::RoundGraph graph = generate(proof.request);
  require_executable(graph, "--ports");
  return prove(graph, seed,
               rounds::totals(graph).messages < kManyMessages ? kEffort : kEffortOfMany);
}

}  // namespace jacquard::collective
