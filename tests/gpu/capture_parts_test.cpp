// Parts of the capture library, and what core knows about names, cubins and profiles.
#include <QtTest>
#include <nlohmann/json.hpp>

#include "app/capture/allocation_table.h"
#include "app/capture/watched_launch.h"
#include "core/base/symbol_name.h"
#include "core/execute/gpu/cubin_symbols.h"
#include "core/job/program_profile.h"
#include "tests/gpu/fake/fake_cubin.h"

using namespace warpwright;

class CapturePartsTest : public QObject {
  Q_OBJECT

 private slots:
  // A piece whose end was not seen gives way to the one that has its address now.
  void allocationsNeverOverlap() {
    capture::AllocationTable table;
    table.add(1000, {CapturedMemory::Kind::device, 100, nullptr});
    table.add(1200, {CapturedMemory::Kind::device, 100, nullptr});
    table.add(1050, {CapturedMemory::Kind::managed, 200, nullptr});
    QCOMPARE(table.live().size(), 1U);
    QCOMPARE(table.live().begin()->first, 1050U);
    table.add(2000, {CapturedMemory::Kind::device, 0, nullptr});
    table.add(UINT64_MAX - 5, {CapturedMemory::Kind::device, 10, nullptr});
    QCOMPARE(table.live().size(), 1U);
    table.add(1300, {CapturedMemory::Kind::device, 8, nullptr});
    table.removeRange(1050, 251);
    QCOMPARE(table.live().size(), 0U);
    table.remove(77);
  }

  void readsVariablesOfACubin() {
    const std::string cubin =
        fakeCubin({{"counter", 4}, {"$str", 9}, {"_Z5table", 400}, {"$str$12", 3}, {"__unnamed_1", 7}},
                  {{"factors", 64}}, {"vprintf"});
    const gpu::CubinSymbols symbols = gpu::cubinSymbols(cubin);
    QCOMPARE(symbols.variables.size(), 3U);
    QCOMPARE(symbols.variables[1].name, "_Z5table");
    QCOMPARE(symbols.variables[1].size, 400U);
    QVERIFY(symbols.variables[2].constant && !symbols.variables[0].constant);
    QVERIFY(!symbols.usesDeviceHeap);
    QVERIFY(gpu::cubinSymbols(fakeCubin({}, {}, {"malloc", "free"})).usesDeviceHeap);
  }

  // Cut or changed anywhere: no symbol more than there is, and never a read outside.
  void survivesDamagedCubins() {
    const std::string cubin = fakeCubin({{"counter", 4}}, {});
    for (size_t length = 0; length < cubin.size(); ++length)
      QCOMPARE(gpu::cubinSymbols(cubin.substr(0, length)).variables.size(), 0U);
    for (size_t at = 0; at < cubin.size(); ++at) {
      for (const char value : {'\0', '\x7f', '\xff'}) {
        std::string damaged = cubin;
        damaged[at] = value;
        QVERIFY(gpu::cubinSymbols(damaged).variables.size() <= 1);
      }
    }
  }

  void readsParameterTypes() {
    using Types = std::vector<std::string>;
    QCOMPARE(parameterTypes("_Z7scaleByPfPKfi"), (Types{"float*", "float const*", "int"}));
    QCOMPARE(parameterTypes("_Z1kIfEvPT_"), Types{"float*"});
    QCOMPARE(parameterTypes("_Z6kernelPKfPFviEN3foo3BarE"), (Types{"float const*", "void (*)(int)", "foo::Bar"}));
    QCOMPARE(parameterTypes("_ZN12_GLOBAL__N_11kEPi"), Types{"int*"});
    QCOMPARE(parameterTypes("_Z1kSt4pairIiPfE"), Types{"std::pair<int, float*>"});
    QCOMPARE(parameterTypes("_Z1kv"), Types{});
    QCOMPARE(parameterTypes("plain_c"), Types{});
    QCOMPARE(pointeeType("float const*"), "float");
    QCOMPARE(pointeeType("int volatile const*"), "int");
    QCOMPARE(pointeeType("float**"), "float*");
    QCOMPARE(pointeeType("foo::Bar"), "");
  }

