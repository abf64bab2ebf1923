// SPDX-License-Identifier: Apache-2.0
// The forms are those of NeMo 2's recipes (nemo/collections/llm/recipes), of scripts that change
// one, and of Megatron-Bridge's (src/megatron/bridge/recipes); the files are our own.
#include "jacquard/interop/recipes/python.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/recipes/recipe.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using Catch::Contains;
using interop::recipes::read_recipe;

namespace {

const char* const kNemo = R"py(
from typing import Optional
import nemo_run as run

NAME = "llama3_8b"

@run.cli.factory(name=NAME)
def model() -> run.Config[pl.LightningModule]:
    """A model: run.Config(LlamaModel, num_layers=2)."""
    return run.Config(LlamaModel, config=run.Config(Llama3Config8B))

def trainer(
    tensor_parallelism: int = 1,
    virtual_pipeline_parallelism: Optional[int] = None,
    num_nodes: int = 1,
    num_gpus_per_node: int = 8,
    max_steps: int = 1_168_251,
) -> run.Config[nl.Trainer]:
    strategy = run.Config(
        nl.MegatronStrategy,
        tensor_model_parallel_size=tensor_parallelism,
        pipeline_model_parallel_size=2,  # fixed
        virtual_pipeline_model_parallel_size=virtual_pipeline_parallelism,
        context_parallel_size=2,
        ddp=run.Config(DistributedDataParallelConfig, overlap_grad_reduce=True),
    )
    return run.Config(nl.Trainer, devices=num_gpus_per_node, num_nodes=num_nodes,
                      plugins=bf16_mixed(), strategy=strategy, max_steps=max_steps)

def pretrain_recipe(dir: Optional[str] = None, num_nodes: int = 2, performance_mode: bool = False,
                    fn=pretrain) -> run.Partial:
    recipe = run.Partial(
        fn,
        model=model(),
        trainer=trainer(tensor_parallelism=2, num_nodes=num_nodes, callbacks=[run.Config(C)]),
        data=run.Config(MockDataModule, seq_length=4096, global_batch_size=64,
                        micro_batch_size=1),
        optim=adam(max_lr=3e-4),
    )
    if performance_mode:
        recipe = faster(recipe)
    if num_nodes is not None and False or dir is None:
        pass
    return recipe

def faster(recipe: run.Partial) -> run.Partial:
    recipe.trainer.strategy.tensor_model_parallel_size = 4
    return recipe
)py";

const char* const kScript = R"py(
def configure(nodes: int = 1):
    recipe = llm.llama3_8b.pretrain_recipe(
        dir="/checkpoints", num_nodes=nodes, num_gpus_per_node=8)
    strategy = recipe.trainer.strategy
    recipe.trainer.strategy.tensor_model_parallel_size = 2
    recipe.trainer.strategy.pipeline_model_parallel_size = 1
    recipe.data.global_batch_size = 64
    recipe.data.micro_batch_size = 2
    recipe.data.seq_length = 4096
    return recipe

def main():
    recipe = configure()
    executor = run.LocalExecutor(ntasks_per_node=8)
    if recipe.data.micro_batch_size == 2:
        recipe.data.micro_batch_size = 1
    run.run(recipe, executor=executor)

if __name__ == "__main__":
    main()
)py";

std::string bridge(const std::string& more = "") {
  return "SEQ = 4096\n"
         "def llama3_8b_pretrain_config() -> ConfigContainer:\n"
         "    cfg = _pretrain_common()\n"
         "    cfg.model = AutoBridge.from_hf_pretrained('meta-llama/Meta-Llama-3-8B')"
         ".to_megatron_provider(load_weights=False)\n"
         "    cfg.tokenizer.vocab_size = DEFAULT_NULL_TOKENIZER_VOCAB_SIZE\n"
         "    cfg.dataset.seq_length = SEQ\n"
         "    cfg.model.tensor_model_parallel_size = 2\n"
         "    cfg.model.pipeline_model_parallel_size = 1\n"
         "    cfg.model.pipeline_dtype = torch.bfloat16\n"
         "    cfg.train.global_batch_size = 64\n"
         "    cfg.train.micro_batch_size = 1\n"
         "    cfg.mixed_precision = bf16_mixed()\n" +
         more + "    return cfg\n";
}

interop::recipes::Recipe read(const std::string& text, const std::string& function = "") {
  const tb::Folder folder;
  base::write_file(folder.path("r.py"), text);
  return read_recipe(folder.path("r.py") + function, 16);
}
std::string fault(const std::string& text, const std::string& function = "") {
  return tb::fault_of([&] { read(text, function); });
}

}  // namespace

