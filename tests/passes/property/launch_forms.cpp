#include "tests/passes/property/launch_forms.h"

#include <iterator>
#include <utility>
#include <vector>

namespace {

/// @K the kernel, @N a name of its own, @G the grid, @B the block, @S the shared bytes, @A the arguments.
struct Form {
  const char* before;
  const char* statements;
};

constexpr const char* kHeld =
    "static const int* in_@N;\nstatic int *out_@N, *mid_@N;\n"
    "static int launch_@N() {\n  const int* in = in_@N;\n  int *out = out_@N, *mid = mid_@N;\n"
    "  @K<<<@G, @B, @S>>>(@A);\n  return mid == out;\n}\n";

// A form that no launch is read in leaves the kernel as it is; that is right. One that is read must be read with its
// block.
const std::vector<Form>& forms() {
  static const std::vector<Form> all = {
      {"", "@K<<<@G, @B, @S>>>(@A);"},
      {"", "Kernel f = @K;\n    f<<<@G, @B, @S>>>(@A);"},
      {"", "Kernel f = nullptr;\n    f = &@K;\n    (*f)<<<@G, @B, @S>>>(@A);"},
      {"", "auto& f = @K;\n    f<<<@G, @B, @S>>>(@A);"},
      {"", "Kernel f = mid ? @K : nullptr;\n    f<<<@G, @B, @S>>>(@A);"},
      {"", "(mid ? @K : @K)<<<@G, @B, @S>>>(@A);"},
      {"static void go_@N(Kernel f, dim3 block, const int* in, int* out, int* mid) {\n  f<<<@G, block, @S>>>(@A);\n}\n",
       "go_@N(@K, @B, in, out, mid);"},
      {"static void go_@N(dim3 block, const int* in, int* out, int* mid, Kernel f = @K) {\n"
       "  f<<<@G, block, @S>>>(@A);\n}\n",
       "go_@N(@B, in, out, mid);"},
      {"template <Kernel F> static void go_@N(dim3 block, const int* in, int* out, int* mid) {\n"
       "  F<<<@G, block, @S>>>(@A);\n}\n",
       "go_@N<@K>(@B, in, out, mid);"},
      {"template <typename F> static void go_@N(F f, dim3 block, const int* in, int* out, int* mid) {\n"
       "  f<<<@G, block, @S>>>(@A);\n}\n",
       "go_@N(@K, @B, in, out, mid);"},
      {"template <typename F, typename... A> static void go_@N(F&& f, dim3 grid, const dim3& block, A&&... a) {\n"
       "  f<<<grid, block, @S>>>(std::forward<A>(a)...);\n}\n"
       "template <typename F, typename... A> static void all_@N(F f, A... a) { go_@N(f, a...); }\n",
       "all_@N(@K, @G, @B, @A);"},
      {"template <typename F> static void go_@N(F f, int rounds, dim3 block, const int* in, int* out, int* mid) {\n"
       "  if (rounds == 0 || f != &@K) return;\n  f<<<@G, block, @S>>>(@A);\n"
       "  go_@N(f, rounds - 1, block, in, out, mid);\n}\n",
       "go_@N(&@K, 1, @B, in, out, mid);"},
      {"", "const auto go = [&](auto f, dim3 block) { f<<<@G, block, @S>>>(@A); };\n    go(@K, @B);"},
      {"template <typename F> static void timed_@N(F f) {\n  f();\n}\n",
       "const dim3 extents = @B;\n    timed_@N([&] { @K<<<@G, extents, @S>>>(@A); });"},
      {"",
       "Kernel f = nullptr;\n    switch (@X) {\n      case @X:\n        f = @K;\n        break;\n      default:\n"
       "        f = nullptr;\n    }\n    if (f == @K) f<<<@G, @B, @S>>>(@A);"},
      {"struct Job_@N {\n  Kernel f;\n  dim3 block;\n};\n",
       "Job_@N job{@K, @B};\n    job.f<<<@G, job.block, @S>>>(@A);"},
      {"static Kernel table_@N[] = {nullptr, @K};\n", "table_@N[1]<<<@G, @B, @S>>>(@A);"},
      {"static Kernel pick_@N() { return @K; }\n", "pick_@N()<<<@G, @B, @S>>>(@A);"},
      {"constexpr Kernel fixed_@N = @K;\n", "fixed_@N<<<@G, @B, @S>>>(@A);"},
      {"template <int I> constexpr Kernel any_@N = @K;\n", "any_@N<3><<<@G, @B, @S>>>(@A);"},
      {"struct Held_@N {\n  static constexpr Kernel f = @K;\n};\n", "Held_@N::f<<<@G, @B, @S>>>(@A);"},
      {"static const auto go_@N = [](dim3 block, const int* in, int* out, int* mid) {\n"
       "  (void)mid;\n  @K<<<@G, block, @S>>>(@A);\n};\n",
       "go_@N(@B, in, out, mid);"},
      {"static void (*const steps_@N[])(const int*, int*, int*) = {[](const int* in, int* out, int* mid) {\n"
       "  (void)mid;\n  @K<<<@G, @B, @S>>>(@A);\n}};\n",
       "steps_@N[0](in, out, mid);"},
      {"",
       "struct Local {\n      const int* in;\n      int *out, *mid;\n"
       "      void go(dim3 block) { @K<<<@G, block, @S>>>(@A); }\n    };\n    Local{in, out, mid}.go(@B);"},
      {kHeld,
       "in_@N = in, out_@N = out, mid_@N = mid;\n    struct Started {\n      int value = launch_@N();\n    };\n"
       "    Started started;\n    (void)started;"},
      {kHeld, "in_@N = in, out_@N = out, mid_@N = mid;\n    static const int once = launch_@N();\n    (void)once;"},
      {kHeld,
       "in_@N = in, out_@N = out, mid_@N = mid;\n    struct Ended {\n      ~Ended() { launch_@N(); }\n    } ended;"},
      {kHeld,
       "in_@N = in, out_@N = out, mid_@N = mid;\n    try {\n      throw launch_@N;\n"
       "    } catch (int (*late)()) {\n      late();\n    }"},
      {"template <typename Block> static void go_@N(Block block, const int* in, int* out, int* mid) {\n"
       "  (void)mid;\n  @K<<<@G, block, @S>>>(@A);\n}\n",
       "const auto go = [&](auto block) { go_@N(block, in, out, mid); };\n    go(@B);"},
      {"", "const auto go = [&](const auto& block) { @K<<<@G, block, @S>>>(@A); };\n    go(@B);"},
      {"", "std::function<void(dim3)> go = [=](dim3 block) { @K<<<@G, block, @S>>>(@A); };\n    go(@B);"},
      {"",
       "const std::vector<dim3> blocks{@B};\n"
       "    std::for_each(blocks.begin(), blocks.end(), [&](dim3 block) { @K<<<@G, block, @S>>>(@A); });"},
      {"#define GO_@N(block, ...) @K<<<@G, block, @S>>>(__VA_ARGS__)\n", "GO_@N((@B), @A);"},
      {"#define SAID_@N(...) printf(\"@N:said %zu\\n\", sizeof(#__VA_ARGS__)); __VA_ARGS__\n",
       "SAID_@N(@K<<<@G, @B, @S>>>(@A));"},
      {"",
       "const int* a = in;\n    int *b = out, *c = mid, d = 3;\n    void* all[] = {&a, &b, &c, &d};\n"
       "    cudaLaunchKernel((const void*)@K, @G, @B, all, @S, nullptr);"},
      {"",
       "const int* a = in;\n    int *b = out, *c = mid, d = 3;\n    void* all[] = {&a, &b, &c, &d};\n"
       "    const void* f = (const void*)@K;\n    cudaLaunchKernel(f, @G, @B, all, @S, nullptr);"},
      {"",
       "const int* a = in;\n    int *b = out, *c = mid, d = 3;\n    void* all[] = {&a, &b, &c, &d};\n"
       "    cudaLaunchConfig_t how = {};\n    how.gridDim = @G;\n    how.blockDim = @B;\n"
       "    how.dynamicSmemBytes = @S;\n    cudaLaunchKernelExC(&how, (const void*)@K, all);"},
      {"",
       "cudaLaunchConfig_t how = {};\n    how.gridDim = @G;\n    how.blockDim = @B;\n    how.dynamicSmemBytes = @S;\n"
       "    cudaLaunchKernelEx(&how, (Kernel)@K, @A);"},
      {"",
       "const int* a = in;\n    int *b = out, *c = mid, d = 3;\n    void* all[] = {&a, &b, &c, &d};\n"
       "    cudaKernelNodeParams node = {};\n    node.func = (void*)@K;\n    node.gridDim = @G;\n    node.blockDim = "
       "@B;\n"
       "    node.sharedMemBytes = @S;\n    node.kernelParams = all;\n    cudaGraph_t graph;\n    "
       "cudaGraphCreate(&graph, 0);\n"
       "    cudaGraphNode_t made;\n    cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);\n"
       "    cudaGraphExec_t ready;\n    cudaGraphInstantiate(&ready, graph, 0);\n    cudaGraphLaunch(ready, nullptr);"},
      {"",
       "cudaStream_t stream;\n    cudaStreamCreate(&stream);\n    @K<<<@G, @B, @S, stream>>>(@A);\n"
       "    cudaStreamSynchronize(stream);"},
      {"",
       "cudaStream_t first, second;\n    cudaEvent_t done;\n    cudaStreamCreateWithFlags(&first, "
       "cudaStreamNonBlocking);\n"
       "    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);\n    cudaEventCreate(&done);\n"
       "    cudaDeviceSynchronize();\n    @K<<<@G, @B, @S, first>>>(@A);\n    cudaEventRecord(done, first);\n"
       "    cudaStreamWaitEvent(second, done, 0);\n    @K<<<@G, @B, @S, second>>>(@A);\n    "
       "cudaStreamSynchronize(second);"},
      {"static void again_@N(int rounds, dim3 block, const int* in, int* out, int* mid) {\n"
       "  if (rounds == 0) return;\n  again_@N(rounds - 1, block, in, out, mid);\n  @K<<<@G, block, @S>>>(@A);\n}\n",
       "again_@N(1, @B, in, out, mid);"},
      {"namespace space_@N {\nstruct Base {\n  virtual void go(dim3, const int*, int*, int*) const {}\n};\n"
       "struct Real : Base {\n  void go(dim3 block, const int* in, int* out, int* mid) const override {\n"
       "    (void)mid;\n    @K<<<@G, block, @S>>>(@A);\n  }\n};\n}\n",
       "const space_@N::Real real;\n    const space_@N::Base& base = real;\n    base.go(@B, in, out, mid);"},
  };
  return all;
}

std::string blockOf(const WrittenLaunch& launch) {
  return "dim3(" + std::to_string(launch.block[0]) + ", " + std::to_string(launch.block[1]) + ", " +
         std::to_string(launch.block[2]) + ")";
}

/// Ways to come to a block: statements, which declare `shape`. @X, @Y and @Z are its extents, @N a name.
constexpr const char* kShapes[] = {
    "dim3 shape(@X * 2, @Y, @Z);\n    shape.x /= 2;",
    "dim3 shape(1, @Y, @Z);\n    for (int i = 1; i < @X; ++i) ++shape.x;",
    "const dim3 shapes[] = {dim3(1), dim3(@X, @Y, @Z)};\n    const dim3 shape = shapes[1];",
    "struct {\n      int rounds;\n      dim3 block;\n    } plan;\n    plan.block = dim3(@X, @Y, @Z);\n    const dim3 "
    "shape = plan.block;",
    "dim3 shape(7, @Y, @Z);\n    const auto mend = [&] { shape.x = @X; };\n    mend();",
    "dim3 shape(1), other(@X, @Y, @Z);\n    std::swap(shape, other);",
    "unsigned wide = 3;\n    unsigned* where = &wide;\n    *where = @X;\n    const dim3 shape(wide, @Y, @Z);",
    "unsigned wide = 1;\n  more_@N:\n    ++wide;\n    if (wide < @X) goto more_@N;\n    const dim3 shape(@X == 1 ? 1 : "
    "wide, @Y, @Z);",
    "unsigned wide = @X, tall = 5;\n    (out ? tall : wide) = @Y;\n    const dim3 shape(wide, tall, @Z);",
    "static unsigned wide_@N = 1;\n    wide_@N = @X;\n    const dim3 shape(wide_@N, @Y, @Z);",
    "unsigned wide = 2;\n    switch (@Y) {\n      case 1:\n        wide = @X;\n        break;\n      default:\n        "
    "wide = @X;\n    }\n"
    "    const dim3 shape(wide, @Y, @Z);",
    "unsigned wide = 0x10 bitor @X;\n    wide = wide xor (0x10 bitand compl @X);\n    const dim3 shape(wide, @Y, @Z);"};

std::string filled(std::string text, const std::vector<std::pair<char, std::string>>& values) {
  for (const auto& [mark, value] : values) {
    const std::string place{'@', mark};
    for (size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + value.size())) {
      text.replace(at, 2, value);
    }
  }
  return text;
}

}  // namespace

LaunchText launchText(const WrittenLaunch& launch, const std::string& number, const std::function<int(int)>& upTo) {
  const Form& form = forms()[static_cast<size_t>(upTo(static_cast<int>(forms().size())))];
  const std::string name = launch.name + "_" + number, block = blockOf(launch);
  std::vector<std::pair<char, std::string>> values = {{'K', launch.kernel},
                                                      {'N', name},
                                                      {'G', launch.grid},
                                                      {'S', std::to_string(launch.sharedBytes)},
                                                      {'A', launch.arguments},
                                                      {'X', std::to_string(launch.block[0])},
                                                      {'Y', std::to_string(launch.block[1])},
                                                      {'Z', std::to_string(launch.block[2])}};
  LaunchText text;
  values.emplace_back('B', block);
  text.before = filled(form.before, values);
  std::string statements = form.statements;
  if (upTo(100) < 50 && statements.find("@B") != std::string::npos) {
    statements = std::string(kShapes[upTo(std::size(kShapes))]) + "\n    " + statements;
    values.back().second = "shape";
  }
  text.statements = "{\n    " + filled(statements, values) + "\n  }";
  return text;
}
