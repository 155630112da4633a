#include "analysis/frontend/macro_definitions.h"

#include <QTest>

using namespace warpwright;
using namespace warpwright::frontend;

class MacroDefinitionsTest : public QObject {
  Q_OBJECT
 private slots:
  /// Headers of a library define words of the language; what they are made of is no business of the project.
  void tellsOwnFromOthers() {
    ParseOptions options;
    options.headers = HeaderMode::own;
    UnitParser parser(options);
    parser.setOpenTexts({{"/macros.cu",
                          "#define MINE(a, b) a##b\n#define MINE(a, b) a\\\n  b\n"
                          "__global__ void __launch_bounds__(64) k(float* a) { a[threadIdx.x] = 1; }\n"}});
    CompileCommand command;
    command.file = "/macros.cu";
    command.folder = "/";
    const auto unit = parser.parse(command, {});
    QVERIFY(unit.ok());
    QCOMPARE(ownDefinitionsOf(*unit, "MINE").size(), size_t{2});
    QCOMPARE(definitionsOf(*unit, "MINE").size(), size_t{2});
    QCOMPARE(ownDefinitionsOf(*unit, "MINE").front(), std::string_view("(a, b) a##b"));
    QVERIFY(!definitionsOf(*unit, "__launch_bounds__").empty());
    QVERIFY(ownDefinitionsOf(*unit, "__launch_bounds__").empty());
  }
};

QTEST_GUILESS_MAIN(MacroDefinitionsTest)
#include "macro_definitions_test.moc"
