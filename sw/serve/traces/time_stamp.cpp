// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/time_stamp.hpp"

#include "jacquard/base/parse_number.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_of(int month, int year) {
  if (month == 2) return leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Takes parts from the front of a text, and remembers that one was not there.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_(text) {}

  // A number of two digits or four, within its bounds.
  int number(std::size_t digits, int least, int most) {
    const auto value =
        rest_.size() < digits ? std::nullopt : base::parse_number<int>(rest_.substr(0, digits));
    if (!value || *value < least || *value > most) return fail();
    rest_.remove_prefix(digits);
    return *value;
  }
  bool next_is(std::string_view any) const {
    return !rest_.empty() && any.find(rest_.front()) != std::string_view::npos;
  }
  char take(std::string_view any) {
    if (!next_is(any)) return static_cast<char>(fail());
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }
  std::int64_t nanoseconds() {
    std::int64_t value = 0;
    std::int64_t unit = kNanosecondsPerSecond;
    while (next_is("0123456789") && unit > 1) {
      unit /= 10;
      value += (take("0123456789") - '0') * unit;
    }
    if (unit == kNanosecondsPerSecond) fail();
    return value;
  }
  bool sound() const { return sound_ && rest_.empty(); }

 private:
  int fail() {
    sound_ = false;
    return 0;
  }

  std::string_view rest_;
  bool sound_ = true;
};

std::int64_t days_since_1970(int year, int month, int day) {
  std::int64_t days = day - 1;
  for (int y = 1970; y < year; ++y) days += leap(y) ? 366 : 365;
  for (int m = 1; m < month; ++m) days += days_of(m, year);
  return days;
}

}  // namespace

std::optional<std::int64_t> time_stamp_ns(std::string_view text) {
  Parts parts(text);
  const int year = parts.number(4, 1970, 2199);
  parts.take("-");
  const int month = parts.number(2, 1, 12);
  parts.take("-");
  const int day = parts.number(2, 1, days_of(month, year));
  parts.take(" T");
  std::int64_t seconds = parts.number(2, 0, 23) * 3600;
  parts.take(":");
  seconds += parts.number(2, 0, 59) * 60;
  parts.take(":");
  seconds += parts.number(2, 0, 60);  // a leap second
  std::int64_t nanoseconds = 0;
  if (parts.next_is(".")) {
    parts.take(".");
    nanoseconds = parts.nanoseconds();
  }
  if (parts.next_is("Z")) {
    parts.take("Z");
  } else if (parts.next_is("+-")) {
    const int west = parts.take("+-") == '-' ? 1 : -1;
    seconds += west * parts.number(2, 0, 23) * 3600;
    parts.take(":");
    seconds += west * parts.number(2, 0, 59) * 60;
  }
  if (!parts.sound()) return std::nullopt;
  seconds += days_since_1970(year, month, day) * 86'400;
  return seconds * kNanosecondsPerSecond + nanoseconds;
}

}  // namespace jacquard::serve
