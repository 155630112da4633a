#include "core/kernel/ptx_fusing.h"

#include <QTest>
#include <algorithm>
#include <regex>

using namespace warpwright;

namespace {

std::string kernelOf(const std::string& name, const std::string& body) {
  return ".visible .entry " + name + "(\n\t.param .u64 " + name +
         "_param_0\n)\n{\n\t.reg .f32 \t%f<99>;\n\t.loc\t1 7 3\n" + body + "\tret;\n\n}\n";
}

const char* const loads =
    "\tld.global.f32 \t%f1, [%rd3];\n\tld.global.f32 \t%f2, [%rd3+4];\n\tld.global.f32 \t%f3, [%rd3+8];\n"
    "\tmul.f32 \t%f10, %f1, %f2;\n";
const char* const stored = "\tst.global.f32 \t[%rd3], %f9;\n";

/// A ptxas that fuses each open sum, or none; its code is the instructions that are not dead products.
Result<std::string> assembled(std::string text, bool fuses) {
  if (text.find("bad") != std::string::npos) return inputError("no such instruction");
  const auto put = [&](const char* pattern, const char* words) {
    text = std::regex_replace(text, std::regex(pattern), words);
  };
  if (fuses) {
    put(R"(add\.f32\s+(%f[19]), %f10, %f3;)", "fma.rn.f32 $1, %f1, %f2, %f3;");
    put(R"(sub\.f32\s+%f9, %f3, %f10;)", "fma.rn.f32 %f9, -%f1, %f2, %f3;");
  }
  put(R"(\{ \.reg \.f32 (%negative\d+); neg\.f32 %negative\d+, %f1; fma\.rn\.f32 %f9, %negative\d+,([^;]*); \})",
      "fma.rn.f32 %f9, -%f1,$2;");
  put(R"(add\.f32)", "add.rn.f32");
  put(R"(sub\.f32)", "sub.rn.f32");
  put(R"(\s+)", " ");
  const bool isTaken = text.find("%f10", text.find("%f10") + 1) != std::string::npos;
  if (!isTaken) put(R"(mul\.f32 %f10, %f1, %f2; )", "");
  return text;
}

std::string settled(const std::string& body, bool fuses) {
  const Result<SettledPtx> text = settledPtx(kernelOf("_Z1kPf", loads + body + stored), "_Z1kPf",
                                             [&](const std::string& ptx) { return assembled(ptx, fuses); });
  return text.ok() ? text->text : "error: " + toText(text.error().message);
}

}  // namespace

class PtxFusingTest : public QObject {
  Q_OBJECT
 private slots:
  void aSumSaysWhatItDoes_data() {
    QTest::addColumn<QString>("sum");
    QTest::addColumn<bool>("fuses");
    QTest::addColumn<QString>("says");
    const QString add = "\tadd.f32 \t%f9, %f10, %f3;\n", sub = "\tsub.f32 \t%f9, %f3, %f10;\n";
    QTest::newRow("apart") << add << false << "add.rn.f32 \t%f9, %f10, %f3;";
    QTest::newRow("together") << add << true << "fma.rn.f32 %f9, %f1, %f2, %f3;";
    QTest::newRow("a difference apart") << sub << false << "sub.rn.f32 \t%f9, %f3, %f10;";
    QTest::newRow("a difference") << sub << true << "fma.rn.f32 %f9, %negative";
  }
  void aSumSaysWhatItDoes() {
    QFETCH(QString, sum);
    QFETCH(bool, fuses);
    QFETCH(QString, says);
    const QString text = QString::fromStdString(settled(sum.toStdString(), fuses));
    QVERIFY2(text.contains(says), qPrintable(text));
    QCOMPARE(text.contains("mul.f32"), !fuses);  // nothing takes the product any more
  }

