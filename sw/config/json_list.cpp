// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/json_list.hpp"

#include <algorithm>
#include <istream>
#include <streambuf>
#include <vector>

namespace jacquard::config {
namespace {

class Blocks : public std::streambuf {
 public:
  explicit Blocks(const std::function<std::size_t(char*, std::size_t)>& read)
      : read_(read), block_(std::size_t{1} << 20) {}

  // Of the byte that was read last.
  std::size_t line() const { return lines_ + lines_before(gptr()); }
  bool at_end() const { return ended_; }

 protected:
  int_type underflow() override {
    lines_ += lines_before(egptr());
    const std::size_t got = read_(block_.data(), block_.size());
    ended_ = got == 0;
    setg(block_.data(), block_.data(), block_.data() + got);
    return ended_ ? traits_type::eof() : traits_type::to_int_type(block_.front());
  }

 private:
  std::size_t lines_before(const char* end) const {
    return static_cast<std::size_t>(std::count(static_cast<const char*>(eback()), end, '\n'));
  }

  const std::function<std::size_t(char*, std::size_t)>& read_;
  std::vector<char> block_;
  std::size_t lines_ = 1;
  bool ended_ = false;
};

// nlohmann's events, of which those of passed over elements only count levels.
class Splitter {
 public:
  Splitter(const std::string& list, const JsonElements& elements, const Blocks& blocks,
           const std::string& source)
      : list_(list), elements_(elements), blocks_(blocks), source_(source) {}

  Json take() { return std::move(rest_); }

  bool null() { return put(nullptr); }
  bool boolean(bool v) { return put(v); }
  bool number_integer(Json::number_integer_t v) { return put(v); }
  bool number_unsigned(Json::number_unsigned_t v) { return put(v); }
  bool number_float(Json::number_float_t v, const std::string&) { return put(v); }
  bool binary(Json::binary_t&) { return false; }  // not in JSON text
  bool string(std::string& v) {
    if (!passes_ && depth_ == kInElement && in_list_) passes_ = !elements_.wanted(key_, v);
    return put(std::move(v));
  }
  bool key(std::string& name) {
    if (passes_) return true;
    if (depth_ == kInDocument) in_list_ = name == list_;
    key_ = std::move(name);
    return true;
  }
  bool start_object(std::size_t) { return open(Json::value_t::object); }
  bool start_array(std::size_t) { return open(Json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) {
    here().fail("JSON", blocks_.at_end() ? "the end of the text" : "something else");
  }

 private:
  // How many objects and lists are open where a member stands of
  static constexpr std::size_t kInDocument = 1;  // the document,
  static constexpr std::size_t kInList = 2;      // the list,
  static constexpr std::size_t kInElement = 3;   // an element.

  Place here() const { return {source_, "line " + std::to_string(blocks_.line())}; }

  bool is_element() const { return in_list_ && depth_ == kInList; }

  template <class Value>
  bool put(Value&& value) {
    if (is_element()) {
      ++place_;
    } else if (!passes_) {
      place(Json(std::forward<Value>(value)));
    }
    return true;
  }

  Json* place(Json&& value) {
    if (open_.empty() || is_element()) {
      Json& root = open_.empty() ? rest_ : element_;
      root = std::move(value);
      return &root;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[key_] = std::move(value));
  }

  bool open(Json::value_t type) {
    if (depth_ >= JsonLimits{}.depth) {
      here().fail("at most " + std::to_string(JsonLimits{}.depth) + " levels of nesting", "more");
    }
    if (is_element() && type != Json::value_t::object) passes_ = true;
    if (!passes_) open_.push_back(place(Json(type)));
    ++depth_;
    return true;
  }

  bool close() {
    --depth_;
    if (is_element()) {
      if (!passes_) elements_.take(element_, place_);
      ++place_;
      passes_ = false;
      open_.resize(kInList);
    } else if (!passes_) {
      open_.pop_back();
    }
    return true;
  }

  const std::string& list_;
  const JsonElements& elements_;
  const Blocks& blocks_;
  const std::string& source_;
  Json rest_;
  Json element_;
  std::vector<Json*> open_;  // from the outermost inwards, but for those of passed over elements
  std::size_t depth_ = 0;
  std::string key_;
  bool in_list_ = false;
  bool passes_ = false;
  std::size_t place_ = 0;
};

}  // namespace

Json read_json_list(const std::function<std::size_t(char*, std::size_t)>& read,
                    const std::string& source, const std::string& list,
                    const JsonElements& elements) {
  Blocks blocks(read);
  std::istream stream(&blocks);
  Splitter splitter(list, elements, blocks, source);
  Json::sax_parse(stream, &splitter);
  return splitter.take();
}

}  // namespace jacquard::config
