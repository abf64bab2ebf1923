// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/user_models.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/rtl/loaded_model.hpp"
#include "jacquard/rtl/scheduler_pins.hpp"

namespace jacquard::rtl {
namespace {

class UserArbiter final : public ArbiterDevice {
 public:
  UserArbiter(UserRun run, int ports, PairOrder order)
      : n_(ports),
        run_(std::move(run)),
        model_(run_.model, run_.seed, run_.trace, run_.coverage),
        request_at_(pair_places(*run_.interface.find("req_i"), ports, order)),
        grants_(static_cast<std::size_t>(ports)) {
    const std::vector<int> grant_at = pair_places(*run_.interface.find("gnt_o"), ports, order);
    pair_at_.resize(grant_at.size());
    for (std::size_t pair = 0; pair < grant_at.size(); ++pair) {
      base::at(pair_at_, grant_at[pair]) = static_cast<int>(pair);
    }
  }

  const std::vector<base::Word>& step(const ArbiterRequest& request, bool reset) override {
    abi::UserArbiterIn in{};
    in.rst_n = !reset;
    in.priority = static_cast<std::uint8_t>(request.priority);
    in.valid = request.valid;
    for (int i = 0; i < n_; ++i) {
      base::for_each_bit(base::at(request.rows, i), 0, [&](int j) {
        const int at = base::at(request_at_, i * n_ + j);
        in.request[at / 32] |= 1u << (at % 32);
      });
    }
    abi::UserArbiterOut out{};
    model_.cycle(in, out);
    run_.beat();
    if (run_.log != nullptr) log(in, out);
    answered_ = out.valid != 0;
    std::fill(grants_.begin(), grants_.end(), 0);
    for (int word = 0; word * 32 < n_ * n_; ++word) {
      base::for_each_bit(out.grant[word], word * 32, [&](int at) {
        if (at >= n_ * n_) return;
        const int pair = base::at(pair_at_, at);
        base::at(grants_, pair / n_) |= base::Word{1} << (pair % n_);
      });
    }
    return grants_;
  }

  bool answered() const override { return answered_; }
  void dump(bool on) override { model_.dump(on); }

 private:
  // In the order of arbiter_ports().
  void log(const abi::UserArbiterIn& in, const abi::UserArbiterOut& out) {
    const std::uint32_t reset = in.rst_n, priority = in.priority, valid = in.valid;
    const std::uint32_t answered = out.valid;
    std::vector<PinValue> ins{{&reset, 1}, {in.request, n_ * n_}}, outs{{out.grant, n_ * n_}};
    if (run_.interface.find("prio_i")) ins.push_back({&priority, port_width(n_)});
    if (run_.interface.find("valid_i")) ins.push_back({&valid, 1});
    if (run_.interface.find("valid_o")) outs.push_back({&answered, 1});
    run_.log->clock(in.rst_n == 0, ins, outs);
  }

  int n_;
  UserRun run_;
  LoadedUserModel<abi::UserArbiterIn, abi::UserArbiterOut> model_;
  std::vector<int> request_at_;
  std::vector<int> pair_at_;  // i*N + j of each place on gnt_o
  std::vector<base::Word> grants_;
  bool answered_ = true;
};

bool ascending(const Interface& found, const char* port) {
  const Port* has = found.find(port);
  return has != nullptr && !has->ranges.empty() && has->ranges.front().ascending();
}

class UserScheduler final : public CoreModel {
 public:
  UserScheduler(UserRun run, const schedule::CoreShape& shape)
      : shape_(shape),
        pins_(shape),
        run_(std::move(run)),
        model_(run_.model, run_.seed, run_.trace, run_.coverage),
        rows_ascend_(ascending(run_.interface, "load_row_i")),
        match_ascends_(ascending(run_.interface, "match_o")),
        columns_ascend_(ascending(run_.interface, "column_o")) {
    out_.columns.assign(static_cast<std::size_t>(shape.ports), schedule::kUnmatched);
  }

