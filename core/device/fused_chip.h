#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/device/device.h"

namespace warpwright {

/// DRAM behind a shared last cache. Times in cycles of its own clock.
struct DramTiming {
  uint32_t modules = 8, busBits = 32, banks = 4;  ///< independent channels; the bits and banks of one
  double clockGHz = 0;                            ///< one transfer of `busBits` a cycle
  uint64_t partitionBytes = 256;                  ///< consecutive bytes of one module
  uint64_t rowBytes = 2048;                       ///< of one bank
  uint32_t tRRD = 0, tRCD = 0, tRAS = 0, tRP = 0, tRC = 0, CL = 0, WL = 0, tWTR = 0;
};

/// What a chip on which a CPU and a GPU share the last cache has besides its GPU: the model of `core/memsim` runs on
/// it. The last cache is `Device::l2Bytes`. Each number stands with its source in the device's file, as "fused.NAME".
struct FusedChip {
  double cpuClockGHz = 0;
  uint32_t cpuIssueWidth = 4;  ///< instructions a cycle
  uint32_t cpuWindow = 128;    ///< instructions between the oldest that is not done and the newest
  uint32_t cpuLoadQueue = 48;  ///< loads that have not retired
  uint64_t cpuL1Bytes = 0, cpuL2Bytes = 0;
  uint32_t cpuL1Ways = 2, cpuL2Ways = 16;
  double cpuL1Cycles = 0, cpuL2Cycles = 0, cpuL3Cycles = 0;  ///< of the CPU, to a hit
  uint32_t nextLinePrefetch = 0;  ///< lines that the CPU's L2 fetches behind one that it missed
  uint64_t gpuL1Bytes = 0, gpuL2Bytes = 0;
  uint32_t gpuL1Ways = 1, gpuL2Ways = 8;
  double gpuL2Cycles = 0, gpuL3Cycles = 0;  ///< of the GPU, to a hit
  uint32_t gpuMisses = 64;                  ///< requests on their way of one multiprocessor
  uint32_t gpuL2Misses = 0;                 ///< lines that the GPU's L2 has on their way for loads; 0: no limit
  uint32_t gpuLinesPerCycle = 2;            ///< lines that the memory stage of a multiprocessor handles
  uint32_t gpuDependentCycles = 6;          ///< from an instruction of a warp to its next
  bool gpuExecutesPtx = false;      ///< one cycle for each instruction of PTX; else for one of the machine's code
  bool gpuBlockingLoads = false;    ///< a warp waits for each of its loads; else where it needs what they bring
  bool gpuStoresTakeMisses = true;  ///< a store on its way counts among `gpuMisses`
  uint32_t l3Ways = 16;
  uint32_t lineBytes = 64;  ///< of every cache
  DramTiming dram;
};

/// A device whose file describes the CPU beside the GPU, too ("fused").
struct FusedDevice {
  Device gpu;
  FusedChip chip;
};

/// Reads one description. Errors name the file and the field; a device without "fused" is one.
Result<FusedDevice> readFusedDevice(const std::filesystem::path& file);

/// As `findDevice`. Errors: no such device, or nothing is known of a CPU that shares a cache with it.
Result<FusedDevice> findFusedDevice(const std::string& nameOrArch);

}  // namespace warpwright
