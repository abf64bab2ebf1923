// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/run_on_ranks.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/answer.hpp"

namespace jacquard::tool {
namespace {

// A rank has its next share while it works on one: rank 0 may be busy when it is done.
constexpr std::size_t kAhead = 2;

class Handing {
 public:
  Handing(const Ranks& ranks, const RankCases& cases)
      : ranks_(ranks),
        cases_(cases),
        equal_((cases.count + ranks.size() - 1) / ranks.size()),
        least_(std::min(cases.at_least, equal_)),
        given_(static_cast<std::size_t>(ranks.size())) {}

  void all() {
    for (std::size_t k = 0; k < kAhead; ++k) {
      for (int to = 1; to < ranks_.size() && cases_.count - next_ > equal_; ++to) give(to);
    }
    while (next_ < cases_.count && !failed_) {
      const std::int64_t fair = (cases_.count - next_) / (4 * ranks_.size());
      const Share share = next_share(std::max(least_, fair));
      guarded([&] { cases_.own(share); });
      while (auto message = ranks_.heard()) take(*message);
    }
    while (outstanding_ > 0) take(ranks_.wait());
    if (failed_) std::rethrow_exception(failed_);
  }

 private:
  template <class Work>
  void guarded(Work&& work) {
    try {
      work();
    } catch (...) {
      if (!failed_) failed_ = std::current_exception();
    }
  }

  Share next_share(std::int64_t most) {
    const Share share{next_, std::min(cases_.count, next_ + most)};
    next_ = share.end;
    return share;
  }

  void give(int to) {
    if (next_ >= cases_.count || failed_) return;
    const std::int64_t fair = (cases_.count - next_) / (2 * ranks_.size());
    const Share share = next_share(std::max(least_, fair));
    ranks_.send(to, cases_.request(share));
    given_[static_cast<std::size_t>(to)].push_back(share);
    ++outstanding_;
  }

  void take(const std::pair<int, std::string>& message) {
    auto& shares = given_[static_cast<std::size_t>(message.first)];
    JQ_CHECK(!shares.empty(), "a rank answers what it was asked");
    const Share share = shares.front();
    shares.pop_front();
    --outstanding_;
    give(message.first);
    guarded([&] { cases_.take(share, opened_answer(message.second)); });
  }

  const Ranks& ranks_;
  const RankCases& cases_;
  std::int64_t equal_;                    // a rank's part, were all the same
  std::int64_t least_;                    // of a share
  std::vector<std::deque<Share>> given_;  // by rank, not answered yet
  std::int64_t next_ = 0;
  std::int64_t outstanding_ = 0;
  std::exception_ptr failed_;
};

}  // namespace

void run_on_ranks(const Ranks& ranks, const RankCases& cases) { Handing(ranks, cases).all(); }

void tell_ranks(const Ranks& ranks, const std::string& request) {
  for (int to = 1; to < ranks.size(); ++to) ranks.send(to, request);
  std::exception_ptr failed;
  for (int k = 1; k < ranks.size(); ++k) {
    try {
      opened_answer(ranks.wait().second);
    } catch (...) {
      failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
}

void serve_rank(const Ranks& ranks, const std::function<std::string(const std::string&)>& answer) {
  for (;;) {
    const auto [from, request] = ranks.wait();
    if (request.empty()) return;
    ranks.send(from, sealed_answer([&, &asked = request] { return answer(asked); }));
  }
}

}  // namespace jacquard::tool
