#include <QTest>
#include <algorithm>
#include <functional>

#include "analysis/analyzer/finding_cache.h"
#include "core/kernel/kernel_model.h"

using namespace warpwright;
using analysis::digestOf;
using analysis::FindingCache;
using analysis::FindingGrounds;

namespace {

const std::string file = "/p/a.cu";

FindingGrounds grounds() {
  FindingGrounds all;
  all.kernel = "kernel";
  all.openLaunches = "none";
  all.directives = "directives";
  all.launches = "launches";
  all.device = "device";
  all.file = file;
  all.firstLine = 10;
  return all;
}

PassDescription passWith(PassInputs inputs) {
  PassDescription pass;
  pass.id = "a_pass";
  pass.inputs = inputs;
  return pass;
}

std::vector<Opportunity> oneFinding() {
  Opportunity found;
  found.subject = "tile";
  found.range = {{file, 12, 3}, 12, 9};
  found.reason = {"%1 reads it", lineText(12)};
  return {found};
}

/// A model with one of each, that stands at `line`.
KernelModel modelAt(uint32_t line) {
  KernelModel model;
  model.name = model.qualifiedName = "k";
  model.definition = {{file, line, 1}, line + 9, 2};
  model.nameAt = {file, line, 17};
  model.launches.emplace_back().grid = {8, 1, 1};
  model.launches.back().at = {file, line + 100, 3};
  model.unknownReason = {"%1 is odd", lineText(line + 2)};
  Symbol counter;
  counter.stem = "round";
  counter.name = counter.stem + "@" + std::to_string(line + 3);
  counter.line = line + 3;
  model.pool.symbol(model.pool.addSymbol(counter));
  MemoryObject& object = model.objects.emplace_back();
  object.name = "tile";
  object.declaration = {{file, line + 1, 3}, line + 1, 9};
  object.uses.push_back({SourceUse::Kind::subscript, {{file, line + 4, 5}, line + 4, 9}, "tile[0]", "k", false, {}});
  Access& access = model.accesses.emplace_back();
  access.line = line + 4;
  access.inlinedAt = {{file, line + 5, 1}};
  model.loops.emplace_back().range = {{file, line + 3, 3}, line + 6, 4};
  model.barriers.emplace_back().line = line + 5;
  model.calls.emplace_back().name = "f";
  model.blocks.emplace_back().successors = {BlockId{0}};
  return model;
}

}  // namespace

class FindingCacheTest : public QObject {
  Q_OBJECT
 private slots:
  // A kernel that stands three lines further down: so does all that its findings name, and nothing else.
  void movesWhatFindingsName() {
    FindingCache::Key key;
    key.file = "/p/a.cu";
    key.firstLine = 10;
    Opportunity found;
    found.range = {{"/p/a.cu", 12, 3}, 14, 9};
    found.title = {"Remove the barrier at %1", lineText(13)};
    found.reason = {"%1 reads %2 bytes of what %3 wrote, at %4; line 11 stays.", linesText({12, 14, 20}), 16,
                    lineText(SourcePosition{"/p/b.cu", 5, 1}), lineText(SourcePosition{"/p/a.cu", 11, 2})};
    found.evidence = {{{"/p/a.cu", 12, 3}, {"as %1 does", Message("%1", lineText(11))}}, {{"/p/b.cu", 5, 1}, "b"}};
    found.assumptions = {{{"%1 at %2 stays inside", code("m"), lineText(12)}, runCheckFrom("subscript=m@12")}};
    found.proofSeconds = 1;
    FindingCache cache;
    cache.keep(key, {found});
    key.firstLine = 13;
    const auto moved = cache.find(key);
    QVERIFY(moved && moved->size() == 1);
    const Opportunity& now = moved->front();
    QCOMPARE(now.range.begin.line, 15u);
    QCOMPARE(now.range.endLine, 17u);
    QCOMPARE(toText(now.title), std::string("Remove the barrier at line 16"));
    QCOMPARE(toText(now.reason),
             std::string("lines 15, 17 and 23 reads 16 bytes of what line 5 wrote, at line 14; line 11 stays."));
    QCOMPARE(now.evidence[0].at.line, 15u);
    QCOMPARE(toText(now.evidence[0].text), std::string("as line 14 does"));
    QCOMPARE(now.evidence[1].at.line, 5u);
    QCOMPARE(toText(now.assumptions[0].text), std::string("`m` at line 15 stays inside"));
    QCOMPARE(toString(now.assumptions[0].check), std::string("subscript=m@15"));
    QCOMPARE(now.proofSeconds, 0.0);
    key.firstLine = 10;
    QVERIFY(cache.find(key)->front().reason == found.reason);
  }

