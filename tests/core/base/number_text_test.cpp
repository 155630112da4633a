#include <QTest>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/shell_word.h"

using namespace warpwright;

class NumberTextTest : public QObject {
  Q_OBJECT
 private slots:
  void writesNumbers() {
    QCOMPARE(countText(0), std::string("0"));
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(1000), std::string("1,000"));
    QCOMPARE(countText(12345678), std::string("12,345,678"));
    QCOMPARE(countText(1, "kernel", "kernels"), std::string("1 kernel"));
    QCOMPARE(significantText(15.1304), std::string("15.13"));
    QCOMPARE(significantText(0.13211), std::string("0.1321"));
    QCOMPARE(significantText(9.99996), std::string("10.00"));
    QCOMPARE(significantText(123456), std::string("123,500"));
    QCOMPARE(significantText(NAN), std::string("–"));
    QCOMPARE(durationText(0.194), std::string("0.19 s"));
    QCOMPARE(durationText(0.0123), std::string("12 ms"));
    QCOMPARE(durationText(0.00005), std::string("50 µs"));
    QCOMPARE(durationText(60), std::string("60 s"));
    QCOMPARE(durationText(125), std::string("2 min 5 s"));
    QCOMPARE(speedupText(1.806), std::string("1.81×"));
    QCOMPARE(memoryText(2048), std::string("2,048 B"));
    QCOMPARE(memoryText(49152), std::string("48 KiB"));
    QCOMPARE(memoryText(1572864), std::string("1.5 MiB"));
    QCOMPARE(trafficText(12.34e9), std::string("12.3 GB"));
    QCOMPARE(shapeText({256, 1, std::nullopt}), std::string("(256, 1, –)"));
  }

  void quotesWordsOfAShell() {
    QCOMPARE(shellWord("a/b.cu"), std::string("a/b.cu"));
    QCOMPARE(shellWord(""), std::string("''"));
    QCOMPARE(shellWord("it's $x"), std::string("'it'\\''s $x'"));
  }
};

QTEST_GUILESS_MAIN(NumberTextTest)
#include "number_text_test.moc"
