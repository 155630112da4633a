#include <QTest>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/contraction.h"

using namespace warpwright;

namespace {

const char* const file = "/contraction.cu";

}  // namespace

class ContractionTest : public QObject {
  Q_OBJECT
  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    options.deviceIr = true;
    return options;
  }()};

  /// What is open in a kernel with this body, or what the compiler says.
  std::string open(const std::string& body, const std::vector<std::string>& flags = {}) {
    parser_.setOpenTexts(
        {{file, "extern \"C\" __global__ void k(const float* a, float* out, int n, float f, unsigned m) {\n" + body +
                    "\n}\n"}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    command.flags = flags;
    const auto unit = parser_.parse(command, {});
    if (!unit.ok()) return unit.error().message;
    if (!unit->summary().errors.empty()) return unit->summary().errors.front().message;
    return toText(model::openContraction(*unit, {"k"}));
  }

 private slots:
  void settledProducts_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("no floats") << "for (int i = 0; i < n; ++i) out[i] = __int_as_float(i * n);";
    QTest::newRow("scaled") << "for (int i = 0; i < n; ++i) out[i] = a[i] * f;";
    QTest::newRow("quotient") << "for (int i = 0; i < n; ++i) out[i] = a[i] / (float)n;";
    QTest::newRow("product of products") << "float p = 1; for (int i = 0; i < n; ++i) p *= a[i]; out[0] = p;";
    QTest::newRow("compared") << "for (int i = 0; i < n; ++i) out[i] = a[i] * f > a[i + 1] ? 1.0f : 2.0f;";
  }
  void settledProducts() {
    QFETCH(QString, body);
    const std::string said = open(body.toStdString());
    QVERIFY2(said.empty(), said.c_str());
  }

  void openProducts_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("why");
    QTest::newRow("one expression") << "for (int i = 0; i < n; ++i) out[i] += a[i] * f;" << "both multiplies and adds";
    QTest::newRow("over a branch") << "float v = a[0]; if (n > 3) v = a[1] * a[2]; out[0] = v + a[3];"
                                   << "both multiplies and adds";
    QTest::newRow("explicit") << "float s = 0; for (int i = 0; i < n; ++i) s = fmaf(a[i], f, s); out[0] = s;"
                              << "both multiplies and adds";
    QTest::newRow("apart") << "out[0] = a[0] * f; out[1] = a[1] - a[2];" << "both multiplies and adds";
    QTest::newRow("quotient") << "out[0] = a[0] + a[1] / n;" << "both divides and adds";
    QTest::newRow("function") << "out[0] = powf(a[0], n);" << "is called at line 2";
    QTest::newRow("results by pointers") << "sincosf(a[0], out, out + 1);" << "is called at line 2";
    QTest::newRow("assembly") << "asm(\"mul.f32 %0, %1, %2;\" : \"=f\"(out[0]) : \"f\"(a[0]), \"f\"(f));"
                              << "is called at line 2";
  }
  void openProducts() {
    QFETCH(QString, body);
    QFETCH(QString, why);
    const QString said = QString::fromStdString(open(body.toStdString()));
    QVERIFY2(said.contains(why), qPrintable(said));
  }

  void denormalNumbersAreMadeZero() {
    const std::string said = open("out[0] = a[0] * (float)n;", {"-fgpu-flush-denormals-to-zero"});
    QVERIFY2(said.find("denormal numbers") != std::string::npos, said.c_str());
    QCOMPARE(open("out[0] = a[0] * (float)n;"), std::string());
  }

  void nothingIsFusedWhereItIsTurnedOff() {
    QCOMPARE(open("out[0] = a[0] + n * 0.3f;", {"-ffp-contract=off"}), std::string());
  }

  void quotientsThatAreNotExactAreOpen() {
    QCOMPARE(open("out[0] = a[0] / n;", {"-fgpu-approx-transcendentals"}),
             std::string("the kernel divides less exactly than it could"));
  }
};

QTEST_GUILESS_MAIN(ContractionTest)
#include "contraction_test.moc"
