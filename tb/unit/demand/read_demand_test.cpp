// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/read_demand.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using jacquard::base::Bytes;
using jacquard::base::ConfigError;
using jacquard::demand::DemandMatrix;
using jacquard::demand::read_demand;
using jacquard::demand::read_demand_sequence;
using jacquard::demand::read_demand_text;
using jacquard::demand::ReadOptions;

namespace {

std::vector<std::int64_t> entries(const DemandMatrix& demand) {
  return {demand.row_major().begin(), demand.row_major().end()};
}

std::vector<DemandMatrix> read(const std::string& text, const ReadOptions& options = {}) {
  return read_demand_text("d", text, options);
}

}  // namespace

TEST_CASE("a matrix of bytes is read from CSV, with comments, blanks and any line ends") {
  const std::vector<std::int64_t> expected = {0, 1, 2, 3};
  CHECK(entries(read("0,1\n2,3\n").at(0)) == expected);
  CHECK(entries(read("# made by hand\r\n\r\n 0 , 1 \r\n2,3").at(0)) == expected);
  CHECK(entries(read("\xef\xbb\xbf"
                     "0,1\n2,3")
                    .at(0)) == expected);
  CHECK(entries(read("0,1.0\n2e0,3\n").at(0)) == expected);
  CHECK(entries(read("5").at(0)) == std::vector<std::int64_t>{5});
  CHECK(entries(read("0").at(0)) == std::vector<std::int64_t>{0});
}

TEST_CASE("a matrix is read as numpy and pandas write it") {
  const std::vector<std::int64_t> expected = {5, 6, 7, 8};
  // np.savetxt(f, m), with fmt="%d", with delimiter="\t", with header="sent"
  CHECK(entries(read("5.000000000000000000e+00 6.000000000000000000e+00\n"
                     "7.000000000000000000e+00 8.000000000000000000e+00\n")
                    .at(0)) == expected);
  CHECK(entries(read("5   6\n\n7 8\n").at(0)) == expected);
  CHECK(entries(read("5\t6\n7\t8\n").at(0)) == expected);
  CHECK(entries(read("# sent\n5 6\n7 8\n").at(0)) == expected);
  // DataFrame.to_csv(): header and index, without index, without header, with names, sep=";"
  CHECK(entries(read(",0,1\n0,5,6\n1,7,8\n").at(0)) == expected);
  CHECK(entries(read("0,1\n5,6\n7,8\n").at(0)) == expected);
  CHECK(entries(read("0,5,6\n1,7,8\n").at(0)) == expected);
  CHECK(entries(read("from,a,b\na,5,6\nb,7,8\n").at(0)) == expected);
  CHECK(entries(read("a,b\n5.0,6.0\n7.0,8.0\n").at(0)) == expected);
  CHECK(entries(read("a,5,6\nb,7,8\n").at(0)) == expected);
  CHECK(entries(read(";a;b\na;5;6\nb;7;8\n").at(0)) == expected);
  CHECK(entries(read("\"\",\"0\",\"1\"\n\"0\",\"5\",\"6\"\n\"1\",\"7\",\"8\"\n").at(0)) ==
        expected);
  // DataFrame.to_string()
  CHECK(entries(read("   0  1\n0  5  6\n1  7  8\n").at(0)) == expected);
}

