#include <QTest>

#include "core/lsp/file_uri.h"
#include "core/lsp/text_position.h"

using namespace warpwright;
using namespace warpwright::lsp;

/// Places of editors and bytes of texts, there and back.
class TextPositionTest : public QObject {
  Q_OBJECT

 private slots:
  void countsCharacters_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("utf8");
    QTest::addColumn<int>("byte");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("character");
    const QByteArray mixed =
        "a\xf0\x9f\x98\x80"
        "b\xc3\xa9\r\nx";  // a😀bé
    QTest::newRow("before the emoji") << mixed << false << 1 << 0 << 1;
    QTest::newRow("after it, two units") << mixed << false << 5 << 0 << 3;
    QTest::newRow("after it, in bytes") << mixed << true << 5 << 0 << 5;
    QTest::newRow("after é") << mixed << false << 8 << 0 << 5;
    QTest::newRow("the next line, CRLF") << mixed << false << 10 << 1 << 0;
    QTest::newRow("LF") << QByteArray("a\nb") << false << 2 << 1 << 0;
    QTest::newRow("CR alone") << QByteArray("a\rb") << false << 2 << 1 << 0;
    QTest::newRow("end of the text") << QByteArray("a\n") << false << 2 << 1 << 0;
    QTest::newRow("a byte that is no UTF-8") << QByteArray(
                                                    "\xff"
                                                    "a")
                                             << false << 1 << 0 << 1;
    QTest::newRow("three bytes") << QByteArray(
                                        "\xe2\x82\xac"
                                        "a")
                                 << false << 3 << 0 << 1;
  }
  void countsCharacters() {
    QFETCH(QByteArray, text);
    QFETCH(bool, utf8);
    QFETCH(int, byte);
    QFETCH(int, line);
    QFETCH(int, character);
    const std::string whole = text.toStdString();
    const TextPlaces places(whole, utf8 ? PositionEncoding::utf8 : PositionEncoding::utf16);
    const TextPosition at{static_cast<uint32_t>(line), static_cast<uint32_t>(character)};
    QVERIFY(places.positionOf(static_cast<size_t>(byte)) == at);
    QCOMPARE(places.offsetOf(at), static_cast<size_t>(byte));
  }

  void staysInTheText() {
    const std::string text = "a\xf0\x9f\x98\x80\r\nb";
    const TextPlaces places(text, PositionEncoding::utf16);
    QCOMPARE(places.offsetOf({0, 2}), size_t(1));   // inside the emoji: where it begins
    QCOMPARE(places.offsetOf({0, 99}), size_t(5));  // the end of the line, before "\r\n"
    QCOMPARE(places.offsetOf({9, 0}), text.size());
    QVERIFY((places.positionOf(99) == TextPosition{1, 1}));
    QVERIFY((places.positionOf(1, 6) == TextPosition{0, 3}));  // a compiler's column, in bytes from 1
    QVERIFY((places.positionOf(7, 1) == TextPosition{1, 1}));  // a line that is not there
    QVERIFY((places.endOfLine(0) == TextPosition{0, 3}));
  }

  void readsUris() {
    QCOMPARE(*pathOfUri("file:///tmp/a%20%C3%A9.cu"), std::string("/tmp/a \xc3\xa9.cu"));
    QCOMPARE(*pathOfUri("FILE://localhost/a/../b.cu"), std::string("/b.cu"));
    for (const char* uri :
         {"untitled:Untitled-1", "file://elsewhere/a.cu", "file:///a%2", "file:///a%zz", "file:a", ""})
      QVERIFY2(!pathOfUri(uri), uri);
    QCOMPARE(uriOfPath("/tmp/a \xc3\xa9+.cu"), std::string("file:///tmp/a%20%C3%A9%2B.cu"));
    QCOMPARE(*pathOfUri(uriOfPath("/x/%41#?.cu")), std::string("/x/%41#?.cu"));
  }
};

QTEST_APPLESS_MAIN(TextPositionTest)
#include "text_position_test.moc"