  const schedule::CoreShape& shape() const override { return shape_; }
  void dump(bool on) override { model_.dump(on); }
  const schedule::CoreOutputs& outputs() override { return out_; }

  void reset() override {
    for (int i = 0; i < 2; ++i) cycle({});
  }

  const schedule::CoreOutputs& step(const schedule::CoreInputs& in) override {
    if (!rows_ascend_) {
      cycle(pins_.drive(in));
      return out_;
    }
    schedule::CoreInputs turned = in;
    std::reverse(turned.row.begin(), turned.row.end());
    cycle(pins_.drive(turned));
    return out_;
  }

 private:
  void cycle(const abi::SchedulerIn& in) {
    abi::SchedulerOut out{};
    model_.cycle(in, out);
    run_.beat();
    if (run_.log != nullptr) log(in, out);
    turn(out);
    pins_.show(out, out_);
  }

  // Of a port with an ascending range the last field is the lowest.
  void turn(abi::SchedulerOut& out) const {
    const int n = shape_.ports, w = port_width(n);
    if (match_ascends_) {
      std::uint32_t match[abi::kMatchWords] = {};
      for (int i = 0; i < n; ++i) put_field(match, i, 1, get_field(out.match, n - 1 - i, 1));
      std::copy(std::begin(match), std::end(match), std::begin(out.match));
    }
    if (!columns_ascend_) return;
    std::uint32_t columns[abi::kSettingWords] = {};
    for (int i = 0; i < n; ++i) put_field(columns, i, w, get_field(out.column, n - 1 - i, w));
    std::copy(std::begin(columns), std::end(columns), std::begin(out.column));
  }

  // In the order of scheduler_ports().
  void log(const abi::SchedulerIn& in, const abi::SchedulerOut& out) {
    const std::uint32_t reset = in.rst_n, load = in.load_valid, start = in.start;
    const std::uint32_t top = in.top_offset, floor = in.floor, fill = in.fill;
    const std::uint32_t abort = in.abort, ready = in.ready, load_ready = out.load_ready;
    const std::uint32_t busy = out.busy, done = out.done, valid = out.valid;
    const int n = shape_.ports, b = shape_.bits, l = port_width(b);
    run_.log->clock(in.rst_n == 0,
                    {{&reset, 1},
                     {&load, 1},
                     {in.load_row, n * b},
                     {&start, 1},
                     {&top, l},
                     {&floor, l},
                     {&fill, 1},
                     {&abort, 1},
                     {&ready, 1}},
                    {{&load_ready, 1},
                     {&busy, 1},
                     {&done, 1},
                     {&valid, 1},
                     {&out.hold, b},
                     {out.match, n},
                     {out.column, n * port_width(n)}});
  }

  schedule::CoreShape shape_;
  SchedulerPins pins_;
  UserRun run_;
  LoadedUserModel<abi::SchedulerIn, abi::SchedulerOut> model_;
  bool rows_ascend_, match_ascends_, columns_ascend_;
  schedule::CoreOutputs out_;
};

}  // namespace

std::vector<int> pair_places(const Port& port, int ports, PairOrder order) {
  JQ_CHECK(port.width == ports * ports, "a port of pairs has a bit for each");
  const std::vector<int> places = places_of(port);
  std::vector<int> of_pairs;
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      const int index =
          order == PairOrder::rows ? i * ports + j : (j - i + ports) % ports * ports + i;
      of_pairs.push_back(base::at(places, index));
    }
  }
  return of_pairs;
}

std::unique_ptr<ArbiterDevice> make_user_arbiter(UserRun run, int ports, PairOrder order) {
  return std::make_unique<UserArbiter>(std::move(run), ports, order);
}

std::unique_ptr<CoreModel> make_user_scheduler(UserRun run, const schedule::CoreShape& shape) {
  return std::make_unique<UserScheduler>(std::move(run), shape);
}

}  // namespace jacquard::rtl
