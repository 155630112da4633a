#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/capture_file.h"
#include "core/execute/gpu/gpu_kernel.h"
#include "core/execute/gpu/host_memory.h"
#include "core/execute/gpu/memory_kernels.h"
#include "core/job/compare_memory.h"

namespace warpwright::gpu {

/// The memory of a capture on a GPU: allocations at their captured addresses, module variables where each code has
/// them; and beside it, wherever there is room, what it holds before a launch and what the original leaves in it (the
/// reference).
class ReplayMemory {
 public:
  /// Maps and fills it. Errors: an address is taken, too little memory, the capture is damaged.
  /// `host`: the CPU's memory at the addresses of `rangesOf`, in which it is to lie; null: in the GPU's, wherever that
  /// is.
  static Result<ReplayMemory> create(const Gpu& gpu, const CaptureReader& reader,
                                     std::map<std::string, Tolerance> tolerances, bool margins, const HostMemory* host);
  /// Where its allocations lie.
  static std::vector<AddressRange> rangesOf(const LaunchCapture& capture);

  /// Which code is launched next: variables are those of its module. Requires: one `adopt` each before anything else.
  enum class Code : uint8_t { original, variant };
  /// Errors: a captured pointer leads to a variable of the code, which lies elsewhere now.
  Status adopt(Code code, const GpuKernel& kernel);

  /// Puts back what is there before a launch; all of it, or what launches are known to change. Asynchronous.
  CuResult restore(Code code, bool changedOnly) const;
  /// Takes what is there now as the reference, after the original ran from the captured memory.
  Status takeReference();
  /// Marks what this code's last launch has changed beside what the original changes, to be put back by
  /// `restore(…, true)`. What was marked before is no longer.
  Status noteChanged(Code code);
  /// From now on elements of the buffer may differ by this much.
  void tolerate(const std::string& buffer, const Tolerance& tolerance) { tolerances_[buffer] = tolerance; }
  /// Every piece against the reference. Errors: it cannot be read.
  Result<std::vector<BufferComparison>> compare(Code code) const;
  Result<bool> isReference(Code code, uint32_t piece) const;
  /// Pieces whose reference is not what the capture says (it was computed elsewhere).
  Result<std::vector<BufferComparison>> compareWithCapture(const CaptureReader& reader) const;

  /// Fills pieces with the complement of their reference.
  Status poison(const std::vector<uint32_t>& pieces) const;
  /// After the original ran on poisoned pieces: what a poisoned capture holds in this one.
  struct Output {
    DeviceBuffer image;
    uint64_t writtenBytes = 0;  ///< that hold the reference; none: the launch does not write the piece
    uint64_t otherBytes = 0;    ///< neither reference nor poison; any: what was written came from what was there
  };
  Result<Output> findOutput(uint32_t piece) const;
  /// From now on the piece holds this before each launch.
  Status hide(uint32_t piece, Output output);

  const std::vector<CapturedMemory>& pieces() const { return *pieces_; }
  bool isChanged(uint32_t piece) const { return state_[piece].changed; }
  /// Or by the code of the last `noteChanged`.
  bool mayChange(uint32_t piece) const { return state_[piece].changed || state_[piece].changedToo; }
  bool isPresent(uint32_t piece) const { return live(Code::original, piece) != 0; }
  /// Bytes that a launch must have written: of hidden pieces, and what differs in the others.
  uint64_t writtenBytes() const;

 private:
  struct State {
    DeviceBuffer initial, reference;  ///< no reference: as `initial`
    CuAddress variables[2] = {0, 0};
    bool changed = false;     ///< by the original
    bool changedToo = false;  ///< by the code of the last `noteChanged`
    uint64_t written = 0;
  };
  ReplayMemory(const Gpu& gpu, const CaptureReader& reader, MemoryKernels kernels,
               std::map<std::string, Tolerance> tolerances);
  Status fill(const CaptureReader& reader);
  void findAddressesOfVariables(std::string_view bytes, const std::string& buffer);
  CuAddress live(Code code, uint32_t piece) const;
  CuAddress reference(uint32_t piece) const;
  Result<BufferComparison> comparePiece(Code code, uint32_t piece) const;

  Gpu gpu_;
  const std::vector<CapturedMemory>* pieces_;
  const LaunchCapture* capture_;
  MemoryKernels kernels_;
  std::map<std::string, Tolerance> tolerances_;
  std::vector<State> state_;
  /// Variables whose address is held somewhere, and where.
  std::map<uint32_t, std::string> pointedVariables_;
};

}  // namespace warpwright::gpu
