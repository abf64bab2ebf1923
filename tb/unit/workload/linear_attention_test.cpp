// SPDX-License-Identifier: Apache-2.0
// The closed forms of linear attention against algorithms that count what they do.
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "jacquard/workload/compute_work.hpp"

using namespace jacquard::workload;

namespace {

using Matrix = std::vector<std::vector<double>>;

// A product that counts: rows of `a` times columns of `b`.
struct Counter {
  double multiply_adds = 0;

  Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c(a.size(), std::vector<double>(b.at(0).size(), 0));
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < c[i].size(); ++j) {
        for (std::size_t k = 0; k < b.size(); ++k, ++multiply_adds) c[i][j] += a[i][k] * b[k][j];
      }
    }
    return c;
  }
};

Matrix turned(const Matrix& a) {
  Matrix t(a.at(0).size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < t.size(); ++j) t[j][i] = a[i][j];
  }
  return t;
}

void add(Matrix& a, const Matrix& b, double times) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] += times * b[i][j];
  }
}

// Without values above the diagonal, and on it if `strict`.
Matrix lower(Matrix a, bool strict) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + (strict ? 0 : 1); j < a.size(); ++j) a[i][j] = 0;
  }
  return a;
}

Matrix some(std::size_t rows, std::size_t columns, double seed) {
  Matrix m(rows, std::vector<double>(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      m[i][j] = 0.4 * std::sin(seed + 1.7 * static_cast<double>(i) + 2.9 * static_cast<double>(j));
    }
  }
  return m;
}

Matrix rows_of(const Matrix& m, std::size_t from, std::size_t count) {
  return {m.begin() + static_cast<std::ptrdiff_t>(from),
          m.begin() + static_cast<std::ptrdiff_t>(from + count)};
}

// One head without decay and with a rate of 1: S += k (v - k S)', or S += k v'; out = q S.
struct Head {
  Matrix q, k, v;
  bool delta;
};

Matrix recurrent(const Head& h, Counter& c) {
  Matrix state(h.k.at(0).size(), std::vector<double>(h.v.at(0).size(), 0));
  Matrix out;
  for (std::size_t t = 0; t < h.q.size(); ++t) {
    const Matrix k = rows_of(h.k, t, 1);
    Matrix v = rows_of(h.v, t, 1);
    if (h.delta) add(v, c.product(k, state), -1);
    add(state, c.product(turned(k), v), 1);
    out.push_back(c.product(rows_of(h.q, t, 1), state).at(0));
  }
  return out;
}

// (I + strictly lower a)^-1 row by row: its own row of `a`, and multiples of the rows before.
Matrix inverse(const Matrix& a, Counter& c) {
  Matrix t(a.size(), std::vector<double>(a.size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    t[i][i] = 1;
    for (std::size_t l = 0; l < i; ++l) {
      t[i][l] = -a[i][l];
      for (std::size_t j = l + 1; j < i; ++j, ++c.multiply_adds) t[i][l] -= a[i][j] * t[j][l];
    }
  }
  return t;
}

Matrix chunked(const Head& h, std::size_t chunk, Counter& c) {
  Matrix state(h.k.at(0).size(), std::vector<double>(h.v.at(0).size(), 0));
  Matrix out;
  for (std::size_t t = 0; t < h.q.size(); t += chunk) {
    const Matrix q = rows_of(h.q, t, chunk);
    const Matrix k = rows_of(h.k, t, chunk);
    Matrix v = rows_of(h.v, t, chunk);
    if (h.delta) {
      const Matrix solve = inverse(lower(c.product(k, turned(k)), true), c);
      const Matrix w = c.product(solve, k);
      v = c.product(solve, v);
      add(v, c.product(w, state), -1);
    }
    Matrix o = c.product(q, state);
    add(o, c.product(lower(c.product(q, turned(k)), false), v), 1);
    add(state, c.product(turned(k), v), 1);
    out.insert(out.end(), o.begin(), o.end());
  }
  return out;
}

LinearAttentionWork work_of(double queries, double keys, double values, bool delta) {
  LinearAttentionWork work;
  work.queries = queries;
  work.heads = 1;
  work.key_heads = 1;
  work.key_size = keys;
  work.value_size = values;
  work.delta = delta;
  return work;
}

}  // namespace

