#include <QTest>
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "traces.h"

using namespace traces;

namespace {

uint32_t sectorsOf(const WarpAccess& access, uint32_t bytes) {
  LineSet lines;
  coalesce(access, bytes, lines);
  return lines.sectors();
}

uint32_t linesOf(const WarpAccess& access, uint32_t bytes) {
  LineSet lines;
  coalesce(access, bytes, lines);
  return lines.count;
}

/// How often a site is executed by the warp, by what was merged.
uint32_t executions(const std::vector<WarpAccess>& merged, uint32_t site) {
  return static_cast<uint32_t>(
      std::count_if(merged.begin(), merged.end(), [&](const WarpAccess& a) { return a.site == site; }));
}

}  // namespace

class MemsimTest : public QObject {
  Q_OBJECT
 private slots:
  void countsSectorsAndLinesOfStrides_data() {
    QTest::addColumn<uint64_t>("stride");
    QTest::addColumn<uint32_t>("bytes");
    QTest::addColumn<uint32_t>("sectors");
    QTest::addColumn<uint32_t>("lines");
    QTest::newRow("one address") << uint64_t{0} << 4u << 1u << 1u;
    QTest::newRow("consecutive floats") << uint64_t{4} << 4u << 4u << 1u;
    QTest::newRow("consecutive doubles") << uint64_t{8} << 8u << 8u << 2u;
    QTest::newRow("consecutive float4") << uint64_t{16} << 16u << 16u << 4u;
    QTest::newRow("every second float") << uint64_t{8} << 4u << 8u << 2u;
    QTest::newRow("stride of a sector") << uint64_t{32} << 4u << 32u << 8u;
    QTest::newRow("row of 17 floats") << uint64_t{68} << 4u << 32u << 17u;
    QTest::newRow("stride of 128 words: column walk") << uint64_t{512} << 4u << 32u << 32u;
  }
  void countsSectorsAndLinesOfStrides() {
    QFETCH(uint64_t, stride);
    QFETCH(uint32_t, bytes);
    QFETCH(uint32_t, sectors);
    QFETCH(uint32_t, lines);
    const WarpAccess a = access([&](uint32_t lane) { return 0x10000 + lane * stride; });
    QCOMPARE(sectorsOf(a, bytes), sectors);
    QCOMPARE(linesOf(a, bytes), lines);
    const WarpAccess reversed = access([&](uint32_t lane) { return 0x10000 + (31 - lane) * stride; });
    QCOMPARE(sectorsOf(reversed, bytes), sectors);
  }

  void aMisalignedRowTouchesOneMoreSector() {
    const WarpAccess a = access([](uint32_t lane) { return 0x1000 + 4 + lane * 4; });
    QCOMPARE(sectorsOf(a, 4), 5u);
    QCOMPARE(linesOf(a, 4), 2u);
  }

