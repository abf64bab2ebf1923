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

}  // namespace

Json read_json_list(const std::function<std::size_t(char*, std::size_t)>& read,
                    const std::string& source, const std::string& list,
                    const std::function<void(const Json&, std::size_t)>& take) {
  constexpr int kKeys = 1;      // depth of the keys of the outermost object,
  constexpr int kElements = 2;  // and of what stands in a list there
  using Event = Json::parse_event_t;
  bool in_list = false;
  std::size_t place = 0;
  const auto watch = [&](int depth, Event event, Json& value) {
    if (event == Event::key && depth == kKeys) in_list = value == list;
    const bool is_whole =
        event == Event::object_end || event == Event::array_end || event == Event::value;
    if (!in_list || depth != kElements || !is_whole) return true;
    take(value, place++);
    return false;
  };
  Blocks blocks(read);
  std::istream stream(&blocks);
  try {
    return Json::parse(stream, watch);
  } catch (const Json::exception&) {
    const Place here{source, "line " + std::to_string(blocks.line())};
    if (blocks.at_end()) here.fail("JSON", "the end of the text");
    here.fail("JSON", "something else");
  }
}

}  // namespace jacquard::config