  void readsLaunchesOfEveryKind() {
    namespace cupti = gpu::cupti;
    cupti::LaunchAttribute attributes[2]{};
    attributes[0].id = cupti::attributeCooperative;
    attributes[0].value[0] = 1;
    attributes[1].id = cupti::attributeCluster;
    attributes[1].value[0] = uint64_t{1} << 32 | 1;
    attributes[1].value[1] = 1;
    cupti::LaunchConfig config{10, 2, 1, 64, 1, 1, 128, nullptr, attributes, 2};
    int handle = 0;
    cupti::LaunchExParams params{&config, &handle, nullptr, nullptr};
    cupti::CallbackData data{};
    data.functionParams = &params;
    data.symbolName = "_Z1kv";
    auto launch = capture::watchedLaunch(cupti::callLaunchKernelEx, data);
    QVERIFY(launch && launch->cooperative && !launch->clusters);
    QCOMPARE(launch->grid[1], 2U);
    QCOMPARE(launch->dynamicSharedBytes, 128U);
    attributes[1].value[0] = uint64_t{1} << 32 | 2;
    QVERIFY(capture::watchedLaunch(cupti::callLaunchKernelEx, data)->clusters);
    cupti::LaunchParams plain{&handle, 3, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr};
    data.functionParams = &plain;
    launch = capture::watchedLaunch(cupti::callLaunchCooperative, data);
    QVERIFY(launch && launch->cooperative);
    QCOMPARE(launch->grid[0], 3U);
    QVERIFY(!capture::watchedLaunch(cupti::callMemFree, data));
  }

  void ranksAndMergesProfiles() {
    ProfileBuilder builder;
    for (uint64_t i = 0; i < 5; ++i)
      builder.addKernel("_Z5shortv", 100 * i, 100 * i + 10 + i, 20, {{8, 1, 1}, {32, 1, 1}});
    builder.addKernel("_Z4longv", 1000, 2000, 40, {{9, 1, 1}, {64, 1, 1}, 16, 32});
    builder.addCopy("fill", 2000, 2500, 4096);
    ProgramProfile profile = builder.profile();
    QCOMPARE(profile.kernels.size(), 2U);
    QCOMPARE(profile.kernels[0].name, "long()");
    QCOMPARE(profile.kernels[1].medianNs, 12U);
    QCOMPARE(profile.kernels[1].minNs, 10U);
    QCOMPARE(profile.kernels[1].totalNs, 60U);
    QCOMPARE(profile.kernels[1].shapes[0].launches, 5U);
    QCOMPARE(profile.spanNs, 2500U);
    const Result<ProgramProfile> back = programProfileFromJson(toJson(profile));
    QVERIFY(back.ok());
    QCOMPARE(toJson(*back), toJson(profile));
    profile.add(*back);
    QCOMPARE(profile.kernels[1].launches, 10U);
    QCOMPARE(profile.kernels[1].shapes[0].launches, 10U);
    QCOMPARE(profile.copies[0].bytes, 8192U);
    QVERIFY(!programProfileFromJson({{"kernels", 3}}).ok());
  }

  void keepsWhenLaunchesAndCopiesWere() {
    ProfileBuilder builder;
    builder.addCopy("host to device", 5000, 5600, 4096, {0, 7});
    builder.addKernel("_Z4longv", 6000, 7000, 40, {{9, 1, 1}, {64, 1, 1}}, {0, 13});
    builder.addKernel("_Z4longv", 5500, 5900, 40, {{9, 1, 1}, {64, 1, 1}}, {1, 14});
    ProgramProfile profile = builder.profile();
    QCOMPARE(profile.startNs, 5000U);
    QCOMPARE(profile.timed(), 3U);
    QCOMPARE(profile.events.size(), 3U);
    QVERIFY(!profile.events[0].isLaunch && profile.events[0].bytes == 4096);
    QCOMPARE(profile.events[1].name, "long()");
    QCOMPARE(profile.events[1].beginNs, 500U);
    QCOMPARE(profile.events[1].lengthNs, 400U);
    QCOMPARE(profile.events[2].place.stream, 13U);
    const Result<ProgramProfile> back = programProfileFromJson(toJson(profile));
    QVERIFY(back.ok());
    QCOMPARE(toJson(*back), toJson(profile));
    // Another process, that began earlier.
    ProfileBuilder second;
    second.addCopy("fill", 4000, 4100, 64, {0, 7});
    profile.add(second.profile());
    QCOMPARE(profile.startNs, 4000U);
    QCOMPARE(profile.events[0].process, 1U);
    QCOMPARE(profile.events[0].beginNs, 0U);
    QCOMPARE(profile.events[1].beginNs, 1000U);
    // A profile of an older version has no times of its own.
    nlohmann::json old = toJson(profile);
    old.erase("events");
    old.erase("started");
    const Result<ProgramProfile> without = programProfileFromJson(old);
    QVERIFY(without.ok() && without->events.empty());
  }

  void keepsNoMoreEventsThanPeopleLookAt() {
    ProfileBuilder builder;
    for (uint64_t i = 0; i < mostProfiledEvents + 10; ++i)
      builder.addKernel("_Z5shortv", 100 * i + 1, 100 * i + 11, 20, {{8, 1, 1}, {32, 1, 1}});
    const ProgramProfile profile = builder.profile();
    QCOMPARE(profile.events.size(), mostProfiledEvents);
    QCOMPARE(profile.timed(), mostProfiledEvents + 10);
  }
};

QTEST_GUILESS_MAIN(CapturePartsTest)
#include "capture_parts_test.moc"
