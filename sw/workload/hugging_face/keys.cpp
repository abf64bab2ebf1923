// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face/keys.hpp"

#include "jacquard/config/json_object.hpp"

namespace jacquard::workload::hugging_face {
namespace {

constexpr int kMost = 1 << 24;

}  // namespace

bool Keys::has(const char* key) const {
  const auto found = json_.find(key);
  return found != json_.end() && !found->is_null();
}

const char* Keys::first(Names names) const {
  for (const char* name : names) {
    if (has(name)) return name;
  }
  return nullptr;
}

int Keys::need(const char* key, int lo) const {
  if (!has(key)) (place_ / key).fail("a whole number of at least " + std::to_string(lo), "none");
  return config::read_int(json_[key], lo, kMost, place_ / key);
}

int Keys::need_any(Names names, int lo) const {
  const char* key = first(names);
  return need(key != nullptr ? key : *names.begin(), lo);
}

int Keys::get(const char* key, int otherwise) const { return has(key) ? need(key, 0) : otherwise; }

int Keys::get_any(Names names, int otherwise) const {
  const char* key = first(names);
  return key != nullptr ? need(key, 0) : otherwise;
}

int Keys::first_of_list(const char* key, int otherwise) const {
  if (!is_list(key)) return get(key, otherwise);
  const std::vector<int> all = numbers(key);
  return all.empty() ? otherwise : all.front();
}

int Keys::product(const char* key, std::int64_t one, std::int64_t count) const {
  if (one * count <= kMost) return static_cast<int>(one * count);
  (place_ / key)
      .fail("a size of at most " + std::to_string(kMost) + " in all", std::to_string(one * count));
}

bool Keys::flag(const char* key, bool otherwise) const {
  if (!has(key)) return otherwise;
  if (!json_[key].is_boolean()) (place_ / key).fail("true or false", config::brief(json_[key]));
  return json_[key].get<bool>();
}

std::string Keys::text(const char* key) const {
  if (!has(key)) return "";
  if (!json_[key].is_string()) (place_ / key).fail("a text", config::brief(json_[key]));
  return json_[key].get<std::string>();
}

std::vector<int> Keys::numbers(const char* key) const {
  std::vector<int> all;
  if (!has(key)) return all;
  if (!is_list(key)) (place_ / key).fail("a list", config::brief(json_[key]));
  for (std::size_t i = 0; i < json_[key].size(); ++i) {
    all.push_back(config::read_int(json_[key][i], 0, kMost, place_ / key / i));
  }
  return all;
}

std::vector<std::string> Keys::words(const char* key) const {
  std::vector<std::string> all;
  if (!has(key)) return all;
  if (!is_list(key)) (place_ / key).fail("a list", config::brief(json_[key]));
  for (std::size_t i = 0; i < json_[key].size(); ++i) {
    const config::Json& word = json_[key][i];
    if (!word.is_string()) (place_ / key / i).fail("a text", config::brief(word));
    all.push_back(word.get<std::string>());
  }
  return all;
}

void Keys::fail(const char* key, const std::string& expected, const std::string& reason) const {
  (place_ / key).fail(expected, has(key) ? config::brief(json_[key]) : "none", reason);
}

}  // namespace jacquard::workload::hugging_face
