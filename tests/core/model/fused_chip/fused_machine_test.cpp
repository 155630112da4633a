// The machine on which a CPU and a GPU share the last cache, against what can be worked out by hand.
#include <QTest>

#include "core/model/fused_chip/fused_machine.h"
#include "tests/core/model/memory/traces.h"

using namespace traces;
using warpwright::FusedDevice;

namespace {

constexpr uint32_t loadSite = 0, storeSite = 1, barrierSite = 2, nextLoadSite = 3, laterLoadSite = 4;

std::vector<TraceSite> sites() {
  std::vector<TraceSite> list(5);
  list[loadSite].work = {0, 1, 1};
  list[storeSite].kind = EventKind::store;
  list[storeSite].work = {0, 0, 1};
  list[barrierSite].kind = EventKind::barrier;
  list[nextLoadSite].work = {0, 2, 1};   // its address comes from the first load
  list[laterLoadSite].work = {0, 1, 1};  // needs nothing of the first
  return list;
}

FusedDevice machineDevice() {
  return warpwright::findFusedDevice("Fused 2012").value();
}

/// The line of 64 bytes with this number, as a request.
uint64_t line(uint64_t number, uint32_t site = loadSite) {
  return packLine(site, {number / 2, static_cast<uint8_t>(3 << (number % 2 * 2))}, false);
}

/// One warp a block.
GpuWork work(const std::vector<RequestStream>& warps, uint32_t resident = 8) {
  GpuWork result{sites(), {}, resident};
  for (const RequestStream& stream : warps) result.blocks.push_back({0, {stream}});
  return result;
}

/// Blocks of one warp that each load `each` lines of their own; `numberOf` says which line the n-th is.
GpuWork streaming(uint32_t blocks, uint32_t each, const std::function<uint64_t(uint64_t)>& numberOf,
                  uint32_t site = loadSite, uint32_t resident = 8) {
  std::vector<RequestStream> warps(blocks);
  for (uint32_t b = 0; b < blocks; ++b) {
    for (uint32_t i = 0; i < each; ++i) {
      warps[b].push_back(packWork(1, 32));
      warps[b].push_back(line(numberOf(uint64_t{b} * each + i), site));
    }
  }
  return work(warps, resident);
}

// In ticks (CPU cycles): a cycle of the GPU is 5, one of the DRAM 4.
constexpr uint64_t issueToRequest = 6 * 5, toL3 = 20 * 5, burst = 16 * 4, toFirstWord = (12 + 9) * 4;

}  // namespace

class FusedMachineTest : public QObject {
  Q_OBJECT
 private slots:
  void theDeviceSaysWhatThePaperSays() {
    const FusedDevice device = machineDevice();
    const warpwright::FusedChip& chip = device.chip;
    QCOMPARE(chip.dram.modules * chip.dram.busBits / 8 * chip.dram.clockGHz, 19.2);
    QCOMPARE(device.gpu.dramGBs, 19.2);
    QCOMPARE(ticksOf(chip, device.gpu.clockGHz), uint64_t{5});
    QCOMPARE(ticksOf(chip, chip.dram.clockGHz), uint64_t{4});
    QCOMPARE(device.gpu.l2Bytes, uint64_t{4} << 20);
  }

  void oneColdLoadTakesTheSumOfItsParts() {
    FusedMachine machine(machineDevice());
    const GpuWork one = work({{packWork(1, 32), line(0)}});
    const FusedCounts cold = machine.run(one);
    QCOMPARE(cold.ticks, issueToRequest + toL3 + toFirstWord + burst);
    QCOMPARE(cold.gpu.threadInstructions, uint64_t{32});
    QCOMPARE(cold.shared.gpuMisses, uint64_t{1});
    QCOMPARE(cold.shared.dramReads, uint64_t{1});
    // Now it is in the first cache: there is nothing to wait for.
    QCOMPARE(machine.run(one).ticks, issueToRequest);
  }

  void aPerfectSharedCacheTakesItsLatency() {
    FusedMachine machine(machineDevice(), true);
    QCOMPARE(machine.run(work({{packWork(1, 32), line(0)}})).ticks, issueToRequest + toL3);
    // Loads of one step are on their way together; an address that was loaded waits.
    const FusedCounts together =
        machine.run(work({{packWork(1, 32), line(1000), packWork(1, 32), line(2000, loadSite)}}));
    QCOMPARE(together.ticks, 2 * (issueToRequest + toL3));  // the second time round the same place: a loop
    const FusedCounts chained =
        machine.run(work({{packWork(1, 32), line(3000), packWork(1, 32), line(4000, nextLoadSite)}}));
    QCOMPARE(chained.ticks, 2 * (issueToRequest + toL3));
    const FusedCounts store =
        machine.run(work({{packWork(1, 32), line(5000), packWork(1, 32), line(6000, storeSite)}}));
    QCOMPARE(store.ticks, 2 * (issueToRequest + toL3));  // its warp waits for the load, too
  }

