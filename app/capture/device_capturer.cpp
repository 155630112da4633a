#include "app/capture/device_capturer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/symbol_name.h"

namespace warpwright::capture {
namespace {

constexpr uint64_t stagingBytes = uint64_t{16} << 20;
static_assert(stagingBytes % captureChunkBytes == 0, "chunks of a piece are whole but for the last");

/// What the source says of the kernel: an analysis names it without its namespaces.
auto sourceOf(const GpuProgramRequest& request, const CapturedKernel& kernel) {
  const size_t scope = kernel.name.rfind("::");
  return request.kernels.find(scope == std::string::npos ? kernel.name : kernel.name.substr(scope + 2));
}

bool isOfHost(const CapturedMemory& piece) {
  return piece.kind == CapturedMemory::Kind::pinned;
}

uint64_t wordAt(const std::string& bytes, size_t offset) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

}  // namespace

DeviceCapturer::DeviceCapturer(const GpuProgramRequest& request, const gpu::CudaDriver& driver,
                               const AnswerFile& answer)
    : request_(request), driver_(driver), answer_(answer) {
  void* pinned = nullptr;
  stagingIsPinned_ = driver_.cuMemAllocHost(&pinned, stagingBytes) == gpu::cuSuccess;
  staging_ = stagingIsPinned_ ? static_cast<char*>(pinned) : new char[stagingBytes];
  ownMemory_ = ::open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
}

DeviceCapturer::~DeviceCapturer() {
  if (ownMemory_ >= 0) ::close(ownMemory_);
  if (stagingIsPinned_) {
    driver_.cuMemFreeHost(staging_);
  } else {
    delete[] staging_;
  }
}

Error DeviceCapturer::failed(const std::string& doing, const std::string& why) const {
  return inputError("The launch of " + capture_.kernel.name + " was not captured: " + doing + " failed with " + why +
                    ".");
}

Status DeviceCapturer::begin(const WatchedLaunch& launch, Numbers numbers, const AllocationTable& allocations,
                             const ModuleTable& modules, void* context) {
  if (Status described = describeKernel(launch, numbers); !described.ok()) return described;
  if (const gpu::CuResult result = driver_.cuCtxSynchronize(); result != gpu::cuSuccess) {
    return failed("an earlier call of the program", driver_.text(result));
  }
  describeMemory(allocations, modules, context);
  for (const auto& [name, tolerance] : request_.capture.tolerances) {
    bool known = false;
    for (CapturedMemory& piece : capture_.memory) {
      if (piece.name != name) continue;
      piece.tolerance = tolerance;
      known = true;
    }
    if (!known) return inputError("A tolerance is given for `" + name + "`, which is not there at this launch.");
  }
  if (Status space = checkSpace(); !space.ok()) return space;
  Result<CaptureWriter> writer = CaptureWriter::create(request_.capture.path);
  if (!writer.ok()) return writer.error();
  writer_.emplace(std::move(writer.value()));
  for (CapturedMemory& piece : capture_.memory) {
    Result<MemoryImage> image = store(piece);
    if (!image.ok()) return image.error();
    piece.before = std::move(image.value());
  }
  return {};
}

Status DeviceCapturer::describeKernel(const WatchedLaunch& launch, Numbers numbers) {
  capture_.producer = "gpu";
  capture_.program = request_.program;
  capture_.kernel.mangledName = launch.mangledName;
  capture_.kernel.name = functionName(launch.mangledName);
  capture_.kernel.signature = demangled(launch.mangledName);
  if (launch.clusters) {
    return inputError("The launch of " + capture_.kernel.name +
                      " was not captured: its blocks are in clusters, which captures do not hold.");
  }
  Result<LaunchedKernel> kernel = launchedKernel(driver_, launch);
  if (!kernel.ok()) return kernel.error();
  kernel_ = std::move(kernel.value());
  for (const CapturedArgument& argument : kernel_.arguments) capture_.kernel.parameterSizes.push_back(argument.size);
  capture_.arguments = kernel_.arguments;
  if (const auto source = sourceOf(request_, capture_.kernel); source != request_.kernels.end()) {
    capture_.kernel.at = source->second.at;
    capture_.at = source->second.launchAt;
  }
  capture_.kernelLaunch = numbers.ofKernel;
  capture_.programLaunch = numbers.ofProgram;
  capture_.grid = launch.grid;
  capture_.block = launch.block;
  capture_.dynamicSharedBytes = launch.dynamicSharedBytes;
  capture_.cooperative = launch.cooperative;
  return {};
}

void DeviceCapturer::describeMemory(const AllocationTable& allocations, const ModuleTable& modules, void* context) {
  uint64_t elsewhere = 0, unreadable = 0;
  for (const auto& [address, allocation] : allocations.live()) {
    CapturedMemory piece;
    piece.kind = allocation.kind;
    piece.address = address;
    piece.size = allocation.size;
    if (allocation.kind == CapturedMemory::Kind::device && allocation.context != context) {
      ++elsewhere;
    } else if (!isReadable(piece)) {
      ++unreadable;
    } else {
      capture_.memory.push_back(std::move(piece));
    }
  }
  addVariables(modules, kernel_.module);
  addReached();
  std::sort(capture_.memory.begin(), capture_.memory.end(),
            [](const auto& a, const auto& b) { return a.address < b.address; });
  nameMemory();
  if (elsewhere != 0) {
    capture_.notes.push_back(std::to_string(elsewhere) + " allocations of other contexts or GPUs are left out.");
  }
  if (unreadable != 0) {
    capture_.notes.push_back(std::to_string(unreadable) + " allocations that cannot be read any more are left out.");
  }
  if (modules.usesDeviceHeap()) {
    capture_.notes.push_back(
        "Kernels of the program call malloc: what they keep in the device's heap is not captured.");
  }
  for (const std::string& note : capture_.notes) answer_.note(note);
}

void DeviceCapturer::addVariables(const ModuleTable& modules, gpu::CuModule module) {
  if (!module) return;
  for (const auto& [name, variable] : modules.variables()) {
    CapturedMemory piece;
    size_t bytes = 0;
    if (driver_.cuModuleGetGlobal(&piece.address, &bytes, module, name.c_str()) != gpu::cuSuccess || bytes == 0)
      continue;
    piece.kind = variable.constant ? CapturedMemory::Kind::constant : CapturedMemory::Kind::variable;
    piece.name = name;
    piece.size = bytes;
    if (!pieceAt(piece.address) && isReadable(piece)) capture_.memory.push_back(std::move(piece));
  }
}

/// Memory that an argument leads to and no call was seen for: a variable of another module, memory of another process.
void DeviceCapturer::addReached() {
  for (const CapturedArgument& argument : capture_.arguments) {
    for (size_t offset = 0; offset + 8 <= argument.size; offset += 8) {
      const uint64_t address = wordAt(argument.bytes, offset);
      if (address < 4096 || pieceAt(address)) continue;
      CapturedMemory piece;
      size_t bytes = 0;
      if (driver_.cuMemGetAddressRange(&piece.address, &bytes, address) != gpu::cuSuccess || bytes == 0) continue;
      piece.size = bytes;
      const auto overlaps = [&](const CapturedMemory& other) {
        return other.address < piece.address + piece.size && piece.address < other.address + other.size;
      };
      if (std::any_of(capture_.memory.begin(), capture_.memory.end(), overlaps) || !isReadable(piece)) continue;
      capture_.memory.push_back(std::move(piece));
    }
  }
}

/// By the parameter that leads there, where one does.
void DeviceCapturer::nameMemory() {
  const std::vector<std::string> types = parameterTypes(capture_.kernel.mangledName);
  const auto source = sourceOf(request_, capture_.kernel);
  std::set<std::string> taken;
  for (size_t i = 0; i < capture_.arguments.size(); ++i) {
    const CapturedArgument& argument = capture_.arguments[i];
    std::string name = "arg" + std::to_string(i);
    if (source != request_.kernels.end() && i < source->second.parameterNames.size())
      name = source->second.parameterNames[i];
    for (size_t offset = 0; offset + 8 <= argument.size; offset += 8) {
      CapturedMemory* piece = pieceAt(wordAt(argument.bytes, offset));
      if (!piece || piece->isVariable() || !piece->name.empty()) continue;
      piece->name = offset == 0 ? name : name + "+" + std::to_string(offset);
      taken.insert(piece->name);
      if (argument.size == 8 && i < types.size()) piece->elementType = pointeeType(types[i]);
    }
  }
  size_t number = 0;
  for (CapturedMemory& piece : capture_.memory) {
    while (piece.name.empty()) {
      const std::string name = "memory" + std::to_string(number++);
      if (taken.insert(name).second) piece.name = name;
    }
  }
}

bool DeviceCapturer::isReadable(const CapturedMemory& piece) {
  const bool good = !read(piece, 0, 1).empty() && !read(piece, piece.size - 1, 1).empty();
  readError_.clear();
  return good;
}

CapturedMemory* DeviceCapturer::pieceAt(uint64_t address) {
  for (CapturedMemory& piece : capture_.memory) {
    if (address >= piece.address && address - piece.address < piece.size) return &piece;
  }
  return nullptr;
}

Status DeviceCapturer::checkSpace() {
  std::vector<uint64_t> sizes;
  for (const CapturedMemory& piece : capture_.memory) sizes.push_back(piece.size);
  const CaptureEstimate estimate = estimateCapture(sizes, [this](size_t piece, uint64_t offset, uint64_t bytes) {
    return read(capture_.memory[piece], offset, bytes);
  });
  if (!readError_.empty()) return failed("reading its memory", readError_);
  answer_.send("estimate", {{"raw_bytes", estimate.rawBytes}, {"packed_bytes", estimate.packedBytes}});
  return checkCaptureSpace(estimate, request_.capture.path);
}

std::string_view DeviceCapturer::read(const CapturedMemory& piece, uint64_t offset, uint64_t bytes) {
  if (isOfHost(piece)) {
    const ssize_t got = ::pread(ownMemory_, staging_, bytes, static_cast<off_t>(piece.address + offset));
    if (got == static_cast<ssize_t>(bytes)) return {staging_, bytes};
    readError_ = "memory of the program that is not there any more";
    return {};
  }
  const gpu::CuResult result = driver_.cuMemcpyDtoH(staging_, piece.address + offset, bytes);
  if (result == gpu::cuSuccess) return {staging_, bytes};
  readError_ = driver_.text(result);
  return {};
}

Result<MemoryImage> DeviceCapturer::store(const CapturedMemory& piece) {
  MemoryImage image;
  for (uint64_t offset = 0; offset < piece.size; offset += stagingBytes) {
    const std::string_view bytes = read(piece, offset, std::min(stagingBytes, piece.size - offset));
    if (!readError_.empty()) return failed("reading its memory", readError_);
    const MemoryImage part = writer_->store(bytes);
    image.insert(image.end(), part.begin(), part.end());
  }
  return image;
}

Result<CaptureSummary> DeviceCapturer::finish(bool launched) {
  if (!launched) return inputError("The launch that was to be captured failed: the driver refused it.");
  if (const gpu::CuResult result = driver_.cuCtxSynchronize(); result != gpu::cuSuccess) {
    return inputError("The launch that was to be captured did not come to its end: " + driver_.text(result) + ".");
  }
  for (CapturedMemory& piece : capture_.memory) {
    Result<MemoryImage> image = store(piece);
    if (!image.ok()) return image.error();
    piece.after = std::move(image.value());
  }
  if (Status done = writer_->finish(capture_); !done.ok()) return done.error();
  return CaptureSummary{request_.capture.path, capture_.kernel.name, capture_.kernelLaunch, capture_.memoryBytes(),
                        writer_->writtenBytes()};
}

}  // namespace warpwright::capture
