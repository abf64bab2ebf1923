// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/running_program.hpp"

#ifdef __APPLE__
#include <mach-o/dyld.h>

#include <cstdint>
#endif

namespace jacquard::base {
namespace fs = std::filesystem;

std::string running_program() {
#ifdef __APPLE__
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);  // only asks for the size
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
  return path.c_str();  // ends at the first zero
#elif defined(__linux__)
  return "/proc/self/exe";
#else
  return "/proc/curproc/file";  // of the BSDs
#endif
}

fs::path running_program_folder() {
  std::error_code failed;
#ifdef __APPLE__
  return fs::canonical(running_program(), failed).parent_path();
#else
  return fs::read_symlink(running_program(), failed).parent_path();
#endif
}

}  // namespace jacquard::base