  // A warp waits for a load before it goes on, or only where it needs what came.
  void blockingLoadsDoNotOverlap() {
    FusedDevice device = machineDevice();
    const GpuWork two = work({{packWork(1, 32), line(0), packWork(1, 32), line(1000, laterLoadSite)}});
    device.chip.gpuBlockingLoads = true;
    QCOMPARE(FusedMachine(device, true).run(two).ticks, 2 * (issueToRequest + toL3));
    device.chip.gpuBlockingLoads = false;
    QCOMPARE(FusedMachine(device, true).run(two).ticks, 2 * issueToRequest + toL3);
  }

  void storesNeedNoSlot() {
    FusedDevice device = machineDevice();
    device.gpu.multiprocessors = device.chip.gpuMisses = 1;
    const auto each = [](uint64_t n) { return n * 7; };
    device.chip.gpuStoresTakeMisses = true;
    QCOMPARE(FusedMachine(device, true).run(streaming(4, 1, each, storeSite)).ticks, issueToRequest + 4 * toL3);
    device.chip.gpuStoresTakeMisses = false;  // one warp after the other issues, and nothing waits
    QCOMPARE(FusedMachine(device, true).run(streaming(4, 1, each, storeSite)).ticks, issueToRequest + 3 * 5 + toL3);
  }

  // Warps take turns at each instruction: eight of them hide the six stages, and all end together.
  void warpsTakeTurns() {
    FusedDevice device = machineDevice();
    device.gpu.multiprocessors = 1;
    const auto ticks = [&](uint32_t warps) {
      return FusedMachine(device, true).run(work(std::vector<RequestStream>(warps, {packWork(100, 3200)}))).ticks;
    };
    QCOMPARE(ticks(1), 100 * issueToRequest);
    QCOMPARE(ticks(6), 100 * issueToRequest + 5 * 5);
    QCOMPARE(ticks(8), uint64_t{99 * 8 + 7 + 6} * 5);
  }

  // One pipeline: while a request finds no slot, a warp that only computes stands still, too.
  void aFullMemoryStageHoldsUpWhatComputes() {
    FusedDevice device = machineDevice();
    device.gpu.multiprocessors = 1;
    device.chip.gpuMisses = 1;
    const RequestStream computes{packWork(3, 96), packLine(barrierSite, {}, false), packWork(100, 3200)};
    const uint64_t lineIsThere = issueToRequest + toL3 + toFirstWord + burst, computing = 100 * issueToRequest;
    const FusedCounts alone = FusedMachine(device).run(work({{packWork(1, 32), line(0)}, computes}));
    QVERIFY(alone.ticks < lineIsThere + computing);
    const FusedCounts held =
        FusedMachine(device).run(work({{packWork(1, 32), line(0)}, {packWork(1, 32), line(1000)}, computes}));
    QVERIFY2(held.ticks >= lineIsThere + computing, std::to_string(held.ticks).c_str());
  }

  // 96 warps that ask for lines of their own, a module after another: the bus is what they wait for.
  void aStreamIsBoundByBandwidth() {
    FusedDevice device = machineDevice();
    device.chip.gpuL2Misses = 0;  // as many as are wanted
    FusedMachine machine(device);
    constexpr uint64_t lines = 96 * 512;
    const auto across = [](uint64_t n) { return n % 512 * 96 + n / 512; };
    const FusedCounts counts = machine.run(streaming(96, 512, across, loadSite, 24));
    const uint64_t least = lines / 8 * burst;
    QCOMPARE(counts.shared.dramReads, lines);
    QCOMPARE(counts.dramBusyTicks, lines * burst);
    QVERIFY2(counts.ticks >= least && static_cast<double>(counts.ticks) < 1.25 * static_cast<double>(least),
             std::to_string(static_cast<double>(counts.ticks) / static_cast<double>(least)).c_str());
  }

  // All of it in one module: eight times as long.
  void onePartitionServesAnEighth() {
    FusedMachine machine(machineDevice());
    const auto camping = [](uint64_t n) { return n / 4 * 32 + n % 4; };
    const FusedCounts counts = machine.run(streaming(32, 64, camping));
    QVERIFY(counts.ticks >= 32 * 64 * burst);
  }

