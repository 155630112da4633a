#include "tests/passes/property/random_kernel.h"

#include "tests/passes/property/kernel_maker.h"

namespace {

std::string number(int value) { return std::to_string(value); }

}  // namespace

std::string KernelMaker::head() const {
  std::string text;
  if (callsDevice_) {
    text += "__device__ int " + name_ + "_mix(int p, int q) {\n"
            "  if (p > q) return p - q;\n  return (p ^ q) & 255;\n}\n\n";
  }
  if (isTemplate_) text += "template <int N>\n";
  return text + "__global__ void " + name_ + "(const int* in, int* out, int* mid, int k) {\n";
}

/// One launch or two; a second one may have another shape of as many threads.
std::string KernelMaker::launches() {
  int bytes = 0;
  for (const SharedArray& array : arrays_) bytes += array.isDynamic ? bytesOf(array) * size_ * array.slots : 0;
  const auto one = [&](int x, int y, int z, int n) {
    const int blocks = 1 + upTo(3);
    const bool isTall = blocks > 1 && chance(30);
    const std::string grid = isTall ? freshName("grid") : number(blocks);
    const std::string before = isTall ? "const dim3 " + grid + "(1, " + number(blocks) + ");\n  " : "";
    const std::string shape = "dim3(" + number(x) + ", " + number(y) + ", " + number(z) + ")";
    const std::string block = y * z == 1 && chance(40) ? number(x) : shape;
    const std::string second = mayAlias_ && chance(50) ? "out" : "mid";
    const std::string arguments = "in, out, " + second + ", " + number(1 + upTo(5));
    return before + name_ + (isTemplate_ ? "<" + number(n) + ">" : "") + "<<<" + grid + ", " + block +
           (bytes > 0 ? ", " + number(bytes) : "") + ">>>(" + arguments + ");";
  };
  std::string text = one(x_, y_, z_, 1 + upTo(3));
  if (!chance(15)) return text;
  const bool otherShape = z_ == 1 && y_ > 1;
  return text + "\n  " + (otherShape && chance(70) ? one(x_ * y_, 1, 1, 4) : one(x_, y_, z_, 4));
}

RandomKernel KernelMaker::make() {
  chooseBlock();
  isTemplate_ = chance(8);
  lacksOne_ = chance(10);
  mayAlias_ = chance(25);
  line("const int tx = threadIdx.x, ty = threadIdx.y;");
  line(z_ > 1   ? "const int t = (threadIdx.z * blockDim.y + ty) * blockDim.x + tx;"
       : y_ > 1 ? "const int t = ty * blockDim.x + tx;"
                : chance(50) ? "const int t = tx;" : "const int t = threadIdx.x;");
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
  kernel.launches = launches();
  return kernel;
}

RandomKernel randomKernel(uint64_t seed, const std::string& name) { return KernelMaker(seed, name).make(); }

std::string programOf(const std::vector<RandomKernel>& kernels) {
  std::string text = "#include <cstdio>\n\n";
  for (const RandomKernel& kernel : kernels) text += kernel.text;
  text += "static int host[1024];\n\n"
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
    text += "static void run_" + kernel.name + "(const int* in, int* out, int* mid) {\n  " + kernel.launches +
            "\n}\n\n";
  }
  text += "int main() {\n"
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
