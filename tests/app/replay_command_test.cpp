#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/capture/relocate_capture.h"
#include "tests/app/command.h"
#include "tests/app/gather_program.h"

using namespace warpwright;
using nlohmann::json;

/// The program that all tests but one are about.
static const std::string& program = gatherProgram;

/// Captures of whole programs, and their replays, as people call them.
class ReplayTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  void put(const char* name, const std::string& text) {
    QVERIFY(writeFileAtomically(folder_.filePath(name).toStdString(), text).ok());
  }
  Answer replay(const QStringList& more) {
    return run(QStringList{"replay", "a.wwcap", "--on", "cpu", "--format", "json"} + more);
  }
  json only(const std::string& text, const QStringList& more = {}) {
    put("variant.cu", text);
    const Answer answer = replay(QStringList{"--variant", "variant.cu"} + more);
    const json value = answer.value();
    if (!value.is_object()) qFatal("%s", answer.error.c_str());
    return value["variants"][0];
  }
  static std::string verdict(const json& variant) { return variant["verdict"].get<std::string>(); }
  static std::string message(const json& variant) { return variant["message"].get<std::string>(); }

 private slots:
  void initTestCase() {
    put("main.cu", program);
    const Answer captured = run({"run", "main.cu", "--cuda", "none", "--format", "json", "--capture", "a.wwcap",
                                 "--kernel", "gather", "--launch-index", "1"});
    QVERIFY2(captured.code == 0, captured.error.c_str());
    const json capture = captured.value()["capture"];
    QCOMPARE(capture["kernel"].get<std::string>(), std::string("gather"));
    QCOMPARE(capture["launch_index"].get<int>(), 1);
    QVERIFY(capture["file_bytes"].get<uint64_t>() == static_cast<uint64_t>(QFile(folder_.filePath("a.wwcap")).size()));
  }

  void capturesAreTheSameInEachRun() {
    QCOMPARE(run({"run", "main.cu", "--cuda", "none", "--quiet", "--capture", "b.wwcap", "--kernel", "gather",
                  "--launch-index", "1"})
                 .code,
             0);
    QCOMPARE(readFile(folder_.filePath("a.wwcap").toStdString()).value(),
             readFile(folder_.filePath("b.wwcap").toStdString()).value());
  }

  // A GPU has other addresses than the engine: the replay moves memory that holds none.
  void launchesWithAddressesOfAGpuAreReplayed() {
    QCOMPARE(run({"run", "main.cu", "--cuda", "none", "--quiet", "--capture", "fill.wwcap", "--kernel", "fill"}).code,
             0);
    const Result<CaptureReader> reader = CaptureReader::open(folder_.filePath("fill.wwcap").toStdString());
    QVERIFY(reader.ok());
    QVERIFY(relocateCapture(*reader, folder_.filePath("gpu.wwcap").toStdString(), 0x7f1234000000).ok());
    put("variant.cu", changed(program, "data[i] = i * 3 + 1", "data[i] = 1 + 3 * i"));
    const Answer answer = run({"replay", "gpu.wwcap", "--on", "cpu", "--variant", "variant.cu", "--format", "json"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json value = answer.value();
    QVERIFY(value["original"]["reproduces"].get<bool>());
    QVERIFY(value["original"]["outputs_poisoned"] == json::array({"data"}));
    QCOMPARE(verdict(value["variants"][0]), std::string("same"));
  }

  // nvcc and Clang call static kernels differently: a capture of one is replayed by the other.
  void staticKernelsAreFound() {
    const json variant = only(changed(program, "__global__ void gather", "static __global__ void gather"));
    QCOMPARE(verdict(variant), std::string("same"));
  }

  void theOriginalReproducesItself() {
    const Answer answer = replay({});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json value = answer.value();
    QCOMPARE(value["schema"].get<std::string>(), std::string("warpwright.replay/1"));
    QVERIFY(value["original"]["reproduces"].get<bool>());
    QVERIFY(value["launch"]["block"] == json::array({64, 1, 1}));
    QCOMPARE(value["launch"]["dynamic_shared"].get<int>(), 256);
    QVERIFY(value["original"]["metrics"]["engine/accesses"].get<double>() > 0);
    // `out` is overwritten; `seen` and `total` are read first.
    QVERIFY(value["original"]["outputs_poisoned"] == json::array({"out"}));
  }

  void judgesVariants() {
    const json same = only(changed(program, "out[i] = tile[threadIdx.x];", "out[i] = sum;"));
    QCOMPARE(verdict(same), std::string("same"));
    QVERIFY(same["metrics"]["engine/accesses"].get<double>() <
            replay({}).value()["original"]["metrics"]["engine/accesses"].get<double>());
    const json wrong = only(changed(program, "out[i] = tile[threadIdx.x];", "out[i] = sum + (i == 7);"));
    QCOMPARE(verdict(wrong), std::string("differs"));
    QVERIFY2(message(wrong).find("`out[7]`") != std::string::npos, message(wrong).c_str());
    QCOMPARE(verdict(only(changed(program, "if (i == 0) total += sum;", ""))), std::string("differs"));
    QCOMPARE(verdict(only(changed(program, "row->data[i]", "*(int*)8"))), std::string("failed"));
    QVERIFY(message(only(changed(program, "int sum = 0, k = 0;", "int sum = 0, k = 0"))).find("main.cu") !=
            std::string::npos);
  }

  void whatWasThereBeforeDoesNotHelp() {
    // Launch 1 writes what launch 0 wrote: the captured memory holds the right results already.
    const json lazy = only(changed(program, "out[i] = tile[threadIdx.x];", "if (i % 100) out[i] = sum;"));
    QCOMPARE(verdict(lazy), std::string("differs"));
    QCOMPARE(lazy["buffers"].size(), replay({}).value()["original"]["buffers"].size());
  }

  void newRacesAreNotSafe() {
    const json racy = only(changed(changed(program, "__syncthreads();\n  out", "out"), "tile[threadIdx.x];",
                                   "tile[(threadIdx.x | 1) - 1] * 0 + sum;"));
    QCOMPARE(verdict(racy), std::string("unsafe"));
    QVERIFY(!racy["new_findings"].empty());
  }

  void othersSignaturesAreRefusedWithTheReason() {
    const json extra =
        only(changed(changed(program, "int* seen, int n) {\n  extern", "int* seen, int n, int* scratch) {\n  extern"),
                     "(rows, out, seen, n)", "(rows, out, seen, n, data)"));
    QCOMPARE(verdict(extra), std::string("refused"));
    QVERIFY2(message(extra).find("a further argument, `scratch` of type int *, which the capture does not have") !=
                 std::string::npos,
             message(extra).c_str());
    const json other = only(changed(changed(program, "int* seen, int n) {\n  extern", "int* seen, long n) {\n  extern"),
                                    "int i = ", "int i = (int)"));
    QCOMPARE(verdict(other), std::string("failed"));
    QVERIFY2(message(other).find("another signature here: gather(Row*, int*, int*, long)") != std::string::npos,
             message(other).c_str());
    QVERIFY(message(only(changed(changed(program, "void gather(", "void collect("), " gather<<<", " collect<<<")))
                .find("no kernel gather") != std::string::npos);
  }

  void followsTheVariantsLaunch_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("launch");  // "grid block shared", or a part of the reason why not
    QTest::newRow("as captured") << "int sum = 0" << "int sum = 0 * 2" << "8 64 256";
    QTest::newRow("block divided, grid doubled")
        << "<<<grid, block, block.x * sizeof(int)>>>"
        << "<<<dim3(grid.x * 2), dim3(block.x / 2, block.y, block.z), block.x * sizeof(int) / 2>>>"
        << "16 32 128";
    QTest::newRow("lines moved") << "<<<grid, block, block.x * sizeof(int)>>>"
                                 << "\n<<<dim3(grid.x * 2), dim3(block.x / 2), block.x * sizeof(int) / 2>>>"
                                 << "16 32 128";
    QTest::newRow("numbers") << "<<<grid, block, block.x * sizeof(int)>>>" << "<<<4, 128, 512>>>" << "4 128 512";
    QTest::newRow("from host values") << "threads = 64;" << "threads = 128;"
                                      << "grid of the variant's launch cannot be told";
    QTest::newRow("other host code") << "cudaMemset(seen, 0" << "cudaMemset(seen, 1"
                                     << "also changes `main` in host code";
    QTest::newRow("another launch") << "int result[512];"
                                    << "gather<<<1, 64, 256>>>(rows, out, seen, n);\n  int result[512];"
                                    << "another number of places";
  }
  void followsTheVariantsLaunch() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, launch);
    const json variant = only(changed(program, from.toStdString(), to.toStdString()));
    if (!variant.contains("launch")) {
      QCOMPARE(verdict(variant), std::string("refused"));
      QVERIFY2(message(variant).find(launch.toStdString()) != std::string::npos, message(variant).c_str());
      QVERIFY(message(variant).find("--variant-launch") != std::string::npos);
      return;
    }
    QCOMPARE(verdict(variant), std::string("same"));
    const json& shape = variant["launch"];
    const std::string got =
        shape["grid"][0].dump() + " " + shape["block"][0].dump() + " " + shape["dynamic_shared"].dump();
    QCOMPARE(QString::fromStdString(got), launch);
  }

  void aLaunchCanBeGiven() {
    const json given =
        only(changed(program, "threads = 64;", "threads = 128;"), {"--variant-launch", "<<<4,128,512>>>"});
    QCOMPARE(verdict(given), std::string("same"));
    QVERIFY(given["launch"]["block"] == json::array({128, 1, 1}));
  }

  void newVariablesGoElsewhere() {
    const json more =
        only(changed(changed(program, "__device__ int total;",
                             "__device__ int before[4096] = {7};\n__device__ int total;\n__constant__ int seven = 7;"),
                     "int sum = 0, k", "int sum = before[0] - seven, k"));
    QVERIFY2(verdict(more) == "same", message(more).c_str());
  }

  // `rewrite --output` writes a folder where kernel and launch stand in two files, as in Rodinia's srad.
  void aFolderReplacesSeveralFiles() {
    const QDir folder(folder_.path());
    folder.mkpath("two");
    put("scale.h", "__global__ void scale(int* data) {\n  data[blockIdx.x * 64 + threadIdx.x] *= 3;\n}\n");
    const std::string host =
        "#include \"scale.h\"\nint main() {\n  int* data;\n  cudaMallocManaged(&data, 1024);\n"
        "  for (int i = 0; i < 256; ++i) data[i] = i;\n  scale<<<4, 64>>>(data);\n  cudaDeviceSynchronize();\n}\n";
    put("host.cu", host);
    QCOMPARE(run({"run", "host.cu", "--cuda", "none", "--quiet", "--capture", "two.wwcap"}).code, 0);
    put("two/scale.h",
        "#include \"three.h\"\n__global__ void scale(int* data) {\n  data[blockIdx.x * 128 + threadIdx.x] *= "
        "three;\n}\n");
    put("two/host.cu", changed(host, "4, 64", "2, 128"));
    put("two/three.h", "#define three 3\n");
    const Answer done = run({"replay", "two.wwcap", "--on", "cpu", "--variant", "two", "--format", "json"});
    QVERIFY2(done.code == 0, done.error.c_str());
    const json variant = done.value()["variants"][0];
    QCOMPARE(variant["name"].get<std::string>(), std::string("two"));
    QCOMPARE(variant["launch"]["block"].dump(), std::string("[128,1,1]"));
    QCOMPARE(run({"replay", "two.wwcap", "--on", "cpu", "--variant", "two/scale.h"}).code, 1);
    folder.mkpath("none");
    QCOMPARE(run({"replay", "two.wwcap", "--on", "cpu", "--variant", "none"}).code, 2);
  }

  // Of two files of one name it could be either.
  void aVariantsNameHasToSayWhichFile() {
    QVERIFY(QDir(folder_.path()).mkpath("first") && QDir(folder_.path()).mkpath("second") &&
            QDir(folder_.path()).mkpath("other"));
    const std::string kernel = "__global__ void twice(int* data) {\n  data[threadIdx.x] *= 2;\n}\n";
    put("first/twice.h", kernel);
    put("second/twice.h", "void launch(int* data) { twice<<<1, 64>>>(data); }\n");
    put("named.cu",
        "#include <cuda_runtime.h>\n#include \"first/twice.h\"\n#include \"second/twice.h\"\nint main() {\n  int* "
        "data;\n"
        "  cudaMalloc(&data, 256);\n  cudaMemset(data, 1, 256);\n  launch(data);\n  return "
        "cudaDeviceSynchronize();\n}\n");
    const Answer captured =
        run({"run", "named.cu", "--cuda", "none", "--quiet", "--capture", "named.wwcap", "--kernel", "twice"});
    QVERIFY2(captured.code == 0, captured.error.c_str());
    put("other/twice.h", changed(kernel, "*= 2", "<<= 1"));
    const Answer either = run({"replay", "named.wwcap", "--on", "cpu", "--variant", "other/twice.h"});
    QCOMPARE(either.code, 2);
    QVERIFY2(either.error.find("Say which one") != std::string::npos, either.error.c_str());
    const Answer first = run({"replay", "named.wwcap", "--on", "cpu", "--variant", "first/twice.h=other/twice.h"});
    QVERIFY2(first.code == 0, (first.output + first.error).c_str());
  }

  void exitCodesAndMessages() {
    put("same.cu", program);
    put("wrong.cu", changed(program, "seen[i] += sum", "seen[i] += 1"));
    QCOMPARE(replay({"--variant", "same.cu"}).code, 0);
    QCOMPARE(replay({"--variant", "same.cu", "--variant", "wrong.cu"}).code, 1);
    QCOMPARE(replay({"--variant", "none.cu"}).code, 3);
    QCOMPARE(replay({"--variant", "main.cu=wrong.cu"}).code, 1);
    QCOMPARE(replay({"--variant", "absent.cu=wrong.cu"}).code, 2);
    QCOMPARE(replay({"--metrics", "engine/accesses"}).code, 0);
    QCOMPARE(replay({"--metrics", "engine/wishes"}).code, 2);
    QCOMPARE(replay({"--tolerance", "out=1e-6"}).code, 0);
    QCOMPARE(replay({"--tolerance", "nothing=1e-6"}).code, 2);
    QCOMPARE(run({"replay", "main.cu", "--on", "cpu"}).code, 3);
    for (const char* target : {"ssh:nowhere.invalid", "slurm:nowhere"})
      QCOMPARE(run({"replay", "a.wwcap", "--on", target}).code, 4);
    QCOMPARE(run({"replay", "a.wwcap", "--on", "moon"}).code, 2);
    QCOMPARE(run({"replay", "a.wwcap", "--on", "gpu:x"}).code, 2);
    const Answer noGpu = run({"replay", "a.wwcap", "--on", "gpu:77"});
    QCOMPARE(noGpu.code, 4);
    QVERIFY2(noGpu.error.find("NVIDIA") != std::string::npos && noGpu.error.find("--on cpu") != std::string::npos,
             noGpu.error.c_str());
    const Answer beside = replay({"--preexecution"});
    QCOMPARE(beside.code, 2);
    QVERIFY2(beside.error.find("use --on gpu") != std::string::npos, beside.error.c_str());
    QCOMPARE(run({"replay", "a.wwcap", "--on", "gpu", "--preexecution", "--cache", "warm"}).code, 2);
    const Answer text = run({"replay", "a.wwcap", "--on", "cpu", "--variant", "wrong.cu"});
    QVERIFY(text.output.find("wrong.cu: differs. Results differ: `seen[0]`") != std::string::npos);
    const Answer absent =
        run({"run", "main.cu", "--cuda", "none", "--capture", "c.wwcap", "--kernel", "gather", "--launch-index", "9"});
    QCOMPARE(absent.code, 3);
    QVERIFY2(absent.error.find("The program launched: fill (1), gather (3), link (1)") != std::string::npos,
             absent.error.c_str());
    QVERIFY(!QFile::exists(folder_.filePath("c.wwcap")) && !QFile::exists(folder_.filePath("c.wwcap.part")));
  }

  void changedSourcesAreRefused() {
    put("main.cu", program + "// more\n");
    const Answer stale = replay({});
    QCOMPARE(stale.code, 3);
    QVERIFY(stale.error.find("has changed since the launch was captured") != std::string::npos);
    put("main.cu", program);
    QCOMPARE(replay({}).code, 0);
  }

  void damagedCapturesAreRefused() {
    std::string bytes = readFile(folder_.filePath("a.wwcap").toStdString()).value();
    bytes[bytes.size() / 2] ^= 4;
    put("damaged.wwcap", bytes);
    QCOMPARE(run({"replay", "damaged.wwcap", "--on", "cpu"}).code, 3);
  }

  void tolerancesAreKeptWithTheCapture() {
    const std::string scale = R"(
#include <cuda_runtime.h>
__global__ void scale(float* x, float* y) { y[threadIdx.x] = x[threadIdx.x] * 0.1f; }
int main() {
  float host[64], *x, *y;
  for (int i = 0; i < 64; ++i) host[i] = i + 1;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<1, 64>>>(x, y);
  return cudaDeviceSynchronize();
}
)";
    put("scale.cu", scale);
    put("divide.cu", changed(scale, "* 0.1f", "/ 10.0f"));
    QCOMPARE(
        run({"run", "scale.cu", "--cuda", "none", "--quiet", "--capture", "s.wwcap", "--tolerance", "y=0,1e-6"}).code,
        0);
    const Answer near = run({"replay", "s.wwcap", "--on", "cpu", "--variant", "divide.cu", "--format", "json"});
    QVERIFY2(near.code == 0, near.output.c_str());
    QVERIFY(near.value()["variants"][0]["message"].get<std::string>().find("within the tolerances") !=
            std::string::npos);
    QCOMPARE(run({"replay", "s.wwcap", "--on", "cpu", "--variant", "divide.cu", "--tolerance", "y=0"}).code, 1);
    QCOMPARE(
        run({"run", "scale.cu", "--cuda", "none", "--quiet", "--capture", "t.wwcap", "--tolerance", "z=0,1e-6"}).code,
        3);
  }
};

QTEST_GUILESS_MAIN(ReplayTest)
#include "replay_command_test.moc"
