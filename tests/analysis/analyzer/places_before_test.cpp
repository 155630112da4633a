#include "analysis/analyzer/places_before.h"

#include <QTest>

using namespace warpwright;
using analysis::PlacesBefore;

namespace {

/// Where the mark `|` of the changed text stands before, as "line:column". `was` in `before` is replaced by `is`.
QString place(const std::string& before, const std::string& was, std::string is) {
  FileEdits edits;
  const size_t offset = before.find(was);
  const size_t mark = is.find('|');
  if (mark != std::string::npos) is.erase(mark, 1);
  edits.edits.push_back({static_cast<uint32_t>(offset), static_cast<uint32_t>(was.size()), is, {}});
  std::string after = before;
  after.replace(offset, was.size(), is);
  const std::string head = after.substr(0, offset + mark);
  const auto line = static_cast<uint32_t>(std::count(head.begin(), head.end(), '\n') + 1);
  const auto column = static_cast<uint32_t>(head.size() - (head.rfind('\n') + 1) + 1);
  const auto [oldLine, oldColumn] = PlacesBefore(edits, before, after).of(line, column);
  return QString("%1:%2").arg(oldLine).arg(oldColumn);
}

const std::string text = "int i = x;\nif (i < n) {\n  c[i] = a[i] + s * b[i];\n}\n";

}  // namespace

class PlacesBeforeTest : public QObject {
  Q_OBJECT
 private slots:
  void placesAreFound_data() {
    QTest::addColumn<QString>("was");
    QTest::addColumn<QString>("is");
    QTest::addColumn<QString>("stands");
    const QString whole = QString::fromStdString(text);
    QTest::newRow("written again, further in")
        << whole << "for (;;) {\n  int i = x;\n  if (i < n) {\n    |c[i] = a[i] + s * b[i];\n  }\n}\n"
        << "3:3";
    QTest::newRow("begun otherwise") << "  c[i] = a[i]" << "  |c_i.of[m] = a_i.of[m]" << "3:4";
    QTest::newRow("added before a statement") << "int i" << "|const int k = 2;\nint i" << "1:1";
    QTest::newRow("after the edit") << "int i = x;\n" << "\n\nint i = x;\n|" << "2:1";
    QTest::newRow("after what was taken away") << "int i = x;\n" << "|" << "2:1";
  }
  void placesAreFound() {
    QFETCH(QString, was);
    QFETCH(QString, is);
    QFETCH(QString, stands);
    QCOMPARE(place(text, was.toStdString(), is.toStdString()), stands);
  }

  void addedTextIsWhatReplacesNothing() {
    FileEdits edits;
    edits.edits.push_back({0, 5, "long i", {}});
    edits.edits.push_back({11, 0, "j = 1;\n", {}});
    const std::string after = "long i = x;\nj = 1;\n" + text.substr(11);
    const PlacesBefore places(edits, text, after);
    QVERIFY(!places.isAdded(1, 1) && !places.isAdded(1, 9) && !places.isAdded(3, 1));
    QVERIFY(places.isAdded(2, 1) && places.isAdded(2, 6));
  }
};

QTEST_GUILESS_MAIN(PlacesBeforeTest)
#include "places_before_test.moc"
