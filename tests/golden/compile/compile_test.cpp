// SPDX-License-Identifier: Apache-2.0
// hls/compile.h: outcomes and logs as clBuildProgram, clCompileProgram and clLinkProgram need them.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "hls/compile.h"

using namespace weft;
using hls::Outcome;

static const board::Description &card() {
  static const board::Description description = board::loadDescription("sim-card");
  return description;
}

static bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST_CASE("a program builds: one image per kernel, in source order") {
  auto result = hls::build("kernel void zwei(global int *a) { a[0] = 2; }\n"
                           "kernel void eins(global int *a, local float *b, float4 v) { a[1] = v.x; }\n",
                           "", card());
  REQUIRE(result.outcome == Outcome::Ok);
  CHECK(result.diagnostics.empty());
  REQUIRE(result.program);
  REQUIRE(result.program->kernels.size() == 2);
  const auto &zwei = result.program->kernels[0];
  CHECK(zwei.interface.name == "zwei");
  CHECK(contains(zwei.systemVerilog, "module kernel_region"));
  const auto &arguments = result.program->kernels[1].interface.arguments;
  REQUIRE(arguments.size() == 3);
  CHECK(arguments[0].kind == kernel::Argument::Kind::Buffer);
  CHECK(arguments[1].kind == kernel::Argument::Kind::Local);
  CHECK(arguments[2].kind == kernel::Argument::Kind::Value);
  CHECK(arguments[2].bytes == 16);
  CHECK(arguments[2].name == "v");
  CHECK(arguments[2].typeName == "float4");
}

TEST_CASE("a program without kernels builds") {
  auto result = hls::build("int helper(int x) { return x + 1; }\n", "", card());
  REQUIRE(result.outcome == Outcome::Ok);
  CHECK(result.program->kernels.empty());
}

TEST_CASE("program-scope variables have places in a block, contents and pointers") {
  auto result = hls::build("global int a = 0x04030201;\nglobal short b[70];\nglobal short *global p = b + 3;\n"
                           "kernel void k(global int *o) { o[0] = a + *p; }\n",
                           "-cl-std=CL3.0", card());
  REQUIRE(result.outcome == Outcome::Ok);
  const kernel::Variables &variables = result.program->variables;
  using List = std::vector<kernel::Variable>;
  CHECK(variables.list == List{{"a", false, 0, 4}, {"b", false, 128, 140}, {"p", false, 384, 8}});
  CHECK(variables.bytes == 512);
  CHECK(variables.globalBytes() == 152);
  CHECK(variables.contents == "\1\2\3\4");
  CHECK(variables.pointers == std::vector<kernel::VariablePointer>{{384, 134}});
  CHECK(kernel::variablesFromText(kernel::variablesToText(variables)) == variables);
  CHECK(result.program->kernels[0].interface.arguments.size() == 4);
  CHECK(result.program->kernels[0].interface.explicitArguments() == 1);
  // Numbers that do not fit each other.
  kernel::Variables wrong = variables;
  wrong.pointers[0].offset = 510;
  CHECK_THROWS(kernel::variablesFromText(kernel::variablesToText(wrong)));
  wrong = variables;
  wrong.list[1].bytes = 500;
  CHECK_THROWS(kernel::variablesFromText(kernel::variablesToText(wrong)));
}

TEST_CASE("equal sources give equal RTL") {
  const char *source = "kernel void k(global float *a, int n) { local float t[64]; t[get_local_id(0)] = a[n];"
                       " barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = sin(t[63 - get_local_id(0)]); }";
  auto first = hls::build(source, "", card()), second = hls::build(source, "", card());
  REQUIRE(first.outcome == Outcome::Ok);
  CHECK(first.program->kernels[0].systemVerilog == second.program->kernels[0].systemVerilog);
}

TEST_CASE("an error names source location and construct") {
  auto result = hls::build("kernel void k(global int *a) {\n  a[0] = undeclared;\n}\n", "", card());
  CHECK(result.outcome == Outcome::CompileFailure);
  CHECK(contains(hls::buildLog(result.diagnostics), "<source>:2:10: error: use of undeclared identifier 'undeclared'"));
  CHECK_FALSE(result.program);

  result = hls::build("kernel void k(global int *a) {\n\n  printf(\"%y\", a[0]);\n}\n", "", card());
  CHECK(result.outcome == Outcome::CompileFailure);
  CHECK(contains(hls::buildLog(result.diagnostics),
                 "<source>:3:3: error: '%y' in the format of printf is no conversion of OpenCL C"));
}

