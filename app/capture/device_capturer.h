#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "app/capture/allocation_table.h"
#include "app/capture/answer_file.h"
#include "app/capture/module_table.h"
#include "app/capture/watched_launch.h"
#include "core/capture/capture_file.h"
#include "core/execute/gpu/gpu_program.h"

namespace warpwright::capture {

/// Writes one launch of the program it lives in, with the memory that the launch may touch before and after it. Memory
/// passes through a buffer of 16 MiB; nothing is kept. All calls on the thread that launches, with its context.
class DeviceCapturer {
 public:
  DeviceCapturer(const GpuProgramRequest& request, const gpu::CudaDriver& driver, const AnswerFile& answer);
  ~DeviceCapturer();

  /// Which launch it is, of its kernel and of the program, from 0.
  struct Numbers {
    uint64_t ofKernel = 0, ofProgram = 0;
  };
  /// Before the launch: waits for the device, describes the launch and stores the memory. Errors: what a capture does
  /// not hold (clusters), what the driver does not tell, a disk without room.
  Status begin(const WatchedLaunch& launch, Numbers numbers, const AllocationTable& allocations,
               const ModuleTable& modules, void* context);
  /// After the launch: waits for it and stores the memory again. Errors: it did not come to its end.
  Result<CaptureSummary> finish(bool launched);

 private:
  Error failed(const std::string& doing, const std::string& why) const;
  Status describeKernel(const WatchedLaunch& launch, Numbers numbers);
  void describeMemory(const AllocationTable& allocations, const ModuleTable& modules, void* context);
  void addVariables(const ModuleTable& modules, gpu::CuModule module);
  void addReached();
  void nameMemory();
  bool isReadable(const CapturedMemory& piece);
  CapturedMemory* pieceAt(uint64_t address);
  Status checkSpace();
  /// The bytes at an address, valid until the next call; on an error, nothing and `readError_`.
  std::string_view read(const CapturedMemory& piece, uint64_t offset, uint64_t bytes);
  Result<MemoryImage> store(const CapturedMemory& piece);

  const GpuProgramRequest& request_;
  const gpu::CudaDriver& driver_;
  const AnswerFile& answer_;
  LaunchCapture capture_;
  LaunchedKernel kernel_;
  std::optional<CaptureWriter> writer_;
  char* staging_ = nullptr;
  bool stagingIsPinned_ = false;
  int ownMemory_ = -1;  ///< /proc/self/mem: reading what the program has unmapped fails there, and is no fault
  std::string readError_;
};

}  // namespace warpwright::capture
