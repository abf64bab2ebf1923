// SPDX-License-Identifier: Apache-2.0
#include "mutation/mutants.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "mutation/outline.hpp"

using namespace jacquard::tb;

namespace {

const std::string kSource = R"(// a & b in a comment
module m #(
    parameter int N = 4 + 1
) (
    input  logic         clk_i,
    input  logic [N-1:0] a_i,
    output logic         y_o
);
  localparam int K = N - 1;
  logic [N-1:0] q;
  logic p;
  if (N == 4) begin : gen_four
    assign p = !a_i[K] && q[0];
  end
  for (genvar i = 0; i < N; i++) begin : gen_cell
    always_ff @(posedge clk_i) begin
      if (a_i[0]) q[i] <= p ? a_i[i] : 1'b0;
      else if (p) q[i] <= a_i[i] ^ q[i];
    end
  end
`ifdef FORMAL
  assert property (a_i | q);
`endif
  logic unused_q;
  assign unused_q = ^q | p;
  leaf #(.N(N)) u_leaf (.x_i(a_i), .y_o(y_o));
endmodule
)";

// The line that a mutant leaves where the source has `line`.
std::multiset<std::string> mutants_of_line(const std::string& kind, const std::string& line) {
  const std::size_t at = kSource.find(line);
  REQUIRE(at != std::string::npos);
  std::multiset<std::string> lines;
  for (const Mutant& mutant : find_mutants(kSource)) {
    if (mutant.kind != kind || mutant.offset < at || mutant.offset >= at + line.size()) continue;
    const std::string changed = apply(kSource, mutant);
    lines.insert(changed.substr(at, changed.size() - kSource.size() + line.size()));
  }
  return lines;
}

using Lines = std::multiset<std::string>;

}  // namespace

TEST_CASE("A token is a word, a number with its base, or the longest symbol") {
  std::vector<std::string> texts;
  for (const Token& token : tokenize("a<=4'hf+:'0; /* b */ x.y[W'(2)]>>1 // c")) {
    texts.push_back(token.text);
  }
  CHECK(texts == std::vector<std::string>{"a", "<=", "4'hf", "+:", "'0", ";", "x", ".", "y", "[",
                                          "W", "'", "(", "2", ")", "]", ">>", "1"});
}

TEST_CASE("The outline of a module has what it computes and nothing else") {
  const Outline found = outline(tokenize(kSource));
  CHECK(found.conditions.size() == 2);
  CHECK(found.assignments.size() == 3);  // not that of unused_q
  CHECK(found.connections.size() == 2);
  CHECK(found.vectors == std::set<std::string>{"a_i", "q"});
}

TEST_CASE("Blocks of every keyword are read as statements, not as instances") {
  for (const std::string block : {"always_comb", "always @*", "always @(*)"}) {
    const Outline found = outline(tokenize(block + " begin a = b; if (c) a = d; end"));
    CAPTURE(block);
    CHECK(found.assignments.size() == 2);
    CHECK(found.conditions.size() == 1);
    CHECK(found.connections.empty());
  }
}

TEST_CASE("Every kind of mutant is found, once each, where a person would look") {
  const std::string assign = "!a_i[K] && q[0];";
  CHECK(mutants_of_line("operator swap", assign) == Lines{"!a_i[K] || q[0];"});
  CHECK(mutants_of_line("negated condition", assign) == Lines{"a_i[K] && q[0];"});
  CHECK(mutants_of_line("dropped term", assign) == Lines{"!a_i[K] ;", " q[0];"});
  CHECK(mutants_of_line("off-by-one index", assign) ==
        Lines{"!a_i[(K) + 1] && q[0];", "!a_i[(K) - 1] && q[0];", "!a_i[K] && q[(0) + 1];",
              "!a_i[K] && q[(0) - 1];"});
  CHECK(mutants_of_line("stuck bit", assign) ==
        Lines{"(!a_i[K] && q[0]) | 1;", "(!a_i[K] && q[0]) & ~1;"});

  CHECK(mutants_of_line("negated condition", "p ? a_i[i] : 1'b0") == Lines{"!(p) ? a_i[i] : 1'b0"});
  CHECK(mutants_of_line("negated condition", "if (p)") == Lines{"if (!(p))"});
  CHECK(mutants_of_line("swapped enable", "if (p)") == Lines{"if (a_i[0])"});
  CHECK(mutants_of_line("stuck bit", "if (p)") == Lines{"if (1'b0)", "if (1'b1)"});
  CHECK(mutants_of_line("stuck bit", ".x_i(a_i)").size() == 4);  // bit 0 and bit 1 of a vector
  CHECK(mutants_of_line("stuck bit", ".y_o(y_o)").size() == 2);
}

TEST_CASE("Parameters, generate conditions, assertions and unused wires are left alone") {
  for (const char* line :
       {"4 + 1", "N - 1", "(N == 4)", "i < N", "a_i | q", "^q | p", ".N(N)", "a & b"}) {
    for (const std::string& kind : mutant_kinds()) CHECK(mutants_of_line(kind, line).empty());
  }
}

TEST_CASE("Mutants are drawn by seed, every one once, the kinds in turn") {
  const std::vector<Mutant> all = find_mutants(kSource);
  const auto texts = [](const std::vector<Mutant>& mutants) {
    std::vector<std::string> changed;
    for (const Mutant& mutant : mutants) changed.push_back(apply(kSource, mutant));
    return changed;
  };
  const std::vector<Mutant> order = draw_order(all, 1, "test");
  CHECK(texts(order) == texts(draw_order(all, 1, "test")));
  CHECK(texts(order) != texts(draw_order(all, 2, "test")));
  std::vector<std::string> drawn = texts(order), found = texts(all);
  std::sort(drawn.begin(), drawn.end());
  std::sort(found.begin(), found.end());
  CHECK(drawn == found);
  std::set<std::string> first_kinds;
  for (std::size_t i = 0; i < mutant_kinds().size(); ++i) first_kinds.insert(order[i].kind);
  CHECK(first_kinds.size() == mutant_kinds().size());
}