  /// A loop hands %f1 on: it is made in two places.
  void aFactorMayBeMadeTwice_data() {
    QTest::addColumn<QString>("sum");
    QTest::addColumn<bool>("isTold");
    const QString sum = "\tadd.f32 \t%f9, %f10, %f3;\n", made = "\tmov.f32 \t%f1, %f3;\n", label = "$L__BB0_1:\n";
    QTest::newRow("behind the sum") << sum + made << true;
    QTest::newRow("between") << made + sum << false;
    QTest::newRow("on another way to the sum") << label + sum + made << false;
    QTest::newRow("by the sum itself") << QString(sum).replace("%f9", "%f1") << true;
  }
  void aFactorMayBeMadeTwice() {
    QFETCH(QString, sum);
    QFETCH(bool, isTold);
    const QString text = QString::fromStdString(settled(sum.toStdString(), true));
    QVERIFY2(text.contains(", %f1, %f2, %f3;") == isTold, qPrintable(text));
  }

  void linesKeepTheirNumbers() {
    const QString text = QString::fromStdString(settled("\tadd.f32 \t%f9, %f10, %f3;\n", true));
    QVERIFY(text.split('\n')[10].contains("fma.rn"));
    QVERIFY(text.contains(".loc\t1 7 3"));
  }

  void nothingIsAskedWhereNoSumTakesAProduct() {
    int asked = 0;
    const std::string ptx = kernelOf("_Z1kPf", std::string(loads) + "\tadd.f32 \t%f9, %f1, %f3;\n" + stored);
    const auto text = settledPtx(ptx, "_Z1kPf", [&](const std::string&) -> Result<std::string> {
      ++asked;
      return std::string();
    });
    QVERIFY(text.ok());
    QCOMPARE(text->text, ptx);
    QCOMPARE(asked, 0);
  }

  void whatCannotBeToldStaysOpen() {
    int asked = 0;
    const std::string sum = "\tadd.f32 \t%f9, %f10, %f3;\n";
    const auto text = settledPtx(kernelOf("_Z1kPf", loads + sum + stored), "_Z1kPf",
                                 [&](const std::string&) -> Result<std::string> { return std::to_string(++asked); });
    QVERIFY(text.ok());
    QVERIFY(text->text.find(sum) != std::string::npos);
  }

  /// What follows is of the function still.
  void bracesOfAssemblyStayPairs() {
    const std::string half = "\t{mul.f16 %rs1,%rs2,%rs3;\n}\n\t{add.f16 %rs4,%rs1,%rs5;\n}\n";
    const auto text = settledPtx(kernelOf("_Z1kPf", half + stored), "_Z1kPf", [](const std::string& ptx) {
      return Result<std::string>(ptx.find("add.rn") == std::string::npos ? "fused" : "apart");
    });
    QVERIFY(text.ok());
    QVERIFY(text->text.find("fma.rn.f16 %rs4, %rs2, %rs3, %rs5;") != std::string::npos);
    QVERIFY(text->text.find("mul.f16") == std::string::npos);
    QCOMPARE(std::count(text->text.begin(), text->text.end(), '{'),
             std::count(text->text.begin(), text->text.end(), '}'));
  }

  /// ptxas makes a product of a quotient, and the sum takes it; of that, PTX says nothing.
  void aSumOfAQuotientIsAskedAbout() {
    const std::string sum = "\tdiv.approx.f32 \t%f10, %f1, %f2;\n\tadd.f32 \t%f9, %f10, %f3;\n";
    const auto text = settledPtx(kernelOf("_Z1kPf", sum + stored), "_Z1kPf", [&](const std::string& ptx) {
      return Result<std::string>(ptx.find("add.rn") == std::string::npos ? "fused" : "apart");
    });
    QVERIFY(text.ok());
    QVERIFY(text->text.find("add.f32") != std::string::npos);
    const auto apart = settledPtx(kernelOf("_Z1kPf", sum + stored), "_Z1kPf",
                                  [&](const std::string&) { return Result<std::string>("apart"); });
    QVERIFY(apart.ok());
    QVERIFY(apart->text.find("add.rn.f32") != std::string::npos);
  }

