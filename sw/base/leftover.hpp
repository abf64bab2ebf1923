// SPDX-License-Identifier: Apache-2.0
// What must not stay behind if a signal ends the program: half-written files, folders of its own.
#pragma once

#include <functional>
#include <string>

namespace jacquard::base {

// A path that is to be removed if the program is ended while this lives.
class Leftover {
 public:
  // `make` makes the file or folder and returns its path, "" if it could not. The program does not
  // end between the making and the remembering.
  explicit Leftover(const std::function<std::string()>& make);
  ~Leftover();
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Removes what every living Leftover names. Then the program must end: making a further one waits
// for that.
void remove_leftovers();

// In a child process: what was made before it is the parent's.
void forget_leftovers();

}  // namespace jacquard::base
