#include <QDir>
#include <QLineEdit>

#include "views/search/search_panel.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/theme.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class SearchTest : public QObject {
  Q_OBJECT

  static uint32_t lineOf(const std::string& text, const std::string& name, uint32_t near) {
    const auto found = definitionsIn("f.cu", text, name, near);
    return found.empty() ? 0 : found.front().line;
  }

 private slots:
  void initTestCase() { listenToQt(); }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void definitionsAreToldByTheirWords() {
    const std::string text =
        "#define SIZE 64\n"                                                                              // 1
        "struct Point { int x; };\n"                                                                     // 2
        "__device__ int twice(int v);\n"                                                                 // 3
        "// int hidden = 3;\n"                                                                           // 4
        "__device__ int twice(int v)\n{ return 2 * v; }\n"                                               // 5, 6
        "template <typename T> __global__ void run(T* to, const Point& at) {\n"                          // 7
        "  int tx = threadIdx.x;\n"                                                                      // 8
        "  to[tx] = twice(at.x) * SIZE;\n"                                                               // 9
        "}\n"                                                                                            // 10
        "void other() { int tx = 1; run<<<1, 2>>>(&tx, Point{}); const char* s = \"int quoted;\"; }\n";  // 11
    QCOMPARE(lineOf(text, "SIZE", 9), 1u);
    QCOMPARE(lineOf(text, "Point", 9), 2u);
    QCOMPARE(lineOf(text, "twice", 9), 5u);
    QCOMPARE(lineOf(text, "run", 11), 7u);
    QCOMPARE(lineOf(text, "tx", 9), 8u);
    QCOMPARE(lineOf(text, "tx", 11), 11u);
    QCOMPARE(lineOf(text, "to", 9), 7u);
    QCOMPARE(lineOf(text, "hidden", 1), 0u);
    QCOMPARE(lineOf(text, "quoted", 1), 0u);
    QCOMPARE(lineOf(text, "nowhere", 1), 0u);
  }

  void definitionsAreFoundInOtherFiles() {
    QTemporaryDir folder;
    const std::string a = folder.filePath("a.cu").toStdString(), b = folder.filePath("b.h").toStdString();
    write(folder.filePath("a.cu"), "#include \"b.h\"\nint helper(int);\nint main() { return helper(LIMIT); }\n");
    write(folder.filePath("b.h"), "#define LIMIT 4\ninline int helper(int v) { int local = v; return local; }\n");
    const SearchPanel::Sources sources{{a, b}, {}, folder.path().toStdString()};
    QCOMPARE(findDefinition(sources, a, "LIMIT", 3, {}).at(0).file, b);
    QCOMPARE(findDefinition(sources, a, "helper", 3, {}).at(0).line, 2u);
    QVERIFY(findDefinition(sources, a, "local", 3, {}).empty());
  }

  void wordsAreReplacedBelowTheRootOnly() {
    QCOMPARE(*replacedIn("size Size resize", "size", "n", true, true), std::string("n Size resize"));
    QCOMPARE(*replacedIn("size Size resize", "size", "n", false, false), std::string("n n ren"));
    QVERIFY(!replacedIn("length", "size", "n", false, false));
    QTemporaryDir folder;
    QDir(folder.path()).mkpath("p");
    write(folder.filePath("p/a.cu"), "int size;\n");
    write(folder.filePath("p/b.h"), "int other;\n");
    write(folder.filePath("outside.h"), "int size;\n");
    QFile::link(folder.filePath("outside.h"), folder.filePath("p/link.h"));
    const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
    const SearchPanel::Sources sources{
        {at("p/a.cu"), at("p/b.h"), at("p/link.h"), at("outside.h")}, {{at("p/b.h"), "int size = 1;\n"}}, at("p")};
    const auto files = replacedFiles(sources, "size", "n", true, true, {});
    QCOMPARE(files.size(), size_t(2));
    QCOMPARE(files[0].after, std::string("int n;\n"));
    QCOMPARE(files[1].path, at("p/b.h"));  // as it is on the screen
    QCOMPARE(files[1].after, std::string("int n = 1;\n"));
    QVERIFY(replacedFiles({sources.files, {}, {}}, "size", "n", true, true, {}).empty());
  }

  void wordsAreFoundInAllFiles() {
    QTemporaryDir folder;
    const std::string a = folder.filePath("a.cu").toStdString(), b = folder.filePath("b.cu").toStdString();
    write(folder.filePath("a.cu"), "int Shared;\nint shared2; int shared;\n");
    write(folder.filePath("b.cu"), "on disk\n");
    views::Theme theme;
    SearchPanel panel(
        [&] { return SearchPanel::Sources{{a, b}, {{b, "unsaved shared text\n"}}, folder.path().toStdString()}; },
        theme);
    panel.find("shared");
    QTRY_COMPARE(panel.found().size(), size_t(3));
    QCOMPARE(printModel(panel.table().cells()).at(1), QString("int shared2; int shared; | a.cu:2"));
    QCOMPARE(printModel(panel.table().cells()).at(2), QString("unsaved shared text | b.cu:1"));
    QVERIFY(panel.message().contains("3 lines in 2 files"));
    std::string went;
    connect(&panel, &SearchPanel::lineClicked, this, [&](const std::string& file, quint32 line, quint32 column) {
      went = file + ':' + std::to_string(line) + ':' + std::to_string(column);
    });
    emit panel.table().chosen(2);
    QCOMPARE(went, b + ":1:9");
    panel.find("nothing like it");
    QTRY_VERIFY(panel.message().contains("Not found"));
  }

  void symbolsAndReferences() {
    const std::string text =
        "#define N 4\n"
        "struct Pair { int a, b; };\n"
        "// sum is explained here\n"
        "float sum(const float* from,\n          int n) {\n  float total = 0;\n  return total;\n}\n"
        "__global__ void fold(float* to) { *to = sum(to, N); }\n"
        "float sum(const float* from, int n);\n";
    QStringList symbols;
    for (const SourceSymbol& symbol : symbolsIn(text))
      symbols << QString("%1 %2").arg(symbol.line).arg(QString::fromStdString(symbol.name));
    QCOMPARE(symbols.join(", "), QString("1 N, 2 Pair, 4 sum, 9 fold"));
    QCOMPARE(symbolsIn(text)[2].signature, std::string("float sum(const float* from, int n)"));
    QCOMPARE(symbolsIn(text)[3].kind, SourceSymbol::Kind::kernel);
    QStringList lines;
    for (const Mention& mention : referencesIn("f.cu", text, "sum", 10)) lines << QString::number(mention.line);
    QCOMPARE(lines.join(' '), QString("4 9 10"));
    QCOMPARE(referencesIn("f.cu", text, "sum", 1).size(), size_t(1));
    const std::vector<std::string> scope = namesInScope(text, text.find("  return total"));
    QCOMPARE(scope, std::vector<std::string>({"from", "n", "total"}));
  }
};

QTEST_MAIN(SearchTest)
#include "search_panel_test.moc"
