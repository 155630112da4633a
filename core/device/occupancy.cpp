#include "core/device/occupancy.h"

#include <algorithm>

namespace warpwright {
namespace {

uint64_t roundUp(uint64_t value, uint64_t unit) {
  return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

std::string number(uint64_t value) {
  return std::to_string(value);
}

/// Registers are given to whole warps, in units, and warps in groups of the register file's partitions; in compute
/// capability 1 to whole blocks.
OccupancyLimit registerLimit(const Device& device, const OccupancyRequest& request, uint32_t warpsPerBlock) {
  OccupancyLimit limit{OccupancyResource::registers, std::nullopt, 0, device.registersPerMultiprocessor, false};
  if (request.registersPerThread == 0) return limit;
  const uint64_t granularity = std::max(1u, device.warpAllocationGranularity);
  if (device.registersByBlock) {
    const uint64_t registers = roundUp(warpsPerBlock, granularity) * device.warpSize * request.registersPerThread;
    limit.usedPerBlock = roundUp(registers, device.registerAllocationUnit);
    limit.blocks = static_cast<uint32_t>(device.registersPerMultiprocessor / limit.usedPerBlock);
    return limit;
  }
  const uint64_t perWarp =
      roundUp(uint64_t{request.registersPerThread} * device.warpSize, device.registerAllocationUnit);
  const uint64_t warps = device.registersPerMultiprocessor / perWarp / granularity * granularity;
  limit.usedPerBlock = perWarp * warpsPerBlock;
  limit.blocks = static_cast<uint32_t>(warps / warpsPerBlock);
  return limit;
}

OccupancyLimit sharedLimit(const Device& device, const OccupancyRequest& request) {
  OccupancyLimit limit{OccupancyResource::shared, std::nullopt, 0, device.sharedPerMultiprocessor, false};
  const uint64_t used =
      roundUp(request.sharedBytesPerBlock + device.sharedReservedPerBlock, device.sharedAllocationUnit);
  if (used == 0) return limit;
  limit.usedPerBlock = used;
  limit.blocks = static_cast<uint32_t>(device.sharedPerMultiprocessor / used);
  return limit;
}

std::string whyNotAtAll(const Device& device, const OccupancyRequest& request) {
  if (request.threadsPerBlock == 0) return "A block needs at least one thread.";
  if (request.threadsPerBlock > device.maxThreadsPerBlock) {
    return "A block of " + number(request.threadsPerBlock) + " threads is larger than the " +
           number(device.maxThreadsPerBlock) + " that " + device.name + " allows.";
  }
  if (request.registersPerThread > device.maxRegistersPerThread) {
    return number(request.registersPerThread) + " registers a thread are more than the " +
           number(device.maxRegistersPerThread) + " that " + device.name + " allows.";
  }
  if (request.sharedBytesPerBlock > device.sharedPerBlock) {
    return number(request.sharedBytesPerBlock) + " bytes of shared memory a block are more than the " +
           number(device.sharedPerBlock) + " that " + device.name + " allows.";
  }
  return {};
}

}  // namespace

std::string toString(OccupancyResource resource) {
  switch (resource) {
    case OccupancyResource::blocks:
      return "blocks";
    case OccupancyResource::threads:
      return "threads";
    case OccupancyResource::registers:
      return "registers";
    case OccupancyResource::shared:
      break;
  }
  return "shared memory";
}

Occupancy computeOccupancy(const Device& device, const OccupancyRequest& request) {
  Occupancy occupancy;
  occupancy.maxWarps = device.maxThreadsPerMultiprocessor / device.warpSize;
  occupancy.cannotLaunch = whyNotAtAll(device, request);
  const uint32_t warpsPerBlock =
      std::max(1u, static_cast<uint32_t>(roundUp(request.threadsPerBlock, device.warpSize) / device.warpSize));

  occupancy.limits = {
      {OccupancyResource::blocks, device.maxBlocksPerMultiprocessor, 1, device.maxBlocksPerMultiprocessor, false},
      {OccupancyResource::threads, occupancy.maxWarps / warpsPerBlock, uint64_t{warpsPerBlock} * device.warpSize,
       device.maxThreadsPerMultiprocessor, false},
      registerLimit(device, request, warpsPerBlock),
      sharedLimit(device, request)};

  uint32_t blocks = device.maxBlocksPerMultiprocessor;
  for (const OccupancyLimit& limit : occupancy.limits) blocks = std::min(blocks, limit.blocks.value_or(blocks));
  for (OccupancyLimit& limit : occupancy.limits) limit.limits = limit.blocks && *limit.blocks == blocks;
  if (occupancy.cannotLaunch.empty() && blocks == 0) {
    occupancy.cannotLaunch = "One block needs " + number(occupancy.limits[2].usedPerBlock) + " registers; " +
                             device.name + " has " + number(device.registersPerMultiprocessor) +
                             " in a multiprocessor.";
  }
  if (!occupancy.cannotLaunch.empty()) return occupancy;

  occupancy.blocks = blocks;
  occupancy.warps = blocks * warpsPerBlock;
  occupancy.threads = blocks * request.threadsPerBlock;
  occupancy.fraction = occupancy.maxWarps == 0 ? 0 : double(occupancy.warps) / occupancy.maxWarps;
  return occupancy;
}

std::vector<OccupancyPoint> occupancyOverBlockSize(const Device& device, OccupancyRequest request) {
  std::vector<OccupancyPoint> curve;
  for (uint32_t threads = device.warpSize; threads <= device.maxThreadsPerBlock; threads += device.warpSize) {
    request.threadsPerBlock = threads;
    curve.push_back({threads, computeOccupancy(device, request).warps});
  }
  return curve;
}

std::vector<OccupancyPoint> occupancyOverRegisters(const Device& device, OccupancyRequest request) {
  std::vector<OccupancyPoint> curve;
  for (uint32_t registers = 1; registers <= device.maxRegistersPerThread; ++registers) {
    request.registersPerThread = registers;
    curve.push_back({registers, computeOccupancy(device, request).warps});
  }
  return curve;
}

std::vector<OccupancyPoint> occupancyOverShared(const Device& device, OccupancyRequest request) {
  std::vector<OccupancyPoint> curve;
  const uint64_t step = std::max<uint64_t>(1, device.sharedAllocationUnit);
  for (uint64_t bytes = 0; bytes <= device.sharedPerBlock; bytes += step) {
    request.sharedBytesPerBlock = bytes;
    curve.push_back({bytes, computeOccupancy(device, request).warps});
  }
  return curve;
}

}  // namespace warpwright
