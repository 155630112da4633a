// Which files are of different programs, as far as folders tell.
#include <QTest>

#include "analysis/frontend/program_folders.h"

using namespace warpwright::frontend;

class ProgramFoldersTest : public QObject {
  Q_OBJECT

 private slots:
  void tellsProgramsApart() {
    const std::set<std::filesystem::path> mains = {"/p/one/main.cu", "/p/one-more/main.cu", "/p/two/src/main.cpp"};
    QVERIFY(areOfDifferentPrograms("/p/one/k.cu", "/p/two/k.cu", mains));
    QVERIFY(areOfDifferentPrograms("/p/one/k.cu", "/p/one-more/k.cu", mains));
    QVERIFY(!areOfDifferentPrograms("/p/one/k.cu", "/p/lib/k.cu", mains));      // no main there
    QVERIFY(!areOfDifferentPrograms("/p/one/k.cu", "/p/shared.cu", mains));     // lies where the ways part
    QVERIFY(!areOfDifferentPrograms("/p/two/src/k.cu", "/p/two/k.cu", mains));  // one below the other
    QVERIFY(!areOfDifferentPrograms("/p/two/src/k.cu", "/p/two/lib/k.cu", mains));
  }

  void findsTheFolderOfEach() {
    QCOMPARE(ownFolder("/p/one/src/k.cu", "/p/two/k.cu").string(), std::string("/p/one"));
    QCOMPARE(ownFolder("/p/k.cu", "/p/two/k.cu").string(), std::string());
    QVERIFY(liesIn("/p/one", "/p/one/src/k.cu"));
    QVERIFY(!liesIn("/p/one", "/p/one-more/k.cu"));
  }
};

QTEST_GUILESS_MAIN(ProgramFoldersTest)
#include "program_folders_test.moc"