  // A store fetches its line, and later it is written back: cache full of such lines, every further line costs two.
  void storesFetchAndWriteBack() {
    FusedMachine machine(machineDevice());
    constexpr uint64_t capacity = (4 << 20) / 64;
    const auto all = [](uint64_t n) { return n; };
    const FusedCounts first = machine.run(streaming(64, capacity / 64, all, storeSite));
    QCOMPARE(first.shared.dramReads, capacity);
    QCOMPARE(first.shared.dramWrites, uint64_t{0});
    const FusedCounts more = machine.run(streaming(64, 16, [](uint64_t n) { return capacity + n; }, storeSite));
    QCOMPARE(more.shared.dramWrites, uint64_t{64 * 16});
  }

  void slotsForMissesBoundWhatIsOnItsWay() {
    FusedDevice device = machineDevice();
    device.chip.gpuMisses = 1;
    device.gpu.multiprocessors = 1;
    FusedMachine machine(device, true);
    const FusedCounts counts = machine.run(streaming(8, 1, [](uint64_t n) { return n * 7; }));
    QCOMPARE(counts.ticks, issueToRequest + 8 * toL3);
  }

  // Each line takes the way to the shared cache; so many of them at a time, for all multiprocessors together.
  void slotsOfTheL2BoundWhatIsOnItsWay() {
    FusedDevice device = machineDevice();
    const GpuWork far = streaming(8, 1, [](uint64_t n) { return n * 7; }, loadSite, 2);
    const auto ticksWith = [&](uint32_t count) {
      device.chip.gpuL2Misses = count;
      return FusedMachine(device, true).run(far).ticks;
    };
    QCOMPARE(ticksWith(2), issueToRequest + 4 * toL3);
    QCOMPARE(ticksWith(4), issueToRequest + 2 * toL3);
    QCOMPARE(ticksWith(0), issueToRequest + 5 + toL3);  // the second warp of a multiprocessor asks a cycle later
    // Who asks for the same line shares a slot, and the shared cache is asked once.
    device.chip.gpuL2Misses = 1;
    const FusedCounts same = FusedMachine(device, true).run(streaming(4, 1, [](uint64_t) { return uint64_t{7}; }));
    QCOMPARE(same.ticks, issueToRequest + toL3);
    QCOMPARE(same.shared.gpuAccesses, uint64_t{1});
    QCOMPARE(same.gpu.l2Loads, uint64_t{4});
    // Stores pass.
    QCOMPARE(FusedMachine(device, true)
                 .run(streaming(
                     4, 1, [](uint64_t n) { return n * 7; }, storeSite))
                 .ticks,
             issueToRequest + toL3);
  }

  void whoWaitsForASlotIsServedInOrder() {
    using Slots = MissSlots<int>;
    Slots free(1);
    QVERIFY(free.ask(10, 1) == Slots::Outcome::sent);
    QVERIFY(free.ask(20, 2) == Slots::Outcome::waits);
    QVERIFY(free.ask(10, 3) == Slots::Outcome::shared);
    QVERIFY(free.ask(20, 4) == Slots::Outcome::waits);
    QVERIFY(!free.next());  // none is free
    QCOMPARE(free.arrived(10), std::vector<int>{3});
    const auto second = free.next();
    QVERIFY(second && second->first == 20 && second->second == 2);
    QVERIFY(free.ask(20, 2) == Slots::Outcome::sent);
    QVERIFY(!free.next());
    QCOMPARE(free.arrived(20), std::vector<int>());
    const auto fourth = free.next();  // its line has come meanwhile: the cache looks again before it asks
    QVERIFY(fourth && fourth->second == 4);
    QVERIFY(!free.next());
  }

  // The second line waits for a slot twice; who waited behind the first finds it there.
  void whoWaitedFindsALineThatHasCome() {
    FusedDevice device = machineDevice();
    device.chip.gpuL2Misses = 1;
    const FusedCounts counts = FusedMachine(device, true).run(streaming(4, 1, [](uint64_t n) { return n / 2 * 7; }));
    QCOMPARE(counts.shared.gpuAccesses, uint64_t{2});
    QCOMPARE(counts.gpu.l2Loads, uint64_t{4});
    QCOMPARE(counts.ticks, issueToRequest + 2 * toL3 + 10 * 5);  // a hit in L2 takes ten cycles
  }