TEST_CASE("operations of linear attention are those that a chunked scan counts") {
  for (const bool delta : {true, false}) {
    for (const auto& [keys, values] : {std::pair{3, 5}, std::pair{6, 2}, std::pair{4, 4}}) {
      LinearAttentionWork work = work_of(256, keys, values, delta);
      const auto tokens = static_cast<std::size_t>(work.queries);
      const Head head{some(tokens, static_cast<std::size_t>(keys), 1),
                      some(tokens, static_cast<std::size_t>(keys), 2),
                      some(tokens, static_cast<std::size_t>(values), 3), delta};
      CAPTURE(delta, keys, values);
      Counter scan;
      const Matrix by_chunks = chunked(head, static_cast<std::size_t>(chunk_of(work)), scan);
      CHECK(parts_of(work).state.flops == Approx(2 * scan.multiply_adds).epsilon(1e-12));
      Counter steps;
      const Matrix by_tokens = recurrent(head, steps);
      work.decode = true;
      CHECK(parts_of(work).state.flops == Approx(2 * steps.multiply_adds).epsilon(1e-12));
      for (std::size_t t = 0; t < tokens; ++t) {
        for (std::size_t j = 0; j < by_tokens[t].size(); ++j) {
          REQUIRE(by_chunks[t][j] == Approx(by_tokens[t][j]).margin(1e-9));
        }
      }
    }
  }
}

TEST_CASE("heads of Mamba-2 share the products of queries and keys of their group") {
  LinearAttentionWork work = work_of(128, 16, 8, false);
  work.heads = 12;
  const double alone = parts_of(work).state.flops;
  work.key_heads = 12;
  CHECK(parts_of(work).state.flops - alone == Approx(2 * 11 * 128.0 * 128 * 16));
}

TEST_CASE("a short convolution multiplies each value of queries, keys and values by its taps") {
  LinearAttentionWork work = work_of(100, 16, 8, true);
  work.batch = 3;
  work.heads = 4;
  work.key_heads = 2;
  const double channels = 2 * 2 * 16 + 4 * 8;
  CHECK(parts_of(work).convolution.flops == 2 * 300 * channels * 4);
  CHECK(parts_of(work).convolution.bytes == 300 * channels * 2 * 2);
  work.conv = 0;
  CHECK(parts_of(work).convolution.flops == 0);
  CHECK(parts_of(work).convolution.bytes == 0);
}

TEST_CASE("amounts of linear attention are linear in its tokens, and in sequences") {
  for (const bool delta : {true, false}) {
    LinearAttentionWork work = work_of(512, 128, 128, delta);
    const Amounts once = amounts_of(work);
    work.queries *= 3;
    const Amounts long_one = amounts_of(work);
    CHECK(long_one.flops == Approx(3 * once.flops));
    // The state is written once.
    CHECK(long_one.bytes - 3 * once.bytes == Approx(-2 * 128.0 * 128 * 4));
    work.batch = 5;
    CHECK(amounts_of(work).flops == Approx(5 * long_one.flops));
    CHECK(amounts_of(work).bytes == Approx(5 * long_one.bytes));
  }
}

TEST_CASE("a decoder reads and writes the states of all its sequences") {
  LinearAttentionWork work = work_of(1, 128, 96, true);
  work.batch = 64;
  work.heads = 32;
  work.key_heads = 16;
  work.state_bytes = 2;
  work.decode = true;
  const double states = 64.0 * 32 * 128 * 96 * 2 * 2;
  // q, k, v and o beside them.
  const double others = 64.0 * 2 * (2 * 16 * 128 + 2 * 32 * 96);
  CHECK(parts_of(work).state.bytes == states + others);
  work.state_bytes = 4;
  CHECK(parts_of(work).state.bytes == 2 * states + others);
}

TEST_CASE(
    "the gradient of linear attention takes its products twice, and once to have them again") {
  LinearAttentionWork work = work_of(256, 128, 128, true);
  const LinearAttentionAmounts forward = parts_of(work);
  work.backward = true;
  CHECK(parts_of(work).state.flops == 3 * forward.state.flops);
  CHECK(parts_of(work).convolution.flops == 2 * forward.convolution.flops);
  CHECK(amounts_of(work).bytes > 2 * (forward.state.bytes + forward.convolution.bytes));
}
