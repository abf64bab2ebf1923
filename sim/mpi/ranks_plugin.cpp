// SPDX-License-Identifier: Apache-2.0
#include "sim/mpi/ranks_plugin.hpp"

#include <mpi.h>

namespace jacquard::mpi {
namespace {

constexpr int kTag = 19;

int in_world(int (*ask)(MPI_Comm, int*)) {
  int answer = 0;
  ask(MPI_COMM_WORLD, &answer);
  return answer;
}

void begin() {
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
}
void end() { MPI_Finalize(); }
int rank() { return in_world(MPI_Comm_rank); }
int size() { return in_world(MPI_Comm_size); }

int here() {
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  int count = 1;
  MPI_Comm_size(machine, &count);
  MPI_Comm_free(&machine);
  return count;
}

void send(int to, const char* data, std::size_t size) {
  MPI_Send(data, static_cast<int>(size), MPI_BYTE, to, kTag, MPI_COMM_WORLD);
}

bool heard(int* from, std::size_t* size) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return false;
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  *size = static_cast<std::size_t>(count);
  return true;
}

void receive(int from, char* data, std::size_t size) {
  MPI_Recv(data, static_cast<int>(size), MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

extern "C" const Plugin jacquard_mpi_plugin;
extern "C" const Plugin jacquard_mpi_plugin = {begin, end, rank, size, here, send, heard, receive};

}  // namespace jacquard::mpi