  void warpsMeetAtBarriers() {
    FusedMachine machine(machineDevice(), true);
    GpuWork two{sites(),
                {{0,
                  {{packWork(1, 32), packLine(barrierSite, {}, false), packWork(1, 32), line(1)},
                   {packWork(100, 3200), packLine(barrierSite, {}, false), packWork(1, 32), line(2)}}}},
                1};
    const FusedCounts counts = machine.run(two);
    QVERIFY(counts.ticks >= 100 * 6 * 5 + issueToRequest + toL3);
    QCOMPARE(counts.gpu.warpInstructions, uint64_t{103});
  }

  // The GPU computes first; the CPU has brought everything when it comes to its loads.
  void aPerfectPrefetcherLeavesHits() {
    std::vector<RequestStream> warps(32);
    for (uint64_t b = 0; b < 32; ++b) {
      warps[b].push_back(packWork(20000, 20000 * 32));
      for (uint64_t i = 0; i < 16; ++i) warps[b].push_back(line(b * 16 + i));
    }
    FusedMachine alone(machineDevice()), helped(machineDevice()), perfect(machineDevice(), true);
    const CpuProgram all = [](CpuCore& cpu) {
      for (uint64_t n = 0; n < 512 && !cpu.stopped(); ++n) {
        cpu.instructions(10);
        cpu.load(n * 64, 4);
      }
    };
    const GpuWork launch = work(warps);
    const FusedCounts without = alone.run(launch), with = helped.run(launch, all), best = perfect.run(launch);
    QCOMPARE(without.l3HitRate(), 0.0);
    QCOMPARE(with.l3HitRate(), 1.0);
    QCOMPARE(with.coverage(), 1.0);
    QCOMPARE(with.shared.cpuUsed, uint64_t{512});
    QCOMPARE(with.cpuLines, uint64_t{512});
    QCOMPARE(with.cpuLinesOfKernel, uint64_t{512});
    QCOMPARE(with.cpuInstructions, uint64_t{5120});
    QCOMPARE(with.ticks, best.ticks);
    QVERIFY(without.ticks > with.ticks);
  }

  void theNextLineComesByItself() {
    FusedMachine machine(machineDevice());
    const GpuWork slow = work({{packWork(100000, 3200000), line(0)}});
    const FusedCounts counts = machine.run(slow, [](CpuCore& cpu) {
      for (uint64_t n = 0; n < 64; n += 2) cpu.load(n * 64, 4);
      cpu.instructions(1000000);
      // Both of a pair are in the second cache now: the shared one is not asked again.
      for (uint64_t n = 0; n < 64; ++n) cpu.load(n * 64, 4);
      QCOMPARE(cpu.l3Hits(), uint64_t{0});
    });
    QCOMPARE(counts.shared.cpuFetched, uint64_t{64});
    QCOMPARE(counts.cpuLoads, uint64_t{96});
  }

  // What the GPU has brought in already is a hit for the CPU, which its program may ask for.
  void theCounterSeesThatTheGpuIsAhead() {
    FusedMachine machine(machineDevice());
    machine.run(streaming(8, 8, [](uint64_t n) { return n; }));
    const GpuWork slow = work({{packWork(100000, 3200000), line(0)}});
    const FusedCounts counts = machine.run(slow, [](CpuCore& cpu) {
      for (uint64_t n = 0; n < 64; n += 2) cpu.load(n * 64, 4);
      QCOMPARE(cpu.l3Hits(), uint64_t{32});
    });
    QCOMPARE(counts.shared.cpuFetched, uint64_t{0});
  }

  // Loads within the window overlap; one that is further behind waits.
  void theCpuLooksAheadAsFarAsItsWindow() {
    FusedDevice device = machineDevice();
    device.chip.nextLinePrefetch = 0;
    const auto ticks = [&](uint64_t between) {
      FusedMachine machine(device, true);
      uint64_t seen = 0;
      const GpuWork slow = work({{packWork(400000, 0), line(0)}});
      machine.run(slow, [&](CpuCore& cpu) {
        for (uint64_t n = 0; n < 1000; ++n) {
          cpu.instructions(between);
          cpu.load(n * 64, 4);
        }
        cpu.l3Hits();
        seen = machine.now();
      });
      return seen;
    };
    QVERIFY(ticks(4) < 1400);         // 32 loads in the window for 40 cycles: 1250 and the last
    QVERIFY(ticks(128) >= 999 * 40);  // none in the window beside the load before
  }

