#include <QTest>

#include "core/finding/run_check.h"

using namespace warpwright;

class RunCheckTest : public QObject {
  Q_OBJECT
 private slots:
  void isReadBack() {
    for (const char* text : {"block=256,1,1", "block=16,16,1;256,_,1", "disjoint=src,dst", "disjoint=l.src,list+",
                             "untextured=out", "subscript=m@348", "inside=a@b@7", ""}) {
      QCOMPARE(toString(runCheckFrom(text)), std::string(text));
    }
    const RunCheck block = runCheckFrom("block=16,16,1;256,1,1");
    QCOMPARE(block.kind, RunCheck::Kind::block);
    QCOMPARE(block.names, (std::vector<std::string>{"16,16,1", "256,1,1"}));
    const RunCheck place = runCheckFrom("subscript=m@348");
    QVERIFY(place.kind == RunCheck::Kind::subscript && place.names == std::vector<std::string>{"m"});
    QCOMPARE(place.at.line, 348u);
    QVERIFY(!place.isOfLaunch() && block.isOfLaunch());
  }

  void otherTextsAreNone() {
    for (const char* text : {"", "block", "m@348", "subscript=m", "subscript=m@", "subscript=@3", "inside=m@3x",
                             "shape=256,1,1", "blocks=1,1,1"}) {
      const RunCheck check = runCheckFrom(text);
      QVERIFY2(check.isNone() && check.names.empty(), text);
    }
  }

  void mayNameItsKernel() {
    const KernelCheck own = kernelCheckFrom("ns::k: disjoint=a,b");
    QCOMPARE(own.kernel, std::string("ns::k"));
    QCOMPARE(own.check.kind, RunCheck::Kind::disjoint);
    QCOMPARE(kernelCheckFrom("disjoint=a,b").kernel, std::string());
  }
};

QTEST_GUILESS_MAIN(RunCheckTest)
#include "run_check_test.moc"
