#include <QTest>
#include <string>

#include "analysis/resources/ptxas.h"
#include "analysis/resources/register_estimate.h"

using namespace warpwright;
using namespace warpwright::resources;

namespace {

std::string entry(const std::string& body) {
  return ".visible .entry kernel(\n\t.param .u64 kernel_param_0\n)\n{\n" + body + "\n}\n";
}

// `count` values loaded before any of them is used: all alive at once.
std::string loadsThenSums(int count, const std::string& type, const std::string& name) {
  std::string body = "\tld.param.u64 \t%rd1, [kernel_param_0];\n\tmov.u32 \t%r1, %tid.x;\n";
  for (int i = 0; i < count; ++i) {
    body +=
        "\tld.global." + type + " \t%" + name + std::to_string(10 + i) + ", [%rd1+" + std::to_string(8 * i) + "];\n";
  }
  for (int i = 0; i < count; ++i) {
    body += "\tst.global." + type + " \t[%rd1], %" + name + std::to_string(10 + i) + ";\n";
  }
  return entry(body + "\tret;\n");
}

uint32_t likely(const std::string& ptx) {
  const auto found = estimateRegisters(ptx);
  return found.count("kernel") ? found.find("kernel")->second.likely : 0;
}

}  // namespace

class RegisterEstimateTest : public QObject {
  Q_OBJECT

 private slots:
  void valuesAliveAtOnceCount() {
    // 10 values and 10 loaded: 0.66 * 10 + 0.33 * 10 + 7.4.
    QCOMPARE(likely(loadsThenSums(10, "f32", "f")), 17u);
    QCOMPARE(likely(loadsThenSums(20, "f32", "f")), 27u);
  }

  // No line was fitted for GPUs with addresses of 32 bits: the values alive, and one register for an address.
  void narrowAddressesTakeOne() {
    const auto alive = [](const std::string& ptx) { return estimateRegisters(ptx, 32).find("kernel")->second.likely; };
    QCOMPARE(alive(loadsThenSums(10, "f32", "f")), alive(loadsThenSums(9, "f32", "f")) + 1);
    QCOMPARE(alive(loadsThenSums(10, "u64", "rd")), alive(loadsThenSums(10, "f32", "f")));
    QCOMPARE(alive(loadsThenSums(10, "f64", "fd")), alive(loadsThenSums(20, "f32", "f")));
  }

  void wideValuesTakeTwo() { QCOMPARE(likely(loadsThenSums(10, "f64", "fd")), likely(loadsThenSums(20, "f32", "f"))); }

  void parametersAndConstantsAreFree() {
    std::string body;
    for (int i = 1; i < 20; ++i) body += "\tld.param.u64 \t%rd" + std::to_string(i) + ", [kernel_param_0];\n";
    for (int i = 1; i < 20; ++i)
      body += "\tcvta.to.global.u64 \t%rd" + std::to_string(20 + i) + ", %rd" + std::to_string(i) + ";\n";
    body += "\tmov.b32 \t%r1, 7;\n";
    for (int i = 1; i < 20; ++i) body += "\tst.global.u32 \t[%rd" + std::to_string(20 + i) + "], %r1;\n";
    QCOMPARE(likely(entry(body + "\tret;\n")), 8u);
  }

  void valuesLiveAroundALoop() {
    // %r1 … %r12 are read after the loop: alive in it, too.
    std::string body;
    for (int i = 1; i <= 12; ++i)
      body += "\tmov.u32 \t%r" + std::to_string(i) + ", %tid.x;\n\tadd.s32 \t%r" + std::to_string(i) + ", %r" +
              std::to_string(i) + ", " + std::to_string(i) + ";\n";
    const std::string loop =
        "$L__BB0_1:\n\tadd.s32 \t%r20, %r1, %r2;\n\tadd.s32 \t%r21, %r20, 1;\n"
        "\tsetp.lt.s32 \t%p1, %r21, 9;\n\t@%p1 bra \t$L__BB0_1;\n";
    std::string uses;
    for (int i = 3; i <= 12; ++i) uses += "\tst.shared.u32 \t[kernel_s], %r" + std::to_string(i) + ";\n";
    QVERIFY(likely(entry(body + loop + uses + "\tret;\n")) >= likely(entry(body + uses + "\tret;\n")));
    const auto found = estimateRegisters(entry(body + loop + uses + "\tret;\n"));
    // 12 alive and one of the loop: 0.66 * 13 + 7.4.
    QCOMPARE(found.find("kernel")->second.likely, 16u);
  }

  void aGuardedWriteKeepsTheOldValue() {
    const auto text = [](const std::string& guard) {
      std::string body;
      for (int i = 1; i <= 12; ++i) body += "\tmov.u32 \t%r" + std::to_string(i) + ", %tid.x;\n";
      for (int i = 1; i <= 12; ++i) body += "\t" + guard + "mov.u32 \t%r" + std::to_string(i) + ", %tid.y;\n";
      for (int i = 1; i <= 12; ++i) body += "\tst.shared.u32 \t[kernel_s], %r" + std::to_string(i) + ";\n";
      return entry("\tsetp.ne.s32 \t%p1, 0, 1;\n" + body + "\tret;\n");
    };
    QCOMPARE(likely(text("@%p1 ")), likely(text("")));
  }

  void theBandHoldsTheLikelyCount() {
    const auto found = estimateRegisters(loadsThenSums(30, "f32", "f")).find("kernel")->second;
    QVERIFY(found.low < found.likely && found.likely < found.high);
    QVERIFY(found.high <= 255);
  }

  void brokenTextGivesNothing() {
    QVERIFY(estimateRegisters("").empty());
    QVERIFY(estimateRegisters(".entry cut(").empty());
    QVERIFY(estimateRegisters(".entry cut()\n{\n\tadd").empty());
    QCOMPARE(estimateRegisters(".entry odd()\n{\n@\n%%%\n\tbra\n{%f1\n:\n}\n").size(), size_t{1});
  }

  void readsWhatPtxasPrints() {
    const auto read = readPtxasReport(
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function '_Z1aPf' for 'sm_80'\n"
        "ptxas info    : Function properties for _Z1aPf\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 24 registers, 5120 bytes smem, 416 bytes cmem[0]\n"
        "ptxas info    : Function properties for other\n"
        "ptxas info    : Compiling entry function '_Z1bPf' for 'sm_80'\n"
        "ptxas info    : Used 8 registers\n");
    QCOMPARE(read.size(), size_t{2});
    QCOMPARE(read.at("_Z1aPf"), 24u);
    QCOMPARE(read.at("_Z1bPf"), 8u);
    QVERIFY(readPtxasReport("garbage\nUsed x registers").empty());
  }
};

QTEST_APPLESS_MAIN(RegisterEstimateTest)
#include "register_estimate_test.moc"
