// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/ranks.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <thread>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/base/running_program.hpp"
#include "jacquard/tool/worker_pool.hpp"
#include "sim/mpi/ranks_plugin.hpp"

namespace jacquard::tool {
namespace {

namespace fs = std::filesystem;

// Of Open MPI, and of MPICH and its kin.
constexpr const char* kSizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
constexpr const char* kRanks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};

template <std::size_t N>
int first_of(const char* const (&names)[N], int otherwise) {
  for (const char* name : names) {
    if (const char* text = std::getenv(name)) {
      return base::parse_number<int>(text).value_or(otherwise);
    }
  }
  return otherwise;
}

// Beside the program, or where an installed one has it.
const mpi::Plugin& load() {
  std::error_code failed;
  const fs::path program = base::running_program_folder();
  for (const fs::path& folder : {program, program.parent_path() / "lib" / "jacquard"}) {
    const fs::path file = folder / "jacquard_mpi.so";
    if (!fs::exists(file, failed)) continue;
    // Global, as the parts that Open MPI loads look for it there.
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    void* symbol = library == nullptr ? nullptr : ::dlsym(library, mpi::kPluginSymbol);
    if (symbol != nullptr) return *static_cast<const mpi::Plugin*>(symbol);
    throw base::ConfigError({"mpirun", "", "an MPI library that can be loaded", ::dlerror(), ""});
  }
  throw base::ConfigError({"mpirun", "", "a jacquard built with MPI", "one built without MPI",
                           "install libopenmpi-dev and build anew"});
}

// MPI can only be asked again and again. A rank that asks without pause uses up its turn on a busy
// core, and then waits for one when the message has come; one that sleeps is woken at once.
class Patience {
 public:
  void wait() {
    ++turns_;
    if (turns_ <= kAtOnce) return;
    std::this_thread::sleep_for(turns_ < kLong ? std::chrono::microseconds(10)
                                               : std::chrono::microseconds(500));
  }

 private:
  static constexpr int kAtOnce = 100;
  static constexpr int kLong = 10'000;
  int turns_ = 0;
};

}  // namespace

bool is_further_rank() { return first_of(kRanks, 0) > 0; }

void be_silent() {
  for (std::FILE* stream : {stdout, stderr}) {
    JQ_CHECK(std::freopen("/dev/null", "w", stream) != nullptr, "there is /dev/null");
  }
}

std::unique_ptr<Ranks> Ranks::join() {
  const int size = first_of(kSizes, 1);
  if (size <= 1) return nullptr;
  std::unique_ptr<Ranks> ranks(new Ranks(load()));
  if (ranks->size_ != size) {
    throw base::ConfigError({"mpirun", "", fmt::format("{} ranks", size),
                             fmt::format("{}", ranks->size_),
                             "it must be of the MPI that jacquard was built with"});
  }
  return ranks;
}

Ranks::Ranks(const mpi::Plugin& plugin) : plugin_(plugin) {
  plugin_.begin();
  rank_ = plugin_.rank();
  size_ = plugin_.size();
  here_ = plugin_.here();
}

Ranks::~Ranks() {
  if (rank_ == 0) {
    for (int to = 1; to < size_; ++to) plugin_.send(to, "", 0);
  }
  plugin_.end();
}

int Ranks::threads(int asked) const {
  return asked > 0 ? asked : std::max(1, machine_workers() / std::max(1, here_));
}

void Ranks::send(int to, const std::string& text) const {
  JQ_CHECK(!text.empty() && text.size() < std::numeric_limits<int>::max(), "a message has a size");
  plugin_.send(to, text.data(), text.size());
}

std::optional<std::pair<int, std::string>> Ranks::heard() const {
  int from = 0;
  std::size_t size = 0;
  if (!plugin_.heard(&from, &size)) return std::nullopt;
  std::string text(size, '\0');
  plugin_.receive(from, text.data(), size);
  return std::make_pair(from, std::move(text));
}

std::pair<int, std::string> Ranks::wait() const {
  for (Patience patience;; patience.wait()) {
    if (auto message = heard()) return std::move(*message);
  }
}

}  // namespace jacquard::tool