TEST_CASE("a program that is nested without end is refused") {
  std::string source = "kernel void k(global int *a) {\n  a[0] = ";
  for (unsigned i = 0; i < 200000; ++i)
    source += "~ ";
  const auto result = hls::build(source + "a[1];\n}\n", "", card());
  CHECK(result.outcome == Outcome::CompileFailure);
  INFO(hls::buildLog(result.diagnostics).substr(0, 300));
  CHECK(contains(hls::buildLog(result.diagnostics), "<source>:2:"));
  CHECK(contains(hls::buildLog(result.diagnostics), "fatal error: the program is nested too deeply here"));
}

TEST_CASE("options") {
  const char *source = "kernel void k(global int *a) { a[0] = 1000 + N; char c = 1000; a[1] = c; }";
  CHECK(hls::build(source, "-bogus", card()).outcome == Outcome::InvalidOptions);
  CHECK(contains(hls::buildLog(hls::build(source, "-bogus", card()).diagnostics), "'-bogus'"));
  auto warned = hls::build(source, "-D N=1", card());
  CHECK(warned.outcome == Outcome::Ok);
  CHECK(contains(hls::buildLog(warned.diagnostics), "warning:"));
  CHECK(hls::build(source, "-D N=1 -w", card()).diagnostics.empty());
  CHECK(hls::build(source, "-D N=1 -Werror", card()).outcome == Outcome::CompileFailure);
  CHECK(hls::build(source, "", card()).outcome == Outcome::CompileFailure);
}

TEST_CASE("headers come from memory") {
  const char *source = "#include \"sub/defs.h\"\nkernel void k(global int *a) { a[0] = VALUE; }\n";
  auto without = hls::compileSource(source, "", card());
  CHECK(without.outcome == Outcome::CompileFailure);
  CHECK(contains(hls::buildLog(without.diagnostics), "<source>:1:10: fatal error: 'sub/defs.h' file not found"));
  auto with = hls::compileSource(source, "", card(), {{"sub/defs.h", "#define VALUE 77\n"}});
  CHECK(with.outcome == Outcome::Ok);
  CHECK_FALSE(with.bitcode.empty());
  auto wrong = hls::compileSource(source, "", card(), {{"sub/defs.h", "#define VALUE 77\n#error stop\n"}});
  CHECK(wrong.outcome == Outcome::CompileFailure);
  CHECK(contains(hls::buildLog(wrong.diagnostics), "sub/defs.h:2:2: error: stop"));
}

TEST_CASE("separate compilation") {
  auto helper = hls::compileSource("int twice(int x) { return 2 * x; }\n", "", card());
  auto main =
      hls::compileSource("int twice(int x);\nkernel void k(global int *a) { a[0] = twice(a[1]); }\n", "", card());
  REQUIRE(helper.outcome == Outcome::Ok);
  REQUIRE(main.outcome == Outcome::Ok);

  auto linked = hls::link({helper.bitcode, main.bitcode}, "", card());
  REQUIRE(linked.outcome == Outcome::Ok);
  auto generated = hls::generate(linked.bitcode, card());
  REQUIRE(generated.outcome == Outcome::Ok);
  CHECK(generated.program->kernels.size() == 1);

  SECTION("defined twice") {
    auto result = hls::link({helper.bitcode, helper.bitcode, main.bitcode}, "", card());
    CHECK(result.outcome == Outcome::LinkFailure);
    CHECK(contains(hls::buildLog(result.diagnostics), "twice"));
  }
  SECTION("not defined") {
    auto result = hls::link({main.bitcode}, "", card());
    CHECK(result.outcome == Outcome::LinkFailure);
    CHECK(contains(hls::buildLog(result.diagnostics), "'twice' is called but not defined"));
  }
  SECTION("a library may have holes") {
    auto library = hls::link({main.bitcode}, "-create-library", card());
    REQUIRE(library.outcome == Outcome::Ok);
    auto whole = hls::link({library.bitcode, helper.bitcode}, "", card());
    CHECK(hls::generate(whole.bitcode, card()).outcome == Outcome::Ok);
  }
  SECTION("options") {
    CHECK(hls::link({main.bitcode, helper.bitcode}, "-D X", card()).outcome == Outcome::InvalidOptions);
    CHECK(hls::link({main.bitcode, helper.bitcode}, "-cl-fast-relaxed-math", card()).outcome == Outcome::Ok);
  }
  SECTION("not bitcode") { CHECK(hls::link({"rubbish"}, "", card()).outcome == Outcome::LinkFailure); }
}

