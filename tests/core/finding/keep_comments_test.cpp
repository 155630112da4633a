// Comments that keep findings, and what a check fails on.

#include <QtTest>

#include "core/finding/finding_marks.h"
#include "core/finding/keep_comments.h"
#include "tests/support/described_passes.h"

using namespace warpwright;

namespace {

Opportunity found(const char* pass, uint32_t line, VerdictKind verdict = VerdictKind::applicable) {
  Opportunity one;
  one.id = std::string(pass) + "-" + std::to_string(line);
  one.pass = pass;
  one.verdict = verdict;
  one.range.begin = {"/p/a.cu", line, 3};
  return one;
}

KernelSummary kernelAt(uint32_t line, std::vector<Opportunity> findings) {
  KernelSummary kernel;
  kernel.name = "k";
  kernel.nameAt = {"/p/a.cu", line, 17};
  kernel.definition.begin = {"/p/a.cu", line, 1};
  kernel.opportunities = std::move(findings);
  return kernel;
}

KeepComments commentsOf(const std::string& text) {
  return KeepComments(
      [text](const std::string& file) { return file == "/p/a.cu" ? std::optional(text) : std::nullopt; });
}

constexpr const char* reg = "shared_to_register";
constexpr const char* global = "shared_to_global";

}  // namespace

class KeepCommentsTest : public QObject {
  Q_OBJECT

 private slots:
  void readsComments() {
    const auto all = keepCommentsOf("a.cu",
                                    "int a;  // warpwright: keep(one) because\r\n"
                                    "  //warpwright:keep( one , two )\n"
                                    "// warpwright: keep one\n// warpwright: keep(one\n\"warpwright: keep(one)\"\n"
                                    "// see // warpwright: keep(x) y\n");
    QCOMPARE(all.size(), size_t(3));
    QVERIFY(all[0] == (KeepComment{{"a.cu", 1, 9}, {"one"}, "because", false}));
    QVERIFY(all[1] == (KeepComment{{"a.cu", 2, 3}, {"one", "two"}, "", true}));
    QCOMPARE(all[2].at.line, 6u);
  }

  // Its own line, or the lines right above that hold nothing else.
  void isAboutWhatStandsThere_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");  // of the finding; the kernel is named in line 9
    QTest::addColumn<bool>("isKept");
    const QString keep = "// warpwright: keep(shared_to_register) why\n";
    QTest::newRow("same line") << "\n__shared__ int a;  " + keep << 2 << true;
    QTest::newRow("line above") << keep + "__shared__ int a;\n" << 2 << true;
    QTest::newRow("behind other code above") << "__shared__ int b;  " + keep + "__shared__ int a;\n" << 2 << false;
    QTest::newRow("two above, alone") << keep + "// warpwright: keep(shared_to_global) x\n__shared__ int a;\n"
                                      << 3 << true;
    QTest::newRow("two above, a line between") << keep + "\n__shared__ int a;\n" << 3 << false;
    QTest::newRow("below") << "__shared__ int a;\n" + keep << 1 << false;
    QTest::newRow("at the kernel") << QString(8, '\n') + "__global__ void k() {  " + keep << 12 << true;
    QTest::newRow("above the kernel") << QString(7, '\n') + keep + "__global__ void k() {\n" << 12 << true;
    QTest::newRow("another pass") << "__shared__ int a; // warpwright: keep(shared_to_local) x\n" << 1 << false;
  }
  void isAboutWhatStandsThere() {
    QFETCH(QString, text);
    QFETCH(int, line);
    QFETCH(bool, isKept);
    KeepComments comments = commentsOf(text.toStdString());
    const KernelSummary kernel = kernelAt(9, {});
    const KeepComment* comment = comments.of(kernel, found(reg, static_cast<uint32_t>(line)));
    QCOMPARE(comment != nullptr, isKept);
    if (comment) QCOMPARE(comment->reason, std::string("why"));
    QVERIFY(!comments.of(kernel, found(reg, static_cast<uint32_t>(line), VerdictKind::unknown)));
  }

  void saysWhichPassesThereAreNot() {
    KeepComments comments = commentsOf("\n// warpwright: keep(shared_to_regster, shared_to_register) x\n");
    comments.of(kernelAt(9, {}), found(reg, 1));
    const auto notes = comments.notes(describedPasses());
    QCOMPARE(notes.size(), size_t(1));
    QVERIFY2(notes[0].starts_with("/p/a.cu:2: there is no pass `shared_to_regster`"), notes[0].c_str());
    QVERIFY(notes[0].find(reg) != std::string::npos);
  }

  // Trades are left out of what is applicable or new unless they are asked for; what is kept counts nowhere.
  void countsWhatFails() {
    AnalysisResult result;
    result.passes = describedPasses();
    result.kernels = {
        kernelAt(9, {found(reg, 1), found(reg, 2), found(global, 3), found(reg, 4, VerdictKind::unknown)})};
    FindingMarks marks;
    QCOMPARE(countFailing(result, marks, {"", true}), size_t(0));
    QCOMPARE(countFailing(result, marks, {"applicable", false}), size_t(2));
    QCOMPARE(countFailing(result, marks, {"applicable", true}), size_t(3));
    QCOMPARE(countFailing(result, marks, {"unknown", false}), size_t(1));
    marks.fresh = std::set<FindingAt>{{0, 0}, {0, 2}};
    QCOMPARE(countFailing(result, marks, {"new", false}), size_t(1));
    QCOMPARE(countFailing(result, marks, {"new", true}), size_t(2));
    KeepComments comments = commentsOf("// warpwright: keep(shared_to_register) x\n");
    marks.kept = markKept(result, comments);
    QCOMPARE(marks.kept.size(), size_t(2));  // it stands alone: that of line 2, too
    QVERIFY(result.kernels[0].opportunities[1].kept == "x");
    QCOMPARE(countFailing(result, marks, {"new", false}), size_t(0));
    QCOMPARE(countFailing(result, marks, {"applicable", true}), size_t(1));
  }
};

QTEST_GUILESS_MAIN(KeepCommentsTest)
#include "keep_comments_test.moc"
