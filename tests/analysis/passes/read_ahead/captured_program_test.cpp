#include "analysis/passes/read_ahead/captured_program.h"

#include <dlfcn.h>

#include <QDir>
#include <atomic>
#include <numeric>

#include "tests/analysis/passes/read_ahead/program_runs.h"

namespace {

const char* const source = R"(template <int twice>
__global__ void add(const unsigned* a, unsigned* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[twice * i];
}
int main() {
  add<1><<<8, 64>>>(nullptr, nullptr, 0);
  add<2><<<8, 64>>>(nullptr, nullptr, 0);
}
)";

using Entry = uint64_t (*)(const uint64_t*, const uint32_t*, const uint64_t*, uint64_t (*)(), void (*)(uint64_t),
                           const std::atomic<bool>*);

}  // namespace

/// The program of a captured launch, as the GPU worker loads it.
class CapturedProgramTest : public ProgramRuns {
  Q_OBJECT
 private slots:
  void itIsThatOfTheCapturedInstanceAndBlock() {
    const auto program = programOf(captured("_Z3addILi2EEvPKjPji"), {}, {});
    QVERIFY2(program.ok(), program.ok() ? "" : program.error().message.c_str());
    QVERIFY(program->header.find("Extent block{32, 1, 1}") != std::string::npos);
    const Entry entry = load(*program);
    QVERIFY(entry);
    // Threads 0 to 99 of 4 blocks of 32: each touches a[2 i] and b[i], a word each.
    std::vector<uint32_t> a(200), b(100);
    std::iota(a.begin(), a.end(), 1u);
    std::iota(b.begin(), b.end(), 1000000u);
    std::map<std::string, std::vector<uint64_t>> values = {{"a", {reinterpret_cast<uint64_t>(a.data()), 800}},
                                                           {"b", {reinterpret_cast<uint64_t>(b.data()), 400}},
                                                           {"n", {100}}};
    std::vector<uint64_t> fields;
    for (const ProgramField& field : program->fields) {
      QVERIFY(values.count(field.name));
      QCOMPARE(field.argument, field.name == "a" ? 0 : field.name == "b" ? 1 : 2);
      fields.insert(fields.end(), values[field.name].begin(), values[field.name].end());
    }
    uint64_t expected = 0;
    for (uint32_t i = 0; i < 100; ++i) expected += a[2 * i] + b[i];
    const uint32_t shape[6] = {4, 1, 1, 32, 1, 1}, other[6] = {4, 1, 1, 64, 1, 1};
    const uint64_t tuning[4] = {2, 1, 16, 10};
    std::atomic<bool> stop{false};
    QCOMPARE(entry(fields.data(), shape, tuning, nullptr, nullptr, &stop), expected);
    QCOMPARE(entry(fields.data(), other, tuning, nullptr, nullptr, &stop), 0u);
    stop = true;
    QVERIFY(entry(fields.data(), shape, tuning, nullptr, nullptr, &stop) < expected);
  }

  void aKernelThatIsGoneIsNamed() {
    const auto program = programOf(captured("_Z3addILi3EEvPKjPji"), {}, {});
    QVERIFY(!program.ok());
    QVERIFY(program.error().message.find("add(unsigned const*, unsigned*, int)") != std::string::npos);
    LaunchCapture elsewhere = captured("_Z3addILi2EEvPKjPji");
    elsewhere.program.path = path("not_there.cu");
    QVERIFY(!programOf(elsewhere, {}, {}).ok());
  }

  void flagsStartInTheFolderOfTheProgram() {
    LaunchCapture capture = captured("_Z3addILi2EEvPKjPji");
    const QTemporaryDir elsewhere;
    QVERIFY(QDir(elsewhere.path()).mkpath("include"));
    QVERIFY(writeFileAtomically(elsewhere.filePath("include/factor.h").toStdString(), "#define FACTOR 2\n").ok());
    std::string text = source;
    text.insert(0, "#include \"factor.h\"\n");
    text.replace(text.find("twice * i"), 9, "FACTOR * i");
    write("add.cu", text);
    capture.program.compilerFlags = {"-Iinclude"};
    QVERIFY(!programOf(capture, {}, {}).ok());
    capture.program.workingFolder = elsewhere.path().toStdString();
    const auto program = programOf(capture, {}, {});
    QVERIFY2(program.ok(), program.ok() ? "" : program.error().message.c_str());
  }

  void theKernelsFileIsEnough() {
    LaunchCapture capture = captured("_Z3addILi1EEvPKjPji");
    capture.program.path.clear();
    QVERIFY(programOf(capture, {}, {}).ok());
  }

 private:
  LaunchCapture captured(const std::string& mangledName) {
    write("add.cu", source);
    LaunchCapture capture;
    capture.program.path = capture.kernel.at.file = path("add.cu");
    capture.program.toolkit = "none";
    capture.program.arch = "sm_90";
    capture.kernel.name = "add";
    capture.kernel.mangledName = mangledName;
    capture.kernel.signature = "add(unsigned const*, unsigned*, int)";
    capture.grid = {4, 1, 1};
    capture.block = {32, 1, 1};
    return capture;
  }

  Entry load(const Program& program) {
    write("library.cpp", program.librarySource);
    const QString failed = compile(
        {"-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", path("library.cpp"), "-o", path("library.so")});
    if (!failed.isEmpty()) {
      qWarning("%s", qPrintable(failed));
      return nullptr;
    }
    void* const library = ::dlopen(path("library.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Entry>(::dlsym(library, "warpwright_preexecute")) : nullptr;
  }
};

QTEST_GUILESS_MAIN(CapturedProgramTest)
#include "captured_program_test.moc"
