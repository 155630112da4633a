#include "tests/passes/property/random_kernel.h"

#include "tests/passes/property/division_kernel.h"
#include "tests/passes/property/element_kernel.h"
#include "tests/passes/property/kernel_maker.h"
#include "tests/passes/property/launch_forms.h"
#include "tests/passes/property/own_array_kernel.h"
#include "tests/passes/property/reuse_kernel.h"
#include "tests/passes/property/row_kernel.h"
#include "tests/passes/property/tree_kernel.h"
#include "tests/passes/property/waiting_kernel.h"
#include "tests/passes/property/warp_kernel.h"

namespace {

std::string number(int value) {
  return std::to_string(value);
}

}  // namespace

std::string KernelMaker::head() const {
  std::string text;
  if (callsDevice_) {
    text += "__device__ int " + name_ +
            "_mix(int p, int q) {\n"
            "  if (p > q) return p - q;\n  return (p ^ q) & 255;\n}\n\n";
  }
  if (saysText_) text += "#define " + name_ + "_SAY(x) ((unsigned)sizeof(#x) + (unsigned)(x))\n";
  if (isTemplate_) text += "template <int N>\n";
  return text + "__global__ void " + name_ + "(const int* in, int* out, int* mid, int k) {\n";
}

/// One launch or two; a second one may have another shape of as many threads. Either may be written in any form.
void KernelMaker::launch(RandomKernel& kernel) {
  int bytes = 0;
  for (const SharedArray& array : arrays_) bytes += array.isDynamic ? bytesOf(array) * size_ * array.slots : 0;
  const auto one = [&](int x, int y, int z, int n, bool isPlain) {
    const int blocks = 1 + upTo(3);
    WrittenLaunch launch;
    launch.kernel = name_ + (isTemplate_ ? "<" + number(n) + ">" : "");
    launch.name = name_;
    launch.grid = blocks > 1 && chance(30) ? "dim3(1, " + number(blocks) + ")" : number(blocks);
    launch.block[0] = x, launch.block[1] = y, launch.block[2] = z;
    launch.sharedBytes = bytes;
    launch.arguments = "in, out, " + std::string(mayAlias_ && chance(50) ? "out" : "mid") + ", " + number(1 + upTo(5));
    if (isPlain) {
      const std::string shape = "dim3(" + number(x) + ", " + number(y) + ", " + number(z) + ")";
      kernel.launches += launch.kernel + "<<<" + launch.grid + ", " + (y * z == 1 && chance(40) ? number(x) : shape) +
                         (bytes > 0 ? ", " + number(bytes) : "") + ">>>(" + launch.arguments + ");\n  ";
      return;
    }
    const LaunchText text = launchText(launch, freshName("go"), [&](int count) { return upTo(count); });
    kernel.host += text.before;
    kernel.launches += text.statements + "\n  ";
  };
  one(x_, y_, z_, 1 + upTo(3), !chance(8));
  if (!chance(isAnyShape_ ? 60 : 15)) return;
  const bool otherShape = isAnyShape_ || (z_ == 1 && y_ > 1);
  const int half = x_ % 2 == 0 ? x_ / 2 : x_;
  const bool isPlain = !isAnyShape_ && !chance(30);
  if (otherShape && y_ > 1 && chance(70)) return one(x_ * y_, 1, z_, 4, isPlain);
  if (isAnyShape_ && chance(80)) return one(half, y_ * (x_ / half), z_, 4, isPlain);
  one(x_, y_, z_, 4, isPlain);
}

RandomKernel KernelMaker::make() {
  chooseBlock();
  isTemplate_ = chance(8);
  lacksOne_ = chance(10);
  mayAlias_ = chance(25);
  isAnyShape_ = chance(15);
  line("const int tx = threadIdx.x, ty = threadIdx.y;");
  line(z_ > 1 || isAnyShape_ ? "const int t = (threadIdx.z * blockDim.y + ty) * blockDim.x + tx;"
       : y_ > 1              ? "const int t = ty * blockDim.x + tx;"
       : chance(50)          ? "const int t = tx;"
                             : "const int t = threadIdx.x;");
  line("const int base = (blockIdx.y * gridDim.x + blockIdx.x) * 256;");
  line("unsigned acc = t + ty;");
  declareArrays();
  for (SharedArray& array : arrays_) initialise(array);
  const int count = 2 + upTo(4);
  for (int i = 0; i < count; ++i) segment(2);
  if (chance(15)) {
    earlyReturn();
    for (SharedArray& array : arrays_) {
      if (array.isOwn || chance(40)) ownStatement(array);
    }
    if (chance(40)) segment(1);
  }
  touch({mayAlias_ ? "global" : "out", "t", true, {}});
  line("out[base + t] = (int)acc;");

  RandomKernel kernel;
  kernel.name = name_;
  kernel.text = head() + text_ + "}\n\n";
  launch(kernel);
  return kernel;
}

