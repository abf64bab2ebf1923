// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/csv.hpp"
#include "jacquard/serve/traces/request_files.hpp"
#include "jacquard/serve/traces/request_list.hpp"

namespace jacquard::serve {
namespace {

class RowFields : public Fields {
 public:
  explicit RowFields(const demand::CsvRow& row) : row_(row) {}

  const char* noun() const override { return "a column"; }
  bool has(const std::string& key) const override { return row_.has(key); }
  void each_key(const std::function<void(const std::string&)>& take) const override {
    std::for_each(row_.header().begin(), row_.header().end(), take);
  }
  std::optional<double> number(const std::string& key) const override {
    return base::parse_number<double>(row_.text(key));
  }
  std::optional<std::int64_t> whole(const std::string& key) const override {
    return base::parse_number<std::int64_t>(row_.text(key));
  }
  std::optional<std::vector<std::uint64_t>> ids(const std::string& key) const override {
    std::vector<std::uint64_t> ids;
    std::string_view rest = row_.text(key);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const auto id = base::parse_number<std::uint64_t>(rest.substr(0, end));
      if (!id) return std::nullopt;
      ids.push_back(*id);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return ids;
  }
  std::string text(const std::string& key) const override { return row_.text(key); }
  void fail(const std::string& key, const std::string& expected) const override {
    if (key.empty()) row_.place().fail(expected, "none of them");
    row_.fail(key, expected);
  }
  void lacks(const std::string& key, const std::string& beside) const override {
    const std::string near = base::nearest(key, row_.header());
    row_.place().fail(fmt::format("a column '{}' beside '{}'", key, beside), "none",
                      near.empty() ? "" : "nearest is '" + near + "'");
  }
  const char* ids_expected() const override { return "whole numbers with a blank between them"; }

 private:
  const demand::CsvRow& row_;
};

}  // namespace

RecordedRequests read_request_table(const demand::Input& input, const ReadRules& rules) {
  RequestList list(rules);
  const RequestForm* form = nullptr;
  std::vector<std::string> unknown;
  demand::read_csv(input, {}, [&](const demand::CsvRow& row) {
    const RowFields fields(row);
    if (form == nullptr) {
      form = &request_form(fields);
      fields.each_key([&](const std::string& key) {
        if (!knows(*form, key)) unknown.push_back(key);
      });
    }
    list.take(*form, fields);
    for (const std::string& key : unknown) list.pass_over(key);
  });
  return list.taken(input.name);
}

}  // namespace jacquard::serve