TEST_CASE("a recipe of NeMo 2 is read through its own functions and their defaults") {
  const auto r = read(kNemo);
  CHECK(r.job["model"]["name"] == "llama3-8b");
  CHECK(r.job["parallel"]["tp"] == 2);
  CHECK(r.job["parallel"]["pp"] == 2);
  CHECK(r.job["parallel"]["cp"] == 2);
  CHECK(r.job["parallel"]["dp"] == 2);
  CHECK(r.job["batch"] == 64);
  CHECK(r.job["sequence"] == 4096);
  CHECK(read(kNemo, ":pretrain_recipe").job == r.job);
}

TEST_CASE("a script that changes a recipe of NeMo is read as it is given to run") {
  const auto r = read(kScript);
  CHECK(r.job["model"]["name"] == "llama3-8b");
  CHECK(r.job["parallel"]["tp"] == 2);
  CHECK(r.job["parallel"]["micro_batch"] == 1);
  CHECK(r.job["batch"] == 64);
}

TEST_CASE("a recipe of Megatron-Bridge is read, and one of several is named") {
  const auto r = read(bridge());
  CHECK(r.job["model"]["name"] == "llama3-8b");
  CHECK(r.job["parallel"]["tp"] == 2);
  CHECK(r.job["sequence"] == 4096);
  const std::string two = bridge() + "def other_config():\n    cfg = llama3_8b_common()\n" +
                          "    cfg.train.global_batch_size = 8\n    return cfg\n";
  CHECK_THAT(fault(two), Contains("r.py: expected one recipe, as ") &&
                             Contains("found llama3_8b_pretrain_config, other_config"));
  CHECK(read(two, ":llama3_8b_pretrain_config").job == r.job);
  CHECK_THAT(fault(two, ":none"), Contains("expected a function 'none'"));
}

TEST_CASE("what a recipe computes is refused with its line and words, where it counts") {
  const auto with = [](const std::string& line) { return fault(bridge("    " + line + "\n")); };
  CHECK_THAT(with("cfg.model.tensor_model_parallel_size = 2 * tp"),
             Contains("r.py, line 13: expected a whole number, up to 2^30, found 2*tp"));
  CHECK_THAT(with("cfg.train.global_batch_size = batch_of(8)"),
             Contains("line 13: expected a whole number") && Contains("found batch_of"));
  CHECK_THAT(with("cfg.train.global_batch_size += 8"), Contains("line 13: expected"));
  CHECK_THAT(with("if fast:\n        cfg.model.tensor_model_parallel_size = 4"),
             Contains("line 14: expected a whole number"));
  CHECK_THAT(with("for i in x:\n        cfg.train.micro_batch_size = 4"), Contains("line 14:"));
  CHECK_THAT(with("cfg.model.sequence_parallel = bool(tp > 1)"),
             Contains("line 13: expected true or false, found bool"));
  CHECK(with("cfg.logger.log_interval = 10 * n") == "");
  CHECK(with("if False:\n        cfg.model.tensor_model_parallel_size = tp") == "");
  CHECK(with("if not cfg.train.micro_batch_size == 1:\n        cfg.train.micro_batch_size = n") ==
        "");
  CHECK(with("if cfg.train.micro_batch_size == 2:\n        cfg.train.micro_batch_size = n") == "");
}

TEST_CASE("a recipe of another file needs its degrees, batch and sequence in this one") {
  std::string text = kScript;
  text.replace(text.find("    recipe.data.seq_length = 4096\n"), 34, "");
  CHECK_THAT(fault(text), Contains("r.py, line 3: expected seq_length in this file, as "
                                   "llm.llama3_8b.pretrain_recipe is in another, found none"));
}

TEST_CASE("every form of an assignment counts: aliases, semicolons, lines of heads, setattr") {
  const auto sequence = [](const std::string& line) {
    return read(bridge("    " + line + "\n")).job["sequence"];
  };
  CHECK(sequence("if True: cfg.dataset.seq_length = 1024") == 1024);
  CHECK(sequence("if False: cfg.dataset.seq_length = 1024") == 4096);
  CHECK(sequence("a = cfg.dataset; a.seq_length = 1024") == 1024);
  CHECK(sequence("cfg.dataset.seq_length, y = 1024, 2") == 1024);
  CHECK(sequence("n = cfg.dataset.seq_length = 1024") == 1024);
  CHECK(sequence("cfg.dataset['seq_length'] = 1024") == 1024);
  CHECK(sequence("setattr(cfg.dataset, 'seq_length', 1024)") == 1024);
  CHECK(sequence("cfg.dataset.seq_length = \\\r\n  0x400") == 1024);
  CHECK(sequence("os.environ['A'] = '1'; a, b = f(); del a") == 4096);
  std::string alias = kScript;  // of an attribute that another file makes
  const std::string set = "recipe.trainer.strategy.tensor_model_parallel_size = 2";
  alias.replace(alias.find(set), set.size(), "strategy.tensor_model_parallel_size = 4");
  CHECK(read(alias).job["parallel"]["tp"] == 4);
}

