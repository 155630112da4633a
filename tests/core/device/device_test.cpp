#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/device/occupancy.h"

using namespace warpwright;

namespace {

uint32_t blocksOn(const char* device, uint32_t threads, uint32_t registers, uint64_t shared) {
  return computeOccupancy(findDevice(device).value(), {threads, registers, shared}).blocks;
}

}  // namespace

class DeviceTest : public QObject {
  Q_OBJECT
 private slots:
  void everyNumberHasASource() {
    for (const auto& entry : std::filesystem::directory_iterator(resourceFolder() / "devices")) {
      const auto device = readDevice(entry.path());
      QVERIFY2(device.ok(), device.ok() ? "" : device.error().message.c_str());
      std::ifstream stream(entry.path());
      const auto fields = nlohmann::json::parse(stream);
      for (const auto& [field, value] : fields.items()) {
        if (!value.is_number()) continue;
        QVERIFY2(device->sources.count(field) == 1 && !device->sources.at(field).empty(),
                 (device->name + field).c_str());
      }
      if (!fields.contains("fused")) continue;
      for (const auto& [field, value] : fields.at("fused").items()) {
        QVERIFY2(device->sources.count("fused." + field) == 1, (device->name + field).c_str());
      }
    }
  }

  void areSortedAndFound() {
    const auto devices = allDevices();
    QVERIFY(devices.ok());
    QCOMPARE(devices->front().name, std::string("Fused 2012"));
    QCOMPARE(devices->at(1).name, std::string("GTX 480"));
    QCOMPARE(devices->back().arch, std::string("sm_100"));
    for (const char* arch : {"sm_70", "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100"}) {
      QCOMPARE(findDevice(arch).value().arch, std::string(arch));
    }
    QCOMPARE(findDevice("sm_90").value().name, std::string("H100"));  // not the GH200, which has a CPU beside it
    QVERIFY(sharesCache(findDevice("GH200").value()) && sharesCache(findDevice("agx orin").value()));
    QVERIFY(sharesCache(findDevice("Fused 2012").value()) && !sharesCache(findDevice("H200").value()));
    QCOMPARE(findDevice("h200").value().l2Bytes, uint64_t{60} << 20);
    QCOMPARE(findDevice("sm_90a").value().arch, std::string("sm_90"));
    const auto missing = findDevice("sm_12");
    QVERIFY(!missing.ok() && missing.error().kind == ErrorKind::usage);
    QVERIFY(missing.error().message.find("H200 (sm_90)") != std::string::npos);
  }

