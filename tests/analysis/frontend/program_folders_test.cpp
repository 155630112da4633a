// Which files are of different programs, as far as folders tell.
#include <QTest>

#include "analysis/frontend/program_folders.h"

using namespace warpwright::frontend;

class ProgramFoldersTest : public QObject {
  Q_OBJECT

 private slots:
  void tellsProgramsApart() {
    const ProgramFolders folders({"/p/one/main.cu", "/p/one-more/main.cu", "/p/two/src/main.cpp"});
    QVERIFY(folders.areApart("/p/one/k.cu", "/p/two/k.cu"));
    QVERIFY(folders.areApart("/p/one/k.cu", "/p/one-more/k.cu"));
    QVERIFY(!folders.areApart("/p/one/k.cu", "/p/lib/k.cu"));      // no main there
    QVERIFY(!folders.areApart("/p/one/k.cu", "/p/shared.cu"));     // lies where the ways part
    QVERIFY(!folders.areApart("/p/two/src/k.cu", "/p/two/k.cu"));  // one below the other
    QVERIFY(!folders.areApart("/p/two/src/k.cu", "/p/two/lib/k.cu"));
  }

  void findsTheFolderOfEach() {
    QCOMPARE(ownFolder("/p/one/src/k.cu", "/p/two/k.cu").string(), std::string("/p/one"));
    QCOMPARE(ownFolder("/p/k.cu", "/p/two/k.cu").string(), std::string());
    QCOMPARE(ownFolder("/p/one/k.cu", "/p/one-more/k.cu").string(), std::string("/p/one"));
    QCOMPARE(ownFolder("/p/one-more/k.cu", "/p/one/k.cu").string(), std::string("/p/one-more"));
    QCOMPARE(ownFolder("/p/one/k.cu", "/p/one").string(), std::string());
    QCOMPARE(ownFolder("/p/one", "/p/one/k.cu").string(), std::string());
    QCOMPARE(ownFolder("/a/k.cu", "/b/k.cu").string(), std::string("/a"));
    QVERIFY(liesIn("/p/one", "/p/one/src/k.cu"));
    QVERIFY(!liesIn("/p/one", "/p/one-more/k.cu"));
    QVERIFY(!liesIn("/p/one", "/p/one"));
    QVERIFY(liesIn("/", "/p/one"));
  }
};

QTEST_GUILESS_MAIN(ProgramFoldersTest)
#include "program_folders_test.moc"
