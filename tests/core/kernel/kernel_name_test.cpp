// One name of a kernel for all commands: what one prints, every other takes.
#include <QTest>

#include "core/kernel/kernel_name.h"

using namespace warpwright;

class KernelNameTest : public QObject {
  Q_OBJECT

 private slots:
  void meansCompiledKernels_data() {
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isMeant");
    const auto row = [](const char* wanted, const char* name, bool isMeant) {
      QTest::addRow("%s is %s", wanted, name) << QString(wanted) << QString(name) << isMeant;
    };
    const char* const plain = "_Z5scalePfi";                         // scale(float*, int)
    const char* const inSpace = "_ZN6solver4stepEPKfi";              // solver::step(float const*, int)
    const char* const instance = "_ZN6solver4rowsILi16EfEEvPKT0_i";  // void solver::rows<16, float>(…)
    const char* const hidden = "_ZN12_GLOBAL__N_15smallEPf";         // (anonymous namespace)::small(float*)
    row("scale", plain, true);
    row(plain, plain, true);
    row("scale(float*, int)", plain, true);
    row("scale(float *, int)", plain, true);
    row("scale(float *__restrict__, const int)", plain, true);
    row("scale(double*, int)", plain, false);
    row("scale(float*)", plain, false);
    row("::scale", plain, true);
    row("solver::scale", plain, false);
    row("scale<16>", plain, false);
    row("cale", plain, false);
    row("", plain, false);
    row("step", inSpace, true);
    row("solver::step", inSpace, true);
    row("::solver::step", inSpace, true);
    row("::step", inSpace, false);
    row("other::step", inSpace, false);
    row("step(const float*, int)", inSpace, true);
    row("solver::step(float const*, int)", inSpace, true);
    row("rows", instance, true);
    row("rows<16, float>", instance, true);
    row("rows<(int)16,float>", instance, true);
    row("rows<32, float>", instance, false);
    row("rows<16>", instance, false);
    row("solver::rows", instance, true);
    row("void solver::rows<16, float>(float const*, int)", instance, true);
    row("void solver::rows<16, float>(float const*, int)", "void solver::rows<16, float>(float const*, int)", true);
    row("void solver::rows<(int)16, float>(const T2 *, int)", instance, false);
    row("small", hidden, true);
    row("(anonymous namespace)::small(float*)", hidden, true);
    // Names that have lost what a launch is counted without.
    row("rows<16, float>", "solver::rows", true);
    row("step(int)", "solver::step", true);
    row("other::step", "solver::step", false);
    row("k(unsigned int, unsigned long)", "k(unsigned, unsigned long int)", true);
    row("k(int unsigned const*)", "k(const unsigned int*)", true);
    row("k(struct Grid)", "k(Grid)", true);
    row("k(void)", "k()", true);
  }
  void meansCompiledKernels() {
    QFETCH(QString, wanted);
    QFETCH(QString, name);
    QFETCH(bool, isMeant);
    QCOMPARE(meansKernel(wanted.toStdString(), name.toStdString()), isMeant);
  }

  void meansKernelsOfTheSource() {
    QVERIFY(meansKernelOfSource("rows", "rows", "void(const float *, int)"));
    QVERIFY(meansKernelOfSource("solver::rows(float const*, int)", "rows", "void(const float *, int)"));
    QVERIFY(!meansKernelOfSource("rows(double const*, int)", "rows", "void(const float *, int)"));
    // An instantiation has parameters of its own; the answer holds all of them as one kernel.
    QVERIFY(meansKernelOfSource("void rows<double>(double const*, int)", "rows", "void(const float *, int)"));
    QVERIFY(meansKernelOfSource("_ZN6solver4stepEPKfi", "step", "void(const float *, int)"));
    QVERIFY(!meansKernelOfSource("row", "rows", "void(const float *, int)"));
    QVERIFY(meansKernelOfSource("sum(Complex<double> const*)", "sum", "void(const Complex<double> *)"));
    QVERIFY(!meansKernelOfSource("sum(Complex<double> const*)", "sum", "void(const Complex<float> *)"));
  }

  void listsChoices() {
    const std::vector<std::string> names = {"a::k(int)", "b::k(int)", "a::k(int)", "m(int)"};
    QCOMPARE(kernelsMeant("k", names), (std::vector<std::string>{"a::k(int)", "b::k(int)"}));
    QCOMPARE(kernelsMeant("b::k", names), (std::vector<std::string>{"b::k(int)"}));
    const std::vector<std::string> instances = {"void k<1>(int)", "void k<2>(int)", "k(int)"};
    QCOMPARE(kernelsMeant("k", instances), (std::vector<std::string>{"k", "k(int)"}));
    QCOMPARE(kernelsMeant("k<2>", instances), (std::vector<std::string>{"void k<2>(int)"}));
    const Error several = severalKernels("k", kernelsMeant("k", names));
    QVERIFY(several.kind == ErrorKind::usage);
    QVERIFY(several.message.find("`a::k(int)`, `b::k(int)`") != std::string::npos);
    QVERIFY(noSuchKernel("x", names).message.find("`m(int)`") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(KernelNameTest)
#include "kernel_name_test.moc"
