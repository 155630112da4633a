#include "core/execute/gpu/replay_memory.h"

#include <algorithm>
#include <cstring>

namespace warpwright::gpu {
namespace {

/// A whole number of elements of every type.
constexpr uint64_t readBytes = uint64_t{8} << 20;

}  // namespace

ReplayMemory::ReplayMemory(const Gpu& gpu, const CaptureReader& reader, MemoryKernels kernels,
                           std::map<std::string, Tolerance> tolerances)
    : gpu_(gpu),
      pieces_(&reader.capture().memory),
      capture_(&reader.capture()),
      kernels_(kernels),
      tolerances_(std::move(tolerances)),
      state_(reader.capture().memory.size()) {}

Result<ReplayMemory> ReplayMemory::create(const Gpu& gpu, const CaptureReader& reader,
                                          std::map<std::string, Tolerance> tolerances, bool margins,
                                          const HostMemory* host) {
  const Status mapped = host ? host->share(gpu) : FixedMemory::map(gpu, rangesOf(reader.capture()), margins);
  if (!mapped.ok()) return mapped.error();
  Result<MemoryKernels> kernels = MemoryKernels::load(*gpu.driver);
  if (!kernels.ok()) return kernels.error();
  ReplayMemory memory(gpu, reader, *kernels, std::move(tolerances));
  if (Status filled = memory.fill(reader); !filled.ok()) return filled.error();
  return memory;
}

std::vector<AddressRange> ReplayMemory::rangesOf(const LaunchCapture& capture) {
  std::vector<AddressRange> ranges;
  for (const CapturedMemory& piece : capture.memory) {
    if (!piece.isVariable()) ranges.push_back({piece.address, piece.address + piece.size});
  }
  return ranges;
}

Status ReplayMemory::fill(const CaptureReader& reader) {
  for (const CapturedArgument& argument : capture_->arguments) findAddressesOfVariables(argument.bytes, "an argument");
  for (uint32_t i = 0; i < state_.size(); ++i) {
    const CapturedMemory& piece = pieces()[i];
    Result<DeviceBuffer> buffer = DeviceBuffer::make(gpu_, piece.size);
    if (!buffer.ok()) return buffer.error();
    state_[i].initial = std::move(buffer.value());
    CuResult result = cuSuccess;
    const Status read = reader.read(piece.before, [&](uint64_t offset, std::string_view bytes) {
      if (result == cuSuccess)
        result = gpu_.driver->cuMemcpyHtoD(state_[i].initial.address() + offset, bytes.data(), bytes.size());
      findAddressesOfVariables(bytes, "`" + piece.name + "`");
    });
    if (!read.ok()) return read;
    if (result != cuSuccess)
      return gpu_.error(ErrorKind::worker, "The captured memory cannot be copied to the GPU", result);
  }
  return {};
}

void ReplayMemory::findAddressesOfVariables(std::string_view bytes, const std::string& buffer) {
  for (uint32_t i = 0; i < state_.size(); ++i) {
    const CapturedMemory& variable = pieces()[i];
    if (!variable.isVariable() || variable.address == 0 || pointedVariables_.count(i)) continue;
    for (size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, 8);
      if (word - variable.address >= variable.size) continue;
      pointedVariables_[i] = buffer;
      break;
    }
  }
}

Status ReplayMemory::adopt(Code code, const GpuKernel& kernel) {
  for (uint32_t i = 0; i < state_.size(); ++i) {
    if (!pieces()[i].isVariable()) continue;
    state_[i].variables[static_cast<size_t>(code)] = kernel.variable(pieces()[i]);
  }
  if (pointedVariables_.empty()) return {};
  const auto& [piece, holder] = *pointedVariables_.begin();
  return inputError("The variable `" + pieces()[piece].name + "` lies at another address on the GPU, and " + holder +
                    " holds the captured one: the pointer would lead nowhere, so nothing was run.");
}

CuAddress ReplayMemory::live(Code code, uint32_t piece) const {
  return pieces()[piece].isVariable() ? state_[piece].variables[static_cast<size_t>(code)] : pieces()[piece].address;
}

CuAddress ReplayMemory::reference(uint32_t piece) const {
  const State& state = state_[piece];
  return state.reference.address() != 0 ? state.reference.address() : state.initial.address();
}

CuResult ReplayMemory::restore(Code code, bool changedOnly) const {
  for (uint32_t i = 0; i < state_.size(); ++i) {
    const CuAddress target = live(code, i);
    if (target == 0 || (changedOnly && !state_[i].changed && !state_[i].changedToo)) continue;
    const CuResult result =
        gpu_.driver->cuMemcpyDtoDAsync(target, state_[i].initial.address(), pieces()[i].size, nullptr);
    if (result != cuSuccess) return result;
  }
  return cuSuccess;
}

Status ReplayMemory::takeReference() {
  for (uint32_t i = 0; i < state_.size(); ++i) {
    const CuAddress now = live(Code::original, i);
    if (now == 0) continue;
    const uint64_t bytes = pieces()[i].size;
    const Result<uint64_t> differing = kernels_.countDiffering(now, state_[i].initial.address(), bytes);
    if (!differing.ok()) return differing.error();
    if (*differing == 0) continue;
    state_[i].changed = true;
    state_[i].written = *differing;
    Result<DeviceBuffer> buffer = DeviceBuffer::make(gpu_, bytes);
    if (!buffer.ok()) return buffer.error();
    state_[i].reference = std::move(buffer.value());
    const CuResult copied = gpu_.driver->cuMemcpyDtoDAsync(state_[i].reference.address(), now, bytes, nullptr);
    if (copied != cuSuccess) return gpu_.error(ErrorKind::worker, "The reference cannot be kept", copied);
  }
  return {};
}