  void looksAgainWhereAnInputChanges_data() {
    QTest::addColumn<int>("part");
    QTest::addColumn<bool>("always");
    int part = 0;
    for (const char* name : {"kernel", "openLaunches", "directives", "launches", "device"})
      QTest::newRow(name) << part << (part < 3), ++part;
  }
  /// What a pass names, and what every pass rests on, makes it look again; what it does not name does not.
  void looksAgainWhereAnInputChanges() {
    QFETCH(int, part);
    QFETCH(bool, always);
    constexpr std::string FindingGrounds::* parts[] = {&FindingGrounds::kernel, &FindingGrounds::openLaunches,
                                                       &FindingGrounds::directives, &FindingGrounds::launches,
                                                       &FindingGrounds::device};
    FindingGrounds changed = grounds();
    changed.*parts[part] += " changed";
    for (const bool launches : {false, true}) {
      for (const bool device : {false, true}) {
        const PassDescription pass = passWith({.launches = launches, .hostCode = false, .device = device});
        FindingCache cache;
        cache.keep(*FindingCache::keyOf(pass, grounds()), oneFinding());
        QVERIFY(cache.find(*FindingCache::keyOf(pass, grounds())));
        const bool isNamed = always || (part == 3 ? launches : device);
        QCOMPARE(cache.find(*FindingCache::keyOf(pass, changed)).has_value(), !isNamed);
      }
    }
  }

  void hostCodeIsAlwaysReadAgain() {
    QVERIFY(!FindingCache::keyOf(passWith({.launches = false, .hostCode = true, .device = false}), grounds()));
    // A pass that names nothing rests on everything.
    QVERIFY(!FindingCache::keyOf(PassDescription{}, grounds()));
  }

  void keysAreComparedWhole() {
    PassDescription pass = passWith({.launches = true, .hostCode = false, .device = true});
    FindingGrounds other = grounds();
    other.launches = "launchesd";
    other.device = "evice";
    QVERIFY(FindingCache::keyOf(pass, other)->text != FindingCache::keyOf(pass, grounds())->text);
    const std::string before = FindingCache::keyOf(pass, grounds())->text;
    pass.id = "other_pass";
    QVERIFY(FindingCache::keyOf(pass, grounds())->text != before);
  }

  void findingsMoveWithTheirKernel() {
    const PassDescription pass = passWith({.launches = false, .hostCode = false, .device = false});
    FindingCache cache;
    cache.keep(*FindingCache::keyOf(pass, grounds()), oneFinding());
    FindingGrounds below = grounds();
    below.firstLine = 14;
    const auto found = cache.find(*FindingCache::keyOf(pass, below));
    QVERIFY(found && found->size() == 1);
    QCOMPARE(found->front().range.begin.line, 16u);
    QCOMPARE(toText(found->front().reason), std::string("line 16 reads it"));
  }

