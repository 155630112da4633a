#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// A GPU as far as placement, occupancy and the memory model need it. Read from `resources/devices/<name>.json`, where
/// each number stands with its source.
struct Device {
  std::string name;  ///< "H200"
  std::string arch;  ///< "sm_90"
  uint32_t multiprocessors = 0;
  uint32_t warpSize = 32;
  uint32_t maxThreadsPerBlock = 1024;
  uint32_t maxThreadsPerMultiprocessor = 2048;
  uint32_t maxBlocksPerMultiprocessor = 32;
  uint32_t registersPerMultiprocessor = 65536;
  uint32_t maxRegistersPerThread = 255;
  uint32_t registerAllocationUnit = 256;  ///< registers a warp, rounded up to this
  bool registersByBlock = false;  ///< it is the registers of a whole block that are rounded up (compute capability 1)
  uint32_t addressBits = 64;      ///< of memory: 32 take one register, and one instruction to compute
  uint32_t warpAllocationGranularity = 4;
  uint64_t sharedPerMultiprocessor = 0;  ///< largest carve-out, bytes
  uint64_t sharedPerBlock = 0;           ///< largest with opt-in, bytes
  uint64_t sharedReservedPerBlock = 0;   ///< bytes the system takes of each block
  uint64_t sharedAllocationUnit = 128;   ///< bytes
  uint64_t unifiedCacheBytes = 0;        ///< L1 + shared of a multiprocessor
  uint64_t l1LineBytes = 128, sectorBytes = 32;
  uint32_t l1FillSectors = 1;       ///< sectors fetched on a miss: 1 since Volta, 4 for whole-line L1
  bool l1CachesGlobalLoads = true;  ///< Kepler keeps L1 for local memory
  std::vector<uint64_t>
      sharedCarveOuts;  ///< sizes of shared memory into which the unified cache can be divided, rising
  uint64_t l2Bytes = 0;
  uint32_t processingClusters = 1;  ///< blocks are dealt to the multiprocessors of one after those of another
  uint32_t mergedRequests = 1;      ///< loads of a cluster's multiprocessors for one line that L2 answers at once
  uint64_t constantBytes = 65536;
  double clockGHz = 0, dramGBs = 0, l2BytesPerClock = 0;
  double latencyL1 = 0, latencyL2 = 0, latencyDram = 0;             ///< cycles
  double fp32Lanes = 0, fp64Lanes = 0, intLanes = 0, sfuLanes = 0;  ///< a multiprocessor and cycle
  bool integrated = false;                                          ///< of one chip with the CPU: they share its memory
  bool coherent = false;                                            ///< reads the CPU's memory through the CPU's caches
  std::map<std::string, std::string> sources;                       ///< field -> where the number comes from
};

/// Reads one description. Errors name the file and the field.
Result<Device> readDevice(const std::filesystem::path& file);

/// Every description below resources/devices, sorted by arch and name.
Result<std::vector<Device>> allDevices();

/// Whether what the CPU loads can help the GPU: it comes into a cache, or a memory, that the GPU reads from.
bool sharesCache(const Device& device);

/// The device called `nameOrArch` ("H200", "sm_90"). Where several share an arch, the first of them, before that one
/// which has memory and caches of its own.
Result<Device> findDevice(const std::string& nameOrArch);

}  // namespace warpwright