  void namesFileAndFieldOfABadDescription() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("x.json").toStdString();
    const auto good = nlohmann::json::parse(readFile(resourceFolder() / "devices/h200.json").value());
    const auto message = [&](const nlohmann::json& json) {
      [&] { QVERIFY(writeFileAtomically(file, json.dump()).ok()); }();
      const auto device = readDevice(file);
      return device.ok() ? std::string() : device.error().message;
    };
    QCOMPARE(message(good), std::string());
    for (const char* field : {"name", "arch", "multiprocessors", "sharedPerBlock", "l2Bytes"}) {
      auto bad = good;
      bad.erase(field);
      const std::string text = message(bad);
      QVERIFY2(text.find("x.json") != std::string::npos && text.find(field) != std::string::npos, field);
    }
    auto bad = good;
    for (const nlohmann::json& value :
         {nlohmann::json(-1), nlohmann::json(1.5), nlohmann::json("32"), nlohmann::json(5000000000)}) {
      bad["warpSize"] = value;
      QVERIFY(message(bad).find("warpSize") != std::string::npos);
    }
    QVERIFY(!message(nlohmann::json::array()).empty());
  }

  /// By hand, with the rules of the occupancy calculator.
  void knowsTheOccupancyOfKnownLaunches() {
    // 256 threads, 32 registers: 8 warps a block, 1,024 registers a warp, 64 warps: 8 blocks, full.
    QCOMPARE(blocksOn("sm_90", 256, 32, 0), 8u);
    // 40 registers: 1,280 a warp, 51 warps, 48 in groups of four: 6 blocks.
    QCOMPARE(blocksOn("sm_90", 256, 40, 4096), 6u);
    // 33 registers round up to 1,280 a warp as well.
    QCOMPARE(blocksOn("sm_70", 256, 33, 0), 6u);
    // 255 registers: 8,160 round up to 8,192: 8 warps.
    QCOMPARE(blocksOn("sm_80", 256, 255, 0), 1u);
    QCOMPARE(blocksOn("sm_80", 288, 255, 0), 0u);
    // 32 KiB + 1 KiB reserved of 228 KiB: 6 blocks; on sm_70 96 / 32 = 3.
    QCOMPARE(blocksOn("sm_90", 64, 16, 32768), 6u);
    QCOMPARE(blocksOn("sm_70", 64, 16, 32768), 3u);
    // Blocks of one warp: 32 on sm_90, 16 on sm_75, 24 on sm_89, 8 on sm_20.
    QCOMPARE(blocksOn("sm_90", 32, 16, 0), 32u);
    QCOMPARE(blocksOn("sm_75", 32, 16, 0), 16u);
    QCOMPARE(blocksOn("sm_89", 32, 16, 0), 24u);
    QCOMPARE(blocksOn("sm_20", 32, 16, 0), 8u);
    // sm_20: 20 registers = 640 a warp (units of 64): 51 warps, 50 in pairs; 8 warps a block: 6 blocks = 48 warps.
    QCOMPARE(blocksOn("sm_20", 256, 20, 0), 6u);
    // sm_20: 21 registers = 672 → 704: 46 warps: 5 blocks.
    QCOMPARE(blocksOn("sm_20", 256, 21, 0), 5u);
    // sm_11 rounds up the registers of a block: 128 threads of 12 are 1,536 of 8,192: 5 blocks, where whole warps would
    // give 4.
    QCOMPARE(blocksOn("sm_11", 128, 12, 0), 5u);
    QCOMPARE(blocksOn("sm_11", 256, 10, 0), 3u);
    // A block of one warp takes the registers of two.
    QCOMPARE(blocksOn("sm_11", 32, 40, 0), 3u);
    QCOMPARE(blocksOn("sm_86", 1024, 40, 0), 1u);
    QCOMPARE(blocksOn("sm_90", 100, 0, 0), 16u);
  }

  void saysWhatLimits() {
    const Device device = findDevice("H200").value();
    const Occupancy one = computeOccupancy(device, {256, 40, 4096});
    QCOMPARE(one.warps, 48u);
    QCOMPARE(one.fraction, 0.75);
    QVERIFY(one.limits[2].limits && !one.limits[0].limits && !one.limits[1].limits && !one.limits[3].limits);
    QCOMPARE(one.limits[2].usedPerBlock, uint64_t{10240});
    QCOMPARE(one.limits[3].usedPerBlock, uint64_t{5120});
    const Occupancy two = computeOccupancy(device, {256, 32, 0});
    QVERIFY(two.limits[1].limits && two.limits[2].limits);
    QVERIFY(computeOccupancy(device, {0, 1, 0}).cannotLaunch.find("one thread") != std::string::npos);
    QVERIFY(computeOccupancy(device, {1025, 1, 0}).cannotLaunch.find("1025 threads") != std::string::npos);
    QVERIFY(computeOccupancy(device, {32, 256, 0}).cannotLaunch.find("registers") != std::string::npos);
    QVERIFY(computeOccupancy(device, {32, 16, 232449}).cannotLaunch.find("shared") != std::string::npos);
    QVERIFY(computeOccupancy(device, {1024, 128, 0}).cannotLaunch.find("131072 registers") != std::string::npos);
    QCOMPARE(computeOccupancy(device, {32, 16, 232448}).blocks, 1u);
  }

  void curvesFallWithWhatIsTaken() {
    const Device device = findDevice("sm_80").value();
    const OccupancyRequest request{128, 32, 1024};
    QCOMPARE(occupancyOverBlockSize(device, request).size(), size_t{32});
    for (const auto& curve : {occupancyOverRegisters(device, request), occupancyOverShared(device, request)}) {
      for (size_t i = 1; i < curve.size(); ++i) QVERIFY(curve[i].warps <= curve[i - 1].warps);
      QCOMPARE(curve.front().warps, 64u);
    }
  }
};

QTEST_GUILESS_MAIN(DeviceTest)
#include "device_test.moc"