TEST_CASE("an assignment that cannot be followed is refused with its line") {
  const auto with = [](const std::string& line) { return fault(bridge("    " + line + "\n")); };
  CHECK_THAT(with("for i in x: cfg.dataset.seq_length = 4"), Contains("line 13: expected a whole"));
  CHECK_THAT(with("if fast: cfg.dataset.seq_length = 4"), Contains("line 13: expected a whole"));
  CHECK_THAT(with("cfg.dataset.seq_length, y = f()"), Contains("line 13: expected a whole"));
  CHECK_THAT(with("cfg.dataset.seq_length = cfg.dataset.unsaid"),
             Contains("line 13: expected a whole") && Contains("found cfg.dataset.unsaid"));
  CHECK_THAT(with("cfg.dataset[key] = 4"), Contains("line 13: expected an assignment"));
  CHECK_THAT(with("cfg.dataset.seq_length //= 4"), Contains("line 13: expected an assignment"));
  CHECK_THAT(with("setattr(cfg.dataset, key, 5)"), Contains("line 13: expected a setattr"));
  CHECK_THAT(with("del cfg.dataset.seq_length"),
             Contains("line 13: expected assignments, none of them deleted, found cfg.dataset"));
  CHECK_THAT(with("cfg.dataset.seq_length = True"), Contains("up to 2^30, found true"));
  CHECK_THAT(fault(std::string("x = 1\ny = \0", 11)),
             Contains("line 2: expected text") && Contains("found a NUL byte"));
}

TEST_CASE("a small file of very many values, or of values within themselves, is refused") {
  const auto doubling = [](const std::string& name, const std::string& value) {
    std::string text = name + "0 = 1\n";
    for (int i = 1; i < 40; ++i) {
      std::string line = value;
      while (line.find('@') != line.npos) {
        line.replace(line.find('@'), 1, name + std::to_string(i - 1));
      }
      text += name + std::to_string(i) + " = " + line + "\n";
    }
    return text + "run.run(" + name + "39)\n";
  };
  const auto is_refused = Contains("expected a recipe of fewer parts, found more");
  CHECK_THAT(fault(doubling("a", "A(x=@, y=@)")), is_refused);
  CHECK_THAT(fault(doubling("a", "[@, @]")), is_refused);
  CHECK_THAT(fault("r = A(z=1)\nr.x = r\nr.y = r\nrun.run(r)\n"), is_refused);
  std::string deep = "a = A(z=1)\n";
  for (int i = 0; i < 30'000; ++i) deep += "a = A(x=a)\n";
  CHECK_THAT(fault(deep + "run.run(a)\n"), is_refused);
}

TEST_CASE("Python that ends in its middle or has no recipe is refused in a line") {
  CHECK_THAT(fault("x = (1,\n"), Contains("r.py, line 1: expected a bracket that ends"));
  CHECK_THAT(fault("x = '''a\nb"), Contains("r.py, line 1: expected a text's end"));
  CHECK_THAT(fault("x = 'a\n'"), Contains("r.py, line 1: expected a text's end"));
  CHECK_THAT(fault(""), Contains("expected a recipe"));
  CHECK_THAT(fault("def f():\n    return f()\nf()\n"), Contains("do not call themselves"));
  CHECK_THAT(fault("x = " + std::string(5000, '(') + std::string(5000, ')')),
             Contains("line 1: expected a recipe of fewer parts"));
  std::string doubling = "def f0():\n    return 1\n";
  for (int i = 1; i < 25; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "()";
    doubling += "def f" + std::to_string(i) + "():\n    return g(" + before + ", " + before + ")\n";
  }
  CHECK_THAT(fault(doubling), Contains("fewer parts") || Contains("do not call"));
  for (const char* odd : {"=",           "a.=1",      "def",
                          "def f",       "def f(",    "if",
                          "return",      "@",         "a[0] = 1",
                          "(",           ")",         "x = -",
                          "x = 1.2.3",   "x = [",     "else:",
                          "f(=)",        "f(a=)",     "x: int",
                          "\\",          "lambda: 1", "x = y if z else w",
                          "a, b = 1, 2", "f'{x}'",    "x = {'a': 1}"}) {
    CHECK(fault(odd) != "");
  }
}