TEST_CASE("a program belongs to an address size") {
  board::Description small = card();
  small.addressBits = 32;
  auto compiled = hls::compileSource("kernel void k(global int *a) { a[0] = sizeof(size_t); }\n", "", card());
  auto result = hls::generate(compiled.bitcode, small);
  CHECK(result.outcome == Outcome::CompileFailure);
  CHECK(contains(hls::buildLog(result.diagnostics), "another address size"));
  CHECK(hls::build("kernel void k(global int *a) { a[0] = sizeof(size_t); }\n", "", small).outcome == Outcome::Ok);
}

TEST_CASE("compilations run side by side") {
  std::vector<std::thread> threads;
  std::vector<Outcome> outcomes(4, Outcome::InternalError);
  for (size_t i = 0; i < outcomes.size(); ++i)
    threads.emplace_back([&outcomes, i] {
      auto source = "kernel void k(global float *a) { a[0] = pow(a[1], " + std::to_string(i + 2) + ".5f); }";
      outcomes[i] = hls::build(source, "", card()).outcome;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(outcomes == std::vector<Outcome>(4, Outcome::Ok));
}

TEST_CASE("a process whose working directory was removed") {
  char directory[] = "/tmp/weft-removed-XXXXXX";
  REQUIRE(mkdtemp(directory));
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(directory);
  std::filesystem::remove(directory);
  const char *source = "kernel void k(global int *a) { a[0] = 1; }\n";
  const auto plain = hls::build(source, "", card());
  const auto relative = hls::build(source, "-I inc -I /usr/include", card());
  const auto missing = hls::compileSource("#include \"defs.h\"\n", "-I inc", card());
  std::filesystem::current_path(before);
  CHECK(plain.outcome == Outcome::Ok);
  CHECK(plain.diagnostics.empty());
  CHECK(relative.outcome == Outcome::Ok);
  CHECK(
      contains(hls::buildLog(relative.diagnostics), "warning: -I inc is relative to the process's working directory"));
  CHECK_FALSE(contains(hls::buildLog(relative.diagnostics), "/usr/include"));
  CHECK(missing.outcome == Outcome::CompileFailure);
  CHECK(contains(hls::buildLog(missing.diagnostics), "-I inc is relative"));
  CHECK(contains(hls::buildLog(missing.diagnostics), "<source>:1:10: fatal error: 'defs.h' file not found"));
}

TEST_CASE("objects that do not agree about a name are refused") {
  const auto object = [](const char *source) {
    auto result = hls::compileSource(source, "", card());
    REQUIRE(result.outcome == Outcome::Ok);
    return result.bitcode;
  };
  const auto log = [&](const char *one, const char *other) {
    const auto result = hls::link({object(one), object(other)}, "", card());
    CHECK(result.outcome == Outcome::LinkFailure);
    UNSCOPED_INFO(hls::buildLog(result.diagnostics));
    return hls::buildLog(result.diagnostics);
  };
  const char *caller = "int f(int x);\nkernel void k(global int *a) { a[0] = f(a[1]); }\n";
  CHECK(contains(log("float f(float x) { return x; }", caller),
                 "<source>:2:39: error: 'f' is called with arguments that do not match its definition"));
  CHECK(contains(log("constant int f = 1;", caller),
                 "<source>:2:39: error: 'f' is called as a function but defined as a variable"));
  CHECK(
      contains(log("kernel void k(global int *a) { a[0] = 2; }", "kernel void k(global int *a) { a[0] = 1; }"), "'k'"));
  CHECK(contains(log("int f(int x) { return x; }", "kernel void f(global int *a) { a[0] = 1; }"), "'f'"));
  CHECK(
      contains(log("extern constant int v;\nkernel void k(global int *a) { a[0] = v; }", "int v(int x) { return x; }"),
               "<source>:2:39: error: 'v' is used as a variable but defined as a function"));
}
