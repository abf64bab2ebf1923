// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/shell.hpp"

#include <catch2/catch.hpp>

using jacquard::interop::recipes::read_shell;
using Words = std::vector<std::string>;

TEST_CASE("The words of the command with the most options are found, whatever its variables") {
  const auto shell = read_shell(R"sh(#!/bin/bash
export GPUS_PER_NODE=8   # of a node
NNODES=${SLURM_NNODES:-"4"}
TP=2; PP=${PIPELINE:-${TP}}
WORLD=$(($GPUS_PER_NODE*$NNODES))
mkdir -p "$(dirname "$1")" --parents
MODEL_ARGS=(
    --num-layers 12  # twelve
    "--hidden-size 512"
    --split '99,1,0'
)
if [ -n "${WANDB_KEY}" ]; then
  MODEL_ARGS+=(--wandb-project x)
elif [[ $TP -ge 2 ]] && [[ "$PP" == "2" ]]; then
  MODEL_ARGS+=(--sequence-parallel)
else
  MODEL_ARGS+=(--no)
fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --tp) TP="$2"; shift 2;;
  esac
done
torchrun --nnodes $NNODES pretrain.py ${MODEL_ARGS[@]} \
  --tensor-model-parallel-size=${TP} --bf16 $EXTRA 2>&1 | tee log
exit 0
)sh");
  CHECK(shell.words == Words{"torchrun", "--nnodes", "4", "pretrain.py", "--num-layers", "12",
                             "--hidden-size", "512", "--split", "99,1,0", "--sequence-parallel",
                             "--tensor-model-parallel-size=2", "--bf16", "2"});
  CHECK(shell.variables.at("GPUS_PER_NODE") == "8");
  CHECK(shell.variables.at("WORLD").empty());
}

TEST_CASE("Arguments in a variable alone, and in a plain line, are found too") {
  const Words words = {"--num-layers", "4", "--bf16"};
  CHECK(read_shell("ARGS=\" \\\n  --num-layers 4 \\\n  --bf16 \\\n\"\n").words == words);
  CHECK(read_shell("--num-layers 4 \\\r\n  --bf16").words == words);
  CHECK(read_shell("ARGS='--num-layers 4'\nARGS=\"$ARGS --bf16\"").words == words);
}

TEST_CASE("Here-documents are scripts of their own, whose quotes end with them") {
  const auto shell = read_shell(
      "cat > a.yaml <<EOF\nname: it's\nEOF\nsbatch <<-'END'\n\tsrun t.py --a 1 --b 2\n\tEND\n"
      "x=$'a b'; grep --c <<< \"$x\"\n((1 << y))\nls --d\n");
  CHECK(shell.words == Words{"srun", "t.py", "--a", "1", "--b", "2"});
  CHECK(shell.open_quote == 0);
  CHECK(shell.commands.back() == Words{"ls", "--d"});
  CHECK(read_shell("a\n\nb 'c\nd").open_quote == 3);
}

TEST_CASE("A script that ends in its middle, or that doubles its variables, ends") {
  for (const char* text : {"", "a='", "a=\"", "a=(--b", "if [", "${", "$(", "`", "\\", "case",
                           "A=${A:-", "if true; then if", "fi done esac ;; ) ("}) {
    CHECK(read_shell(text).words.size() <= 1);
  }
  std::string doubling = "A=--b\n";
  for (int i = 0; i < 64; ++i) doubling += "A=\"$A $A\"\n";
  CHECK(read_shell(doubling).variables.at("A").size() <= 1 << 20);
  std::string nested;
  for (int i = 0; i < 2000; ++i) nested += "${A:-";
  CHECK(read_shell("B=" + nested + "--c").words.empty());
}
