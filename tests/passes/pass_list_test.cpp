#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QTest>
#include <algorithm>
#include <set>

#include "analysis/passes/all_passes.h"
#include "core/base/file.h"

using namespace warpwright;

class PassListTest : public QObject {
  Q_OBJECT
 private slots:
  void isSortedAndUnique() {
    std::vector<std::string> ids;
    for (const auto& pass : passes::allPasses()) ids.emplace_back(pass->info().id);
    QVERIFY(!ids.empty());
    QVERIFY(std::is_sorted(ids.begin(), ids.end()));
    QCOMPARE(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
  }

  void eachHasSourceHelpAndTests() {
    const QDir root(QString(WARPWRIGHT_TEST_DATA) + "/..");
    for (const auto& pass : passes::allPasses()) {
      const QString id = QString::fromStdString(std::string(pass->info().id));
      QDirIterator family(root.filePath("analysis/passes"), {id + ".cpp"}, QDir::Files, QDirIterator::Subdirectories);
      QVERIFY2(family.hasNext(), qPrintable(id));
      QVERIFY2(QFileInfo(root.filePath("resources/help/" + id + ".md")).size() > 200, qPrintable(id));
      const QDir cases(root.filePath("tests/passes/" + id));
      std::set<QString> expected;  // a case may expect several files
      for (const QString& name : cases.entryList({"*.expected.*"})) expected.insert(name.section(".expected.", 0, 0));
      QVERIFY2(expected.size() >= 15, qPrintable(id));
      QVERIFY2(cases.entryList({"negative_*.cu"}).size() >= 15, qPrintable(id));
      QCOMPARE(passes::findPass(pass->info().id), pass.get());
    }
    QCOMPARE(passes::findPass("no_such_pass"), nullptr);
  }
};

QTEST_GUILESS_MAIN(PassListTest)
#include "pass_list_test.moc"
