// SPDX-License-Identifier: Apache-2.0
// The processes that `mpirun -n N jacquard ...` started, on one machine or many. Rank 0 runs the
// command; the others do what it asks, and print nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace jacquard::mpi {
struct Plugin;
}

namespace jacquard::tool {

class Ranks {
 public:
  // Those of this program; null where it runs alone. Once in a process. Throws ConfigError where
  // the program was built without MPI, or mpirun is of another MPI.
  static std::unique_ptr<Ranks> join();
  // Rank 0 lets the others go, and waits for them.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  // --threads, or each rank's share of its machine's cores where that is 0.
  int threads(int asked) const;

  // Requires 1 byte or more, and fewer than 2^31.
  void send(int to, const std::string& text) const;
  // The next message and its sender, if one has come.
  std::optional<std::pair<int, std::string>> heard() const;
  // The same, once one has come.
  std::pair<int, std::string> wait() const;

 private:
  explicit Ranks(const mpi::Plugin& plugin);

  const mpi::Plugin& plugin_;
  int rank_ = 0;
  int size_ = 1;
  int here_ = 1;
};

// Whether this process is another rank than 0, by what mpirun says: for what comes before join().
bool is_further_rank();
// From now on what it prints is lost.
void be_silent();

}  // namespace jacquard::tool
