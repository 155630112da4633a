#include "core/execute/gpu/nvcc_messages.h"

#include <QTest>

using namespace warpwright;

namespace {

SubprocessEnd printed(const std::string& text) {
  SubprocessEnd end;
  end.errorOutput = text;
  return end;
}

}  // namespace

/// What is read out of what nvcc and its linker print.
class NvccMessagesTest : public QObject {
  Q_OBJECT

 private slots:
  void errorsComeFirst() {
    const std::string said =
        firstMessages(printed("a.cu(1): warning #177-D: unused\n\na.cu(3): error: expected a \";\"\n  ^\n/usr/bin/ld: "
                              "undefined reference to `f'\n"));
    QCOMPARE(said, std::string("a.cu(3): error: expected a \";\" | /usr/bin/ld: undefined reference to `f'"));
    QCOMPARE(firstMessages(printed("one\ntwo\n\nthree\nfour\n")), std::string("one | two | three"));
    QCOMPARE(firstMessages(printed("")), std::string());
  }

  void headersAndPermissionsAreNamed() {
    QCOMPARE(missingHeader(printed("a.cu:1:10: fatal error: deep/b.h: No such file or directory\n")),
             std::string("deep/b.h"));
    QCOMPARE(missingHeader(printed("a.cu(1): error: b.h\n")), std::string());
    const SubprocessEnd lambda = printed("the --extended-lambda flag must be given\n");
    QCOMPARE(missingPermission(lambda, {"nvcc"}), std::string("--extended-lambda"));
    QCOMPARE(missingPermission(lambda, {"nvcc", "--extended-lambda"}), std::string());
  }

  void removedCallsAreMissed() {
    QVERIFY(asksForRemovedCalls(printed("a.cu(240): error: identifier \"cudaThreadSynchronize\" is undefined\n")));
    QVERIFY(asksForRemovedCalls(
        printed("a.cu(3): error: no suitable constructor exists to convert from \"int\" to \"cudaMemLocation\"\n")));
    QVERIFY(!asksForRemovedCalls(printed("a.cu(3): error: identifier \"cudaDeviceSync\" is undefined\n")));
  }
};

QTEST_GUILESS_MAIN(NvccMessagesTest)
#include "nvcc_messages_test.moc"