TEST_CASE("fractions are read where their unit is stated") {
  ReadOptions options;
  options.demand_unit = Bytes{1'000'000};
  CHECK(entries(read("0.5,1\n2e-6,1.0000004\n", options).at(0)) ==
        std::vector<std::int64_t>{500'000, 1'000'000, 2, 1'000'000});
  CHECK_THROWS_WITH(read("0.5,1\n2,3\n"),
                    Catch::Contains("--demand-unit") && Catch::Contains("line 1, column 1"));
  CHECK_THROWS_WITH(read("-1,1\n2,3\n", options), Catch::Contains("line 1, column 1"));
}

TEST_CASE("a matrix is read from JSON, bare or with its unit") {
  ReadOptions options;
  options.bytes_per_token = Bytes{1000};
  CHECK(entries(read("[[0,1],\n[2,3]]\n").at(0)) == std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(
      entries(read(R"({"ports": 2, "unit": "tokens", "matrix": [[0,1],[2,3]]})", options).at(0)) ==
      std::vector<std::int64_t>{0, 1000, 2000, 3000});
  CHECK(entries(read(R"({"unit": "bytes", "matrix": [[0,1],[2,3.0]]})", options).at(0)) ==
        std::vector<std::int64_t>{0, 1, 2, 3});
}

TEST_CASE("JSON Lines hold a sequence, one matrix a line") {
  const auto all = read("[[1]]\n{\"M\":[[2]],\"task\":\"x\"}\n\n{\"matrix\":[[3,0],[0,3]]}\n");
  REQUIRE(all.size() == 3);
  CHECK(all[0].at(0, 0) == Bytes{1});
  CHECK(all[1].at(0, 0) == Bytes{2});
  CHECK(all[2].ports() == 2);
}

TEST_CASE("the diagonal stays unless it is dropped") {
  ReadOptions options;
  options.drop_diagonal = true;
  CHECK(entries(read("1,2\n3,4\n").at(0)) == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(entries(read("1,2\n3,4\n", options).at(0)) == std::vector<std::int64_t>{0, 2, 3, 0});
}

TEST_CASE("expert counts stand contiguously on ports and are split evenly over sources") {
  ReadOptions options;
  options.ports = 2;
  const auto all = read("task,layer,tokens,e0,e1,e2,e3\na,1,9,1,2,3,4\nb,2,9,0,0,0,5\n", options);
  REQUIRE(all.size() == 2);
  // Port 0 holds experts 0 and 1: 3 tokens; port 1 the other two: 7. Odd tokens alternate.
  CHECK(entries(all[0]) == std::vector<std::int64_t>{2, 3, 1, 4});
  CHECK(entries(all[1]) == std::vector<std::int64_t>{0, 3, 0, 2});
}

TEST_CASE("a token of a routing log comes from its contiguous part of the stream") {
  ReadOptions options;
  options.ports = 2;
  options.experts = 4;
  options.top_k = 2;
  // Three tokens: the first two belong to port 0, as floor(t 2 / 3) = 0, 0, 1.
  const auto all = read("0\t3\t2\t3\t\t.5\t.5\t.9\t.1\n1\t0\t\t.5\t.5\n", options);
  REQUIRE(all.size() == 1);
  CHECK(entries(all[0]) == std::vector<std::int64_t>{1, 3, 2, 0});
}

TEST_CASE("bad text is one line with file and line or pointer") {
  const auto fault = [](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK(fault("") == "d: expected a demand matrix, found an empty file");
  CHECK(fault("\n \n# nothing\n") == "d: expected a demand matrix, found an empty file");
  CHECK(fault("1,2\n3\n") == "d, line 2: expected 2 columns, as in the first row, found 1");
  CHECK(fault("1,2\n") == "d, line 1: expected 2 rows, as the first row has 2 columns, found 1");
  CHECK(fault("1,2\n3,4\n5,6\n").find("d, line 3: expected the end") == 0);
  CHECK(fault("1,-2\n3,4\n").find("d, line 1, column 2: expected a whole number in 0..") == 0);
  CHECK(fault("1,nan\n3,4\n").find("found 'nan'") != std::string::npos);
  CHECK(fault("1,inf\n3,4\n").find("found 'inf'") != std::string::npos);
  CHECK(fault("1,2.5\n3,4\n").find("found '2.5'") != std::string::npos);
  CHECK(fault("1,1e400\n3,4\n").find("found '1e400'") != std::string::npos);
  CHECK(fault("1,99999999999999999999\n3,4\n").find("line 1, column 2") != std::string::npos);
  CHECK(fault("1,\n3,4\n").find("found nothing") != std::string::npos);
  CHECK(fault("a,b,c\n1,2,3\n4,5,6\n").find("expected 3 rows") != std::string::npos);
  CHECK(fault("1,two\n3,4\n").find("found 'two'") != std::string::npos);
  CHECK(fault(std::string("1,2\0\n", 5)).find("d, line 1: expected text, found binary") == 0);
  CHECK(fault("\x7f"
              "ELF\x01\x02")
            .find("binary data") != std::string::npos);

  CHECK(fault("[]") == "d, line 1, #: expected 1..1024 rows, found 0");
  CHECK(fault("[\n]") == "d: expected 1..1024 rows, found 0");
  CHECK(fault("[[]]").find("/0: expected 1 columns") != std::string::npos);
  CHECK(fault("[[1,2],[3]]").find("d, line 1, #/1: expected 2 columns") == 0);
  CHECK(fault("[[1,2],\n[3,-4]]").find("d#/1/1: expected a whole number") == 0);
  CHECK(fault("[[1,2],\n[3,\"4\"]]").find("d#/1/1: expected a whole number") == 0);
  CHECK(fault("[[1,2],\n[3,4]").find("d, line 2, column 6: expected JSON") == 0);
  CHECK(fault("[[1]]\n[[1],").find("d, line 2, column") == 0);
  CHECK(fault("[[1]]\n{\"matrix\":[[1,-1],[0,0]]}")
            .find("d, line 2, #/matrix/0/1: expected a whole number") == 0);
  CHECK(fault("{\"matrx\":[[1]]}").find("#/matrx: expected 'matrix'") != std::string::npos);
  CHECK(fault("{\"ports\":3,\"matrix\":[[1]]}").find("#/ports: expected 1") != std::string::npos);
  CHECK(fault("{\"unit\":\"kg\",\"matrix\":[[1]]}").find("#/unit") != std::string::npos);
  CHECK(fault("{}").find("a key 'matrix'") != std::string::npos);

  CHECK(fault("task,layer,tokens,e0,e2\na,1,1,1,1\n").find("column 'e1'") != std::string::npos);
  CHECK(fault("task,layer,tokens,e0,e1\na,1,1,1\n").find("d, line 2: expected 2 experts") == 0);
  CHECK(fault("task,layer,tokens,e0\n").find("a row of counts") != std::string::npos);
  CHECK(fault("1\t2\t\t.1\t.2\n").find("groups of 6") != std::string::npos);
  CHECK(fault("1\t2\t3\t4\t5\t64\t\t1\t1\t1\t1\t1\t1\n").find("an expert in 0..63") !=
        std::string::npos);
  CHECK(fault("1\t2\t3\t4\t5\t6\t\t1\t1\t1\t1\t1\n").find("6 gate weights") != std::string::npos);
}

TEST_CASE("an entry that outgrows the bound with its token weight is an error") {
  ReadOptions options;
  options.bytes_per_token = Bytes{std::int64_t{1} << 40};
  CHECK_NOTHROW(read("{\"M\":[[1024]]}", options));
  CHECK_THROWS_WITH(read("{\"M\":[[1025]]}", options), Catch::Contains("0..1024"));
}

TEST_CASE("a matrix wider or longer than the largest is refused at the first line too many") {
  std::string wide = "0";
  for (int i = 0; i < 1024; ++i) wide += ",0";
  CHECK_THROWS_WITH(read(wide), Catch::Contains("at most 1024 columns"));
  // The rest of the file is never read: the third line is the last that matters.
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += "1,1\n";
  CHECK_THROWS_WITH(read(lines), Catch::Contains("line 3"));
  CHECK_THROWS_WITH(read(std::string(2'000'000, '\n')), Catch::Contains("empty or comment lines"));
}

TEST_CASE("missing files, folders and indices beyond the last are errors") {
  CHECK_THROWS_WITH(read_demand("no/such/file.csv", 0, {}),
                    Catch::StartsWith("no/such/file.csv: expected a readable file"));
  CHECK_THROWS_WITH(read_demand_sequence(".", {}), Catch::Contains("found a directory"));
}
