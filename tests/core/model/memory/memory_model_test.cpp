#include <QTest>
#include <random>
#include <set>

#include "traces.h"

using namespace traces;
using warpwright::Device;

namespace {

const std::vector<TraceSite>& sites() {
  static const std::vector<TraceSite> list{{EventKind::load, MemorySpace::global, CacheOperator::normal, 4},
                                           {EventKind::store, MemorySpace::global, CacheOperator::normal, 4},
                                           {EventKind::load, MemorySpace::global, CacheOperator::bypassL1, 4},
                                           {EventKind::barrier, MemorySpace::global, CacheOperator::normal, 0},
                                           {EventKind::atomic, MemorySpace::global, CacheOperator::normal, 4},
                                           {EventKind::load, MemorySpace::global, CacheOperator::noAllocate, 4},
                                           {EventKind::load, MemorySpace::global, CacheOperator::uncached, 4},
                                           {EventKind::load, MemorySpace::global, CacheOperator::evictFirst, 4}};
  return list;
}

Device smallDevice() {
  Device device = warpwright::findDevice("H200").value();
  device.multiprocessors = 4;
  return device;
}

/// Warps that load their rows, `rounds` times, with a barrier after each round.
std::vector<BlockRequests> rows(uint32_t blocks, uint32_t warps, uint32_t rounds, uint32_t site) {
  std::vector<BlockRequests> result(blocks);
  for (uint32_t b = 0; b < blocks; ++b) {
    result[b].multiprocessor = b;
    for (uint32_t w = 0; w < warps; ++w) {
      RequestStream& stream = result[b].warps.emplace_back();
      for (uint32_t r = 0; r < rounds; ++r) {
        stream.push_back(packLine(site, {uint64_t{b} * warps + w, 15}, false));
        stream.push_back(packLine(3, {}, false));
      }
    }
  }
  return result;
}

Traffic run(const std::vector<BlockRequests>& blocks, const Schedule& schedule, uint64_t l1Bytes = 128 << 10,
            Device device = smallDevice()) {
  MemoryModel model(device, schedule, l1Bytes, sites());
  model.runWave(blocks);
  return model.total();
}

}  // namespace

class MemoryModelTest : public QObject {
  Q_OBJECT
 private slots:
  void packedLinesComeBack() {
    const LineAccess line{0x1ffffffffffull, 9};
    for (const bool continues : {false, true}) {
      const uint64_t packed = packLine(65535, line, continues);
      QCOMPARE(siteOfPacked(packed), 65535u);
      QCOMPARE(continuesRequest(packed), continues);
      QVERIFY(lineOfPacked(packed) == line);
    }
  }

  void rowsReadTwiceHitTheSecondTime() {
    for (const Schedule& schedule : standardSchedules()) {
      const Traffic traffic = run(rows(8, 4, 2, 0), schedule);
      QCOMPARE(traffic.l1Lookups, uint64_t{8 * 4 * 2 * 4});
      QCOMPARE(traffic.l1Hits, uint64_t{8 * 4 * 4});
      QCOMPARE(traffic.l2Reads, uint64_t{8 * 4 * 4});
      QCOMPARE(traffic.dramReads, uint64_t{8 * 4 * 4});
    }
  }

  void noL1MeansNoHits() { QCOMPARE(run(rows(8, 4, 3, 0), {}, 0).l1Hits, uint64_t{0}); }

  void bypassingLoadsReachL2() {
    const Traffic traffic = run(rows(8, 4, 2, 2), {Schedule::Kind::greedyThenOldest, 0});
    QCOMPARE(traffic.l1Lookups, uint64_t{0});
    QCOMPARE(traffic.l2Reads, uint64_t{8 * 4 * 2 * 4});
    QCOMPARE(traffic.l2Hits, uint64_t{8 * 4 * 4});
  }

  void bypassingLoadsOfOneSectorAtOnceAreMerged() {
    std::vector<BlockRequests> block(1);
    for (int w = 0; w < 8; ++w) block[0].warps.push_back({packLine(2, {77, 15}, false)});
    QCOMPARE(run(block, {}).l2Reads, uint64_t{4});
    for (auto& stream : block[0].warps) stream[0] = packLine(6, {77, 15}, false);
    QCOMPARE(run(block, {}).l2Reads, uint64_t{8 * 4});
  }

