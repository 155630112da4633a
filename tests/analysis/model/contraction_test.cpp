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

  using Question = Message (*)(const frontend::ParsedUnit&, const std::vector<std::string>&);

  /// What is open in a kernel with this body, or what the compiler says.
  std::string open(const std::string& body, const std::vector<std::string>& flags = {},
                   Question question = model::openContraction) {
    parser_.setOpenTexts({{file,
                           "#include <cuda_bf16.h>\nextern \"C\" __global__ void k(const float* a, float* out, int n, "
                           "float f, unsigned m) {\n" +
                               body + "\n}\n"}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    command.flags = flags;
    const auto unit = parser_.parse(command, {});
    if (!unit.ok()) return unit.error().message;
    if (!unit->summary().errors.empty()) return unit->summary().errors.front().message;
    return toText(question(*unit, {"k"}));
  }

 private slots:
  void settledProducts_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("no floats") << "for (int i = 0; i < n; ++i) out[i] = __int_as_float(i * n);";
    QTest::newRow("scaled") << "for (int i = 0; i < n; ++i) out[i] = a[i] * f;";
    QTest::newRow("quotient") << "for (int i = 0; i < n; ++i) out[i] = a[i] / (float)n;";
    QTest::newRow("product of products") << "float p = 1; for (int i = 0; i < n; ++i) p *= a[i]; out[0] = p;";
    QTest::newRow("written apart") << "for (int i = 0; i < n; ++i) out[i] = __fadd_rn(__fmul_rn(a[i], f), out[i]);";
    QTest::newRow("written together")
        << "float s = 0; for (int i = 0; i < n; ++i) s = __fmaf_rn(a[i], f, s); out[0] = s;";
    QTest::newRow("written factor") << "out[0] = __fmaf_rn((float)n, a[0], __fmaf_rn(a[1], f, a[2]));";
    QTest::newRow("written in shared memory")
        << "__shared__ float s[64]; s[m & 63] = a[m]; __syncthreads(); float v = 0; for (int i = 0; i < n; ++i) "
           "v = __fmaf_rn(s[i], s[i + 1], v); out[m] = v;";
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
    QTest::newRow("written factor one, and nothing added")
        << "out[0] = __fmaf_rn((float)n, a[0], __fmaf_rn(a[1], f, -(float)m));" << "both multiplies and adds";
    QTest::newRow("written factor that a remainder makes one")
        << "out[0] = __fmaf_rn((float)(((const int*)out)[5] % n + 1), a[0], a[1] * f);" << "both multiplies and adds";
    QTest::newRow("written factor one beside a product")
        << "out[0] = __fmaf_rn((float)n, a[0], a[1] * f);" << "both multiplies and adds";
    QTest::newRow("written factor out of shared memory beside a product")
        << "__shared__ float s[64]; s[m & 63] = (float)n; out[0] = __fmaf_rn(s[m & 63], a[0], a[1] * f);"
        << "both multiplies and adds";
    QTest::newRow("over a branch") << "float v = a[0]; if (n > 3) v = a[1] * a[2]; out[0] = v + a[3];"
                                   << "both multiplies and adds";
    QTest::newRow("explicit") << "out[0] = fmaf((float)n, f, fmaf(a[0], f, -0.0f));"
                              << "both multiplies and adds";
    QTest::newRow("apart") << "out[0] = a[0] * f; out[1] = a[1] - a[2];" << "both multiplies and adds";
    QTest::newRow("quotient") << "out[0] = a[0] + a[1] / n;" << "both divides and adds";
    QTest::newRow("function") << "out[0] = powf(a[0], n);" << "is called at line 3";
    QTest::newRow("results by pointers") << "sincosf(a[0], out, out + 1);" << "is called at line 3";
    QTest::newRow("assembly") << "asm(\"mul.f32 %0, %1, %2;\" : \"=f\"(out[0]) : \"f\"(a[0]), \"f\"(f));"
                              << "is called at line 3";
  }
  void openProducts() {
    QFETCH(QString, body);
    QFETCH(QString, why);
    const QString said = QString::fromStdString(open(body.toStdString()));
    QVERIFY2(said.contains(why), qPrintable(said));
  }

  /// A product that goes through memory, or what becomes one: with it, a sum may become one operation.
  void storedProducts_data() {
    QTest::addColumn<QString>("stored");
    QTest::addColumn<bool>("isOpen");
    QTest::newRow("a number") << "a[t]" << false;
    QTest::newRow("a product") << "a[t] * f" << true;
    QTest::newRow("a quotient") << "a[t] / 2.0f" << true;
    QTest::newRow("a function that ends in a product") << "expf(a[t])" << true;
    QTest::newRow("a less exact quotient") << "__fdividef(a[t], f)" << true;
    QTest::newRow("an exact function") << "fmaxf(a[t], f)" << false;
    QTest::newRow("another thread's number") << "__shfl_xor_sync(0xffffffffu, a[t], 1)" << false;
    QTest::newRow("its bits") << "__int_as_float(__float_as_int(a[t] * f) ^ 0x80000000)" << true;
  }
  void storedProducts() {
    QFETCH(QString, stored);
    QFETCH(bool, isOpen);
    const QString body = "__shared__ float s[64]; const int t = threadIdx.x; s[t] = " + stored +
                         "; __syncthreads(); out[t] = s[t] + a[n];";
    const std::string said = open(body.toStdString(), {}, model::openStoredProducts);
    QCOMPARE(said.find("that is stored at line 3") != std::string::npos, isOpen);
    QCOMPARE(said.empty(), !isOpen);
  }

  /// Products of a factor that is stored and loaded again.
  void storedFactors_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isOpen");
    QTest::newRow("of what was stored") << "s[t] = v; out[t] = v * f; __syncthreads(); out[n] = s[t] * f + a[n];"
                                        << true;
    QTest::newRow("of a constant that was stored") << "s[t] = 3; __syncthreads(); out[n] = s[t] * 0.3f + a[n];" << true;
    QTest::newRow("of what is loaded twice")
        << "s[t] = v; out[t] = f * s[t]; __syncthreads(); out[n] = s[t] * f + a[n];" << true;
    QTest::newRow("in each round")
        << "s[t] = v; float x = 0; for (int i = 0; i < n; ++i) { __syncthreads(); x += s[t] * f; } out[n] = x;" << true;
    QTest::newRow("a constant beside a product") << "s[t] = 3; __syncthreads(); out[n] = s[t] * f + v * a[n];" << true;
    QTest::newRow("of something else") << "s[t] = a[m]; out[t] = v * f; __syncthreads(); out[n] = s[t] * f + a[n];"
                                       << false;
    QTest::newRow("by another factor") << "s[t] = v; out[t] = v * f; __syncthreads(); out[n] = s[t] * v + a[n];"
                                       << false;
    QTest::newRow("of nothing that is stored")
        << "s[t] = v; out[t] = a[m] * f; __syncthreads(); out[n] = a[m] * f + s[t];" << false;
  }
  void storedFactors() {
    QFETCH(QString, body);
    QFETCH(bool, isOpen);
    const QString all = "__shared__ float s[64]; const int t = threadIdx.x; const float v = a[t]; " + body;
    const std::string said = open(all.toStdString(), {}, model::openStoredProducts);
    const bool isSaid =
        said.find("what its factors are") != std::string::npos || said.find("two products") != std::string::npos;
    QCOMPARE(isSaid, isOpen);
    QCOMPARE(said.empty(), !isOpen);
  }

  /// A sum takes one of its products by where their factors come from.
  void sumsOfTwoProducts() {
    const std::string begin = "__shared__ float s[64]; const int t = threadIdx.x; s[t] = a[t]; __syncthreads(); ";
    const auto isTaken = [](const std::string& said) {
      return said.find("may take the other one") != std::string::npos;
    };
    QVERIFY(isTaken(open(begin + "out[t] = a[n] * f + s[t] * m;", {}, model::openStoredProducts)));
    QVERIFY(isTaken(open(begin + "out[t] = a[n] * f - a[m] * m;", {}, model::openReloads)));
    QCOMPARE(open(begin + "out[t] = a[n] * f + a[m] * m + s[t];", {}, model::openStoredProducts), std::string());
    QCOMPARE(open(begin + "out[t] = a[n] * f + s[t];", {}, model::openReloads), std::string());
  }

  void storedProductsOfFewerBits() {
    const std::string body =
        "__shared__ __nv_bfloat16 s[64]; const int t = threadIdx.x; const __nv_bfloat16 b = a[t], c = f; s[t] = b * c; "
        "__syncthreads(); out[t] = s[t] + b;";
    QVERIFY(!open(body, {}, model::openStoredProducts).empty());
  }

  void whatAFunctionAddsCountsToo() {
    const std::string body =
        "__shared__ float s[64]; const int t = threadIdx.x; s[t] = a[t] * f; __syncthreads(); out[t] = log1pf(s[t]);";
    QVERIFY(!open(body, {}, model::openStoredProducts).empty());
  }

  /// Products that compilers make as often as they load their factors.
  void reloads_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isOpen");
    QTest::newRow("two of the same") << "out[n] = a[n] * f; __syncthreads(); out[n + 1] = a[n] * f + a[0];" << true;
    QTest::newRow("two others") << "out[n] = a[n] * f; __syncthreads(); out[n + 1] = a[n + 1] * f + a[0];" << false;
    QTest::newRow("one loaded once") << "float p = a[n] * f; out[n] = p; __syncthreads(); out[n + 1] = p + a[0];"
                                     << false;
    QTest::newRow("in each round") << "float s = 0; for (int i = 0; i < n; ++i) s += a[m] * f; out[0] = s;" << true;
    QTest::newRow("another one in each round")
        << "float s = 0; for (int i = 0; i < n; ++i) s += a[i] * f; out[0] = s;" << false;
    QTest::newRow("nothing is added") << "out[n] = a[n] * f; __syncthreads(); out[n + 1] = a[n] * f;" << false;
    QTest::newRow("the other factor first")
        << "out[n] = a[n] * f; __syncthreads(); out[n + 1] = f * a[n] + a[0];" << true;
    QTest::newRow("another sign") << "out[n] = -a[n] * f; __syncthreads(); out[n + 1] = a[n] * f + a[0];" << true;
    QTest::newRow("a sum in another order")
        << "out[n] = a[n + m + 1] * f; __syncthreads(); out[n + 1] = a[1 + m + n] * f + a[0];" << true;
    QTest::newRow("a product of a sum")
        << "out[n] = a[(m + 1) * n + m] * f; __syncthreads(); out[n + 1] = a[m * n + n + m] * f + a[0];" << true;
    QTest::newRow("another sum") << "out[n] = a[n + m + 1] * f; __syncthreads(); out[n + 1] = a[2 + m + n] * f + a[0];"
                                 << false;
    QTest::newRow("of a function") << "out[n] = expf(a[n]); __syncthreads(); out[n + 1] = expf(a[n]) + f;" << true;
  }
  void reloads() {
    QFETCH(QString, body);
    QFETCH(bool, isOpen);
    const std::string said = open(body.toStdString(), {}, model::openReloads);
    QCOMPARE(said.find("may be made once then") != std::string::npos, isOpen);
    QCOMPARE(said.empty(), !isOpen);
    QCOMPARE(open(body.toStdString(), {"-ffp-contract=off"}, model::openReloads), std::string());
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
