#include "core/execute/gpu/gpu_kernel.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/file.h"
#include "core/execute/gpu/cubin_symbols.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::gpu {
namespace {

using Clock = std::chrono::steady_clock;

/// What nvcc calls the kernel (isCompiledAs); the name itself where none of the code is that kernel's, or several are.
std::string nameIn(std::string_view cubin, const std::string& mangledName) {
  std::string found;
  for (std::string& name : cubinSymbols(cubin).functions) {
    if (name == mangledName) return mangledName;
    if (!isCompiledAs(mangledName, name)) continue;
    if (!found.empty()) return mangledName;
    found = std::move(name);
  }
  return found.empty() ? mangledName : found;
}

/// What copies of a code may take, with all the variables of its text.
constexpr size_t mostBytesOfCopies = size_t{256} << 20;

/// More dynamic shared memory than this has to be asked for.
constexpr uint64_t sharedWithoutAsking = 48 * 1024;

}  // namespace

GpuKernel::GpuKernel(const Gpu& gpu, const LaunchCapture& capture, LaunchShape shape)
    : gpu_(gpu), capture_(&capture), shape_(std::move(shape)) {
  for (const CapturedArgument& argument : capture.arguments) {
    arguments_.push_back(const_cast<char*>(argument.bytes.data()));
  }
  // The low bytes of a value come first. Moving the kernel leaves these where they are.
  for (AddedArgument& argument : shape_.added) arguments_.push_back(&argument.value);
}

Result<GpuKernel> GpuKernel::load(const Gpu& gpu, const GpuCode& code, const LaunchCapture& capture) {
  Result<std::string> text = readFile(code.file);
  if (!text.ok()) return text.error();
  GpuKernel kernel(gpu, capture, code.shape);
  CuModule module = nullptr;
  if (const CuResult result = gpu.driver->cuModuleLoadData(&module, text->c_str()); result != cuSuccess) {
    return gpu.error(ErrorKind::input,
                     "The compiled code cannot be loaded on " + gpu.about.name + " (" + gpu.about.arch + ")", result);
  }
  kernel.module_ = {module, ModuleUnload{gpu.driver}};
  const CapturedKernel& wanted = capture.kernel;
  const std::string mangledName = nameIn(*text, kernelOf(code.shape, capture));
  const CuResult found = gpu.driver->cuModuleGetFunction(&kernel.function_, module, mangledName.c_str());
  if (found == cuErrorNotFound) {
    if (!code.shape.kernel.empty()) return inputError("The compiled code has no kernel " + mangledName + ".");
    return inputError("The compiled code has no kernel " + wanted.signature + " (" + mangledName +
                      "). The capture has arguments for that signature only; whole numbers behind them are told from "
                      "the variant's host "
                      "code, unless --variant-launch says how it is launched.");
  }
  if (found != cuSuccess) return gpu.error(ErrorKind::input, "The kernel cannot be found", found);
  if (Status good = kernel.check(); !good.ok()) return good.error();
  if (Status good = kernel.prepareShared(); !good.ok()) return good.error();
  kernel.readFigures();
  return kernel;
}

std::vector<GpuKernel> GpuKernel::copies(const GpuCode& code, size_t count,
                                         const std::function<bool(uint32_t piece)>& mayChange) const {
  std::vector<const CapturedMemory*> variables;
  for (uint32_t i = 0; i < capture_->memory.size(); ++i) {
    const CapturedMemory& piece = capture_->memory[i];
    if (!piece.isVariable() || variable(piece) == 0) continue;
    if (mayChange(i)) return {};
    variables.push_back(&piece);
  }
  const auto freeBytes = [this] {
    size_t free = 0, total = 0;
    return gpu_.driver->cuMemGetInfo(&free, &total) == cuSuccess ? free : 0;
  };
  std::vector<GpuKernel> all;
  const size_t before = freeBytes();
  for (size_t i = 0; i < count; ++i) {
    Result<GpuKernel> copy = load(gpu_, code, *capture_);
    if (!copy.ok() || freeBytes() + mostBytesOfCopies < before) return {};
    for (const CapturedMemory* piece : variables) {
      const CuAddress to = copy->variable(*piece);
      if (gpu_.driver->cuMemcpyDtoDAsync(to, variable(*piece), piece->size, nullptr) != cuSuccess) return {};
    }
    all.push_back(std::move(*copy));
  }
  return all;
}

int GpuKernel::attribute(CuFunctionAttribute which) const {
  int value = 0;
  return gpu_.driver->cuFuncGetAttribute(&value, which, function_) == cuSuccess ? value : 0;
}

