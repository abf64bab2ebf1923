// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/checker_text.hpp"

#include <fmt/format.h>

#include "sim/verify/stream_bench.hpp"

namespace jacquard::verify {
namespace {

constexpr int kDepth = 1024;  // words on the way from an input to an output

class Checker {
 public:
  explicit Checker(const WiredModule& module)
      : module_(module), wiring_(module.wiring), contract_(module.contract) {}

  std::string text() {
    add("// Made by jacquard verify --emit-bench. What is promised:\n// {}\n", told(contract_));
    add("module jq_checker (input clk_i, input rst_ni, input [{}:0] in_i, input [{}:0] out_o);\n",
        wiring_.in_bits - 1, wiring_.out_bits - 1);
    add("  localparam N = {}, LANES = {}, M = {}, R = N * LANES;\n", wiring_.shape.inputs,
        wiring_.shape.lanes, wiring_.shape.outputs);
    add("  integer faults = 0, clocks = 0;\n  integer i, r, j, k;\n");
    add("  integer left = 0;  // words that are on the way\n");
    for (const Bus& bus : wiring_.buses) {
      if (std::string(bus.role->name) == "previous") continue;
      const bool handshake =
          bus.role->name == std::string("gnt") && contract_.grant == GrantMeans::ready;
      const rtl::Bus asks = wiring_.bus("req");
      add("  wire [{}:0] {} = {}[{}:{}]{};  // {}\n", bus.count * bus.bits - 1, bus.role->name,
          bus.role->input ? "in_i" : "out_o", bus.at + bus.count * bus.bits - 1, bus.at,
          handshake ? fmt::format(" & in_i[{}:{}]", asks.at + asks.count - 1, asks.at) : "",
          bus.role->meaning);
    }
    if (module_.kind == rtl::RtlKind::crossbar) {
      stream();
    } else {
      grants();
    }
    judge();
    return text_ + "endmodule\n";
  }

 private:
  using Bus = rtl::Bus;

  template <class... Values>
  void add(const char* format, Values&&... values) {
    text_ += fmt::format(fmt::runtime(format), values...);
  }
  bool has(const char* role) const { return wiring_.bus(role).there(); }
  Bus bus(const char* role) const { return wiring_.bus(role); }

  // A wire that is 1 while a rule holds.
  void rule(const char* name, const char* rule) { rules_.emplace_back(name, rule); }

  // Inputs as they were `latency` clocks ago.
  void past() {
    const int in = wiring_.in_bits - 1;
    if (contract_.latency <= 0) {
      add("  wire [{}:0] then_i = in_i;\n", in);
      return;
    }
    add("  reg [{0}:0] past [0:{1}];\n  wire [{0}:0] then_i = past[{1}];\n", in,
        contract_.latency - 1);
    clocked_ += fmt::format(
        "    for (k = {0}; k > 0; k = k - 1) past[k] <= rst_ni ? past[k-1] : {{{1}{{1'b0}}}};\n"
        "    past[0] <= rst_ni ? in_i : {{{1}{{1'b0}}}};\n",
        contract_.latency - 1, in + 1);
  }

  // The output that requester `who` asked for.
  std::string dest(const char* who = "r") const {
    if (module_.kind == rtl::RtlKind::n_to_1) return "0";
    if (module_.kind == rtl::RtlKind::matrix) return fmt::format("({} % LANES)", who);
    const Bus to = bus("dest");
    return fmt::format("then_i[{} + {}*{} +: {}]", to.at, who, to.bits, to.bits);
  }

