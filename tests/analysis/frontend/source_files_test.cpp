// Paths as all parts of an analysis say them.
#include <QTest>

#include <filesystem>

#include "analysis/frontend/source_files.h"

using namespace warpwright::frontend;

class SourceFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void writesPathsInOneWay() {
    QCOMPARE(normalPath("/p/src/k.cu"), std::string("/p/src/k.cu"));
    QCOMPARE(normalPath("/p/src/../k.cu"), std::string("/p/k.cu"));
    QCOMPARE(normalPath("/p/./k.cu"), std::string("/p/k.cu"));
    QCOMPARE(normalPath("/p//k.cu"), std::string("/p/k.cu"));
    QCOMPARE(normalPath("//p/k.cu"), std::filesystem::path("//p/k.cu").lexically_normal().string());
    QCOMPARE(normalPath("/p/.hidden/k.cu"), std::string("/p/.hidden/k.cu"));
    QCOMPARE(normalPath("/p/src/.."), std::string("/p/"));
    QCOMPARE(normalPath("/p/.."), std::string("/"));
    QCOMPARE(normalPath("k.cu"), (std::filesystem::current_path() / "k.cu").string());
  }
};

QTEST_GUILESS_MAIN(SourceFilesTest)
#include "source_files_test.moc"
