// SPDX-License-Identifier: Apache-2.0
// Traffic of a run that only asks whether limits are kept: it is over as soon as they cannot be.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "jacquard/serve/server.hpp"
#include "jacquard/serve/slo.hpp"

namespace jacquard::serve {

class UntilBroken : public Traffic {
 public:
  // `requests` of `traffic` in all; clients see every token `front_end` later than the server.
  UntilBroken(std::unique_ptr<Traffic> traffic, Slo slo, std::int64_t requests,
              base::Picoseconds front_end)
      : traffic_(std::move(traffic)), slo_(slo), requests_(requests), front_end_(front_end) {}

  const Request* next() const override { return traffic_->next(); }
  void take() override { traffic_->take(); }
  int prefix_block() const override { return traffic_->prefix_block(); }
  void finished(const RequestRecord& record) override {
    traffic_->finished(record);
    RequestRecord seen = record;
    seen.first_token += front_end_;
    seen.last_token += front_end_;
    if (!slo_.kept_by(seen)) ++broken_;
  }
  // Of so many requests too many have broken them, whatever the others do.
  bool over() const override {
    return static_cast<double>(requests_ - broken_) / static_cast<double>(requests_) < slo_.share;
  }

 private:
  std::unique_ptr<Traffic> traffic_;
  Slo slo_;
  std::int64_t requests_;
  base::Picoseconds front_end_;
  std::int64_t broken_ = 0;
};

}  // namespace jacquard::serve