  void offers() {
    const bool selects = has("select") && wiring_.shape.lanes == 1;
    add("  reg [R-1:0] offer, willing, taken, held;\n  reg [M-1:0] busy, seen;\n");
    add("  reg ok_asked, ok_one_output, ok_one_input, ok_index, ok_blocked;\n");
    add("  always @* begin\n    offer = {{R{{1'b0}}}};\n    ok_index = 1'b1;\n");
    const char* gate = has("valid") ? "valid[0]" : has("gnt") ? "|gnt" : "1'b1";
    if (has("index")) {
      add("    if ({}) begin\n      ok_index = index < R;\n      if (index < R) offer[index] = "
          "1'b1;\n"
          "    end\n",
          gate);
    } else if (selects) {
      add("    for (j = 0; j < M; j = j + 1) for (i = 0; i < N; i = i + 1)\n"
          "      if ({}select[j*N + i]) offer[i] = 1'b1;\n",
          has("valid") ? "valid[j] && " : "");
    } else {
      add("    offer = gnt;\n");
    }
    if (contract_.ends == Ends::done) add("    if (!done[0]) offer = {{R{{1'b0}}}};\n");
    const char* ready = has("ready") ? "ready" : has("yumi") ? "yumi" : nullptr;
    add("    for (r = 0; r < R; r = r + 1) willing[r] = {};\n",
        ready != nullptr ? fmt::format("{}[{}]", ready, dest()) : "1'b1");
    const bool transfer = contract_.grants_transfers() && has("gnt");
    const char* taken = transfer                          ? "gnt"
                        : contract_.ends == Ends::ack     ? "offer & ack"
                        : contract_.ends == Ends::ready   ? "offer & willing"
                        : contract_.ends == Ends::release ? "offer & ~req"
                                                          : "offer";
    add("    taken = {};\n", taken);
    add("    ok_blocked = {};\n", transfer ? "(gnt & ~willing) == 0" : "1'b1");
    if (has("gnt") && (has("index") || selects)) {
      add("    if (gnt != ({})) ok_index = 1'b0;\n", transfer ? "offer & willing" : "offer");
    }
  }

  void grants() {
    past();
    offers();
    const Bus req = bus("req");
    const bool keeps = contract_.ends == Ends::ack || contract_.ends == Ends::release;
    add("    ok_asked = (offer & ~then_i[{}:{}]{}) == 0{};\n", req.at + req.count - 1, req.at,
        keeps ? " & ~held" : "",
        contract_.parked ? " || then_i[" + std::to_string(req.at + req.count - 1) + ":" +
                               std::to_string(req.at) + "] == 0"
                         : "");
    add("    ok_one_output = 1'b1;\n    ok_one_input = 1'b1;\n    busy = {{M{{1'b0}}}};\n    seen "
        "= {{M{{1'b0}}}};\n");
    add("    for (r = 0; r < R; r = r + 1) if (offer[r]) begin\n"
        "      if (busy[{0}]) ok_one_output = 1'b0;\n      busy[{0}] = 1'b1;\n"
        "      for (k = r + 1; k < R; k = k + 1)\n"
        "        if (offer[k] && k / LANES == r / LANES) ok_one_input = 1'b0;\n    end\n  end\n",
        dest());
    rule("ok_asked", "asked"), rule("ok_one_output", "one grant"),
        rule("ok_one_input", "one grant");
    rule("ok_index", "index"), rule("ok_blocked", "blocked");
    held(keeps);
    words();
    if (module_.kind == rtl::RtlKind::n_to_1) {
      order(req);
      if (contract_.order == Order::weighted) shares();
    }
    waits();
  }

  void held(bool keeps) {
    const bool taking = contract_.ends == Ends::ready && contract_.requests == Requests::hold;
    const bool whose = contract_.stable == Stable::index && taking;
    const char* still =
        keeps || whose ? "(held & ~offer) == 0"
        : taking && contract_.stable == Stable::valid && module_.kind == rtl::RtlKind::n_to_1
            ? "held == 0 || offer != 0"
            : "1'b1";
    const bool hidden = contract_.grants_transfers() && !has("index") && !has("select");
    add("  wire ok_held = {};\n", hidden ? "1'b1" : still);
    clocked_ += fmt::format("    held <= rst_ni ? offer & ~taken{} : {{R{{1'b0}}}};\n",
                            contract_.ends == Ends::release ? " & req" : "");
    rule("ok_held", "held");
  }