  void neighboursThatReadOneLineAtOnceAskOnce() {
    // As on an H200: of the multiprocessors of a cluster four wait for one answer, those of another ask for themselves.
    Device device = warpwright::findDevice("H200").value();
    device.multiprocessors = 16;
    device.processingClusters = 2;
    const auto asked = [&](uint32_t first, uint32_t readers, uint32_t site, bool apart) {
      std::vector<BlockRequests> blocks(readers);
      for (uint32_t b = 0; b < readers; ++b) {
        blocks[b].multiprocessor = first + b;
        RequestStream& stream = blocks[b].warps.emplace_back();
        for (uint64_t own = 0; apart && own < 200 * b; ++own)
          stream.push_back(packLine(0, {1000 * (b + 1) + own, 1}, false));
        stream.push_back(packLine(site, {5, 15}, false));
      }
      MemoryModel model(device, {}, 128 << 10, sites());
      model.runWave(blocks);
      return model.total().l2Reads - (apart ? 100 * readers * (readers - 1) : 0);
    };
    QCOMPARE(asked(0, 1, 0, false), uint64_t{4});
    QCOMPARE(asked(0, 4, 0, false), uint64_t{4});
    QCOMPARE(asked(0, 5, 0, false), uint64_t{8});
    QCOMPARE(asked(0, 8, 0, false), uint64_t{8});
    QCOMPARE(asked(7, 2, 0, false), uint64_t{8});   // the last of one cluster, the first of the other
    QCOMPARE(asked(0, 4, 2, false), uint64_t{4});   // past L1 as well
    QCOMPARE(asked(0, 4, 6, false), uint64_t{16});  // not those that must see memory as it is
    QCOMPARE(asked(0, 4, 0, true), uint64_t{16});
    device.mergedRequests = 1;
    QCOMPARE(asked(0, 4, 0, false), uint64_t{16});
  }

  void storesGoThroughAndDoNotAllocate() {
    std::vector<BlockRequests> block(1);
    block[0].warps.push_back({packLine(1, {5, 15}, false), packLine(0, {5, 15}, false), packLine(0, {5, 15}, false)});
    const Traffic traffic = run(block, {});
    QCOMPARE(traffic.l2Writes, uint64_t{4});
    QCOMPARE(traffic.l1Hits, uint64_t{4});
    QCOMPARE(traffic.dramReads, uint64_t{0});  // what was written lies in L2
  }

  void atomicsDropWhatL1Holds() {
    std::vector<BlockRequests> block(1);
    block[0].warps.push_back({packLine(0, {5, 1}, false), packLine(4, {5, 1}, false), packLine(0, {5, 1}, false)});
    const Traffic traffic = run(block, {});
    QCOMPARE(traffic.l1Hits, uint64_t{0});
    QCOMPARE(traffic.l2Reads + traffic.l2Writes, uint64_t{3});
  }

  void hintsDecideWhoStays() {
    // One set of 8 ways: 4 lines kept by normal loads, then 8 that pass through with each hint, then the 4 again.
    const auto hitsWith = [&](uint32_t site) {
      std::vector<BlockRequests> block(1);
      RequestStream& stream = block[0].warps.emplace_back();
      for (uint64_t line = 0; line < 4; ++line) stream.push_back(packLine(0, {line, 1}, false));
      for (uint64_t line = 100; line < 108; ++line) stream.push_back(packLine(site, {line, 1}, false));
      for (uint64_t line = 0; line < 4; ++line) stream.push_back(packLine(0, {line, 1}, false));
      return run(block, {}, 8 * 128).l1Hits;
    };
    QCOMPARE(hitsWith(0), uint64_t{0});
    QCOMPARE(hitsWith(5), uint64_t{4});
    QCOMPARE(hitsWith(7), uint64_t{4});
  }

  void aWholeLineIsFetchedWhereTheDeviceDoes() {
    std::vector<BlockRequests> block(1);
    block[0].warps.push_back({packLine(0, {5, 1}, false), packLine(0, {5, 2}, false)});
    QCOMPARE(run(block, {}).l1Hits, uint64_t{0});
    QCOMPARE(run(block, {}, 16 << 10, warpwright::findDevice("GTX 480").value()).l1Hits, uint64_t{1});
    QCOMPARE(run(block, {}, 16 << 10, warpwright::findDevice("GTX 680").value()).l1Lookups, uint64_t{0});
  }