  /// A quick quotient whose denormals are zero is a product with the reciprocal: there are words for what takes it.
  void aSumTakesAQuickQuotient_data() {
    QTest::addColumn<QString>("sum");
    QTest::addColumn<QString>("says");
    QTest::newRow("sum") << "add.ftz.f32 \t%f9, %f11, %f3;"
                         << "{ .reg .f32 %reciprocalN; rcp.approx.ftz.f32 %reciprocalN, %f2; fma.rn.ftz.f32 %f9, %f1, "
                            "%reciprocalN, %f3; }";
    QTest::newRow("difference") << "sub.ftz.f32 \t%f9, %f11, 0f3F800000;"
                                << "{ .reg .f32 %reciprocalN; rcp.approx.ftz.f32 %reciprocalN, %f2; fma.rn.ftz.f32 "
                                   "%f9, %f1, %reciprocalN, 0fBF800000; }";
    QTest::newRow("from another") << "sub.ftz.f32 \t%f9, %f3, %f11;"
                                  << "{ .reg .f32 %reciprocalN; rcp.approx.ftz.f32 %reciprocalN, %f2; .reg .f32 "
                                     "%negativeN; neg.f32 %negativeN, %f1; fma.rn.ftz.f32 %f9, %negativeN, "
                                     "%reciprocalN, %f3; }";
  }
  void aSumTakesAQuickQuotient() {
    QFETCH(QString, sum);
    QFETCH(QString, says);
    const std::string body =
        std::string(loads) + "\tdiv.approx.ftz.f32 \t%f11, %f1, %f2;\n\t" + sum.toStdString() + "\n" + stored;
    const auto text = settledPtx(kernelOf("_Z1kPf", body), "_Z1kPf", [&](const std::string& ptx) {
      return Result<std::string>(ptx.find(".rn.ftz.f32 \t%f9") == std::string::npos ? "fused" : "apart");
    });
    QVERIFY(text.ok());
    const std::string numbers = std::regex_replace(text->text, std::regex(R"((%reciprocal|%negative)\d+)"), "$1N");
    QVERIFY2(numbers.find(says.toStdString()) != std::string::npos, text->text.c_str());
    QVERIFY2(numbers.find("div.approx") == std::string::npos, "nothing takes it any more");
  }

  void longKernelsAreAskedOnce() {
    std::string body = loads;
    for (int i = 0; i < 300; ++i) body += "\tadd.f32 \t%f" + std::to_string(20 + i) + ", %f10, %f3;\n";
    int asked = 0;
    const auto text = settledPtx(kernelOf("_Z1kPf", body + stored), "_Z1kPf",
                                 [&](const std::string&) -> Result<std::string> { return std::to_string(++asked); });
    QVERIFY(text.ok());
    QVERIFY(asked < 10);  // all are alike: one question of both ways
    body.clear();
    for (int i = 0; i < 300; ++i) body += "\tadd.f32 \t%f9, %f10, %f" + std::to_string(20 + i) + ";\n";
    asked = 0;
    const auto other = settledPtx(kernelOf("_Z1kPf", loads + body + stored), "_Z1kPf",
                                  [&](const std::string&) -> Result<std::string> { return std::to_string(++asked); });
    QVERIFY(other.ok());
    QCOMPARE(asked, 3);  // and all together
  }

