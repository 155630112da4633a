// What inline assembly is taken for, by its text.
#include <QTest>

#include "analysis/model/assembly_text.h"

using namespace warpwright;

class AssemblyTextTest : public QObject {
  Q_OBJECT

 private slots:
  void readsInstructions_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("means");  // what else than values of its operands; empty: nothing
    const auto row = [](const char* name, const char* text, const char* means = "") {
      QTest::newRow(name) << text << means;
    };
    row("arithmetic", "add.s32 $0, $1, $2;");
    row("registers of its own", "{ .reg .pred p; setp.eq.s32 p, $1, 0; selp.b32 $0, $2, $3, p; }");
    row("a family of registers", "{ .reg .b32 %r<4>; mov.b32 %r1, $1; add.s32 $0, %r1, %r1; }");
    row("jump to its label", "{ .reg .pred p; setp.eq.s32 p, $1, 0; @p bra DONE; mov.b32 $0, $2; DONE: }");
    row("comments", "// ld.global.s32 $0, [$1];\nmov.b32 $0, /* %laneid */ $1;");
    row("load", "ld.global.s32 $0, [$1];", "memory ld.global.s32");
    row("store", "st.shared.b32 [$0], $1;", "memory st.shared.b32");
    row("atomic", "atom.global.add.u32 $0, [$1], $2;", "memory atom.global.add.u32");
    row("no such instruction", "frobnicate.b32 $0, $1;", "memory frobnicate.b32");
    row("under a condition", "@$1 st.global.b32 [$0], $2;", "memory st.global.b32");
    row("jump elsewhere", "bra OUTSIDE;", "memory bra OUTSIDE");
    row("name of a variable", "mov.b32 $0, counter;", "memory counter");
    row("lane", "mov.u32 $0, %laneid;", "place");
    row("shared memory", "mov.u32 $0, %total_smem_size;", "place shared");
    row("dynamic shared memory", "mov.u32 $0, %dynamic_smem_size;", "place");
    row("clock", "mov.u64 $0, %clock64;", "place");
    row("like a family of its own", "{ .reg .b32 %c<4>; mov.u64 $0, %clock; }", "place");
    row("sleep", "nanosleep.u32 $0;", "place");
    row("shuffle", "shfl.sync.idx.b32 $0, $1, $2, 31, -1;", "collective");
    row("mask of the active", "activemask.b32 $0;", "collective");
    row("matrices", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {$0}, {$1}, {$2}, {$3};", "memory collective");
    row("barrier", "bar.sync 0;", "barrier");
    row("barrier of the warp", "bar.warp.sync -1;", "warp");
    row("trap", "trap;", "leaves");
    row("two", "mov.u32 $0, %tid.x; trap;", "place leaves");
  }

  void findsAddressesInSharedMemory() {
    const auto found = [](const char* text) {
      QStringList all;
      for (const std::string& one : model::readAssembly(text).sharedAddresses) all << QString::fromStdString(one);
      return all.join(" ");
    };
    QCOMPARE(found("ld.shared.u32 $0, [$1];"), QString("$1"));
    QCOMPARE(found("{ .reg .u32 a; mov.u32 a, 256; ld.shared.u32 $0, [a]; st.shared.b32 [512], $0; }"),
             QString("a 512"));
    QCOMPARE(found("cp.async.ca.shared.global [$0], [$1], 16;"), QString("$0"));
    QCOMPARE(found("cvta.to.shared.u64 $0, $1; ld.global.u32 $0, [$1]; fence.proxy.async.shared::cta;"), QString());
  }

  void readsInstructions() {
    QFETCH(QString, text);
    QFETCH(QString, means);
    const model::AssemblyMeaning meaning = model::readAssembly(text.toStdString());
    QStringList found;
    if (meaning.touchesMemory) found << "memory";
    if (!meaning.unknown.empty()) found << QString::fromStdString(meaning.unknown);
    if (meaning.readsPlace) found << "place";
    if (meaning.asksSharedSize) found << "shared";
    if (meaning.isCollective) found << "collective";
    if (meaning.isBarrier) found << "barrier";
    if (meaning.isWarpBarrier) found << "warp";
    if (meaning.leaves) found << "leaves";
    QCOMPARE(found.join(" "), means);
    QCOMPARE(meaning.isArithmetic(), means.isEmpty());
  }
};

QTEST_GUILESS_MAIN(AssemblyTextTest)
#include "assembly_text_test.moc"
