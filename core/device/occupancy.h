#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/device/device.h"

namespace warpwright {

/// What a launch asks of a multiprocessor.
struct OccupancyRequest {
  uint32_t threadsPerBlock = 0;
  uint32_t registersPerThread = 0;   ///< 0: not a limit
  uint64_t sharedBytesPerBlock = 0;  ///< static and dynamic together
};

/// The resources that bound how many blocks fit at once.
enum class OccupancyResource : uint8_t { blocks, threads, registers, shared };

/// "blocks", "threads", "registers" or "shared memory".
std::string toString(OccupancyResource resource);

/// How many blocks one resource allows, and how much of it the request takes.
struct OccupancyLimit {
  OccupancyResource resource = OccupancyResource::blocks;
  std::optional<uint32_t> blocks;  ///< absent: the request does not use this resource
  uint64_t usedPerBlock = 0;       ///< after rounding to the allocation unit: blocks, threads, registers or bytes
  uint64_t available = 0;          ///< per multiprocessor
  bool limits = false;             ///< no other resource allows fewer blocks
};

/// How full a multiprocessor gets; the rules of NVIDIA's occupancy calculator with the largest shared carve-out.
struct Occupancy {
  uint32_t blocks = 0, warps = 0, threads = 0;  ///< resident at once on one multiprocessor
  uint32_t maxWarps = 0;
  double fraction = 0;                 ///< warps ÷ maxWarps
  std::vector<OccupancyLimit> limits;  ///< one of each resource, in the order of OccupancyResource
  std::string cannotLaunch;            ///< why no block fits at all; empty: one does
};

/// Requires: nothing; a request that cannot be launched has `cannotLaunch` set and zero blocks.
Occupancy computeOccupancy(const Device& device, const OccupancyRequest& request);

/// One point of a curve: the varied quantity, and what comes of it.
struct OccupancyPoint {
  uint64_t value = 0;
  uint32_t warps = 0;
};

/// Resident warps over block sizes (every multiple of a warp), registers a thread (every count), or shared bytes a
/// block (every step at which the result can change), the other two as in `request`.
std::vector<OccupancyPoint> occupancyOverBlockSize(const Device& device, OccupancyRequest request);
std::vector<OccupancyPoint> occupancyOverRegisters(const Device& device, OccupancyRequest request);
std::vector<OccupancyPoint> occupancyOverShared(const Device& device, OccupancyRequest request);

}  // namespace warpwright
