#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "analysis/frontend/parsed_unit.h"

using namespace warpwright;
using namespace warpwright::frontend;

class EngineModulesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Result<EngineModules> compile(const std::string& name, const std::string& text, bool cuda = true) {
    CompileCommand command;
    command.file = std::filesystem::path(folder_.path().toStdString()) / name;
    command.folder = command.file.parent_path();
    command.cuda = cuda;
    std::ofstream(command.file) << text;
    ParseOptions options;
    options.headers = HeaderMode::own;
    return compileForEngine(command, options, {});
  }

 private slots:
  void givesBothSides() {
    const auto modules = compile("both.cu",
                                 "__constant__ int c; __global__ void k(int* a) { a[0] = c; }\n"
                                 "int main() { k << <1, 2 >> >(nullptr); return cudaDeviceSynchronize(); }\n");
    QVERIFY(modules.ok());
    QCOMPARE(modules->device->getTargetTriple(), std::string("nvptx64-nvidia-cuda"));
    QVERIFY(modules->host->getTargetTriple().starts_with("x86_64"));
    QVERIFY(modules->device->getFunction("_Z1kPi"));
    QVERIFY(!modules->host->getFunction("main")->isDeclaration());
    for (const char* name : {"__cudaRegisterFatBinary", "__cudaRegisterFunction", "__cudaRegisterVar",
                             "cudaLaunchKernel", "__cudaPushCallConfiguration", "__cudaPopCallConfiguration"}) {
      QVERIFY2(modules->host->getFunction(name), name);
    }
    QVERIFY(modules->host->getNamedGlobal("llvm.global_ctors"));
  }

  void propertiesGoThroughTheRuntimesOwnSymbol() {
    const auto modules = compile(
        "properties.cu", "int main() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return p.clockRate; }\n");
    QVERIFY(modules.ok());
    QVERIFY(modules->host->getFunction("cudaGetDeviceProperties"));
    QVERIFY(modules->host->getFunction("cudaDeviceGetAttribute"));
  }

  void compilesPlainFilesForTheHost() {
    const auto c = compile(
        "plain.c", "#include <cuda_runtime.h>\nint twice(int class) { dim3 d; d.x = class; return 2 * d.x; }\n", false);
    QVERIFY(c.ok());
    QVERIFY(!c->device);
    QVERIFY(c->host->getFunction("twice"));
    const auto cpp =
        compile("plain.cpp", "#include <vector>\nint count() { return std::vector<int>(3).size(); }\n", false);
    QVERIFY(cpp.ok());
    QVERIFY(cpp->host->getFunction("_Z5countv"));
  }

  void samplesHeadersNeedNothingBeside() {
    for (const std::string header :
         {"helper_string.h", "helper_timer.h", "helper_cuda.h", "helper_functions.h", "helper_math.h"}) {
      const auto modules = compile("alone.cpp", "#include <" + header + ">\nint alone() { return 1; }\n", false);
      QVERIFY2(modules.ok(), modules.ok() ? "" : modules.error().message.c_str());
    }
  }

  void namesFileAndLineOfErrors() {
    const auto modules = compile("wrong.cu", "int main() {\n  return nothing;\n}\n");
    QVERIFY(!modules.ok());
    QCOMPARE(modules.error().kind, ErrorKind::input);
    QVERIFY(modules.error().message.find("wrong.cu:2:10") != std::string::npos);
    QVERIFY(modules.error().range);
    QCOMPARE(modules.error().range->begin.line, 2u);
  }
};

QTEST_GUILESS_MAIN(EngineModulesTest)
#include "engine_modules_test.moc"