  void aKernelThatMovesIsTheSame() {
    const std::string digest = digestOf({modelAt(10)}, "text", file, 10);
    QCOMPARE(digest.size(), size_t{32});
    QVERIFY(digestOf({modelAt(31)}, "text", file, 31) == digest);
    QVERIFY(digestOf({modelAt(31)}, "text", file, 30) != digest);
    // Where a launch stands counts only if something is not known of it.
    KernelModel open = modelAt(10);
    open.launches[0].at.line = 7;
    QVERIFY(digestOf({open}, "text", file, 10) == digest);
    open.launches[0].unknownReason = "grid is read from a file";
    const std::string unknown = digestOf({open}, "text", file, 10);
    open.launches[0].at.line = 8;
    QVERIFY(digestOf({open}, "text", file, 10) != unknown);
    // Lines of another file do not move with it.
    KernelModel here = modelAt(10), there = modelAt(31);
    here.accesses[0].inlinedAt[0] = there.accesses[0].inlinedAt[0] = {"/p/b.cuh", 4, 1};
    QVERIFY(digestOf({here}, "text", file, 10) != digestOf({there}, "text", file, 31));
  }

  void everythingOfAModelCounts() {
    using Change = std::function<void(KernelModel&)>;
    const std::vector<Change> changes = {
        [](KernelModel& m) { m.name = "l"; },
        [](KernelModel& m) { m.mangledName = "_Z1k"; },
        [](KernelModel& m) { m.nameAt.column = 18; },
        [](KernelModel& m) { m.parameterNames = {"n"}; },
        [](KernelModel& m) { m.launches[0].grid[1] = 2; },
        [](KernelModel& m) { m.launches[0].arguments = {std::nullopt}; },
        [](KernelModel& m) { m.block[2] = 0; },
        [](KernelModel& m) { m.maxThreads = 0; },
        [](KernelModel& m) { m.unknownReason += "."; },
        [](KernelModel& m) { m.pool.symbolAt(SymbolId{0}).maximum = 7; },
        [](KernelModel& m) { m.pool.symbolAt(SymbolId{0}).uniform = true; },
        [](KernelModel& m) { m.pool.constant(32, 5); },
        [](KernelModel& m) { m.objects[0].neverWritten = true; },
        [](KernelModel& m) { m.objects[0].extents = {0}; },
        [](KernelModel& m) { m.objects[0].uses[0].unevaluated = true; },
        [](KernelModel& m) { m.objects[0].uses[0].accesses = {AccessId{0}}; },
        [](KernelModel& m) { m.accesses[0].subscripts = {ExpressionId{0}}; },
        [](KernelModel& m) { m.accesses[0].isVectorPart = true; },
        [](KernelModel& m) { m.accesses.emplace_back(); },
        [](KernelModel& m) { m.loops[0].weight += 1e-9; },
        [](KernelModel& m) { m.loops[0].constantTripCount = 0; },
        [](KernelModel& m) { m.barriers[0].kind = Barrier::Kind::warp; },
        [](KernelModel& m) { m.calls[0].isWarpCollective = true; },
        [](KernelModel& m) { m.blocks[0].successors = {}; },
        [](KernelModel& m) { m.gridSize[0] = SymbolId{0}; },
    };
    std::vector<std::string> seen = {
        digestOf({modelAt(10)}, "text", file, 10), digestOf({modelAt(10)}, "texts", file, 10),
        digestOf({modelAt(10)}, "text", "/p/b.cu", 10), digestOf({modelAt(10), modelAt(10)}, "text", file, 10)};
    for (const Change& change : changes) {
      KernelModel model = modelAt(10);
      change(model);
      seen.push_back(digestOf({model}, "text", file, 10));
    }
    for (size_t i = 0; i < seen.size(); ++i) {
      QVERIFY2(std::count(seen.begin(), seen.end(), seen[i]) == 1, std::to_string(i).c_str());
    }
  }

  void everythingOfADeviceCounts() {
    Device device;
    const std::string before = digestOf(device);
    device.sources["l2Bytes"] = "where it is written";
    QVERIFY(digestOf(device) == before);
    device.maxRegistersPerThread = 63;
    const std::string fewer = digestOf(device);
    QVERIFY(fewer != before);
    device.coherent = true;
    QVERIFY(digestOf(device) != fewer);
  }
};

QTEST_GUILESS_MAIN(FindingCacheTest)
#include "finding_cache_test.moc"
