// SPDX-License-Identifier: Apache-2.0
// The way from a struct to one of its members, both without their types: so a table of fields is
// compiled once, not once per field.
#pragma once

#include <cstddef>
#include <vector>

namespace jacquard::config {

class Access {
 public:
  template <class T, class Member>
  static Access of(Member& (*member)(T&)) {
    return Access(reinterpret_cast<AnyFunction>(member), [](AnyFunction f, void* t) -> void* {
      return &reinterpret_cast<Member& (*)(T&)>(f)(*static_cast<T*>(t));
    });
  }

  template <class T, class Member>
  static Access of(Member T::*member) {
    T any;
    return Access(reinterpret_cast<const char*>(&(any.*member)) -
                  reinterpret_cast<const char*>(&any));
  }

  // First this way, then `inner` from there.
  Access then(const Access& inner) const;

  void* operator()(void* t) const {
    for (const Step& step : steps_) {
      t = step.member == nullptr ? static_cast<char*>(t) + step.offset : step.call(step.member, t);
    }
    return t;
  }
  // A member is found in a constant struct as in any other: the way changes nothing.
  const void* operator()(const void* t) const { return (*this)(const_cast<void*>(t)); }

 private:
  using AnyFunction = void (*)();
  struct Step {
    AnyFunction member;  // null: the member stands `offset` bytes from the beginning
    void* (*call)(AnyFunction, void*);
    std::ptrdiff_t offset;
  };
  Access(AnyFunction member, void* (*call)(AnyFunction, void*));
  explicit Access(std::ptrdiff_t offset);

  std::vector<Step> steps_;
};

}  // namespace jacquard::config