Status GpuKernel::check() const {
  if (gpu_.driver->cuFuncGetParamInfo) {
    const size_t captured = capture_->arguments.size();
    for (size_t i = 0;; ++i) {
      size_t offset = 0, size = 0;
      const bool exists = gpu_.driver->cuFuncGetParamInfo(function_, i, &offset, &size) == cuSuccess;
      if (!exists && i == arguments_.size()) break;
      if (exists && i < captured && offset == capture_->arguments[i].offset && size == capture_->arguments[i].size)
        continue;
      if (exists && i >= captured && i < arguments_.size() && size == shape_.added[i - captured].bytes) continue;
      return inputError("The parameters of `" + capture_->kernel.name + "` are others here than in the capture.");
    }
  }
  for (const CapturedMemory& piece : capture_->memory) {
    CuAddress address = 0;
    size_t bytes = 0;
    if (!piece.isVariable() ||
        gpu_.driver->cuModuleGetGlobal(&address, &bytes, module_.get(), piece.name.c_str()) != cuSuccess)
      continue;
    if (bytes == piece.size) continue;
    return inputError("The variable `" + piece.name + "` has another size here than in the capture: " +
                      std::to_string(bytes) + " bytes, not " + std::to_string(piece.size) + ".");
  }
  const uint64_t threads = uint64_t{shape_.block[0]} * shape_.block[1] * shape_.block[2];
  const int most = attribute(cuFunctionMaxThreads);
  if (most > 0 && threads > static_cast<uint64_t>(most)) {
    return inputError("`" + capture_->kernel.name + "` cannot be launched with " + std::to_string(threads) +
                      " threads a block: its registers allow " + std::to_string(most) + ".");
  }
  return {};
}

Status GpuKernel::prepareShared() {
  if (shape_.dynamicSharedBytes <= sharedWithoutAsking) return {};
  const CuResult result = gpu_.driver->cuFuncSetAttribute(function_, cuFunctionMaxDynamicShared,
                                                          static_cast<int>(shape_.dynamicSharedBytes));
  if (result == cuSuccess) return {};
  return gpu_.error(ErrorKind::input,
                    std::to_string(shape_.dynamicSharedBytes) + " bytes of dynamic shared memory cannot be had",
                    result);
}

void GpuKernel::readFigures() {
  figures_.registers = static_cast<uint32_t>(attribute(cuFunctionRegisters));
  figures_.sharedBytes = static_cast<uint64_t>(attribute(cuFunctionSharedBytes)) + shape_.dynamicSharedBytes;
  figures_.localBytes = static_cast<uint64_t>(attribute(cuFunctionLocalBytes));
  const auto threads = static_cast<int>(shape_.block[0] * shape_.block[1] * shape_.block[2]);
  int blocks = 0;
  if (gpu_.driver->cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function_, threads,
                                                               shape_.dynamicSharedBytes) != cuSuccess) {
    return;
  }
  figures_.blocksPerMultiprocessor = static_cast<uint32_t>(blocks);
  const int warps = (threads + 31) / 32 * blocks;
  if (gpu_.about.threadsPerMultiprocessor > 0) figures_.occupancy = 32.0 * warps / gpu_.about.threadsPerMultiprocessor;
}

CuAddress GpuKernel::variable(const CapturedMemory& variable) const {
  CuAddress address = 0;
  size_t bytes = 0;
  const CuResult found = gpu_.driver->cuModuleGetGlobal(&address, &bytes, module_.get(), variable.name.c_str());
  return found == cuSuccess ? address : 0;
}

CuResult GpuKernel::enqueue() const {
  const auto &grid = shape_.grid, &block = shape_.block;
  // The driver reads arguments through pointers that it does not declare const.
  auto* arguments = const_cast<void**>(arguments_.data());
  const auto bytes = static_cast<unsigned>(shape_.dynamicSharedBytes);
  if (capture_->cooperative) {
    return gpu_.driver->cuLaunchCooperativeKernel(function_, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                                  bytes, nullptr, arguments);
  }
  return gpu_.driver->cuLaunchKernel(function_, grid[0], grid[1], grid[2], block[0], block[1], block[2], bytes, nullptr,
                                     arguments, nullptr);
}

Status GpuKernel::run(double seconds) const {
  const std::string& name = capture_->kernel.name;
  if (const CuResult result = enqueue(); result != cuSuccess) {
    return gpu_.error(ErrorKind::input, "`" + name + "` cannot be launched as " + toString(shape_), result);
  }
  const auto start = Clock::now();
  for (;;) {
    const CuResult result = gpu_.driver->cuStreamQuery(nullptr);
    if (result == cuSuccess) return {};
    if (result != cuErrorNotReady) return gpu_.error(ErrorKind::input, "`" + name + "` failed on the GPU", result);
    const double waited = std::chrono::duration<double>(Clock::now() - start).count();
    if (waited > seconds) {
      return inputError("`" + name + "` did not end within " + std::to_string(std::max(1, static_cast<int>(seconds))) +
                        " s on the GPU.");
    }
    if (waited > 1e-3) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

}  // namespace warpwright::gpu
