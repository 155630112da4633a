#include <QTest>
#include <cstring>

#include "analysis/engine/cuda/launch_checks.h"
#include "analysis/engine/host/source_lines.h"
#include "analysis/engine/memory/arena.h"

using namespace warpwright;
using namespace warpwright::engine;

class RuntimePartsTest : public QObject {
  Q_OBJECT
 private slots:
  void arenaKeepsAllocationsApart() {
    auto created = Arena::create(64 << 20);
    QVERIFY(created.ok());
    Arena& arena = **created;
    const uint64_t a = arena.allocate(100, "a", {"x.cu", 1, 1}).value(), b = arena.allocate(1000, "b", {}).value();
    QVERIFY(a % Arena::alignment == 0 && a > Arena::baseAddress + Arena::redZone);
    QVERIFY(b >= a + 100 + Arena::redZone);
    QVERIFY(arena.find(a + 99)->name == "a" && arena.find(b)->name == "b");
    QVERIFY(!arena.find(a + 100) && !arena.find(a - 1) && !arena.find(0));
    QVERIFY(arena.nearest(a + 110)->name == "a" && arena.nearest(b - 8)->name == "b" && arena.nearest(0)->name == "a");
    QVERIFY(arena.contains(a + 100) && !arena.contains(Arena::baseAddress - 1));
    for (int i = 0; i < 100; ++i) QCOMPARE(reinterpret_cast<char*>(a)[i], '\0');
  }

  void arenaRemembersWhatWasFreed() {
    auto created = Arena::create(64 << 20);
    Arena& arena = **created;
    const uint64_t a = arena.allocate(100, "a", {}).value();
    QVERIFY(!arena.free(a + 1).ok());
    QVERIFY(arena.free(a).ok());
    QVERIFY(arena.find(a) && !arena.find(a)->live);
    const Status again = arena.free(a);
    QVERIFY(!again.ok() && again.error().message.find("freed before") != std::string::npos);
    QVERIFY(arena.allocate(100, "b", {}).value() != a);
    QVERIFY(!arena.free(1).ok());
  }

  void arenaIsTheSameInEachRun() {
    uint64_t first = 0;
    for (int run = 0; run < 2; ++run) {
      auto created = Arena::create(64 << 20);
      const uint64_t address = (*created)->allocate(12345, "a", {}).value();
      if (run == 0) first = address;
      QCOMPARE(address, first);
      QVERIFY(!Arena::create(64 << 20).ok());  // the range is taken
    }
  }

  void arenaKeepsItsLimitAndUsesFreedAddresses() {
    auto created = Arena::create(256 << 20);
    Arena& arena = **created;
    QVERIFY(!arena.allocate(uint64_t{257} << 20, "too large", {}).ok());
    const uint64_t kept = arena.allocate(1 << 20, "kept", {}).value();
    std::memset(reinterpret_cast<void*>(kept), 1, 1 << 20);
    // Twenty times as much as there are addresses.
    for (int i = 0; i < 100; ++i) {
      const Result<uint64_t> block = arena.allocate(uint64_t{200} << 20, "block", {});
      QVERIFY(block.ok());
      char* bytes = reinterpret_cast<char*>(*block);
      QCOMPARE(bytes[0], '\0');
      bytes[0] = bytes[(200 << 20) - 1] = 1;
      QVERIFY(!arena.allocate(uint64_t{100} << 20, "more", {}).ok());
      QVERIFY(arena.free(*block).ok());
    }
    QCOMPARE(reinterpret_cast<char*>(kept)[(1 << 20) - 1], '\1');
    QCOMPARE(arena.find(kept)->name, std::string("kept"));
    QCOMPARE(arena.usedBytes(), uint64_t(1 << 20));
    QVERIFY(arena.peakBytes() >= uint64_t{201} << 20);
  }

