#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/reuse/task_graph.h"

using namespace warpwright;

class GraphFileTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Result<GraphFile> read(const QString& name, const QByteArray& text) {
    const std::string path = folder_.filePath(name).toStdString();
    if (Status written = writeFileAtomically(path, text.toStdString()); !written.ok()) return written.error();
    return readGraph(path);
  }

 private slots:
  void readsAMatrixInRowOrder() {
    const auto file = read("a.mtx", "%%MatrixMarket matrix coordinate real general\n% note\n2 3 3\n2 1 5.0\n1 3 1e9\n1 2 7\n");
    QVERIFY(file.ok());
    QCOMPARE(file->graph.dataCount(), 5u);
    QCOMPARE(file->graph.pins(), (std::vector<uint32_t>{1, 3, 2, 3, 0, 4}));
  }
  void expandsASymmetricPattern() {
    const auto file = read("s.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n");
    QVERIFY(file.ok());
    QCOMPARE(file->graph.pins(), (std::vector<uint32_t>{0, 2, 1, 2, 0, 3}));
  }
  void readsAnEdgeList() {
    const auto file = read("e.txt", "# comment\n0 1\r\n3\t1 0.5\n");
    QVERIFY(file.ok());
    QCOMPARE(file->graph.pins(), (std::vector<uint32_t>{0, 1, 3, 1}));
    QCOMPARE(file->graph.dataCount(), 4u);
  }
  void saysWhatIsWrong_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const QByteArray head = "%%MatrixMarket matrix coordinate real general\n";
    QTest::newRow("empty") << "e.txt" << QByteArray() << "no tasks";
    QTest::newRow("no entries") << "a.mtx" << head + "3 3 0\n" << "no non-zeros";
    QTest::newRow("ends early") << "a.mtx" << head + "3 3 2\n1 1 1\n" << "ends after 1 of 2";
    QTest::newRow("outside") << "a.mtx" << head + "3 3 1\n4 1 1\n" << "outside a matrix of 3 by 3";
    QTest::newRow("index 0") << "a.mtx" << head + "3 3 1\n0 1 1\n" << "outside";
    QTest::newRow("header") << "a.mtx" << QByteArray("3 3 1\n1 1 1\n") << "starts with %%MatrixMarket";
    QTest::newRow("dense") << "a.mtx" << QByteArray("%%MatrixMarket matrix array real general\n2 2\n") << "coordinate form";
    QTest::newRow("sizes") << "a.mtx" << head + "3 x 1\n" << "three numbers";
    QTest::newRow("huge promise") << "a.mtx" << head + "3 3 2000000000\n1 1 1\n" << "ends after 1 of 2000000000";
    QTest::newRow("words") << "e.txt" << QByteArray("a b\n") << "line 1: expected two numbers";
    QTest::newRow("negative") << "e.txt" << QByteArray("0 1\n-1 2\n") << "line 2: expected two numbers";
    QTest::newRow("compressed") << "e.txt" << QByteArray("\x1f\x8b\x08\x00") << "gunzip";
  }
  void saysWhatIsWrong() {
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto file = read(name, text);
    QVERIFY(!file.ok());
    QVERIFY2(file.error().message.find(message.toStdString()) != std::string::npos, file.error().message.c_str());
    QCOMPARE(file.error().kind, ErrorKind::input);
  }
};

QTEST_GUILESS_MAIN(GraphFileTest)
#include "graph_file_test.moc"
