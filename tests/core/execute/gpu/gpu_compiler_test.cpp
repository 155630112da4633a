#include "core/execute/gpu/gpu_compiler.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <sstream>

#include "core/base/file.h"
#include "core/execute/gpu/cubin_symbols.h"
#include "core/job/gpu_job.h"

#include <nlohmann/json.hpp>

using namespace warpwright;
namespace fs = std::filesystem;

class GpuCompilerTest : public QObject {
  Q_OBJECT
 private slots:
  void flagsOfOutputsAreLeftOut() {
    const std::vector<std::string> flags{"-DN=3",
                                         "-c",
                                         "-o",
                                         "x.o",
                                         "-arch=sm_70",
                                         "-gencode",
                                         "arch=compute_80,code=sm_80",
                                         "-O3",
                                         "--cuda-gpu-arch=sm_60",
                                         "-lcudart",
                                         "-L/lib",
                                         "-Wall",
                                         "-std=c++17",
                                         "-fopenmp",
                                         "--use_fast_math",
                                         "-maxrregcount=32",
                                         "-ffast-math"};
    const std::vector<std::string> wanted{"-DN=3",          "-O3", "-std=c++17", "--use_fast_math", "-maxrregcount=32",
                                          "--use_fast_math"};
    QVERIFY(nvccFlags(flags, "/p", "/nowhere", "") == wanted);
  }

  // Where code has no room for a number, it lies beside it: both of these have one and the same code.
  void codeHasTheNumbersThatItLoads() {
    const auto nvcc = findNvcc("");
    if (!nvcc) QSKIP("no nvcc");
    const QTemporaryDir folder;
    GpuCompileRequest request;
    request.file = folder.filePath("k.cu").toStdString();
    request.arch = "sm_75";
    const auto codeWith = [&](const char* number) {
      const std::string text =
          "__global__ void k(double* o, int n) {\n  double x = o[threadIdx.x];\n"
          "  for (int i = 0; i < n; ++i) { x = x * 0.1 + 1.7; x = x * x + 3.3333; }\n"
          "  switch (n) {\n  case 1: x += " +
          std::string(number) +
          "; break;\n  case 2: x *= 7.77; break;\n  case 3: x -= 1.1e-5; break;\n  case 4: x = sin(x); break;\n"
          "  case 5: x = x * 3.21; break;\n  case 6: x = 1 / x; break;\n  case 7: x += 9.1;\n  }\n"
          "  o[threadIdx.x] = x;\n}\n";
      [&] { QVERIFY(writeFileAtomically(request.file, text).ok()); }();
      const fs::path place = folder.path().toStdString();
      const Result<std::string> ptx = compileToPtx(*nvcc, request, place, {});
      const Result<fs::path> cubin = ptx.ok() ? assemblePtx(*nvcc, request, *ptx, place, {}) : ptx.error();
      const Result<std::string> bytes = cubin.ok() ? readFile(*cubin) : cubin.error();
      return bytes.ok() ? gpu::cubinCode(*bytes) : bytes.error().message;
    };
    const std::string code = codeWith("0.123");
    QVERIFY(code.find(".text.") != std::string::npos);
    QVERIFY(code != codeWith("0.124"));
    QVERIFY(code == codeWith("0.123"));
  }

  /// Of older programs, by the toolkit that is here.
  void callsThatToolkitsRemovedAreGiven() {
    const auto nvcc = findNvcc("");
    if (!nvcc) QSKIP("no nvcc");
    const QTemporaryDir folder;
    const fs::path place = folder.path().toStdString();
    GpuCompileRequest request;
    request.file = place / "old.cu";
    request.arch = "sm_90";
    QVERIFY(writeFileAtomically(request.file,
                                "__global__ void k(int* a) { a[threadIdx.x] = 1; }\nint main() {\n  int* a;\n"
                                "  cudaMallocManaged(&a, 128);\n  cudaMemPrefetchAsync(a, 128, 0);\n"
                                "  k<<<1, 32>>>(a);\n  cudaThreadSynchronize();\n}\n")
                .ok());
    const Result<std::string> ptx = compileToPtx(*nvcc, request, place, {});
    QVERIFY2(ptx.ok(), ptx.ok() ? "" : ptx.error().message.c_str());
  }

