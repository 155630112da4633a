#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "core/report/kernel_tuner.h"
#include "tests/core/capture/sample_capture.h"
#include "tests/core/report/tuned_report.h"

using namespace warpwright;
using nlohmann::json;

class KernelTunerTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  SampleMemory memory_ = SampleMemory::ofSize(256);

  /// The launch scale(input, 3), with two more arguments where they are given.
  CaptureReader captured(const std::string& signature, const std::vector<CapturedArgument>& arguments) {
    const std::filesystem::path file = folder_.filePath("c.wwcap").toStdString();
    auto writer = CaptureWriter::create(file);
    LaunchCapture capture = sampleCapture(*writer, memory_);
    capture.kernel.signature = signature;
    capture.kernel.parameterSizes.clear();
    capture.arguments = arguments;
    for (const CapturedArgument& one : arguments) capture.kernel.parameterSizes.push_back(one.size);
    if (const Status done = writer->finish(capture); !done.ok()) qFatal("%s", done.error().message.c_str());
    return CaptureReader::open(file).value();
  }
  static CapturedArgument argument(uint64_t offset, uint64_t value, uint64_t size) {
    std::string bytes(size, '\0');
    std::memcpy(bytes.data(), &value, size);
    return {offset, size, bytes};
  }

 private slots:
  void variantsAndLaunchAreASpace() {
    const CaptureReader reader = captured("scale(const float *, constant_t *, int, double)",
                                          {argument(0, 0x200001000000 + 16, 8), argument(8, 0x200000100000, 8),
                                           argument(16, 0xfffffffd, 4), argument(24, 0x3ff8000000000000, 8)});
    const auto made = kernelTunerExport(tunedReport(), tunedReport().tunings.front(), reader);
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
    QCOMPARE(made->variants, size_t{2});
    QCOMPARE(made->leftOut, std::vector<std::string>{"`result`→register, C=8: Results differ."});
    std::map<std::string, std::string> files(made->files.begin(), made->files.end());
    QVERIFY(files["kernel.cu"].find("#elif VARIANT == 1") != std::string::npos);
    const ReportInput input = tunedReport();
    QCOMPARE(files["variant_0/a b.cu"], input.variants[0].files[0].before);
    QCOMPARE(files["variant_1/a b.cu"], input.variants[0].files[0].after);
    QCOMPARE(files["arg0.bin"], memory_.input.substr(16));

    const json space = json::parse(files["tuning.json"]);
    const json& parameters = space["ConfigurationSpace"]["TuningParameters"];
    QCOMPARE(parameters.size(), size_t{7});
    QVERIFY(parameters[0]["Name"] == "VARIANT" && parameters[0]["Values"] == "[0, 1]");
    QVERIFY(parameters[1]["Name"] == "block_size_x" && parameters[1]["Values"] == "[32, 64]");
    const auto condition = space["ConfigurationSpace"]["Conditions"][0]["Expression"].get<std::string>();
    QVERIFY2(condition.find("(VARIANT == 1 and block_size_x == 32 and ") != std::string::npos, condition.c_str());
    const json& kernel = space["KernelSpecification"];
    QVERIFY(kernel["KernelName"] == "scale" && kernel["LocalSize"]["X"] == "block_size_x");
    const json& arguments = kernel["Arguments"];
    QVERIFY(arguments[0]["Type"] == "float" && arguments[0]["Size"] == (256 - 16) / 4);
    QVERIFY(arguments[0]["AccessType"] == "ReadOnly" && arguments[1]["Type"] == "uint8");
    QVERIFY(arguments[2]["FillValue"] == -3.0 && arguments[3]["FillValue"] == 1.5);
    // The same for Python, and nothing declared before the program's own type is known.
    const std::string& script = files["tune.py"];
    for (const char* line :
         {"    load(\"arg0.bin\", np.float32),\n", "    load(\"arg1.bin\", np.uint8),\n", "    np.int32(-3),\n",
          "    np.float64(1.5),\n", "\"scale\", os.path.join(here, \"kernel.cu\")"})
      QVERIFY2(script.find(line) != std::string::npos, (line + ("is not in\n" + script)).c_str());
    QVERIFY(files["kernel.cu"].find("extern") == std::string::npos);
  }

  void whatIsWrittenHasAReference() {
    const CaptureReader shape = captured("scale(int)", {argument(0, 3, 4)});
    uint64_t result = 0;
    for (const CapturedMemory& one : shape.capture().memory) {
      if (one.before != one.after) result = one.address;
    }
    QVERIFY(result != 0);
    const CaptureReader reader = captured("scale(float*)", {argument(0, result, 8)});
    const auto made = kernelTunerExport(tunedReport(), tunedReport().tunings.front(), reader);
    QVERIFY(made.ok());
    std::map<std::string, std::string> files(made->files.begin(), made->files.end());
    QCOMPARE(files["arg0_reference.bin"], memory_.resultAfter);
    const json kernel = json::parse(files["tuning.json"])["KernelSpecification"];
    QVERIFY(kernel["ReferenceArguments"][0]["TargetName"] == "arg0");
    QVERIFY2(files["tune.py"].find("answer = [\n    load(\"arg0_reference.bin\", np.float32),\n]") != std::string::npos,
             files["tune.py"].c_str());
    QVERIFY(files["kernel.cu"].find("extern \"C\" __global__ void scale(float*);\n#if VARIANT == 0") !=
            std::string::npos);
  }

  void aCopyOfTheKernelIsLeftOut() {
    ReportInput input = tunedReport();
    input.variants[0].verification->variant.launches[0].kernel = "scale_64";
    const auto made = kernelTunerExport(input, input.tunings.front(), captured("scale(int)", {argument(0, 3, 4)}));
    QVERIFY(!made.ok() && made.error().message.starts_with("No variant of scale computes the same"));
  }

  void saysWhatItCannotTell() {
    const TuningTable table = tunedReport().tunings.front();
    QVERIFY(!kernelTunerExport(tunedReport(), table, captured("scale(Pair)", {argument(0, 3, 8)})).ok());
    QVERIFY(!kernelTunerExport(tunedReport(), table, captured("scale(int, int)", {argument(0, 3, 4)})).ok());
    TuningTable other = table;
    other.kernel = "another";
    QVERIFY(!kernelTunerExport(tunedReport(), other, captured("scale(int)", {argument(0, 3, 4)})).ok());
    const CaptureReader plain = captured("scale(int)", {argument(0, 3, 4)});
    QVERIFY(kernelTunerExport(tunedReport(), table, plain).ok());
    ReportInput none = tunedReport();
    none.variants.clear();
    QVERIFY(!kernelTunerExport(none, table, captured("scale(int)", {argument(0, 3, 4)})).ok());
  }
};

QTEST_APPLESS_MAIN(KernelTunerTest)
#include "kernel_tuner_test.moc"