  void words() {
    const Bus in = bus("data"), out = bus("data_out");
    if (!in.there() || !out.there() || in.bits != out.bits) return;
    add("  reg ok_word;\n  always @* begin\n    ok_word = 1'b1;\n"
        "    for (r = 0; r < R; r = r + 1)\n"
        "      if (offer[r] && data_out[{0}*{1} +: {1}] != then_i[{2} + r*{1} +: {1}]) ok_word = "
        "1'b0;\n"
        "  end\n",
        dest(), in.bits, in.at);
    rule("ok_word", "data");
  }

  void order(const Bus& req) {
    if (contract_.progress != Serves::no && contract_.bubbles == 0 &&
        contract_.ends != Ends::done && contract_.latency == 0) {
      add("  wire ok_progress = req == 0 || willing == 0 || offer != 0;\n");
      rule("ok_progress", "progress");
    }
    const bool high = contract_.order == Order::fixed_high;
    if ((!high && contract_.order != Order::fixed) || contract_.latency != 0) return;
    add("  reg ok_order;\n  always @* begin\n    ok_order = 1'b1;\n"
        "    for (r = 0; r < R; r = r + 1) for (k = 0; k < r; k = k + 1)\n"
        "      if (held == 0 && offer[{0}] && then_i[{2} + {1}]) ok_order = 1'b0;\n  end\n",
        high ? "k" : "r", high ? "r" : "k", req.at);
    rule("ok_order", "order");
  }

  // While all have asked since the reset: a round that has begun and one that has not ended may be
  // off. As GrantBench::play_weighted().
  void shares() {
    const std::vector<int> weights = contract_.weight_list(wiring_.shape.requesters());
    std::int64_t round = 0;
    int most = 1;
    std::string list;
    for (const int weight : weights) {
      list = fmt::format("32'd{}{}{}", weight, list.empty() ? "" : ", ", list);
      round += weight;
      most = std::max(most, weight);
    }
    add("  wire [32*R-1:0] weights = {{{}}};\n  integer shares [0:R-1], total;\n"
        "  reg all_asked, ok_share;\n",
        list);
    clocked_ += fmt::format(
        "    all_asked = !rst_ni || (all_asked && &req);\n    ok_share = 1'b1;\n"
        "    if (!rst_ni) begin\n      total = 0;\n"
        "      for (k = 0; k < R; k = k + 1) shares[k] = 0;\n    end else if (all_asked) begin\n"
        "      for (k = 0; k < R; k = k + 1) if (taken[k]) begin\n"
        "        shares[k] = shares[k] + 1; total = total + 1;\n      end\n"
        "      for (k = 0; k < R; k = k + 1)\n"
        "        if (shares[k]*{0} > total*weights[32*k +: 32] + {1} ||\n"
        "            shares[k]*{0} + {1} < total*weights[32*k +: 32]) ok_share = 1'b0;\n    end\n",
        round, (2 * most + 3) * round);
    rule("ok_share", "weight");
  }

  void waits() {
    if (contract_.max_wait == 0 ||
        (contract_.order != Order::fair && contract_.order != Order::weighted))
      return;
    add("  integer waited [0:R-1];\n  reg ok_fair;\n");
    // Turns of lanes, else grants to others.
    const std::string passed = wiring_.shape.lanes > 1
                                   ? fmt::format("if (willing[k]{}) waited[k] = waited[k] + 1",
                                                 contract_.ends == Ends::done ? " && done[0]" : "")
                                   : fmt::format(
                                         "for (r = 0; r < R; r = r + 1) if (taken[r] && {} == {})\n"
                                         "        waited[k] = waited[k] + 1",
                                         dest(), dest("k"));
    clocked_ += fmt::format(
        "    ok_fair = 1'b1;\n    for (k = 0; k < R; k = k + 1) begin\n"
        "      if (!rst_ni || !req[k] || taken[k]) waited[k] = 0;\n      else {};\n"
        "      if (waited[k] > {}) ok_fair = 1'b0;\n    end\n",
        passed, contract_.max_wait + contract_.latency);
    rule("ok_fair", "fair");
  }

