#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/frontend/toolkit.h"

using namespace warpwright;
using namespace warpwright::frontend;

/// Whose headers a unit is read by, where both are there.
class ToolkitHeadersTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  UnitSummary summaryOf(const std::string& text) {
    CompileCommand command;
    command.folder = command.root = folder_.path().toStdString();
    command.file = command.folder / "main.cu";
    std::ofstream(command.file, std::ios::binary) << text;
    UnitParser parser{ParseOptions()};
    const Result<ParsedUnit> unit = parser.parse(command, {});
    return unit.ok() ? unit->summary() : UnitSummary();
  }

 private slots:
  void init() {
    const auto toolkit = findToolkit("");
    if (!toolkit.ok() || !*toolkit || !std::filesystem::exists((*toolkit)->string() + "/include/cccl/thrust"))
      QSKIP("no toolkit that has Thrust");
  }

  /// Host code that uses a library of the toolkit is read by its headers: else no launch beside it would be known.
  void readsLibrariesOfTheToolkit() {
    const UnitSummary unit = summaryOf(
        "#include <thrust/device_vector.h>\n__global__ void k(float* a) { a[threadIdx.x] = 1; }\n"
        "int main() { thrust::device_vector<float> a(32); k<<<1, 32>>>(thrust::raw_pointer_cast(a.data())); }\n");
    QCOMPARE(unit.headers, std::string("toolkit"));
    QCOMPARE(unit.errors.size(), size_t{0});
    QCOMPARE(unit.missingHeaders.size(), size_t{0});
  }

  /// What is included and not needed is not worth the time that reading it takes.
  void leavesOutWhatNothingNeeds() {
    const UnitSummary unit = summaryOf("#include <cub/cub.cuh>\n__global__ void k(float* a) { a[threadIdx.x] = 1; }\n");
    QCOMPARE(unit.headers, std::string("own"));
    QCOMPARE(unit.errors.size(), size_t{0});
  }

  /// The toolkit does not help where it lacks the header, too, or where it does not make it better.
  void keepsOurs() {
    QCOMPARE(summaryOf("#include <of_nobody.h>\nint main() { return ofNobody(); }\n").headers, std::string("own"));
    QCOMPARE(summaryOf("#include <cub/cub.cuh>\nint main() { return ofNobody(); }\n").headers, std::string("own"));
  }

  /// Ours are given up at their first error; where they are kept, all of the unit is read by them.
  void readsToTheEndWhatItKeeps() {
    const UnitSummary unit = summaryOf(
        "#include <of_nobody.h>\n__global__ void a(int* p) { *p = first(); }\n__global__ void b(int* p) { *p = "
        "second(); }\n#include <of_somebody.h>\n");
    QCOMPARE(unit.headers, std::string("own"));
    QCOMPARE(unit.errors.size(), size_t{2});
    QCOMPARE(unit.missingHeaders, (std::vector<std::string>{"of_nobody.h", "of_somebody.h"}));
  }
};

QTEST_GUILESS_MAIN(ToolkitHeadersTest)
#include "toolkit_test.moc"