  void sectorsAreTheDistinctOnesThatLanesTouch() {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
      const uint32_t bytes = 1u << random() % 5;
      const uint64_t spread = uint64_t{1} << (4 + random() % 12);
      WarpAccess a;
      a.lanes = round % 3 == 0 ? ~0u : static_cast<uint32_t>(random());
      std::set<uint64_t> sectors, lines;
      for (uint32_t lane = 0; lane < warpSize; ++lane) {
        a.addresses[lane] = 0x100000 + random() % spread * (round % 2 ? bytes : 1);
        if ((a.lanes >> lane & 1) == 0) continue;
        for (uint32_t b = 0; b < bytes; ++b) {
          sectors.insert((a.addresses[lane] + b) / 32);
          lines.insert((a.addresses[lane] + b) / 128);
        }
      }
      QCOMPARE(size_t{sectorsOf(a, bytes)}, sectors.size());
      QCOMPARE(size_t{linesOf(a, bytes)}, lines.size());
    }
  }

  void localWordsOfLanesLieSideBySide() {
    LineSet lines;
    coalesceLocal(access([](uint32_t) { return 24; }), 4, 0x7000000000, lines);
    QCOMPARE(lines.count, 1u);
    QCOMPARE(lines.sectors(), 4u);
    coalesceLocal(access([](uint32_t) { return 24; }), 8, 0x7000000000, lines);
    QCOMPARE(lines.sectors(), 8u);
    coalesceLocal(access([](uint32_t lane) { return lane * 4; }), 4, 0x7000000000, lines);
    QCOMPARE(lines.count, 32u);
  }

  void sharedStridesConflictByTheirCommonDivisorWith32() {
    for (uint64_t stride = 1; stride <= 64; ++stride) {
      const WarpAccess a = access([&](uint32_t lane) { return lane * stride * 4; });
      QCOMPARE(uint64_t{sharedWavefronts(a, 4)}, std::gcd(stride, uint64_t{32}));
    }
  }

  void transposeConflictsAndThePaddedTile() {
    const auto column = [](uint64_t row) { return access([row](uint32_t lane) { return lane * row * 4; }); };
    QCOMPARE(sharedWavefronts(column(32), 4), 32u);
    QCOMPARE(sharedWavefronts(column(33), 4), 1u);
    QCOMPARE(sectorsOf(column(1024), 4), 32u);
  }

  void luDecompositionStoresOfStride16ConflictEightfold() {
    QCOMPARE(sharedWavefronts(access([](uint32_t lane) { return lane * 16 * 4; }, 0xffff), 4), 8u);
  }

  void wideSharedAccesses() {
    const auto consecutive = [](uint32_t bytes) {
      return access([=](uint32_t lane) { return uint64_t{lane} * bytes; });
    };
    const WarpAccess same = access([](uint32_t) { return 64; });
    QCOMPARE(sharedWavefronts(consecutive(1), 1), 1u);
    QCOMPARE(sharedWavefronts(consecutive(2), 2), 1u);
    QCOMPARE(sharedWavefronts(consecutive(8), 8), 2u);
    QCOMPARE(sharedWavefronts(consecutive(16), 16), 4u);
    QCOMPARE(sharedWavefronts(same, 4), 1u);
    QCOMPARE(sharedWavefronts(same, 8), 1u);
    QCOMPARE(sharedWavefronts(same, 16), 2u);  // as an H200 counts the uniform loads of a tiled product
    QCOMPARE(sharedWavefronts(access([](uint32_t lane) { return uint64_t{lane} * 16; }), 8), 4u);
    // Neighbours read the same pair: both halves fit in one wavefront.
    QCOMPARE(sharedWavefronts(access([](uint32_t lane) { return uint64_t{lane / 2} * 8; }), 8), 1u);
    QCOMPARE(sharedWavefronts(consecutive(8), 8, true), 2u);
    QCOMPARE(conflictFreeWavefronts(~0u, 16), 4u);
    QCOMPARE(conflictFreeWavefronts(0xff, 16), 1u);
  }

  void lanesOfAnAtomicOnOneWordTakeTurns() {
    QCOMPARE(sharedWavefronts(access([](uint32_t) { return 0; }), 4, true), 32u);
    QCOMPARE(sharedWavefronts(access([](uint32_t lane) { return lane * 4; }), 4, true), 1u);
  }

  void atomicsOfOnePartOfL2TakeTurns() {
    const std::vector<TraceSite> sites{{EventKind::atomic, MemorySpace::global}};
    const auto turns = [&](const auto& place, uint32_t warps) {
      WarpRecorder counts(sites, {});
      for (uint32_t w = 0; w < warps; ++w) {
        counts.beginWarp(0, nullptr);
        counts.add(access([&](uint32_t lane) { return 0x10000 + place(lane, w); }));
      }
      return counts.atomicPasses();
    };
    // 32 lanes in one word take 32 turns, side by side one for each sector; two in each of 16 words, two each.
    QVERIFY((turns([](uint32_t, uint32_t) { return uint64_t{0}; }, 10) == AtomicPasses{320, 320}));
    QVERIFY((turns([](uint32_t lane, uint32_t) { return uint64_t{lane} * 4; }, 10) == AtomicPasses{40, 40}));
    QVERIFY((turns([](uint32_t lane, uint32_t) { return uint64_t{lane} / 2 * 4; }, 1) == AtomicPasses{4, 4}));
    // Lines side by side share a part of L2, those 512 bytes apart do not.
    QVERIFY((turns([](uint32_t lane, uint32_t w) { return uint64_t{w} * 128 + lane * 4; }, 8) == AtomicPasses{32, 16}));
    QVERIFY((turns([](uint32_t lane, uint32_t w) { return uint64_t{w} * 512 + lane * 4; }, 8) == AtomicPasses{32, 4}));
  }

  void wavefrontsOfWordsAreTheFullestBank() {
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
      WarpAccess a;
      a.lanes = static_cast<uint32_t>(random()) | static_cast<uint32_t>(random());
      std::map<uint64_t, std::set<uint64_t>> banks;
      for (uint32_t lane = 0; lane < warpSize; ++lane) {
        a.addresses[lane] = random() % 512 * 4;
        if (a.lanes >> lane & 1) banks[a.addresses[lane] / 4 % 32].insert(a.addresses[lane]);
      }
      size_t worst = 0;
      for (const auto& [bank, words] : banks) worst = std::max(worst, words.size());
      QCOMPARE(size_t{sharedWavefronts(a, 4)}, worst);
    }
  }

  void lanesMeetAfterABranch() {
    // 0: load; 1: if odd: load; 2: load
    const auto logs = warp([](uint32_t lane, ThreadLog& log) {
      log.push_back(makeEvent(0, lane * 4));
      if (lane % 2) log.push_back(makeEvent(1, lane * 4));
      log.push_back(makeEvent(2, lane * 4));
    });
    const auto instructions = merged(logs);
    QCOMPARE(instructions.size(), size_t{3});
    QCOMPARE(instructions[1].lanes, 0xaaaaaaaau);
    QCOMPARE(instructions[2].lanes, ~0u);
    QCOMPARE(instructions[2].addresses[9], uint64_t{36});
  }

  void lanesMeetOnceAnIteration() {
    // for i < lane % 4 + 1: { for j < (lane + i) % 4 + 1: { 0: load; 1: latch } 2: store; 3: latch }
    const auto logs = warp([](uint32_t lane, ThreadLog& log) {
      for (uint32_t i = 0; i < lane % 4 + 1; ++i) {
        for (uint32_t j = 0; j < (lane + i) % 4 + 1; ++j) {
          log.push_back(makeEvent(0, 0));
          log.push_back(makeEvent(1, 0));
        }
        log.push_back(makeEvent(2, 0));
        log.push_back(makeEvent(3, 0));
      }
    });
    const auto instructions = merged(logs);
    // The inner loop runs as often as the longest of the lanes that are in the outer iteration: 4, then 4 (lane % 4 =
    // 2), 4 (1 + … lanes 2 and 3), and once.
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t longest = 0;
      for (uint32_t lane = i; lane < 4; ++lane) longest = std::max(longest, (lane + i) % 4 + 1);
      expected += longest;
    }
    QCOMPARE(executions(instructions, 0), expected);
    QCOMPARE(executions(instructions, 2), 4u);
  }

  void mergingInPiecesGivesTheSame() {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
      const uint32_t seed = static_cast<uint32_t>(random());
      const auto logs = warp([&](uint32_t lane, ThreadLog& log) {
        std::mt19937 choice(seed + lane);
        const uint32_t outer = choice() % 5;
        for (uint32_t i = 0; i < outer; ++i) {
          if (choice() % 2) log.push_back(makeEvent(1, choice() % 4096));
          for (uint32_t j = choice() % 4; j > 0; --j) {
            log.push_back(makeEvent(2, choice() % 4096));
            log.push_back(makeEvent(3, 0));
          }
          log.push_back(makeEvent(4, 0));
        }
        if (choice() % 4) log.push_back(makeEvent(5, choice() % 4096));
      });
      const auto whole = merged(logs);
      std::vector<WarpAccess> pieces;
      // Each lane hands over a few events at a time and is paused until it has handed over all.
      WarpLogs state = logsOf(logs);
      for (uint32_t lane = 0; lane < warpSize; ++lane) state[lane].end = state[lane].at;
      for (bool more = true; more;) {
        more = false;
        for (uint32_t lane = 0; lane < warpSize; ++lane) {
          const TraceEvent* last = logs[lane].data() + logs[lane].size();
          if (state[lane].at == state[lane].end) state[lane].end = std::min(last, state[lane].end + random() % 4 + 1);
          state[lane].paused = state[lane].end != last;
          more |= state[lane].paused;
        }
        mergeLanes(state, [&](const WarpAccess& a) { pieces.push_back(a); });
      }
      QCOMPARE(pieces.size(), whole.size());
      for (size_t i = 0; i < whole.size(); ++i) {
        QCOMPARE(pieces[i].site, whole[i].site);
        QCOMPARE(pieces[i].lanes, whole[i].lanes);
      }
    }
  }

  void everyEventIsMergedOnce() {
    std::mt19937 random(5);
    const auto logs = warp([&](uint32_t, ThreadLog& log) {
      for (uint32_t i = random() % 40; i > 0; --i) log.push_back(makeEvent(static_cast<uint32_t>(random() % 9), 0));
    });
    size_t events = 0, seen = 0;
    for (const ThreadLog& log : logs) events += log.size();
    for (const WarpAccess& a : merged(logs)) seen += static_cast<size_t>(std::popcount(a.lanes));
    QCOMPARE(seen, events);
  }

  void genericPointersAreToldByTheirAddress() {
    const std::vector<TraceSite> sites{{EventKind::load, MemorySpace::generic, CacheOperator::normal, 4}};
    WarpRecorder recorder(sites, {0x1000, 0x1000, 0x8000, 0x1000});
    recorder.beginWarp(0x700000000000, nullptr);
    WarpAccess a = access([](uint32_t lane) {
      return lane < 8 ? 0x1000 + lane * 4 : lane < 12 ? 0x8000 : 0x100000 + lane * 4;
    });
    recorder.add(a);
    QCOMPARE(recorder.counts(0, MemorySpace::shared).lanes, uint64_t{8});
    QCOMPARE(recorder.counts(0, MemorySpace::shared).wavefronts, uint64_t{1});
    QCOMPARE(recorder.counts(0, MemorySpace::local).lanes, uint64_t{4});
    QCOMPARE(recorder.counts(0, MemorySpace::global).lanes, uint64_t{20});
    QCOMPARE(recorder.executions(0), uint64_t{1});
  }

  /// Rodinia's lavaMD on an H200: four members of 8 bytes, stored one by one, are a quarter of the sectors to L2.
  void membersStoredOneByOneGoToL2Together() {
    const std::vector<TraceSite> sites(4, {EventKind::store, MemorySpace::global, CacheOperator::normal, 8});
    WarpRecorder recorder(sites, {});
    RequestStream stream;
    recorder.beginWarp(0, &stream);
    const auto member = [](uint64_t offset, uint32_t site) {
      WarpAccess each = access([&](uint32_t lane) { return 0x100000 + lane * 32 + offset; });
      each.site = site;
      return each;
    };
    for (uint32_t i = 0; i < 4; ++i) recorder.add(member(i * 8, i));
    uint64_t sectors = 0;
    for (uint32_t i = 0; i < 4; ++i) sectors += recorder.counts(i, MemorySpace::global).sectors;
    QCOMPARE(sectors, uint64_t{4 * 32});
    QCOMPARE(stream.size(), size_t{8});  // lines of the first alone
    recorder.beginWarp(0, &stream);
    recorder.add(member(8, 1));
    QCOMPARE(stream.size(), size_t{16});  // another warp's go by themselves
    recorder.add(access([](uint32_t lane) { return 0x200000 + lane * 8; }));
    recorder.add(access([](uint32_t lane) { return 0x200000 + lane * 8; }));
    QCOMPARE(stream.size(), size_t{20});  // whole sectors are sent each time
  }

  void naiveAndTiledProductsHaveTheirClosedForms() {
    constexpr uint64_t n = 64, tile = 32, a = 0x1000000, b = 0x2000000;
    const std::vector<TraceSite> sites{{},
                                       {},
                                       {EventKind::marker, {}, {}, 0},
                                       {EventKind::barrier, {}, {}, 0},
                                       {EventKind::load, MemorySpace::shared, {}, 4},
                                       {EventKind::load, MemorySpace::shared, {}, 4},
                                       {EventKind::barrier, {}, {}, 0},
                                       {EventKind::marker, {}, {}, 0}};
    WarpRecorder naive(sites, {}), tiled(sites, {});
    for (uint64_t row = 0; row < n; ++row) {
      for (uint64_t column = 0; column < n; column += warpSize) {
        const auto naiveLogs = warp([&](uint32_t lane, ThreadLog& log) {
          for (uint64_t k = 0; k < n; ++k) {
            log.push_back(makeEvent(0, a + (row * n + k) * 4));
            log.push_back(makeEvent(1, b + (k * n + column + lane) * 4));
            log.push_back(makeEvent(2, 0));
          }
        });
        const auto tiledLogs = warp([&](uint32_t lane, ThreadLog& log) {
          for (uint64_t t = 0; t < n; t += tile) {
            log.push_back(makeEvent(0, a + (row * n + t + lane) * 4));
            log.push_back(makeEvent(1, b + ((t + row % tile) * n + column + lane) * 4));
            log.push_back(makeEvent(3, 0));
            for (uint64_t k = 0; k < tile; ++k) {
              log.push_back(makeEvent(4, (row % tile * tile + k) * 4));
              log.push_back(makeEvent(5, (k * tile + lane) * 4));
            }
            log.push_back(makeEvent(6, 0));
            log.push_back(makeEvent(7, 0));
          }
        });
        for (const WarpAccess& i : merged(naiveLogs)) naive.add(i);
        for (const WarpAccess& i : merged(tiledLogs)) tiled.add(i);
      }
    }
    const auto sectors = [](const WarpRecorder& r) {
      return r.counts(0, MemorySpace::global).sectors + r.counts(1, MemorySpace::global).sectors;
    };
    QCOMPARE(sectors(naive) * 2, n * n * n * 2 / 32 * 5);  // 2.5 a request
    QCOMPARE(sectors(tiled), 2 * n * n * n / tile / 32 * 4);
    QCOMPARE(tiled.counts(4, MemorySpace::shared).wavefronts + tiled.counts(5, MemorySpace::shared).wavefronts,
             2 * n * n * n / 32);
  }
};

QTEST_APPLESS_MAIN(MemsimTest)
#include "memsim_test.moc"