  void endsWithTheKernel() {
    FusedMachine machine(machineDevice());
    const GpuWork one = work({{packWork(1, 32), line(0)}});
    uint64_t rounds = 0;
    const FusedCounts counts = machine.run(one, [&](CpuCore& cpu) {
      for (; !cpu.stopped(); ++rounds) {
        cpu.instructions(8);
        cpu.load(1 << 20 | rounds * 128, 4);
      }
    });
    QVERIFY(rounds > 0 && rounds < 1000);
    QVERIFY(counts.ticks < 2500);
    QCOMPARE(counts.cpuLinesOfKernel, uint64_t{0});
    QCOMPARE(counts.accuracy(), 0.0);
  }

  void isTheSameEachTime() {
    const GpuWork launch = streaming(40, 100, [](uint64_t n) { return n * n % 9973; });
    const auto once = [&] {
      FusedMachine machine(machineDevice());
      FusedCounts sum = machine.run(launch, [](CpuCore& cpu) {
        for (uint64_t n = 0; n < 4000 && !cpu.stopped(); ++n) cpu.instructions(20), cpu.load(n * 128, 4);
      });
      sum += machine.run(launch);
      return std::tuple(sum.ticks, sum.shared.gpuHits, sum.shared.cpuFetched, sum.dramRowHits, sum.cpuInstructions);
    };
    QCOMPARE(once(), once());
  }

  void nothingToDoTakesNoTime() {
    FusedMachine machine(machineDevice());
    QCOMPARE(machine.run(work({})).ticks, uint64_t{0});
    QCOMPARE(machine.run(work({{}, {}})).ticks, uint64_t{0});
  }

  void rowsStayOpen() {
    const warpwright::FusedChip chip = machineDevice().chip;
    DramModule dram(chip.dram, 64, 4);
    dram.request(0, 1, 0, false);
    dram.request(0, 2, 64, false);        // the same row
    dram.request(0, 3, 4 * 2048, false);  // another row of the same bank
    std::vector<uint64_t> ends;
    for (uint64_t now = 0; ends.size() < 3;) {
      if (const auto transfer = dram.next(now))
        ends.push_back(transfer->end);
      else
        now = dram.wakeAt();
    }
    QCOMPARE(ends[0], toFirstWord + burst);
    QCOMPARE(ends[1], ends[0] + burst);
    QVERIFY(ends[2] >= ends[1] + (13 + 12 + 9) * 4 + burst);
    QCOMPARE(dram.rowHits, uint64_t{1});
  }

  // What a warp executes between its requests goes into the stream, rounded to whole ones.
  void streamsCarryTheWorkBetweenRequests() {
    std::vector<TraceSite> list(2);
    list[0].work.instructions = 2.5;
    list[1].kind = EventKind::marker;
    list[1].work.instructions = 3;
    WarpRecorder counts(list, {});
    WorkRecorder recorder(counts, list);
    RequestStream stream;
    recorder.beginWarp(0, &stream);
    WarpAccess one = access([](uint32_t lane) { return 4 * lane; }, 0xff);
    one.site = 1;
    recorder.add(one);
    one.site = 0;
    recorder.add(one);
    one.site = 1;
    recorder.add(one);
    recorder.endWarp();
    QCOMPARE(stream.size(), size_t{3});
    QVERIFY(isWork(stream[0]) && !isWork(stream[1]) && isWork(stream[2]));
    QCOMPARE(warpInstructionsOf(stream[0]), 6u);
    QCOMPARE(threadInstructionsOf(stream[0]), 44u);
    QCOMPARE(warpInstructionsOf(stream[2]), 3u);
  }

  // Addresses of 32 bits take fewer instructions to compute; PTX has a count of its own.
  void workIsThatOfTheMachinesCode() {
    std::vector<TraceSite> list(1);
    list[0].work.instructions = 7;
    list[0].work.wide = 3;
    list[0].work.ptx = 9;
    for (const auto& [code, instructions] :
         {std::pair(GpuCode::addresses64, 7u), std::pair(GpuCode::addresses32, 4u), std::pair(GpuCode::ptx, 9u)}) {
      WarpRecorder counts(list, {});
      WorkRecorder recorder(counts, list, code);
      RequestStream stream;
      recorder.beginWarp(0, &stream);
      recorder.add(access([](uint32_t lane) { return 4 * lane; }));
      recorder.endWarp();
      QVERIFY(isWork(stream[0]));
      QCOMPARE(warpInstructionsOf(stream[0]), instructions);
    }
  }
};

QTEST_APPLESS_MAIN(FusedMachineTest)
#include "fused_machine_test.moc"