  void nameOfAnAllocationIsWhatTheUserWrote() {
    QCOMPARE(withoutCasts("(void**)&gpuWall"), std::string("gpuWall"));
    QCOMPARE(withoutCasts(" ( void ** ) & gpuResult[1] "), std::string("gpuResult[1]"));
    QCOMPARE(withoutCasts("reinterpret_cast<void**>(&(grid.cells))"), std::string("grid.cells"));
    QCOMPARE(withoutCasts("&*it"), std::string("*it"));
    SourceLines lines(std::map<std::string, std::string>{
        {"/a/b.cu", "int f() {\n  CHECK(cudaMalloc(\n    (void**)&cells, n));\n  return 0;\n}\n"}});
    QCOMPARE(lines.firstArgument("cudaMalloc", {"/a/../a/b.cu", 2, 3}), std::string("cells"));
    QCOMPARE(lines.firstArgument("cudaMalloc", {"/a/b.cu", 40, 3}), std::string());
    QCOMPARE(lines.firstArgument("cudaMalloc", {"/none.cu", 1, 1}), std::string());
    SourceLines macro(
        std::map<std::string, std::string>{{"/m.cu", "int f() {\n  CALL(cudaMalloc, (void**)&sums, n * 4);\n}\n"}});
    QCOMPARE(macro.firstArgument("cudaMalloc", {"/m.cu", 2, 3}), std::string("sums"));
    SourceLines kernel(
        std::map<std::string, std::string>{{"/k.cu",
                                            "template <int N>\n__global__ void k(int *a, const float *__restrict__ b,\n"
                                            "                  int c[N], float (&d)[4] = x) {}\n"}});
    QCOMPARE(kernel.parameterNames("k", {"/k.cu", 2, 1}), (std::vector<std::string>{"a", "b", "c", ""}));
  }

  void elementTypesComeFromTheMangledName() {
    QCOMPARE(pointerElementTypes("_Z14dynproc_kerneliPiS_S_iiii"),
             (std::vector<std::string>{"", "int", "int", "int", "", "", "", ""}));
    QCOMPARE(pointerElementTypes("_Z3addIfEvPKT_PS0_y"), (std::vector<std::string>{"float", "float", ""}));
    QVERIFY(pointerElementTypes("plain_c_name").empty());
  }

  void assumptionsAreAboutTheirKernel() {
    auto created = Arena::create(64 << 20);
    const uint64_t a = (*created)->allocate(4096, "a", {}).value(), b = (*created)->allocate(4096, "b", {}).value();
    LaunchFacts facts{"ns::k", {256, 1, 1}, [] { return std::vector<std::string>{"n", "src", "dst"}; }, {0, a, b}};
    QCOMPARE(brokenAssumption("block=256,1,1", facts, **created), std::string());
    QCOMPARE(brokenAssumption("block=16,16,1;256,1,1", facts, **created), std::string());
    QCOMPARE(brokenAssumption("block=_,1,1", facts, **created), std::string());
    QCOMPARE(brokenAssumption("ns::other: block=1,1,1", facts, **created), std::string());
    QVERIFY(!brokenAssumption("ns::k: block=128,1,1", facts, **created).empty());
    QCOMPARE(brokenAssumption("disjoint=src,dst", facts, **created), std::string());
    facts.pointers[2] = a + 2048;
    QVERIFY(brokenAssumption("disjoint=src,dst", facts, **created).find("`src` and `dst`") != std::string::npos);
    // What a structure holds, variables of the device, and textures.
    facts.parameterNames = [] { return std::vector<std::string>{"l", "p"}; };
    facts.pointers = {0, b};
    facts.nested = {{a, b}, {b}};
    facts.variable = [&](const std::string& name) { return name == "g" ? a : uint64_t{0}; };
    QVERIFY(!brokenAssumption("disjoint=g,l.a", facts, **created).empty());
    QVERIFY(!brokenAssumption("disjoint=l.a,p", facts, **created).empty());
    QCOMPARE(brokenAssumption("disjoint=h,p", facts, **created), std::string());
    facts.textures = {b};
    QVERIFY(!brokenAssumption("untextured=p", facts, **created).empty());
    facts.textures = {};
    QCOMPARE(brokenAssumption("untextured=p", facts, **created), std::string());
    QVERIFY(isLaunchAssumption("ns::k: block=1,1,1") && !isLaunchAssumption("subscript=m@348"));
  }
};

QTEST_GUILESS_MAIN(RuntimePartsTest)
#include "runtime_parts_test.moc"
