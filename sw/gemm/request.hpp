// SPDX-License-Identifier: Apache-2.0
// A distributed GeMM as a user asks for it, before it is a program or a cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/systolic.hpp"
#include "jacquard/gemm/kinds.hpp"
#include "jacquard/gemm/mesh.hpp"

namespace jacquard::gemm {

using cost::MatrixShape;  // C[m,n], summed over k; sides in 1 .. kLargestSize here
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 30;
inline constexpr std::int64_t kMostBytes = std::int64_t{1} << 58;     // of a matrix
inline constexpr std::int64_t kMostProducts = std::int64_t{1} << 62;  // multiply-adds in all
inline constexpr int kMostSteps = 1 << 16;                            // iterations of a program

struct Request {
  Algorithm algorithm = Algorithm::meshslice;
  Dataflow dataflow = Dataflow::os;
  Mesh mesh;
  MatrixShape shape;
  // All matrices are stored transposed and the two that move swap their directions (MeshSlice
  // s3.2.1): the program is that of C^T, `dataflow` says which of left and right stays as before.
  bool transposed = false;
  // meshslice: S. wang, 1d-tp, fsdp: U, products of the loop, which its U - 1 steps of sends
  // overlap; 0: one for each chip of that direction. summa: iterations into which the panels'
  // products are merged; 0: one for each panel, lcm(rows, columns). Others take 1.
  int slices = 1;
  int block = 8;  // values that are contiguous in a slice (MeshSlice s3.1.2)
  int element_bytes = 2;
  // wang: the direction that is cut into steps; the other one is done whole. Nothing: the one with
  // more bytes.
  std::optional<Direction> overlapped;
  // summa, 2.5d: packets that a broadcast or a reduction streams; 0: one for each chip of its ring.
  int packets = 0;
};

// "MxNxK" of whole numbers in 1 .. kLargestSize. Throws ConfigError naming `source`.
MatrixShape parse_shape(const std::string& text, const std::string& source);
std::string text_of(const MatrixShape& shape);

// The rows and columns of a matrix as it is stored, all shards together.
struct Stored {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};
enum class Matrix : std::uint8_t { a, b, c };
// Of an untransposed request (of_program() makes one): os A m x k, B k x n; ls A m x k, B n x k; rs
// A k x m, B k x n; C m x n.
Stored stored(const Request& request, Matrix matrix);

// The request whose program runs: `transposed` is resolved (C^T = B^T A^T: m and n change places,
// ls becomes rs and the reverse). Not transposed: itself.
Request of_program(const Request& request);

// The dimension that slices cut: k of os, n of ls, m of rs.
std::int64_t sliced_size(const Request& request);

// The matrix that moves in a direction, row or column; it is cut along its columns where it moves
// along rows, and the reverse. Of an untransposed request.
Matrix moves(const Request& request, Direction direction);

// wang, 1d-tp, fsdp: the direction that is cut into steps. Of an untransposed request.
Direction overlapped(const Request& request);

// What Request::slices = 0 stands for; 0 where it stands for nothing. Of an untransposed request.
int steps_by_itself(const Request& request);
// Request::slices, or that.
int steps_of(const Request& request);

// What of a request cannot be run, with the nearest that can; nothing if all can. The fault's
// source is the option's name ("--slices", "--mesh", "--shape"). Rules:
//   numbers  sides in 1..kLargestSize, a matrix at most kMostBytes, kMostProducts, kMostSteps
//   mesh     cannon takes squares; 2.5d squares in layers whose number divides their side;
//            1d-tp one row; fsdp one column; only 2.5d has layers
//   shards   are whole: a mesh's side divides the sides of the stored matrices that it cuts
//   slices   meshslice: slices x block divide the local sides of both matrices that slices cut
//            (MeshSlice s3.1.2; "S divides C / B" of one of them is not enough: ls on 4x2 with n =
//            48, S = 3, B = 8); 1 slice cuts nothing and is always legal. summa: a divisor of its
//            panels. wang, 1d-tp, fsdp: at most the chips of the direction that overlaps
std::optional<base::InputFault> illegal(const Request& request);
// Only the numbers and the options, for closed forms that round shards down.
std::optional<base::InputFault> illegal_numbers(const Request& request);
// Throws it.
void check(const Request& request);

// Every slice count from 1 on that illegal() lets pass for this request, ascending; empty if the
// request is illegal whatever its slices. Request::slices is not looked at.
std::vector<int> legal_slices(const Request& request);

}  // namespace jacquard::gemm
