#include "core/device/device.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/device/field_reader.h"

namespace warpwright {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

void readNumbers(FieldReader& reader, Device& device) {
  reader.read("multiprocessors", device.multiprocessors, Need::required);
  reader.read("warpSize", device.warpSize, Need::required);
  reader.read("maxThreadsPerBlock", device.maxThreadsPerBlock, Need::required);
  reader.read("maxThreadsPerMultiprocessor", device.maxThreadsPerMultiprocessor, Need::required);
  reader.read("maxBlocksPerMultiprocessor", device.maxBlocksPerMultiprocessor, Need::required);
  reader.read("registersPerMultiprocessor", device.registersPerMultiprocessor, Need::required);
  reader.read("maxRegistersPerThread", device.maxRegistersPerThread, Need::required);
  reader.read("registerAllocationUnit", device.registerAllocationUnit, Need::required);
  reader.read("warpAllocationGranularity", device.warpAllocationGranularity, Need::required);
  reader.read("sharedPerMultiprocessor", device.sharedPerMultiprocessor, Need::required);
  reader.read("sharedPerBlock", device.sharedPerBlock, Need::required);
  reader.read("sharedReservedPerBlock", device.sharedReservedPerBlock, Need::required);
  reader.read("sharedAllocationUnit", device.sharedAllocationUnit, Need::required);
  reader.read("unifiedCacheBytes", device.unifiedCacheBytes, Need::required);
  reader.read("l1LineBytes", device.l1LineBytes, Need::required);
  reader.read("sectorBytes", device.sectorBytes, Need::required);
  reader.read("l1FillSectors", device.l1FillSectors, Need::required);
  reader.read("l2Bytes", device.l2Bytes, Need::required);
  reader.read("processingClusters", device.processingClusters, Need::optional);
  reader.read("mergedRequests", device.mergedRequests, Need::optional);
  reader.read("constantBytes", device.constantBytes, Need::optional);
  reader.read("addressBits", device.addressBits, Need::optional);
  // Numbers that nobody has published for a device stay 0: not known.
  reader.read("clockGHz", device.clockGHz, Need::optional);
  reader.read("dramGBs", device.dramGBs, Need::optional);
  reader.read("l2BytesPerClock", device.l2BytesPerClock, Need::optional);
  reader.read("latencyL1", device.latencyL1, Need::optional);
  reader.read("latencyL2", device.latencyL2, Need::optional);
  reader.read("latencyDram", device.latencyDram, Need::optional);
  reader.read("fp32Lanes", device.fp32Lanes, Need::optional);
  reader.read("fp64Lanes", device.fp64Lanes, Need::optional);
  reader.read("intLanes", device.intLanes, Need::optional);
  reader.read("sfuLanes", device.sfuLanes, Need::optional);
  if (device.addressBits != 32 && device.addressBits != 64) reader.fail("addressBits", "is not 32 or 64");
  if (device.warpSize == 0) reader.fail("warpSize", "is 0");
  if (device.processingClusters == 0) reader.fail("processingClusters", "is 0");
  if (device.maxThreadsPerMultiprocessor < device.warpSize) {
    reader.fail("maxThreadsPerMultiprocessor", "is smaller than a warp");
  }
}

/// "sm_90" → 90; 0 for anything else.
int archNumber(const std::string& arch) {
  int number = 0;
  if (arch.starts_with("sm_")) std::from_chars(arch.data() + 3, arch.data() + arch.size(), number);
  return number;
}

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

Result<Device> readDevice(const fs::path& file) {
  const auto text = readFile(file, uint64_t{1} << 20);
  if (!text.ok()) return text.error();
  const json object = json::parse(*text, nullptr, false);
  if (!object.is_object()) return inputError(file.string() + " is not a JSON object. Correct it or remove it.");
  Device device;
  FieldReader reader(object, file);
  reader.readText("name", device.name);
  reader.readText("arch", device.arch);
  readNumbers(reader, device);
  for (const auto& [name, value] :
       {std::pair("integrated", &device.integrated), std::pair("coherent", &device.coherent),
        std::pair("l1CachesGlobalLoads", &device.l1CachesGlobalLoads),
        std::pair("registersByBlock", &device.registersByBlock)}) {
    const auto given = object.find(name);
    if (given == object.end()) continue;
    if (given->is_boolean())
      *value = given->get<bool>();
    else
      reader.fail(name, "is not true or false");
  }
  reader.readSizes("sharedCarveOuts", device.sharedCarveOuts);
  if (const auto sources = object.find("sources"); sources != object.end() && sources->is_object()) {
    for (const auto& [field, source] : sources->items()) {
      if (source.is_string()) device.sources[field] = source.get<std::string>();
    }
  }
  if (archNumber(device.arch) == 0) reader.fail("arch", "does not read like sm_90");
  if (!reader.status().ok()) return reader.status().error();
  return device;
}

Result<std::vector<Device>> allDevices() {
  std::vector<Device> devices;
  const fs::path folder = resourceFolder() / "devices";
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() != ".json") continue;
    auto device = readDevice(entry.path());
    if (!device.ok()) return device.error();
    devices.push_back(std::move(device).value());
  }
  if (devices.empty()) {
    return inputError("There are no device descriptions in " + folder.string() +
                      ". Install Warpwright again, or set WARPWRIGHT_RESOURCES.");
  }
  std::sort(devices.begin(), devices.end(), [](const Device& a, const Device& b) {
    return std::pair(archNumber(a.arch), a.name) < std::pair(archNumber(b.arch), b.name);
  });
  return devices;
}

bool sharesCache(const Device& device) {
  return device.integrated || device.coherent;
}

Result<Device> findDevice(const std::string& nameOrArch) {
  const auto devices = allDevices();
  if (!devices.ok()) return devices.error();
  const std::string wanted = lowerCase(nameOrArch);
  std::string known;
  const Device *nearest = nullptr, *ofArch = nullptr;
  const auto take = [](const Device*& found, const Device& device) {
    if (!found || (sharesCache(*found) && !sharesCache(device))) found = &device;
  };
  for (const Device& device : *devices) {
    if (lowerCase(device.name) == wanted) return device;
    if (device.arch == wanted) take(ofArch, device);
    known += (known.empty() ? "" : ", ") + device.name + " (" + device.arch + ")";
    // sm_90a is sm_90 with features that do not change what is described here.
    if (wanted.starts_with(device.arch) && wanted.size() == device.arch.size() + 1) take(nearest, device);
  }
  if (ofArch) return *ofArch;
  if (nearest && !std::isdigit(static_cast<unsigned char>(wanted.back()))) return *nearest;
  return Error{ErrorKind::usage, "There is no device '" + nameOrArch + "'. Known: " + known + ".", std::nullopt};
}

}  // namespace warpwright