  void foldersBelowTheChangedOneMove() {
    const std::vector<std::string> flags{"-I../common", "-I", "/usr/include", "-isystem", "sub", "-include", "a.h"};
    const std::vector<std::string> wanted{"-I/tmp/o/common", "-I",       "/usr/include",  "-isystem",
                                          "/tmp/o/app/sub",  "-include", "/tmp/o/app/a.h"};
    QVERIFY(nvccFlags(flags, "/p/app", "/p", "/tmp/o") == wanted);
  }

  void changedFilesLieOverTheOthers() {
    QTemporaryDir folder;
    const fs::path root = fs::path(folder.path().toStdString()) / "root",
                   overlay = fs::path(folder.path().toStdString()) / "overlay";
    fs::create_directories(root / "a" / "b");
    fs::create_directories(root / "other");
    QVERIFY(writeFileAtomically(root / "main.cu", "main").ok());
    QVERIFY(writeFileAtomically(root / "a" / "kernel.cu", "old").ok());
    QVERIFY(writeFileAtomically(root / "a" / "b" / "deep.h", "deep").ok());
    QVERIFY(writeFileAtomically(root / "other" / "x.h", "x").ok());
    QVERIFY(layOver(root, overlay, {{(root / "a" / "kernel.cu").string(), "new"}}).ok());
    QCOMPARE(readFile(overlay / "a" / "kernel.cu").value(), std::string("new"));
    QCOMPARE(readFile(overlay / "main.cu").value(), std::string("main"));
    QCOMPARE(readFile(overlay / "a" / "b" / "deep.h").value(), std::string("deep"));
    QCOMPARE(readFile(overlay / "other" / "x.h").value(), std::string("x"));
    QCOMPARE(readFile(root / "a" / "kernel.cu").value(), std::string("old"));
  }

  void linesOfChangedFilesAreThoseOfTheUsersFiles() {
    GpuCompileRequest request;
    request.file = "/project/src/main.cu";
    request.workingFolder = "/project";
    request.openTexts["/project/kernels/k.cuh"] = "new";
    QCOMPARE(sourceOf(request, "/tmp/x", "/tmp/x/0123/kernels/k.cuh"), fs::path("/project/kernels/k.cuh"));
    QCOMPARE(sourceOf(request, "/tmp/x", "/project/src/main.cu"), fs::path("/project/src/main.cu"));
    QCOMPARE(sourceOf(request, "/tmp/x", "/usr/include/math.h"), fs::path("/usr/include/math.h"));
    QCOMPARE(sourceOf(request, "/tmp/x", ""), fs::path());
  }

  // A compiler that stops at each header that is in no folder it is given, as the real one does.
  void headersOfTheProjectAreFound() {
    QTemporaryDir folder;
    const fs::path root = fs::weakly_canonical(folder.path().toStdString());
    fs::create_directories(root / "project" / ".git");
    fs::create_directories(root / "project" / "app");
    fs::create_directories(root / "project" / "inc" / "deep");
    QVERIFY(writeFileAtomically(root / "project" / "inc" / "mine.h", "").ok());
    QVERIFY(writeFileAtomically(root / "project" / "inc" / "deep" / "b.h", "").ok());
    QVERIFY(writeFileAtomically(root / "project" / "app" / "main.cu", "").ok());
    const fs::path nvcc = root / "nvcc";
    const auto compilerOf = [&](const std::string& headers) {
      QVERIFY(writeFileAtomically(nvcc, "#!/bin/sh\nfor h in " + headers +
                                            "; do\n  found=\n  for word; do [ -f \"$word/$h\" ] && found=1; done\n"
                                            "  [ $found ] || { echo \"main.cu:1:10: fatal error: $h: No such file or "
                                            "directory\" >&2; exit 1; }\ndone\n")
                  .ok());
      fs::permissions(nvcc, fs::perms::owner_all);
    };
    GpuCompileRequest request;
    request.file = root / "project" / "app" / "main.cu";
    request.workingFolder = root / "project" / "app";
    compilerOf("mine.h deep/b.h helper_cuda.h");
    const auto made = compileWithNvcc(nvcc, request, root, {});
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    compilerOf("mine.h nowhere.h");
    const auto missing = compileWithNvcc(nvcc, request, root, {});
    QVERIFY(!missing.ok() && missing.error().message.find("nowhere.h") != std::string::npos);
  }

