#include <QTest>

#include "core/base/message_search.h"

using namespace warpwright;

class MessageSearchTest : public QObject {
  Q_OBJECT
 private slots:
  void looksInside() {
    const Message wanted("Give its flags.");
    const Message around("%1. %2", "It is not known", wanted), further("Not every launch is known: %1", around);
    for (const Message* one : {&wanted, &around, &further}) QVERIFY(holds(*one, "Give its flags."));
    QVERIFY(holds(Message("First.") + around, "Give its flags."));
    QVERIFY(holds(Message("%1 at %2", code("x"), lineText(3)), "%1 at %2"));
  }

  // The same words put together otherwise are another message.
  void readsNoWords() {
    QVERIFY(!holds("It is not known. Give its flags.", "Give its flags."));
    QVERIFY(!holds(Message("%1. %2", "It is not known", "Give its flags."), "Give its flags."));
    QVERIFY(!holds(Message(), "Give its flags."));
  }
};

QTEST_GUILESS_MAIN(MessageSearchTest)
#include "message_search_test.moc"
