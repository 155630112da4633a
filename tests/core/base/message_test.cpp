#include <QTest>

#include "core/base/message.h"
#include "core/base/result.h"

using namespace warpwright;

class MessageTest : public QObject {
  Q_OBJECT
 private slots:
  void readsAsWritten() {
    QCOMPARE(toText({"%1 at %2 may touch any memory.", code("f"), lineText(43)}),
             std::string("`f` at line 43 may touch any memory."));
    QCOMPARE(toText({"%2 of %1, %3", std::string("two"), size_t{3}, "more"}), std::string("3 of two, more"));
    QCOMPARE(toText(linesText({3, 5, 9})), std::string("lines 3, 5 and 9"));
    QCOMPARE(toText(linesText({3, 8}, " to ")), std::string("lines 3 to 8"));
    QCOMPARE(toText(linesText({7})), std::string("line 7"));
    QCOMPARE(toText(capitalised(lineText(7)) + " writes `s`"), std::string("Line 7 writes `s`"));
    QCOMPARE(toText({"Cannot tell: %1.", Message("%1 of %2", lineText(1), 2)}),
             std::string("Cannot tell: line 1 of 2."));
  }

  // Words that come from somewhere are no text with places: what a kernel subscripts with has percent signs.
  void takesWordsAsTheyAre() {
    const std::string words = "`a[i %1]`, 50% and %%";
    QCOMPARE(toText(words), words);
    QCOMPARE(toText(words + code("b[%1]") + " at " + lineText(2)), words + "`b[%1]` at line 2");
    QCOMPARE(toText({"%1 is 100%% of %2", words, words}), words + " is 100% of " + words);
    QVERIFY(Message("x") == "x" && Message("x") == std::string("x") && !(Message("x") == "y"));
  }

  void putsMessagesTogether() {
    Message all("%1 reads", lineText(4));
    all += " what ";
    all += {"%1 writes %2", lineText(5), code("s")};
    QCOMPARE(toText(all), std::string("line 4 reads what line 5 writes `s`"));
    all += all;
    QCOMPARE(toText(all), std::string("line 4 reads what line 5 writes `s`line 4 reads what line 5 writes `s`"));
    QVERIFY(Message().empty() && (Message() + "").empty());
    // Numbers behind a place, or between two, are no part of its number.
    QCOMPARE(toText(Message("at %1", code("x")) + "2 and " + lineText(3) + "0"), std::string("at `x`2 and line 30"));
    QCOMPARE(toText(Message("100%1") + "2" + code("y") + "7 " + code("z")), std::string("100%12`y`7 `z`"));
  }

  void knowsThePlacesItNames() {
    Message message("%1: %2", Message("%1 or not", linesText({3, 5})), lineText(SourcePosition{"b.cu", 9, 2}));
    std::string seen;
    for (const MessagePiece& piece : piecesOf(message)) {
      seen +=
          piece.at ? "[" + piece.at->file + ":" + std::to_string(piece.at->line) + "|" + piece.text + "]" : piece.text;
    }
    QCOMPARE(seen, std::string("[:3|lines 3] and [:5|5] or not: [b.cu:9|line 9]"));
    visitPlaces(message, [](SourcePosition& at) { at.line += 10; });
    QCOMPARE(toText(message), std::string("lines 13 and 15 or not: line 19"));
  }

  void isTranslatedByItsText() {
    const auto german = [](const std::string& text) -> std::string {
      if (text == "%1 writes %2.") return "%2 wird in %1 geschrieben.";
      return text == "line" ? "Zeile" : text;
    };
    std::string text;
    for (const MessagePiece& piece : piecesOf({"%1 writes %2.", lineText(3), code("s")}, german)) text += piece.text;
    QCOMPARE(text, std::string("`s` wird in Zeile 3 geschrieben."));
  }

  // An error keeps what it names as long as nobody rewrites its words.
  void errorsKeepWhatTheyName() {
    Error error = inputError({"%1 does not end in `;`", lineText(8)});
    QCOMPARE(error.message, std::string("line 8 does not end in `;`"));
    Message why = said(error);
    visitPlaces(why, [](SourcePosition& at) { ++at.line; });
    QCOMPARE(toText(why), std::string("line 9 does not end in `;`"));
    error.message = "other words";
    QCOMPARE(toText(said(error)), std::string("other words"));
    QCOMPARE(toText(said(inputError("plain, 50%"))), std::string("plain, 50%"));
  }
};

QTEST_GUILESS_MAIN(MessageTest)
#include "message_test.moc"