Status ReplayMemory::noteChanged(Code code) {
  for (uint32_t i = 0; i < state_.size(); ++i) {
    state_[i].changedToo = false;
    const CuAddress now = live(code, i);
    if (now == 0 || state_[i].changed) continue;
    const Result<uint64_t> differing = kernels_.countDiffering(now, state_[i].initial.address(), pieces()[i].size);
    if (!differing.ok()) return differing.error();
    state_[i].changedToo = *differing != 0;
  }
  return {};
}

Result<BufferComparison> ReplayMemory::comparePiece(Code code, uint32_t piece) const {
  const CapturedMemory& memory = pieces()[piece];
  const auto given = tolerances_.find(memory.name);
  BufferComparer comparer(memory.name, memory.elementType,
                          given == tolerances_.end() ? memory.tolerance : given->second);
  const CuAddress now = live(code, piece), right = reference(piece);
  const Result<uint64_t> differing = kernels_.countDiffering(now, right, memory.size);
  if (!differing.ok()) return differing.error();
  if (*differing == 0) {
    comparer.addEqual(memory.size);
    return comparer.result();
  }
  std::string own, other;
  for (uint64_t offset = 0; offset < memory.size; offset += readBytes) {
    const uint64_t bytes = std::min(readBytes, memory.size - offset);
    own.resize(bytes);
    other.resize(bytes);
    CuResult result = gpu_.driver->cuMemcpyDtoH(own.data(), right + offset, bytes);
    if (result == cuSuccess) result = gpu_.driver->cuMemcpyDtoH(other.data(), now + offset, bytes);
    if (result != cuSuccess) return gpu_.error(ErrorKind::worker, "Results cannot be read", result);
    comparer.add(offset, own, other);
  }
  return comparer.result();
}

Result<std::vector<BufferComparison>> ReplayMemory::compare(Code code) const {
  std::vector<BufferComparison> buffers;
  for (uint32_t i = 0; i < state_.size(); ++i) {
    // A variable that the variant no longer has must not have been an output.
    if (live(code, i) == 0 && !state_[i].changed) continue;
    if (live(code, i) == 0) {
      return inputError("The code has no variable `" + pieces()[i].name + "`, into which the original writes.");
    }
    Result<BufferComparison> one = comparePiece(code, i);
    if (!one.ok()) return one.error();
    buffers.push_back(std::move(one.value()));
  }
  return buffers;
}

Result<bool> ReplayMemory::isReference(Code code, uint32_t piece) const {
  if (live(code, piece) == 0) return true;
  const Result<BufferComparison> compared = comparePiece(code, piece);
  if (!compared.ok()) return compared.error();
  return compared->same();
}

Result<std::vector<BufferComparison>> ReplayMemory::compareWithCapture(const CaptureReader& reader) const {
  std::vector<BufferComparison> different;
  std::string now;
  for (uint32_t i = 0; i < state_.size(); ++i) {
    const CapturedMemory& piece = pieces()[i];
    if (live(Code::original, i) == 0 || (!state_[i].changed && piece.before == piece.after)) continue;
    BufferComparer comparer(piece.name, piece.elementType, std::nullopt);
    CuResult result = cuSuccess;
    const Status read = reader.read(piece.after, [&](uint64_t offset, std::string_view bytes) {
      now.resize(bytes.size());
      if (result == cuSuccess) result = gpu_.driver->cuMemcpyDtoH(now.data(), reference(i) + offset, bytes.size());
      comparer.add(offset, bytes, now);
    });
    if (!read.ok()) return read.error();
    if (result != cuSuccess) return gpu_.error(ErrorKind::worker, "Results cannot be read", result);
    if (!comparer.result().same()) different.push_back(comparer.result());
  }
  return different;
}

Status ReplayMemory::poison(const std::vector<uint32_t>& pieces) const {
  for (const uint32_t piece : pieces) {
    const Status filled =
        kernels_.complement(live(Code::original, piece), reference(piece), this->pieces()[piece].size);
    if (!filled.ok()) return filled;
  }
  return {};
}

Result<ReplayMemory::Output> ReplayMemory::findOutput(uint32_t piece) const {
  const uint64_t bytes = pieces()[piece].size;
  Result<DeviceBuffer> image = DeviceBuffer::make(gpu_, bytes);
  if (!image.ok()) return image.error();
  const auto counts = kernels_.findOutputs(image->address(), live(Code::original, piece), reference(piece),
                                           state_[piece].initial.address(), bytes);
  if (!counts.ok()) return counts.error();
  return Output{std::move(image.value()), counts->written, counts->other};
}

Status ReplayMemory::hide(uint32_t piece, Output output) {
  State& state = state_[piece];
  if (state.reference.address() == 0) state.reference = std::move(state.initial);
  state.initial = std::move(output.image);
  state.written = output.writtenBytes;
  state.changed = true;
  return {};
}

uint64_t ReplayMemory::writtenBytes() const {
  uint64_t bytes = 0;
  for (const State& state : state_) bytes += state.written;
  return bytes;
}

}  // namespace warpwright::gpu
