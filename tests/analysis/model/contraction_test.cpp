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
    QTest::newRow("quotient stored") << "for (int i = 0; i < n; ++i) out[i] = a[i] / (float)n;";
    QTest::newRow("product of products") << "float p = 1; for (int i = 0; i < n; ++i) p *= a[i]; out[0] = p;";
    QTest::newRow("compared") << "for (int i = 0; i < n; ++i) out[i] = a[i] * f > a[i + 1] ? 1.0f : 2.0f;";
    QTest::newRow("explicit") << "float s = 0; for (int i = 0; i < n; ++i) s = fmaf(a[i], f, s); out[0] = s;";
  }
  void settledProducts() {
    QFETCH(QString, body);
    const std::string said = open(body.toStdString());
    QVERIFY2(said.empty(), said.c_str());
  }

  void openProducts_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("why");
    const char* over = "over a branch or a loop";
    QTest::newRow("branch") << "float v = a[0]; if (n > 3) v = a[1] * a[2]; out[0] = v + a[3];" << over;
    QTest::newRow("choice") << "float v = n > 3 ? a[1] * a[2] : a[0]; out[0] = v + a[3];" << over;
    QTest::newRow("round before") << "float p = 0, s = 0; for (int i = 0; i < n; ++i) { s += p; p = a[i] * f; } "
                                     "out[0] = s;"
                                  << over;
    QTest::newRow("power") << "float p = f, s = 0; for (int i = 0; i < n; ++i) { s += p; p *= f; } out[0] = s;" << over;
    QTest::newRow("through its own array") << "float t[4]; for (int i = 0; i < n; ++i) t[i] = a[i] * f; "
                                              "float s = 0; for (int i = 0; i < n; ++i) s += t[i]; out[0] = s;"
                                           << over;
    QTest::newRow("through memory") << "for (int i = 0; i < n; ++i) out[i] = a[i] * f; out[n] = out[0] + a[0];" << over;
    QTest::newRow("through shared memory")
        << "__shared__ float s[64]; for (int i = 0; i < n; ++i) s[i] = a[i] * f; out[0] = s[n] + a[1];" << over;
    QTest::newRow("counter") << "float s = 0; for (int i = 0; i < n; ++i) s += i * 0.1f; out[0] = s;" << "both factors";
    QTest::newRow("parameter") << "out[0] = a[0] + n * 0.3f;" << "both factors";
    QTest::newRow("table") << "const float w[3] = {0.1f, 0.2f, 0.3f}; float s = 0; "
                              "for (int i = 0; i < n; ++i) s += w[i] * (float)i; out[0] = s;"
                           << "both factors";
    QTest::newRow("vanishing") << "for (int i = 0; i < n; ++i) out[i] = a[i] * n + a[i + 1] * f;" << "may vanish";
    QTest::newRow("invariant") << "float s = a[0]; for (int i = 0; i < n; ++i) s += f * f; out[0] = s;"
                               << "the same in each round";
    QTest::newRow("quotient") << "out[0] = a[0] + a[1] / n;" << "by what would be a constant";
    QTest::newRow("quotient over rounds")
        << "float q = 0, s = 0; for (int i = 0; i < n; ++i) { s += q; q = a[i] / n; } "
           "out[0] = s;"
        << "by what would be a constant";
    QTest::newRow("function") << "out[0] = powf(a[0], n);" << "is called at line 2";
    QTest::newRow("in five sums") << "float p = a[0] * a[1]; out[0] = p + a[2]; out[1] = p + a[3]; out[2] = p + a[4]; "
                                     "out[3] = p + a[5]; out[4] = p + a[6];"
                                  << "more than 4 sums";
  }
  void openProducts() {
    QFETCH(QString, body);
    QFETCH(QString, why);
    const QString said = QString::fromStdString(open(body.toStdString()));
    QVERIFY2(said.contains(why), qPrintable(said));
  }

  void nothingIsFusedWhereItIsTurnedOff() {
    QCOMPARE(open("out[0] = a[0] + n * 0.3f;", {"-ffp-contract=off"}), std::string());
  }
};

QTEST_GUILESS_MAIN(ContractionTest)
#include "contraction_test.moc"
