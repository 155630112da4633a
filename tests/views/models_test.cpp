#include <QAbstractItemModelTester>

#include "views/editor/notes.h"
#include "views/opportunities/evidence_model.h"
#include "views/opportunities/opportunity_filter.h"
#include "views/opportunities/opportunity_model.h"
#include "views/project/project_model.h"
#include "views/shared/cell_model.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/welcome/welcome_page.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class ModelsTest : public QObject {
  Q_OBJECT

 private:
  static AnalysisResult withThree() {
    AnalysisResult result = answerFor("/p/a.cu", kernelText);
    Opportunity open = makeOpportunity("/p/a.cu", "bins", 4, VerdictKind::unknown);
    result.kernels[0].opportunities.push_back(open);
    return result;
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void samplesAreDescribedInOneSentence() {
    const std::vector<Sample> all = samples();
    QVERIFY(all.size() >= 10);
    for (const Sample& sample : all) {
      QVERIFY2(sample.description.endsWith('.') && sample.description.size() > 30, qPrintable(sample.description));
      QVERIFY2(!sample.description.contains("  "), qPrintable(sample.description));
    }
    const auto path = std::find_if(all.begin(), all.end(), [](const Sample& one) { return one.title == "Grid path"; });
    QVERIFY(path != all.end());
    QVERIFY(path->description.endsWith("instead of waiting."));
  }
  void samplesAreOpenedAsCopies() {
    QTemporaryDir folder;
    const std::vector<Sample> all = samples();
    const auto grid = std::find_if(all.begin(), all.end(), [](const Sample& one) { return one.title == "Grid path"; });
    const auto copy = sampleCopy(grid->path, folder.path().toStdString());
    QVERIFY2(copy.ok(), copy.ok() ? "" : copy.error().message.c_str());
    QVERIFY(copy->string().starts_with(folder.path().toStdString()));
    const QString path = QString::fromStdString(copy->string());
    QCOMPARE(read(path), read(QString::fromStdString(grid->path.string())));
    // What the user has made of it is there again.
    write(path, "// mine\n");
    QCOMPARE(sampleCopy(grid->path, folder.path().toStdString())->string(), copy->string());
    QCOMPARE(read(path), std::string("// mine\n"));
    write(folder.filePath("file"), "");
    QVERIFY(!sampleCopy(grid->path, folder.filePath("file").toStdString()).ok());
  }
  void opportunitiesAsText() {
    Findings findings;
    OpportunityModel model(findings);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(printModel(model), QStringList());
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    QCOMPARE(printModel(model),
             QStringList({"descend", "  Keep `prev` in a register | 2 | –",
                          "  Keep `result` in a register | 3 | 1.03–1.07×", "  Keep `bins` in a register | 4 | –"}));
    const FindingKey key = findings.best("/p/a.cu");
    QCOMPARE(model.keyAt(model.indexOf(key)), key);
    QCOMPARE(findings.find(key)->subject, std::string("result"));
    QCOMPARE(model.indexOf(key).data(Qt::AccessibleTextRole).toString(),
             QString("Applicable: Keep result in a register, line 3, estimate 1.03 to 1.07 times"));
    findings.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  void sameRowsKeepTheirIndexes() {
    Findings findings;
    OpportunityModel model(findings);
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    const QPersistentModelIndex held = model.indexOf(findings.best("/p/a.cu"));
    AnalysisResult again = withThree();
    again.kernels[0].opportunities[1].range.begin.line = 30;
    findings.accept("/p/a.cu", again, 0.1, true);
    QVERIFY(held.isValid());
    QCOMPARE(held.sibling(held.row(), OpportunityModel::lineColumn).data().toInt(), 30);
  }

  void filterAndOrder() {
    Findings findings;
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    OpportunityModel model(findings);
    OpportunityFilter filter;
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setSourceModel(&model);
    filter.sort(OpportunityModel::estimateColumn, Qt::DescendingOrder);
    QCOMPARE(printModel(filter),
             QStringList({"descend", "  Keep `result` in a register | 3 | 1.03–1.07×",
                          "  Keep `bins` in a register | 4 | –", "  Keep `prev` in a register | 2 | –"}));
    filter.setShown(VerdictKind::refused, false);
    filter.setWords("register bin");
    QCOMPARE(printModel(filter), QStringList({"descend", "  Keep `bins` in a register | 4 | –"}));
    filter.setShown(VerdictKind::unknown, false);
    QCOMPARE(filter.rowCount(), 0);
  }

  void anArrayIsOneRow() {
    // `prev` stays shared and may be moved to global memory; `result` is private, so the farther places are refused.
    AnalysisResult result = withThree();
    std::vector<Opportunity>& list = result.kernels[0].opportunities;
    const auto also = [&](size_t of, const char* pass, VerdictKind verdict, const char* title) {
      Opportunity other = list[of];
      other.pass = pass;
      other.id = makeOpportunityId(pass, other.kernel, other.signature, other.subject);
      other.verdict = verdict;
      other.title = title;
      return other;
    };
    const Opportunity global = also(0, "shared_to_global", VerdictKind::applicable, "Move `prev` to global memory");
    const Opportunity local = also(1, "shared_to_local", VerdictKind::refused, "Keep `result` in local memory");
    list.insert(list.begin(), {global, local});
    Findings findings;
    OpportunityModel model(findings);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    OpportunityFilter filter;
    filter.setSourceModel(&model);
    findings.accept("/p/a.cu", result, 0.1, true);
    QCOMPARE(printModel(model),
             QStringList({"descend", "  Keep `prev` in a register | 2 | –", "    Move `prev` to global memory | 2 | –",
                          "  Keep `result` in a register | 3 | 1.03–1.07×", "  Keep `bins` in a register | 4 | –"}));
    QCOMPARE(findings.counts().applicable, 1);
    QCOMPARE(findings.counts().total(), 3);
    QCOMPARE(findings.find(findings.best("/p/a.cu"))->subject, std::string("result"));
    const FindingKey trade{"/p/a.cu", global.id}, folded{"/p/a.cu", local.id};
    QCOMPARE(model.keyAt(model.indexOf(trade)), trade);
    QCOMPARE(findings.find(model.keyAt(model.indexOf(folded)))->pass, std::string("shared_to_register"));
    QCOMPARE(findings.groupOf(trade)->leading->pass, std::string("shared_to_register"));
    QCOMPARE(findings.groupOf(folded)->leading->subject, std::string("result"));
    // A trade is shown with the row that speaks for its array, and not without it.
    filter.setShown(VerdictKind::refused, false);
    QVERIFY(!filter.mapFromSource(model.indexOf(trade)).isValid());
    filter.setShown(VerdictKind::refused, true);
    filter.setWords("global");
    QVERIFY(filter.mapFromSource(model.indexOf(trade)).isValid());
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
  }

  void measuredBesideTheFinding() {
    Findings findings;
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    OpportunityModel model(findings);
    const QModelIndex at = model.indexOf(findings.best("/p/a.cu"));
    model.setMeasured({{findings.best("/p/a.cu").id, {"1.04×", "faster", "measured 1.04 times as fast"}}});
    QCOMPARE(at.siblingAtColumn(OpportunityModel::measuredColumn).data().toString(), QString("1.04×"));
    QVERIFY(at.data(Qt::AccessibleTextRole).toString().endsWith("measured 1.04 times as fast"));
  }

  void evidence() {
    EvidenceModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setEvidence({{{"/p/a.cu", 7, 3}, "writes `t[15]`"}, {{"/p/h.cuh", 9, 1}, "reads it"}, {{}, "no line"}},
                      "/p/a.cu");
    QCOMPARE(printModel(model), QStringList({"7 | writes `t[15]`", "9 | reads it (h.cuh)", "– | no line"}));
    model.setEvidence({{{"/p/a.cu", 7, 3}, "each thread writes `t[i]`", "write", "i", "i < n && on"},
                       {{"/p/a.cu", 9, 1}, "each thread reads `t[i]`", "read", "i", ""}},
                      "/p/a.cu");
    QCOMPARE(printModel(model),
             QStringList({QString("7 | write | `i`%1if `i < n && on`").arg(QChar(0x2003)), "9 | read | `i`"}));
  }

  void cells() {
    CellModel model({{"Variant", false}, {"Median, ms", true}});
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(printModel(model), QStringList());
    model.setRows({{Cell{"first"}, Cell{"0.12"}}, {Cell{"second"}, Cell{"0.34"}}});
    QCOMPARE(printModel(model), QStringList({"first | 0.12", "second | 0.34"}));
    model.setRows({{Cell{"second"}, Cell{"0.34"}}});
    QCOMPARE(printModel(model), QStringList({"second | 0.34"}));
    model.setColumns({{"Kernel", false}});
    model.setRows({{Cell{"descend"}}});
    QCOMPARE(model.headerData(0, Qt::Horizontal).toString(), QString("Kernel"));
    QCOMPARE(printModel(model), QStringList({"descend"}));
  }

  void findingsDoNotWaitForTheCountOfRegisters() {
    Findings findings;
    AnalysisResult first = withThree();
    first.kernels[0].resources.registers = 40;
    findings.accept("/p/a.cu", first, 0.1, true);
    AnalysisResult early;
    findings.accept("/p/a.cu", early, 0.1, false);
    QCOMPARE(findings.counts().total(), 3);
    AnalysisResult partial = withThree();
    partial.kernels[0].opportunities.pop_back();
    partial.awaitsRegisters = true;
    findings.setUpdating("/p/a.cu", true);
    findings.accept("/p/a.cu", partial, 0.1, false);
    QCOMPARE(findings.counts().total(), 2);
    QVERIFY(findings.unit("/p/a.cu")->updating);
    QCOMPARE(findings.unit("/p/a.cu")->shown.kernels[0].resources.registers, std::optional<uint32_t>(40));
  }

  void findingsKeepTheLastGood() {
    Findings findings;
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    AnalysisResult broken;
    broken.units.push_back({"/p/a.cu",
                            "own",
                            {{Diagnostic::Severity::error, {{"/p/a.cu", 5, 1}, 5, 2}, "expected ';'"}},
                            {},
                            {},
                            {},
                            0,
                            0});
    findings.accept("/p/a.cu", broken, 0.1, true);
    const UnitFindings& unit = *findings.unit("/p/a.cu");
    QVERIFY(unit.outdated);
    QCOMPARE(unit.errors.size(), size_t(1));
    QCOMPARE(findings.counts().total(), 3);
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    QVERIFY(!findings.unit("/p/a.cu")->outdated);
    QVERIFY(findings.unit("/p/a.cu")->errors.empty());
    // A file that always had an error (a header that is not there) still gets its new findings.
    AnalysisResult partial = withThree();
    partial.units = broken.units;
    Findings other;
    other.accept("/p/a.cu", partial, 0.1, true);
    partial.kernels[0].opportunities.pop_back();
    other.accept("/p/a.cu", partial, 0.1, true);
    QCOMPARE(other.counts().total(), 2);
    QVERIFY(!other.unit("/p/a.cu")->outdated);
  }

  void failureKeepsFindings() {
    Findings findings;
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    findings.fail("/p/a.cu", "The analysis worker crashed on a.cu.");
    QCOMPARE(findings.counts().total(), 3);
    QVERIFY(findings.unit("/p/a.cu")->outdated);
  }

  void linesMoveWithTheText() {
    Findings findings;
    findings.accept("/p/a.cu", withThree(), 0.1, true);
    const FindingKey key = findings.best("/p/a.cu");
    findings.moveLines("/p/a.cu", 3, 2);
    QCOMPARE(findings.find(key)->range.begin.line, 5u);
    QCOMPARE(findings.find(key)->evidence[0].at.line, 9u);
    QCOMPARE(toText(findings.find(key)->reason), std::string("Private to its thread: lines 9 and 10."));
    findings.moveLines("/p/other.cu", 1, 7);
    QCOMPARE(toText(findings.find(key)->reason), std::string("Private to its thread: lines 9 and 10."));
    QCOMPARE(findings.find(key)->range.begin.line, 5u);
    findings.moveLines("/p/a.cu", 4, -10);
    QCOMPARE(findings.find(key)->range.begin.line, 4u);
  }

  void restoredSessionShowsUntilNewAnswers() {
    Findings findings;
    findings.restore(withThree());
    QCOMPARE(findings.counts().total(), 3);
    findings.accept("/p/a.cu", answerFor("/p/a.cu", kernelText), 0.1, true);
    QCOMPARE(findings.counts().total(), 2);
  }

  void aKernelThatSeveralFilesReadIsShownOnce() {
    Findings findings;
    AnalysisResult broken = withThree();
    broken.kernels[0].signature = "void(fp *)";
    broken.kernels[0].hasErrors = true;
    for (Opportunity& opportunity : broken.kernels[0].opportunities) opportunity.id += "-other";
    findings.accept("/p/a.cu", broken, 0.1, true);
    AnalysisResult whole = withThree();
    whole.units.front().file = "/p/includes_a.cu";
    findings.accept("/p/includes_a.cu", whole, 0.1, true);
    QCOMPARE(findings.counts().total(), 3);
    QCOMPARE(findings.inFile("/p/a.cu").size(), size_t(3));
    QCOMPARE(findings.unitOf("/p/a.cu"), std::string("/p/includes_a.cu"));
    // It is read through the file that includes it, without errors.
    QCOMPARE(findings.inFile("/p/a.cu")[0].key.unit, std::string("/p/includes_a.cu"));
    OpportunityModel model(findings);
    QCOMPARE(model.rowCount(), 1);
  }

  void projectTree() {
    QTemporaryDir folder;
    QDir(folder.path()).mkpath("src/deep");
    QDir(folder.path()).mkpath(".git");
    QDir(folder.path()).mkpath("docs");
    write(folder.filePath("src/a.cu"), kernelText);
    write(folder.filePath("src/deep/use.cpp"), "#include <cuda_runtime.h>\n");
    write(folder.filePath("src/plain.cpp"), "int x;\n");
    write(folder.filePath("docs/read.md"), "__global__\n");
    write(folder.filePath(".git/b.cu"), kernelText);
    // A link back up must not be followed.
    QFile::link(folder.path(), folder.filePath("src/loop"));
    Findings findings;
    ProjectModel model(findings);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setProject(readProject(folder.path().toStdString()));
    const QString root = QFileInfo(folder.path()).fileName();
    QCOMPARE(printModel(model), QStringList({root, "  src", "    deep", "      use.cpp", "    a.cu"}));
    const std::string file = QFileInfo(folder.filePath("src/a.cu")).canonicalFilePath().toStdString();
    findings.accept(file, answerFor(file, kernelText), 0.1, true);
    QCOMPARE(printModel(model), QStringList({root, "  src", "    deep", "      use.cpp", "    a.cu", "      descend"}));
    const QPersistentModelIndex kernel = model.indexOf(file, "descend");
    QCOMPARE(kernel.data(ProjectModel::countRole).toInt(), 1);
    AnalysisResult fewer = answerFor(file, kernelText);
    fewer.kernels[0].opportunities.pop_back();
    findings.accept(file, fewer, 0.1, true);
    QVERIFY(kernel.isValid());
    QCOMPARE(kernel.data(ProjectModel::countRole).toInt(), 0);
    model.setAllFiles(true);
    QVERIFY(printModel(model).contains("    plain.cpp"));
    QCOMPARE(cudaSources(model.project()), std::vector<std::string>{file});
  }

  void notesFitTheirLine() {
    Opportunity opportunity = makeOpportunity("/p/a.cu", "result", 3, VerdictKind::applicable, 1.05);
    QCOMPARE(inlineNote(opportunity).text, QString("◆ Keep result in a register."));
    QCOMPARE(inlineNote(opportunity).figure, QString("Estimate 1.03–1.07×"));
    opportunity = makeOpportunity("/p/a.cu", "prev", 3, VerdictKind::refused);
    QCOMPARE(inlineNote(opportunity).text, QString("⊗ prev stays shared: line 7 reads what other threads wrote"));
    opportunity.reason = std::string(40, 'x') + " " + std::string(60, 'y') + " " + std::string(60, 'z');
    QVERIFY(inlineNote(opportunity).text.size() <= 70);
    QVERIFY(inlineNote(opportunity).text.endsWith("…"));
  }

  void sentencesAndTheirCode() {
    QCOMPARE(plainText("Keep `a` and `b`"), QString("Keep a and b"));
    const auto pieces = textPieces(u"x `y` z");
    QCOMPARE(pieces.size(), size_t(3));
    QVERIFY(pieces[1].code && !pieces[2].code);
    QCOMPARE(textPieces(u"open `tick").size(), size_t(2));
  }
};

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