  void noWarpPassesABarrierBeforeItsBlock() {
    // Warp 0 writes before the barrier, warp 1 reads behind it: the read always finds the sector in L2.
    std::vector<BlockRequests> block(1);
    block[0].warps.push_back({packLine(1, {5, 1}, false), packLine(3, {}, false)});
    block[0].warps.push_back({packLine(3, {}, false), packLine(0, {5, 1}, false)});
    for (const Schedule& schedule : standardSchedules()) QCOMPARE(run(block, schedule).l2Hits, uint64_t{1});
  }

  void warpsThatEndOpenTheBarrierForTheRest() {
    std::vector<BlockRequests> block(1);
    block[0].warps.push_back({packLine(0, {5, 1}, false)});
    block[0].warps.push_back({packLine(3, {}, false), packLine(0, {6, 1}, false)});
    for (const Schedule& schedule : standardSchedules()) QCOMPARE(run(block, schedule).l1Lookups, uint64_t{2});
  }

  void countsAddUpUnderEverySchedule() {
    std::mt19937 random(23);
    for (int round = 0; round < 20; ++round) {
      std::vector<BlockRequests> blocks(6);
      uint64_t loads = 0, bypassing = 0, stores = 0;
      std::set<std::pair<uint64_t, int>> touched;
      for (uint32_t b = 0; b < blocks.size(); ++b) {
        blocks[b].multiprocessor = b;
        for (int w = 0; w < 3; ++w) {
          RequestStream& stream = blocks[b].warps.emplace_back();
          for (int i = 0; i < 100; ++i) {
            const LineAccess line{random() % 300, static_cast<uint8_t>(random() % 15 + 1)};
            const uint32_t site = random() % 3;
            stream.push_back(packLine(site, line, false));
            const auto sectors = static_cast<uint64_t>(std::popcount(line.sectors));
            (site == 0 ? loads : site == 1 ? stores : bypassing) += sectors;
            for (int s = 0; s < 4; ++s) {
              if (line.sectors >> s & 1) touched.insert({line.line, s});
            }
          }
        }
      }
      for (const Schedule& schedule : standardSchedules()) {
        const Traffic traffic = run(blocks, schedule, 8 << 10);
        QCOMPARE(traffic.l1Lookups, loads);
        QCOMPARE(traffic.l2Writes, stores);
        QVERIFY(traffic.l2Reads <= loads - traffic.l1Hits + bypassing);
        QVERIFY(traffic.l2Reads >= loads - traffic.l1Hits);
        QVERIFY(traffic.dramReads <= touched.size());  // L2 holds it all: nothing is fetched twice
        QCOMPARE(traffic.l2Reads + traffic.l2Writes - traffic.l2Hits, touched.size());
        QVERIFY(run(blocks, schedule, 8 << 10) == traffic);  // the same on every run
      }
    }
  }

  void aLargerCacheThatIsOneSetNeverHitsLess() {
    std::mt19937 random(29);
    std::vector<LineAccess> accesses;
    for (int i = 0; i < 5000; ++i)
      accesses.push_back({random() % 64 * random() % 64, static_cast<uint8_t>(1u << random() % 4)});
    uint64_t before = 0;
    for (uint32_t lines = 1; lines <= 64; lines *= 2) {
      SectorCache cache(uint64_t{lines} * 128, lines);
      uint64_t hits = 0;
      for (const LineAccess& line : accesses) hits += cache.access(line, false).hit != 0;
      QVERIFY(hits >= before);
      before = hits;
    }
  }

  void sharedMemoryLeavesTheRestToL1() {
    const Device h200 = warpwright::findDevice("H200").value();
    QCOMPARE(l1BytesBeside(h200, 8, 0), uint64_t{256 << 10});
    QCOMPARE(l1BytesBeside(h200, 8, 2048), uint64_t{(256 - 32) << 10});  // 8 × (2 + 1) KiB: the size of 32
    QCOMPARE(l1BytesBeside(h200, 1, 200 << 10), uint64_t{(256 - 228) << 10});
    QCOMPARE(l1BytesBeside(warpwright::findDevice("GTX 480").value(), 1, 0), uint64_t{48 << 10});
  }
};

QTEST_APPLESS_MAIN(MemoryModelTest)
#include "memory_model_test.moc"