  /// Runs of ptxas are what a comparison costs.
  void sumsOfOneKindAreAskedAboutTogether_data() {
    QTest::addColumn<int>("fused");  // the first so many of 16
    QTest::addColumn<int>("most");
    QTest::newRow("all") << 16 << 3;
    QTest::newRow("half") << 8 << 7;
    QTest::newRow("all but one") << 15 << 16;
  }
  void sumsOfOneKindAreAskedAboutTogether() {
    QFETCH(int, fused);
    QFETCH(int, most);
    std::string body = loads;
    const auto sumOf = [](int i) {
      return "%f" + std::to_string(40 + i) + ", %f10, %f" + std::to_string(20 + i) + ";";
    };
    for (int i = 0; i < 16; ++i) body += "\tadd.f32 \t" + sumOf(i) + "\n";
    int asked = 0;
    // Code says of each sum what it is; those that say nothing are what ptxas makes of them.
    const auto assemble = [&](const std::string& ptx) -> Result<std::string> {
      ++asked;
      std::string code;
      for (int i = 0; i < 16; ++i) {
        const std::string to = "%f" + std::to_string(40 + i);
        const bool saysApart = ptx.find("add.rn.f32 \t" + to + ",") != std::string::npos;
        const bool saysFused = ptx.find("fma.rn.f32 " + to + ",") != std::string::npos;
        code += saysFused || (!saysApart && i < fused) ? 'f' : 'a';
      }
      return code;
    };
    const auto text = settledPtx(kernelOf("_Z1kPf", body + stored), "_Z1kPf", assemble);
    QVERIFY(text.ok());
    QVERIFY2(asked <= most, qPrintable(QString::number(asked)));
    const QString settled = QString::fromStdString(text->text);
    QCOMPARE(settled.count("fma.rn.f32"), fused);
    QCOMPARE(settled.count("add.rn.f32"), 16 - fused);
  }

  void otherKernelsAreNotAssembled() {
    const std::string ptx = kernelOf("_Z5otherPf", "\tbad;\n") +
                            kernelOf("_Z1kPf", std::string(loads) + "\tadd.f32 \t%f9, %f10, %f3;\n" + stored) +
                            kernelOf("_Z4lastPf", "\tbad;\n");
    const auto text = settledPtx(ptx, "_Z1kPf", [](const std::string& one) { return assembled(one, false); });
    QVERIFY(text.ok());
    QVERIFY(text->text.find("add.rn.f32") != std::string::npos);
  }

  /// cuda_fp16.h writes such blocks.
  void blocksOfOtherKernelsMayEndWhereALineBegins() {
    const std::string ptx = kernelOf("_Z5otherPf", "\t{neg.f16 %rs1,%rs2;\n}\n\tbad;\n") +
                            kernelOf("_Z1kPf", std::string(loads) + "\tadd.f32 \t%f9, %f10, %f3;\n" + stored);
    const auto text = settledPtx(ptx, "_Z1kPf", [](const std::string& one) { return assembled(one, false); });
    QVERIFY2(text.ok(), text.ok() ? "" : text.error().message.c_str());
    QVERIFY(text->text.find("add.rn.f32") != std::string::npos);
  }

  /// Another text of a kernel has other registers, and copies of its statements.
  void whatAnotherTextSaidIsAskedFirst_data() {
    QTest::addColumn<int>("fused");  // of four sums, the first so many
    QTest::addColumn<int>("questions");
    QTest::newRow("as it said") << 2 << 2;
    QTest::newRow("otherwise") << 4 << 4;  // then as without it
  }
  void whatAnotherTextSaidIsAskedFirst() {
    QFETCH(int, fused);
    QFETCH(int, questions);
    const SettlingHints hints{{{"add.f32 mul.f32(ld.global.f32,ld.global.f32,) ld.global.f32", {1, 0}}}, false};
    std::string body = loads;
    for (int i = 0; i < 4; ++i)
      body += "\tld.global.f32 \t%f" + std::to_string(20 + i) + ", [%rd4];\n\tadd.f32 \t%f" + std::to_string(40 + i) +
              ", %f10, %f" + std::to_string(20 + i) + ";\n";
    int asked = 0;
    const auto text = settledPtx(
        kernelOf("_Z1kPf", body + stored), "_Z1kPf",
        [&](const std::string& ptx) -> Result<std::string> {
          ++asked;
          std::string code;
          for (int i = 0; i < 4; ++i) {
            const std::string to = "%f" + std::to_string(40 + i) + ",";
            const bool isApart = ptx.find("add.rn.f32 \t" + to) != std::string::npos;
            code += ptx.find("fma.rn.f32 " + to) != std::string::npos || (!isApart && i < fused) ? 'f' : 'a';
          }
          return code;
        },
        hints);
    QVERIFY(text.ok());
    QCOMPARE(asked, questions);
    QCOMPARE(QString::fromStdString(text->text).count("fma.rn.f32"), fused);
    const std::vector<int>& told = text->told.begin()->second;
    QCOMPARE(std::count(told.begin(), told.end(), 1), fused);
  }

