// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/metric_value.hpp"

#include <utility>

namespace jacquard::report {

void give_flag(std::optional<Row>& out, bool value) { out = Row(value); }
void give_whole(std::optional<Row>& out, std::int64_t value) { out = Row(value); }
void give_unsigned(std::optional<Row>& out, std::uint64_t value) { out = Row(value); }
void give_real(std::optional<Row>& out, double value) { out = Row(value); }
void give_text(std::optional<Row>& out, std::string_view value) { out = Row(std::string(value)); }
void give_json(std::optional<Row>& out, Row value) { out = std::move(value); }

void take(bool& value, const Row& json) { value = json.get<bool>(); }
void take(int& value, const Row& json) { value = json.get<int>(); }
void take(std::int64_t& value, const Row& json) { value = json.get<std::int64_t>(); }
void take(std::uint64_t& value, const Row& json) { value = json.get<std::uint64_t>(); }
void take(double& value, const Row& json) { value = json.get<double>(); }
void take(std::string& value, const Row& json) { value = json.get<std::string>(); }

}  // namespace jacquard::report
