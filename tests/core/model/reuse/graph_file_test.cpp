#include <QTemporaryDir>
#include <QTest>

#include "core/base/file.h"
#include "core/model/reuse/task_graph.h"

using namespace warpwright;

class GraphFileTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  /// As gzip packs it: its own head and checksum round the stream that Qt gives in zlib's frame.
  static QByteArray packed(const QByteArray& text) {
    const auto word = [](quint32 value) {
      QByteArray bytes(4, 0);
      for (int i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
      return bytes;
    };
    quint32 check = ~0u;
    for (const char c : text) {
      check ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) check = check >> 1 ^ (check & 1 ? 0xedb88320u : 0);
    }
    const QByteArray stream = qCompress(text).mid(6).chopped(4);
    return QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10) + stream + word(~check) +
           word(static_cast<quint32>(text.size()));
  }
  Result<GraphFile> read(const QString& name, const QByteArray& text) {
    const std::string path = folder_.filePath(name).toStdString();
    if (Status written = writeFileAtomically(path, text.toStdString()); !written.ok()) return written.error();
    return readGraph(path);
  }

 private slots:
  void readsAMatrixInRowOrder() {
    const auto file =
        read("a.mtx", "%%MatrixMarket matrix coordinate real general\n% note\n2 3 3\n2 1 5.0\n1 3 1e9\n1 2 7\n");
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
  void readsTheTaskListsItWrote() {
    const TaskGraph graph = TaskGraph::fromLists({0, 3, 3, 4}, {4, 0, 2, 1}, 7);
    const std::string path = folder_.filePath("launch.tasks").toStdString();
    QVERIFY(writeTaskLists(path, graph, 64).ok());
    const QByteArray text = QByteArray::fromStdString(*readFile(path));
    QCOMPARE(text, QByteArray("%%WarpwrightTasks 3 7 64\n4 0 2\n\n1\n"));
    for (const QByteArray& form : {text, packed(text), QByteArray(text).replace("\n", "\r\n")}) {
      const auto file = read("again.tasks", form);
      QVERIFY2(file.ok(), file.ok() ? "" : file.error().message.c_str());
      QCOMPARE(file->kind, std::string("task lists"));
      QCOMPARE(file->tasksPerBlock, 64u);
      QCOMPARE(file->graph.dataCount(), 7u);
      QCOMPARE(file->graph.taskCount(), uint64_t{3});
      QCOMPARE(file->graph.pins(), graph.pins());
      QVERIFY(file->graph.dataOf(1).empty());
    }
    QVERIFY(writeTaskLists(path, TaskGraph::fromPairs({0, 1, 1, 2}, 3), 0).ok());
    QCOMPARE(readGraph(path)->graph.pins(), (std::vector<uint32_t>{0, 1, 1, 2}));
  }
  void refusesBrokenTaskLists_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no numbers") << QByteArray("%%WarpwrightTasks\n") << QByteArray("line 1: expected three numbers");
    QTest::newRow("no tasks") << QByteArray("%%WarpwrightTasks 0 4 1\n") << QByteArray("nothing to partition");
    QTest::newRow("too many") << QByteArray("%%WarpwrightTasks 5000000000 4 1\n") << QByteArray("too large");
    QTest::newRow("more than it names") << QByteArray("%%WarpwrightTasks 1 293971374 2\n3210\n")
                                        << QByteArray("promises 293971374 data objects");
    QTest::newRow("cut off") << QByteArray("%%WarpwrightTasks 3 4 1\n0 1\n2\n") << QByteArray("after 2 of 3 tasks");
    QTest::newRow("outside") << QByteArray("%%WarpwrightTasks 2 4 1\n0\n1 4\n")
                             << QByteArray("line 3: object 4 lies outside 4");
    QTest::newRow("words") << QByteArray("%%WarpwrightTasks 1 4 1\n0 x\n")
                           << QByteArray("line 2: expected the numbers");
  }
  void refusesBrokenTaskLists() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const auto file = read("broken.tasks", text);
    QVERIFY(!file.ok());
    QVERIFY2(file.error().message.find(message.toStdString()) != std::string::npos, file.error().message.c_str());
  }
  void readsNodeLists() {
    const QByteArray text = "3\n0 2\n2 0\n2 1\n\n0\n\n3\n1 5\n2 1\n0 7\n";
    for (const QByteArray& form : {text, packed(text)}) {
      const auto file = read("graph.txt", form);
      QVERIFY(file.ok());
      QCOMPARE(file->kind, std::string("node lists"));
      QCOMPARE(file->graph.pins(), (std::vector<uint32_t>{0, 1, 0, 2, 2, 0}));
      QCOMPARE(file->graph.dataCount(), 3u);
    }
  }
  void readsAPackedMatrix() {
    const auto file = read("a.mtx.gz", packed("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n"));
    QVERIFY(file.ok());
    QCOMPARE(file->graph.pins(), (std::vector<uint32_t>{0, 3}));
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
    QTest::newRow("dense") << "a.mtx" << QByteArray("%%MatrixMarket matrix array real general\n2 2\n")
                           << "coordinate form";
    QTest::newRow("sizes") << "a.mtx" << head + "3 x 1\n" << "three numbers";
    QTest::newRow("huge promise") << "a.mtx" << head + "3 3 2000000000\n1 1 1\n" << "ends after 1 of 2000000000";
    QTest::newRow("promised columns, entries not sorted") << "a.mtx" << head + "19 3973971374 2\n3 3\n1 1\n"
                                                          << "promises 3973971393 data objects";
    QTest::newRow("words") << "e.txt" << QByteArray("a b\n") << "line 1: expected two numbers";
    QTest::newRow("negative") << "e.txt" << QByteArray("0 1\n-1 2\n") << "line 2: expected two numbers";
    QTest::newRow("cut gzip") << "e.txt" << packed("0 1\n1 2\n").chopped(9) << "damaged or cut off";
    QTest::newRow("no gzip") << "e.txt" << QByteArray("\x1f\x8b\x08\x01") << "damaged or cut off";
    QTest::newRow("nodes only") << "b.txt" << QByteArray("2\n0 1\n")
                                << "line 3: the file ends before where the edges of node 1";
    QTest::newRow("no source") << "b.txt" << QByteArray("1\n0 1\n") << "ends before the source node";
    QTest::newRow("no edge count") << "b.txt" << QByteArray("1\n0 1\n\n0\n") << "ends before the number of edges";
    QTest::newRow("edges end") << "b.txt" << QByteArray("1\n0 2\n\n0\n\n2\n0 1\n0")
                               << "ends before target and weight of edge 1";
    QTest::newRow("target") << "b.txt" << QByteArray("1\n0 1\n\n0\n\n1\n1 1\n")
                            << "leads to node 1, but nodes end at 0";
    QTest::newRow("list") << "b.txt" << QByteArray("1\n1 1\n\n0\n\n1\n0 1\n") << "lie outside its 1 edges";
    QTest::newRow("no nodes") << "b.txt" << QByteArray("0\n0\n0\n") << "no nodes";
    QTest::newRow("no edges") << "b.txt" << QByteArray("1\n0 0\n0\n0\n") << "no edges";
    QTest::newRow("node words") << "b.txt" << QByteArray("1\na b\n") << "line 2: expected where the edges of node 0";
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