  // Words on the way are kept by pair of input and output; one is known by its input's number.
  void stream() {
    const Bus to = bus("dest"), in = bus("data");
    const int tag = StreamBench::tag_bits(wiring_.shape);
    add("  reg [{}:0] way [0:N*M*{}-1];\n", in.bits - 1, kDepth);
    add("  integer head [0:N*M-1], tail [0:N*M-1];\n  integer pair;\n  reg ok_word, ok_held;\n");
    add("  reg [M-1:0] held;\n  reg [{}:0] shown;\n  reg [{}:0] word;\n",
        bus("data_out").count * in.bits - 1, in.bits - 1);
    add("  wire [M-1:0] takes = {};\n", has("ready")  ? "ready"
                                        : has("yumi") ? "yumi"
                                                      : "{M{1'b1}}");
    clocked_ += fmt::format(
        "    ok_word = 1'b1;\n    ok_held = 1'b1;\n"
        "    if (!rst_ni) begin\n      held = 0;\n"
        "      for (k = 0; k < N*M; k = k + 1) begin head[k] = 0; tail[k] = 0; end\n"
        "      left = 0;\n    end else begin\n"
        "      for (i = 0; i < N; i = i + 1) if (req[i] && gnt[i]) begin\n"
        "        pair = i*M + {0};\n        way[pair*{1} + tail[pair] % {1}] = data[i*{2} +: "
        "{2}];\n"
        "        tail[pair] = tail[pair] + 1; left = left + 1;\n      end\n"
        "      for (j = 0; j < M; j = j + 1) begin\n        word = data_out[j*{2} +: {2}];\n"
        "        if (held[j] && ({3})) ok_held = 1'b0;\n"
        "        if (valid[j] && takes[j]) begin\n          pair = word[{4}:0]*M + j;\n"
        "          if (word[{4}:0] >= N || head[pair] == tail[pair] ||\n"
        "              way[pair*{1} + head[pair] % {1}] !== word) ok_word = 1'b0;\n"
        "          else begin head[pair] = head[pair] + 1; left = left - 1; end\n        end\n"
        "      end\n"
        "      held = valid & ~takes;\n      shown = data_out;\n    end\n",
        to.there() ? fmt::format("dest[i*{0} +: {0}]", to.bits) : "0", kDepth, in.bits,
        contract_.stable == Stable::no ? "1'b0"
        : contract_.stable == Stable::valid
            ? "!valid[j]"
            : fmt::format("!valid[j] || word !== shown[j*{0} +: {0}]", in.bits),
        tag - 1);
    rule("ok_word", "data"), rule("ok_held", "held");
  }

  void judge() {
    add("  always @(posedge clk_i) begin : judge\n    integer i, j, k, r;\n    clocks = clocks + "
        "1;\n");
    text_ += clocked_;
    for (const auto& [wire, rule] : rules_) {
      add("    if (rst_ni && {0} !== 1'b1) begin\n      faults = faults + 1;\n"
          "      $display(\"jq_checker: clock %0d: {1}\", clocks - 1);\n    end\n",
          wire, rule);
    }
    add("  end\n`ifndef __ICARUS__\n");
    for (const auto& [wire, rule] : rules_) {
      add("  jq_{0}: assert property (@(posedge clk_i) disable iff (!rst_ni) {0});\n", wire);
    }
    add("`endif\n");
  }

  const WiredModule& module_;
  const rtl::Wiring& wiring_;
  const Contract& contract_;
  std::string text_, clocked_;
  std::vector<std::pair<std::string, std::string>> rules_;
};

}  // namespace

std::string checker_text(const WiredModule& module) { return Checker(module).text(); }

}  // namespace jacquard::verify