RandomKernel randomKernel(uint64_t seed, const std::string& name) {
  // Every sixth works on elements, every twelfth on what threads share or in a tree, every twelfth exchanges values in
  // its warps, every 24th goes along rows, every 24th waits and looks for something, every 24th divides, every 24th has
  // arrays of its threads; the numbers of the others do not change for it.
  if (seed % 24 == 13) return rowKernel(seed, name);
  if (seed % 24 == 7) return ownArrayKernel(seed, name);
  if (seed % 24 == 19) return divisionKernel(seed, name);
  if (seed % 24 == 1) return waitingKernel(seed, name);
  if (seed % 12 == 4) return seed % 24 == 4 ? reuseKernel(seed, name) : treeKernel(seed, name);
  if (seed % 12 == 10) return warpKernel(seed, name);
  return seed % 6 == 5 ? elementKernel(seed, name) : KernelMaker(seed, name).make();
}

std::string programOf(const std::vector<RandomKernel>& kernels) {
  std::string text =
      "#include <algorithm>\n#include <cstdio>\n#include <functional>\n#include <vector>\n\n"
      "#include <attack/library.h>\n\nusing Kernel = void (*)(const int*, int*, int*, int);\n\n";
  for (const RandomKernel& kernel : kernels) text += kernel.text;
  text +=
      "static int host[1024];\n\n"
      "static void fresh(int* in, int* out, int* mid) {\n"
      "  for (int i = 0; i < 1024; ++i) host[i] = (i * 7919 + 13) % 251;\n"
      "  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);\n"
      "  cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);\n"
      "  cudaMemcpy(mid, host, sizeof host, cudaMemcpyHostToDevice);\n"
      "}\n\n"
      "static void say(const char* name, const int* out, const int* mid) {\n"
      "  unsigned long long hash = 1469598103934665603ull;\n"
      "  const int* buffers[] = {out, mid};\n"
      "  for (const int* buffer : buffers) {\n"
      "    cudaMemcpy(host, buffer, sizeof host, cudaMemcpyDeviceToHost);\n"
      "    for (int i = 0; i < 1024; ++i) hash = (hash ^ (unsigned)host[i]) * 1099511628211ull;\n"
      "  }\n"
      "  printf(\"%s %llx\\n\", name, hash);\n"
      "}\n\n";
  for (const RandomKernel& kernel : kernels) {
    text += kernel.host + "static void run_" + kernel.name + "(const int* in, int* out, int* mid) {\n  " +
            kernel.launches + "\n}\n\n";
  }
  text +=
      "int main() {\n"
      "  int *in, *out, *mid;\n"
      "  cudaMalloc((void**)&in, sizeof host);\n"
      "  cudaMalloc((void**)&out, sizeof host);\n"
      "  cudaMalloc((void**)&mid, sizeof host);\n";
  for (const RandomKernel& kernel : kernels) {
    text += "  fresh(in, out, mid);\n  run_" + kernel.name + "(in, out, mid);\n";
    text += "  say(\"" + kernel.name + "\", out, mid);\n";
  }
  return text + "}\n";
}

std::string systemHeader() {
  return "#pragma once\n"
         "namespace attack {\n"
         "__host__ __device__ inline int mixed(int value) { return (value * 7) ^ (value >> 3); }\n"
         "__device__ inline int placed(int value) { return value * 4 + (int)threadIdx.x; }\n"
         "__device__ inline int counted(int value) { return value + 3 * (int)blockIdx.x; }\n"
         "__device__ inline int laned(int value) {\n"
         "  int lane;\n"
         "  asm(\"mov.u32 %0, %%tid.y;\" : \"=r\"(lane));\n"
         "  return value - lane;\n"
         "}\n"
         "struct Place {\n"
         "  int at;\n"
         "  __device__ Place(int offset) : at(offset + (int)threadIdx.y) {}\n"
         "};\n"
         "template <typename T>\n"
         "struct Pair {\n"
         "  T first, second;\n"
         "  __host__ __device__ Pair(T a, T b) : first(a), second(b) {}\n"
         "  __host__ __device__ T sum() const { return first + second; }\n"
         "};\n"
         "}  // namespace attack\n";
}
