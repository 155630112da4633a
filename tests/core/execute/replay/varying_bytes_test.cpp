#include <QTest>
#include <cstring>

#include "core/execute/replay/varying_bytes.h"

using namespace warpwright;

namespace {

template <typename... Value>
std::string bytesOf(Value... values) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
  return bytes;
}

/// "0110": which bytes vary.
std::string marksOf(const std::string& first, const std::string& second, uint32_t elementSize = 0,
                    uint64_t offset = 0) {
  std::string marks;
  for (const bool varies : varyingBytes(first, second, offset, elementSize)) marks += varies ? '1' : '0';
  return marks;
}

std::string times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

class VaryingBytesTest : public QObject {
  Q_OBJECT

 private slots:
  void nothingVaries() { QCOMPARE(marksOf(bytesOf(1, 2), bytesOf(1, 2)), std::string()); }
  void elementsOfAKnownSize() {
    QCOMPARE(marksOf(bytesOf(1.5, 2.5), bytesOf(1.5, 2.625), 8), std::string("0000000011111111"));
    QCOMPARE(marksOf(bytesOf(1, 2), bytesOf(1, 3), 4), std::string("00001111"));
  }
  void addressesOfTheHost() {
    const uint64_t one = 0x7f1234567010, other = 0x7f9934aa7010;
    QCOMPARE(marksOf(bytesOf(one, 5L), bytesOf(other, 5L)), std::string("1111111100000000"));
  }
  void addressesWithAnUnlimitedStack() {
    const uint64_t one = 0x2b1234567010, other = 0x2a9934aa7010;
    QCOMPARE(marksOf(bytesOf(one, 5L), bytesOf(other, 5L)), std::string("1111111100000000"));
  }
  void valuesInFrontOfHalfAnAddress() {
    QCOMPARE(marksOf(bytesOf(7, 0x7f12), bytesOf(7, 0x7f99)), std::string("00001111"));
  }
  void valuesBehindPadding() {
    QCOMPARE(marksOf(bytesOf(0x1234567, 9), bytesOf(0x2345678, 9)), std::string("11110000"));
  }
  void charactersInFrontOfPadding() {
    // Of one alone, the same first byte may be chance.
    QCOMPARE(marksOf(bytesOf(0x12345641), bytesOf(0x65432141)), std::string("1111"));
    QCOMPARE(marksOf(times(bytesOf(0x12345641), 3), times(bytesOf(0x65432141), 3)), times("0111", 3));
  }
  void shortsInFrontOfPadding() {
    QCOMPARE(marksOf(times(bytesOf(0x12345641), 4), times(bytesOf(0x65435641), 4)), times("0011", 4));
  }
  void paddingInTheMiddle() {
    QCOMPARE(marksOf(times(bytesOf(0x11227741), 4), times(bytesOf(0x11228841), 4)), times("0100", 4));
  }
  void paddingThatIsTheSameByChance() {
    const std::string one = times(bytesOf(0x12345641), 3), other = times(bytesOf(0x65432141), 2);
    QCOMPARE(marksOf(one + bytesOf(0x12345641), other + bytesOf(0x65345641, 0x65432141)), times("0111", 4));
  }
  void numbersBesidePadding() {
    const std::string one = times(bytesOf(0x12345641), 3) + bytesOf(0x3f800001);
    const std::string other = times(bytesOf(0x65432141), 3) + bytesOf(0x3f812345);
    QCOMPARE(marksOf(one, other), times("1111", 4));
  }
  void theEndOfABuffer() {
    QCOMPARE(marksOf(std::string("abcdefghij"), std::string("abcdefghix")), std::string("0000000011"));
  }
  void fromTheMiddleOfAWord() {
    const uint64_t one = 0x7f1234567010, other = 0x7f9934aa7010;
    QCOMPARE(marksOf(bytesOf(3, one), bytesOf(3, other), 0, 4), std::string("000011111111"));
    QCOMPARE(marksOf(bytesOf(3), bytesOf(3), 0, 4), std::string());
  }
};

QTEST_GUILESS_MAIN(VaryingBytesTest)
#include "varying_bytes_test.moc"