  // A compiler that asks for its flags in its messages, as the real one does.
  void whatTheAnalysisTakesTheCompilerIsAllowedToTake() {
    QTemporaryDir folder;
    const fs::path root = fs::weakly_canonical(folder.path().toStdString());
    const fs::path nvcc = root / "nvcc", asked = root / "asked";
    QVERIFY(writeFileAtomically(root / "main.cu", "").ok());
    const auto compilerOf = [&](const std::string& flags) {
      QVERIFY(writeFileAtomically(nvcc, "#!/bin/sh\necho \"$@\" >> " + asked.string() + "\nfor f in " + flags +
                                            "; do\n  case \"$*\" in *$f*) ;; *) echo \"main.cu(1): error: The flag "
                                            "$f allows this\" >&2; exit 1;; esac\ndone\n")
                  .ok());
      fs::permissions(nvcc, fs::perms::owner_all);
    };
    GpuCompileRequest request;
    request.file = root / "main.cu";
    compilerOf("--expt-relaxed-constexpr --extended-lambda");
    const auto made = compileWithNvcc(nvcc, request, root, {});
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    compilerOf("--expt-relaxed-constexpr --something-else");
    const auto refused = compileWithNvcc(nvcc, request, root, {});
    QVERIFY(!refused.ok() && refused.error().message.find("--something-else") != std::string::npos);
    const std::string calls = readFile(asked).value();
    QCOMPARE(std::count(calls.begin(), calls.end(), '\n'), 5);
  }

  void programsAreBuiltOfAllTheirFiles() {
    QTemporaryDir folder;
    const fs::path root = fs::weakly_canonical(folder.path().toStdString());
    const fs::path nvcc = root / "nvcc", asked = root / "asked";
    QVERIFY(writeFileAtomically(nvcc, "#!/bin/sh\necho \"$PWD\" \"$@\" >> " + asked.string() + "\n").ok());
    fs::permissions(nvcc, fs::perms::owner_all);
    fs::create_directories(root / "sub");
    const std::string in = root.string(), sub = (root / "sub").string();
    const auto made =
        buildWithNvcc(nvcc,
                      ProgramToBuild{{{in + "/main.cu", in, {"-lcublas", "-L", "lib", "-L/more", "-lineinfo", "-DN=3"}},
                                      {in + "/k.cpp", sub, {"-DN=4", "-rdc=true", "-x", "cu", "-c", "-o", "k.o"}},
                                      {in + "/host.c", in, {"-Xcompiler=-fopenmp", "-lcublas"}}},
                                     {"-lm", "-L/more", "-lcublas"},
                                     {}},
                      "sm_80", root, {});
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(made->parent_path(), root);
    QStringList lines = QString::fromStdString(readFile(asked).value()).replace(folder.path(), "R").split('\n');
    const QString always = " -arch=sm_80 -o R/%1 -allow-unsupported-compiler -w ";
    // A language for all of them would make the C file CUDA.
    QCOMPARE(lines[0], "R -c -O3" + always.arg("6.o") + "-lineinfo -DN=3 R/main.cu");
    QCOMPARE(lines[1], "R/sub -c -O3" + always.arg("7.o") + "-DN=4 -rdc=true -x cu R/k.cpp");
    QCOMPARE(lines[2], "R -c -O3" + always.arg("8.o") + "-Xcompiler=-fopenmp R/host.c");
    QVERIFY(lines[3].endsWith(always.arg("program") + "R/6.o R/7.o R/8.o -lcublas -LR/lib -L/more -rdc=true " +
                              "-Xcompiler=-fopenmp -lm"));
  }

