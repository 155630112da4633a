#include "core/device/fused_chip.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/device/field_reader.h"

namespace warpwright {
namespace {

void readDram(FieldReader& reader, DramTiming& dram) {
  reader.read("dramModules", dram.modules, Need::required);
  reader.read("dramBusBits", dram.busBits, Need::required);
  reader.read("dramBanks", dram.banks, Need::required);
  reader.read("dramClockGHz", dram.clockGHz, Need::required);
  reader.read("dramPartitionBytes", dram.partitionBytes, Need::required);
  reader.read("dramRowBytes", dram.rowBytes, Need::required);
  reader.read("tRRD", dram.tRRD, Need::required);
  reader.read("tRCD", dram.tRCD, Need::required);
  reader.read("tRAS", dram.tRAS, Need::required);
  reader.read("tRP", dram.tRP, Need::required);
  reader.read("tRC", dram.tRC, Need::required);
  reader.read("CL", dram.CL, Need::required);
  reader.read("WL", dram.WL, Need::required);
  reader.read("tWTR", dram.tWTR, Need::required);
  if (dram.modules == 0 || dram.banks == 0 || dram.busBits < 8)
    reader.fail("dramModules", "or banks or bits of the bus are too few");
  if (dram.partitionBytes == 0 || dram.rowBytes == 0) reader.fail("dramRowBytes", "or the partition is 0");
}

void readFused(FieldReader& reader, FusedChip& chip) {
  reader.read("cpuClockGHz", chip.cpuClockGHz, Need::required);
  reader.read("cpuIssueWidth", chip.cpuIssueWidth, Need::required);
  reader.read("cpuWindow", chip.cpuWindow, Need::required);
  reader.read("cpuLoadQueue", chip.cpuLoadQueue, Need::required);
  reader.read("cpuL1Bytes", chip.cpuL1Bytes, Need::required);
  reader.read("cpuL1Ways", chip.cpuL1Ways, Need::required);
  reader.read("cpuL2Bytes", chip.cpuL2Bytes, Need::required);
  reader.read("cpuL2Ways", chip.cpuL2Ways, Need::required);
  reader.read("cpuL1Cycles", chip.cpuL1Cycles, Need::required);
  reader.read("cpuL2Cycles", chip.cpuL2Cycles, Need::required);
  reader.read("cpuL3Cycles", chip.cpuL3Cycles, Need::required);
  reader.read("nextLinePrefetch", chip.nextLinePrefetch, Need::required);
  reader.read("gpuL1Bytes", chip.gpuL1Bytes, Need::required);
  reader.read("gpuL1Ways", chip.gpuL1Ways, Need::required);
  reader.read("gpuL2Bytes", chip.gpuL2Bytes, Need::required);
  reader.read("gpuL2Ways", chip.gpuL2Ways, Need::required);
  reader.read("gpuL2Cycles", chip.gpuL2Cycles, Need::required);
  reader.read("gpuL3Cycles", chip.gpuL3Cycles, Need::required);
  reader.read("gpuMisses", chip.gpuMisses, Need::required);
  reader.read("gpuL2Misses", chip.gpuL2Misses, Need::optional);
  reader.read("gpuLinesPerCycle", chip.gpuLinesPerCycle, Need::required);
  reader.read("gpuDependentCycles", chip.gpuDependentCycles, Need::required);
  reader.readFlag("gpuExecutesPtx", chip.gpuExecutesPtx);
  reader.readFlag("gpuBlockingLoads", chip.gpuBlockingLoads);
  reader.readFlag("gpuStoresTakeMisses", chip.gpuStoresTakeMisses);
  reader.read("l3Ways", chip.l3Ways, Need::required);
  reader.read("lineBytes", chip.lineBytes, Need::required);
  readDram(reader, chip.dram);
  if (chip.lineBytes != 32 && chip.lineBytes != 64 && chip.lineBytes != 128)
    reader.fail("lineBytes", "is not 32, 64 or 128");
  if (chip.cpuLoadQueue == 0 || chip.cpuWindow == 0) reader.fail("cpuWindow", "or the load queue is 0");
}

/// A file of resources/devices that describes this device; empty: it was read from elsewhere.
std::filesystem::path fileOf(const Device& device) {
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(resourceFolder() / "devices", failed)) {
    if (entry.path().extension() != ".json") continue;
    const auto known = readDevice(entry.path());
    if (known.ok() && known->name == device.name) return entry.path();
  }
  return {};
}

}  // namespace

Result<FusedDevice> readFusedDevice(const std::filesystem::path& file) {
  auto device = readDevice(file);
  if (!device.ok()) return device.error();
  const auto text = readFile(file, uint64_t{1} << 20);
  if (!text.ok()) return text.error();
  const nlohmann::json object = nlohmann::json::parse(*text, nullptr, false);
  const auto fused = object.find("fused");
  if (fused == object.end() || !fused->is_object()) {
    return inputError("The description of the " + device->name +
                      " does not say what CPU shares its last cache: there is "
                      "nothing to model. " +
                      file.filename().string() + " has no field 'fused'; `Fused 2012` has.");
  }
  if (device->clockGHz <= 0) return inputError(file.string() + ": the field 'clockGHz' is needed beside 'fused'.");
  FusedDevice result{*std::move(device), {}};
  FieldReader reader(*fused, file);
  readFused(reader, result.chip);
  if (!reader.status().ok()) return reader.status().error();
  return result;
}

Result<FusedDevice> findFusedDevice(const std::string& nameOrArch) {
  const auto device = findDevice(nameOrArch);
  if (!device.ok()) return device.error();
  return readFusedDevice(fileOf(*device));
}

}  // namespace warpwright
