#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QTest>
#include <algorithm>
#include <set>

#include "analysis/passes/all_passes.h"
#include "core/base/file.h"
#include "test_data.h"
#include "tests/support/described_passes.h"

using namespace warpwright;

class PassListTest : public QObject {
  Q_OBJECT
 private slots:
  void isSortedAndUnique() {
    std::vector<std::string> ids;
    for (const auto& pass : passes::allPasses()) ids.emplace_back(pass->about().id);
    QVERIFY(!ids.empty());
    QVERIFY(std::is_sorted(ids.begin(), ids.end()));
    QCOMPARE(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
  }

  void eachHasSourceHelpAndTests() {
    const QDir root(QString(WARPWRIGHT_TEST_DATA) + "/..");
    for (const auto& pass : passes::allPasses()) {
      const QString id = QString::fromStdString(pass->about().id);
      QDirIterator family(root.filePath("analysis/passes"), {id + ".cpp"}, QDir::Files, QDirIterator::Subdirectories);
      QVERIFY2(family.hasNext(), qPrintable(id));
      QVERIFY2(QFileInfo(root.filePath("resources/help/" + id + ".md")).size() > 200, qPrintable(id));
      const QDir cases(root.filePath("tests/passes/" + id));
      std::set<QString> expected;  // a case may expect several files
      for (const QString& name : cases.entryList({"*.expected.*"})) expected.insert(name.section(".expected.", 0, 0));
      QVERIFY2(expected.size() >= 15, qPrintable(id));
      QVERIFY2(cases.entryList({"negative_*.cu"}).size() >= 15, qPrintable(id));
      QCOMPARE(passes::findPass(pass->about().id), pass.get());
    }
    QCOMPARE(passes::findPass("no_such_pass"), nullptr);
  }

  void eachSaysWhatItIs() {
    for (const PassDescription& pass : passes::allDescriptions()) {
      QVERIFY2(!pass.title.empty(), pass.id.c_str());
      // Placements of one array are told apart by how near they are, and each says where it puts it.
      QCOMPARE(pass.family == Family::placement, pass.nearness > 0);
      QCOMPARE(pass.family == Family::placement, !pass.place.empty());
      // A tuning judges by captured launches: what these cannot be given, or do not show, it must know of.
      QVERIFY2(pass.measuredByReplay || pass.tunable == Tunable::other, pass.id.c_str());
      // What can be chosen is called by words of the pass' own; test_parameter_values looks for ones that it forgot.
      std::set<std::string> names;
      for (const PassParameter& parameter : pass.parameters) {
        QVERIFY2(!parameter.title.empty(), parameter.name.c_str());
        QVERIFY2(names.insert(parameter.name).second, parameter.name.c_str());
      }
    }
    QVERIFY(passes::findPass("redundant_barrier")->about().family == Family::barrier);
  }

  // What tests of other layers take for the passes (tests/support/described_passes.h).
  // WARPWRIGHT_UPDATE_GOLDEN=1 writes it.
  void testsKnowThemAsTheyAre() {
    const std::string file = std::string(WARPWRIGHT_TEST_DATA) + "/passes/descriptions.json";
    if (qEnvironmentVariableIsSet("WARPWRIGHT_UPDATE_GOLDEN"))
      QVERIFY(writeFileAtomically(file, passesJson(passes::allDescriptions()).dump(1) + "\n").ok());
    QVERIFY(!describedPasses().empty());
    for (const PassDescription& known : describedPasses()) {
      QVERIFY2(known == describe(passes::allDescriptions(), known.id), known.id.c_str());
    }
    // JSON says all that there is to say.
    const auto again = passesFromJson(passesJson(passes::allDescriptions()));
    QVERIFY(again.ok() && *again == passes::allDescriptions());
  }
};

QTEST_GUILESS_MAIN(PassListTest)
#include "pass_list_test.moc"
