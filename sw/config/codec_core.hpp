// SPDX-License-Identifier: Apache-2.0
// A codec without the type of its value. What a kind of value needs is compiled once, in codec.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::config {

class CodecCore {
 public:
  CodecCore(std::string expected, Document schema, TextForm text_form);
  virtual ~CodecCore();
  CodecCore(const CodecCore&) = delete;

  // `value` points to the value. Throws ConfigError at `place` for JSON that means none.
  virtual void read(void* value, const Json& json, const Place& place) const = 0;
  virtual Document show(const void* value) const = 0;

  const std::string& expected() const { return expected_; }  // as errors and the manual say it
  const Document& schema() const { return schema_; }
  TextForm text_form() const { return text_form_; }

 private:
  std::string expected_;
  Document schema_;
  TextForm text_form_;
};
using CodecPtr = std::shared_ptr<const CodecCore>;

// What is asked of an optional, of a list.
struct OptionalOps {
  const void* (*inside)(const void*);  // null where there is none
  void* (*emplace)(void*);
  void (*reset)(void*);
};
struct ListOps {
  std::size_t (*size)(const void*);
  const void* (*at)(const void*, std::size_t);
  void* (*grow)(void*);  // the new last element
  void (*clear)(void*);
};
// A word and the value it stands for.
using WordValue = std::pair<std::string, std::int64_t>;

// Words, each with a value of `bytes` bytes.
CodecPtr choice_core(std::vector<WordValue> words, std::size_t bytes);
CodecPtr optional_core(CodecPtr inner, OptionalOps ops);
CodecPtr list_core(CodecPtr inner, ListOps ops);

}  // namespace jacquard::config