  /// So many that without another text none would be asked about by itself: all are as there but one, and one of a form
  /// that the other text does not have, which is apart.
  void longKernelsAreToldByAnotherText() {
    constexpr int sums = 250, other = 77;
    const SettlingHints hints{{{"add.f32 mul.f32(ld.global.f32,ld.global.f32,) ld.global.f32", {1, 0}}}, false};
    std::string body = std::string(loads) + "\tadd.f32 \t%f400, %f10, 0f40000000;\n";
    for (int i = 0; i < sums; ++i)
      body += "\tld.global.f32 \t%f" + std::to_string(500 + i) + ", [%rd4];\n\tadd.f32 \t%f" +
              std::to_string(1000 + i) + ", %f10, %f" + std::to_string(500 + i) + ";\n";
    int asked = 0;
    const auto isFused = [](int i) { return (i < sums / 2) != (i == other); };
    const auto text = settledPtx(
        kernelOf("_Z1kPf", body + stored), "_Z1kPf",
        [&](const std::string& ptx) -> Result<std::string> {
          ++asked;
          std::string code = ptx.find("fma.rn.f32 %f400,") == std::string::npos ? "a" : "f";
          for (int i = 0; i < sums; ++i) {
            const std::string to = "%f" + std::to_string(1000 + i) + ",";
            const bool isApart = ptx.find("add.rn.f32 \t" + to) != std::string::npos;
            code += ptx.find("fma.rn.f32 " + to) != std::string::npos || (!isApart && isFused(i)) ? 'f' : 'a';
          }
          return code;
        },
        hints);
    QVERIFY(text.ok());
    QVERIFY2(asked < 50, qPrintable(QString::number(asked)));
    const QString settled = QString::fromStdString(text->text);
    QCOMPARE(settled.count("fma.rn.f32"), sums / 2 - 1);
    QCOMPARE(settled.count("add.rn.f32"), sums / 2 + 2);
  }

  void oneThatCannotBeToldEndsIt() {
    std::string body = loads;
    for (int i = 0; i < 16; ++i)
      body += "\tadd.f32 \t%f" + std::to_string(40 + i) + ", %f10, %f" + std::to_string(20 + i) + ";\n";
    int all = 0, needed = 0;
    const auto askedBy = [](int& count) {
      return [&count](const std::string&) -> Result<std::string> { return std::to_string(++count); };
    };
    const std::string ptx = kernelOf("_Z1kPf", body + stored);
    QVERIFY(settledPtx(ptx, "_Z1kPf", askedBy(all)).ok());
    QVERIFY(settledPtx(ptx, "_Z1kPf", askedBy(needed), {{}, true}).ok());
    QVERIFY2(needed < all / 3, qPrintable(QString("%1 of %2").arg(needed).arg(all)));
  }

  void errorsOfTheFirstRunAreHandedOn() {
    const auto text = settledPtx(kernelOf("_Z1kPf", std::string(loads) + "\tadd.f32 \t%f9, %f10, %f3;\n" + stored),
                                 "_Z1kPf", [](const std::string&) -> Result<std::string> { return inputError("no"); });
    QVERIFY(!text.ok());
  }
};

QTEST_GUILESS_MAIN(PtxFusingTest)
#include "ptx_fusing_test.moc"