  // nvcc knows fewer flags than Clang, and calls them otherwise; of what is said twice, the last counts for both.
  void roundingAndHeadersAreAskedForInTheWordsOfNvcc() {
    const std::vector<std::string> flags{"-fgpu-approx-transcendentals",
                                         "-fgpu-flush-denormals-to-zero",
                                         "-fno-gpu-flush-denormals-to-zero",
                                         "-ffp-contract=off",
                                         "-ffp-contract=fast-honor-pragmas",
                                         "-prec-div=false",
                                         "-iquote",
                                         "inc",
                                         "-idirafter",
                                         "/x",
                                         "-lineinfo"};
    const std::vector<std::string> wanted{"--use_fast_math", "-ftz=true",  "-ftz=false", "-fmad=false", "-fmad=true",
                                          "-prec-div=false", "-Xcompiler", "-iquote",    "-Xcompiler",  "/p/inc",
                                          "-Xcompiler",      "-idirafter", "-Xcompiler", "/x",          "-lineinfo"};
    QVERIFY(nvccFlags(flags, "/p", "/nowhere", "") == wanted);
  }

  void aChangedSourceIncludesFromWhereItLies() {
    QTemporaryDir folder;
    const fs::path root = fs::weakly_canonical(folder.path().toStdString()) / "tree";
    fs::create_directories(root / "kernel");
    fs::create_directories(root / "util");
    QVERIFY(writeFileAtomically(root / "common.h", "#include \"util/deep.h\"\n").ok());
    QVERIFY(writeFileAtomically(root / "util" / "deep.h", "int deep;\n").ok());
    QVERIFY(writeFileAtomically(root / "kernel" / "k.h", "  # include \"../common.h\"\n").ok());
    QVERIFY(writeFileAtomically(root / "kernel" / "k.cu", "#include \"k.h\"\nint old;\n").ok());
    // The compiler is the system's preprocessor, from the one file that it is given.
    const fs::path nvcc = root / "nvcc";
    QVERIFY(writeFileAtomically(nvcc,
                                "#!/bin/sh\nfor word; do [ \"$before\" = -o ] && to=$word; before=$word; done\n"
                                "exec cpp -P -x c \"$before\" -o \"$to\"\n")
                .ok());
    fs::permissions(nvcc, fs::perms::owner_all);
    GpuCompileRequest request;
    request.file = root / "kernel" / "k.cu";
    request.workingFolder = root;
    request.openTexts[request.file.string()] = "#include \"k.h\"\nint changed;\n";
    const auto made = compileToPtx(nvcc, request, folder.path().toStdString(), {});
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(*made, std::string("int deep;\nint changed;\n"));
    QCOMPARE(sourceOf(request, "/tmp/x", "/tmp/x/0123/kernel/k.cu"), request.file);
    request.openTexts[request.file.string()] = "int alone;\n";
    QCOMPARE(sourceOf(request, "/tmp/x", "/tmp/x/0123/k.cu"), request.file);
  }

  void jobsAndRunsReadBack() {
    GpuJob job;
    job.capture = "a.wwcap";
    job.device = 2;
    job.original = {"o.cubin", {{3, 2, 1}, {64, 1, 1}, 128}};
    job.variant = GpuCode{"v.cubin", {{1, 1, 1}, {32, 2, 1}, 0}};
    job.hidden = {1, 4};
    job.failedTries = {{1, 2}, {3}};
    job.tolerances["y"] = {1e-6, 1e-5};
    job.timing = GpuTiming{{0.01, 0.2, 3, 20}, true, true};
    const auto back = gpuJobFromJson(toJson(job));
    QVERIFY2(back.ok(), back.ok() ? "" : back.error().message.c_str());
    QVERIFY(toJson(*back) == toJson(job));
    QCOMPARE(back->variant->shape.block[1], 2U);
    GpuRun run;
    run.run.failure = inputError("no");
    run.hidden = {1};
    run.original = {32, 1024, 8, 6, 0.75};
    run.times = GpuTimes{};
    run.times->verdict = "SAME";
    run.times->speedup = {1.001, 0.999, 1.002};
    run.times->stopped = StopReason::noiseSteady;
    run.times->originalJoules = 0.5;
    const auto again = gpuRunFromJson(toJson(run));
    QVERIFY(again.ok());
    QVERIFY(toJson(*again) == toJson(run));
    QVERIFY(!gpuJobFromJson(nlohmann::json::parse("{\"capture\": 3}")).ok());
  }
};

QTEST_APPLESS_MAIN(GpuCompilerTest)
#include "gpu_compiler_test.moc"
