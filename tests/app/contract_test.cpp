#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "tests/app/command.h"

using namespace warpwright;
using nlohmann::json;

/// The command line as scripts and CI call it: exit codes, JSON, files. Without a toolkit, on the sample project.
class ContractTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  Answer run(const QStringList& arguments) { return callWarpwright(arguments, folder_.path()); }
  QString put(const QString& name, const std::string& text) { return writeInto(folder_, name, text); }

 private slots:
  void initTestCase() {
    for (const char* name : {"grid_path.cu", "mirror_tile.cu", "count_classes.cu"}) {
      QVERIFY(QFile::copy(QString(SAMPLE) + "/" + name, folder_.filePath(name)));
    }
  }

  void analyzesRewritesAndVerifies() {
    const Answer found = run({"analyze", "grid_path.cu", "--cuda", "none", "--format", "json"});
    QCOMPARE(found.code, 0);
    const json answer = found.value();
    QCOMPARE(answer["schema"].get<std::string>(), std::string("warpwright.analysis/1"));
    QCOMPARE(answer["units"][0]["headers"].get<std::string>(), std::string("own"));
    QVERIFY(answer["units"][0]["errors"].empty());
    const json kernel = answer["kernels"][0];
    QCOMPARE(kernel["name"].get<std::string>(), std::string("descend"));
    QCOMPARE(kernel["signature"].get<std::string>(),
             std::string("void(int, const int*, const int*, int*, int, int, int)"));
    QVERIFY(kernel["launches"][0]["block"] == json::array({256, 1, 1}));
    QVERIFY(kernel["launches"][0]["grid"][0].is_null());
    QCOMPARE(kernel["resources"]["shared"].get<int>(), 2048);
    std::string id;
    for (const json& opportunity : kernel["opportunities"]) {
      if (opportunity["pass"] != "shared_to_register") continue;
      const bool isResult = opportunity["subject"] == "result";
      QCOMPARE(opportunity["verdict"].get<std::string>(), std::string(isResult ? "applicable" : "refused"));
      if (isResult) {
        id = opportunity["id"];
        QCOMPARE(opportunity["assumptions"][0].get<std::string>(),
                 std::string("blockDim == (256,1,1) at every launch"));
      } else {
        QVERIFY(opportunity["reason"].get<std::string>().find("line 50") != std::string::npos);
      }
    }
    QVERIFY(!id.empty());

    const Answer diff = run({"rewrite", "grid_path.cu", "--opportunity", QString::fromStdString(id), "--diff"});
    QCOMPARE(diff.code, 0);
    QVERIFY(diff.output.find("-  __shared__ int result[BLOCK_SIZE];\n+  int result;\n") != std::string::npos);
    QCOMPARE(
        run({"rewrite", "grid_path.cu", "--opportunity", QString::fromStdString(id), "--output", "variant.cu"}).code,
        0);
    const std::string variant = readFile(folder_.filePath("variant.cu").toStdString()).value();
    QVERIFY(variant.find("prev[tx] = result;") != std::string::npos);

    const Answer same = run({"verify", "grid_path.cu", "--against", "variant.cu", "--cuda", "none", "--format", "json",
                             "--", "2000", "11", "5"});
    QCOMPARE(same.code, 0);
    QVERIFY(same.value()["identical"].get<bool>());
    QVERIFY(same.value()["differences"].empty());

    std::string wrong = variant;
    wrong.replace(wrong.find("to[column] = result"), 19, "to[column] = result + (column == 7)");
    put("wrong.cu", wrong);
    const Answer differs = run({"verify", "grid_path.cu", "--against", "wrong.cu", "--cuda", "none", "--format", "json",
                                "--", "2000", "11", "5"});
    QVERIFY(differs.code != 0);
    QVERIFY(!differs.value()["identical"].get<bool>());
    QVERIFY(!differs.value()["differences"].empty());
    QCOMPARE(differs.value()["differences"][0]["kind"].get<std::string>(), std::string("memory"));
  }

  void leavesNothingBehind() {
    const QTemporaryDir temporary;
    qputenv("TMPDIR", QFile::encodeName(temporary.path()));
    for (const QStringList& command : {QStringList{"analyze"}, QStringList{"run"}, QStringList{"try", "--trades", "0"}})
      QCOMPARE(run(command + QStringList{"grid_path.cu", "--cuda", "none"}).code, 0);
    qunsetenv("TMPDIR");
    QCOMPARE(QDir(temporary.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
  }

  void leavesPrintedTextOut() {
    const std::string program =
        "#include <cstdio>\n__global__ void k(int* p) { *p = 1; }\nint main() {\n  int* p;\n  cudaMalloc(&p, 4);\n"
        "  k<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n  puts(\"one\");\n}\n";
    put("one.cu", program);
    std::string other = program;
    other.replace(other.find("one"), 3, "two");
    put("two.cu", other);
    const QStringList verify{"verify", "one.cu", "--against", "two.cu", "--cuda", "none", "--format", "json"};
    const Answer differs = run(verify);
    QCOMPARE(differs.code, 1);
    QCOMPARE(differs.value()["differences"][0]["kind"].get<std::string>(), std::string("output"));
    QVERIFY(differs.value()["hint"].get<std::string>().find("--ignore-output") != std::string::npos);
    QCOMPARE(run(verify + QStringList{"--ignore-output"}).code, 0);
  }

  void saysWhatMayHaveBeenMeant() {
    const auto says = [&](const QStringList& words, const char* text) {
      const Answer answer = run(words);
      QCOMPARE(answer.code, 2);
      QVERIFY2(answer.error.find(text) != std::string::npos, answer.error.c_str());
    };
    says({"analize", "x.cu"}, "There is no command `analize`. Did you mean `analyze`?");
    says({"rewrite", "x.cu", "--oportunity", "1"}, "Did you mean `--opportunity`?");
    says({"rewrite", "x.cu", "--oportunity", "1"}, "Run `warpwright rewrite --help`");
    says({"verify", "--formt=json"}, "Did you mean `--format`?");
    says({}, "Find and change:");
    QVERIFY(run({"quite-something"}).error.find("Did you mean") == std::string::npos);
    QCOMPARE(run({"help", "tune"}).output, run({"tune", "--help"}).output);
    QCOMPARE(run({"version"}).output, run({"-V"}).output);
    QVERIFY(run({"help"}).output.find("Examples:") != std::string::npos);
  }

  void triesTheWholeProject() {
    QDir().mkpath(folder_.filePath("out"));
    const Answer tried =
        run({"try", ".", "--cuda", "none", "--trades", "1", "--session", "out/s.wws", "--report", "out/r.html"});
    QVERIFY2(tried.code == 0, tried.error.c_str());
    QVERIFY2(tried.output.find("Identical.") != std::string::npos, tried.output.c_str());
    QVERIFY(readFile(folder_.filePath("out/r.html").toStdString()).value().find("result") != std::string::npos);
    // The user's own file is as it was.
    QCOMPARE(readFile(folder_.filePath("grid_path.cu").toStdString()).value(),
             readFile(std::string(SAMPLE) + "/grid_path.cu").value());
  }

  void countsWhatLaunchesAskOfMemory() {
    const QStringList command{"run",  "grid_path.cu", "--metrics", "all",      "--cuda",
                              "none", "--device",     "H200",      "--format", "json"};
    const Answer once = run(command + QStringList{"--", "2000", "11", "5"});
    QCOMPARE(once.code, 0);
    const json launches = once.value()["launches"];
    QVERIFY(!launches.empty());
    const json metrics = launches[0]["metrics"];
    QCOMPARE(metrics["device"].get<std::string>(), std::string("H200"));
    QVERIFY(metrics["exact"].get<bool>());
    QVERIFY(metrics["values"]["global_load_sectors"]["value"].get<double>() > 0);
    bool found = false;
    for (const json& line : metrics["lines"]) {
      found |= line["object"] == "result" && line["space"] == "shared" && line["wavefronts_per_request"] == 1.0;
    }
    QVERIFY(found);
    // The same on every run.
    const json again = run(command + QStringList{"--", "2000", "11", "5"}).value()["launches"];
    for (size_t i = 0; i < launches.size(); ++i) QVERIFY(again[i]["metrics"] == launches[i]["metrics"]);

    const QStringList text{"run", "grid_path.cu", "--cuda", "none", "--metrics"};
    const Answer table = run(text + QStringList{"shared_load_wavefronts", "--", "2000", "11", "5"});
    QCOMPARE(table.code, 0);
    QVERIFY(table.output.find("shared_load_wavefronts") != std::string::npos);
    QVERIFY(table.output.find("global_load_sectors") == std::string::npos);
    QCOMPARE(run(text + QStringList{"no_such_metric"}).code, 2);
    QCOMPARE(run(text + QStringList{"all", "--check"}).code, 2);
    QCOMPARE(run(text + QStringList{"all", "--device", "GTX 9999"}).code, 2);
  }

  // Fields of the contract, by name; more may be there.
  void namesItsFields() {
    const auto lacks = [](const json& value, const std::vector<const char*>& names) {
      std::string missing;
      for (const char* name : names) missing += value.contains(name) ? "" : std::string(" ") + name;
      return missing;
    };
    const json answer = run({"analyze", "grid_path.cu", "--cuda", "none", "--format", "json"}).value();
    QCOMPARE(lacks(answer, {"schema", "units", "kernels"}), std::string());
    QCOMPARE(lacks(answer["units"][0], {"file", "headers", "errors"}), std::string());
    const json kernel = answer["kernels"][0];
    QCOMPARE(lacks(kernel, {"name", "signature", "file", "line", "launches", "resources", "opportunities"}),
             std::string());
    QCOMPARE(lacks(kernel["launches"][0], {"file", "line", "grid", "block", "shared"}), std::string());
    QCOMPARE(lacks(kernel["resources"], {"registers", "shared", "source"}), std::string());
    for (const json& one : kernel["opportunities"]) {
      QCOMPARE(lacks(one, {"id", "pass", "subject", "line", "column", "verdict", "reason", "assumptions", "evidence",
                           "parameters", "estimate"}),
               std::string());
      QCOMPARE(lacks(one["estimate"], {"speedup", "bound", "inputs"}), std::string());
      for (const json& step : one["evidence"]) QCOMPARE(lacks(step, {"line", "text"}), std::string());
      for (const json& parameter : one["parameters"]) {
        QCOMPARE(lacks(parameter, {"name", "values"}), std::string());
        if (parameter["name"] == "c_factor") QVERIFY(parameter["values"] == json::array({2, 4, 8, 16}));
      }
    }
    const json ran =
        run({"run", "grid_path.cu", "--cuda", "none", "--format", "json", "--", "2000", "11", "5"}).value();
    QCOMPARE(lacks(ran, {"exit", "launches", "findings"}), std::string());
    QCOMPARE(lacks(ran["launches"][0], {"kernel", "grid", "block", "seconds", "accesses"}), std::string());
    const json checked =
        run({"run", "grid_path.cu", "--check", "--cuda", "none", "--format", "json", "--", "2000", "11", "5"}).value();
    QVERIFY(ran["launches"][0]["accesses"].get<uint64_t>() > 0);
    QVERIFY(ran["launches"][0]["accesses"] == checked["launches"][0]["accesses"]);
    QVERIFY(checked["findings"].empty());

    const json doctor = run({"doctor", "--format", "json"}).value();
    std::string items;
    for (const json& item : doctor["items"]) items += item["id"].get<std::string>() + " ";
    for (const char* item : {"toolkit", "gpu", "counters", "warpwright-analysis-worker", "warpwright-cpu-worker",
                             "warpwright-gpu-worker"}) {
      QVERIFY2(items.find(item) != std::string::npos, item);
    }
  }

  // A change that adds files: shown against no file, written beside the source or elsewhere, never over another text.
  void writesFilesThatAChangeAdds() {
    QDir(folder_.path()).mkpath("beside");
    QVERIFY(QFile::copy(QString(SAMPLE) + "/grid_path.cu", folder_.filePath("beside/path.cu")));
    const QStringList fused{"--cuda", "none", "--device", "Fused 2012"};
    const json kernel = run(QStringList{"analyze", "beside/path.cu", "--format", "json"} + fused).value()["kernels"][0];
    QString id;
    for (const json& one : kernel["opportunities"]) {
      if (one["pass"] == "cpu_preexecution" && one["verdict"] == "applicable")
        id = QString::fromStdString(one["id"].get<std::string>());
    }
    QVERIFY(!id.isEmpty());
    const QStringList rewrite = QStringList{"rewrite", "beside/path.cu", "--opportunity", id} + fused;
    const Answer diff = run(rewrite + QStringList{"--diff"});
    QCOMPARE(diff.code, 0);
    QVERIFY(diff.output.find("--- /dev/null\n+++ b/beside/descend_preexecution.h\n@@ -0,0 +1,") != std::string::npos);
    QCOMPARE(run(rewrite).code, 2);  // several files are no text
    const Answer files = run(rewrite + QStringList{"--format", "json"});
    QVERIFY(files.value()["files"].size() == 3 && files.value()["files"][0]["creates"] == true);
    QVERIFY(!QFile::exists(folder_.filePath("beside/descend_preexecution.cpp")));
    QCOMPARE(run(rewrite + QStringList{"--in-place"}).code, 0);
    QVERIFY(QFile::exists(folder_.filePath("beside/descend_preexecution.cpp")));
    QCOMPARE(run(rewrite + QStringList{"--in-place"}).code, 0);  // they are there, as they are to be
    const Answer other = run(rewrite + QStringList{"--in-place", "--set", "skip_factor=64"});
    QVERIFY2(other.code == 3 && other.error.find("is there already") != std::string::npos, other.error.c_str());
    QCOMPARE(run(rewrite + QStringList{"--output", "elsewhere", "--set", "skip_factor=64"}).code, 0);
    QCOMPARE(QDir(folder_.filePath("elsewhere")).entryList(QDir::Files).size(), 3);
    // Nobody's text goes, and of several files none is written.
    QVERIFY(QFile::remove(folder_.filePath("elsewhere/descend_preexecution.h")));
    QVERIFY(writeFileAtomically(folder_.filePath("elsewhere/descend_preexecution.md").toStdString(), "notes\n").ok());
    const Answer taken = run(rewrite + QStringList{"--output", "elsewhere", "--set", "skip_factor=64"});
    QVERIFY2(taken.code == 3 && taken.error.find("is there already") != std::string::npos, taken.error.c_str());
    QCOMPARE(readFile(folder_.filePath("elsewhere/descend_preexecution.md").toStdString()).value(),
             std::string("notes\n"));
    QVERIFY(!QFile::exists(folder_.filePath("elsewhere/descend_preexecution.h")));
    // On another device there is nothing to write.
    QCOMPARE(run({"rewrite", "beside/path.cu", "--cuda", "none", "--opportunity", id, "--diff"}).code, 3);
  }

  // What a finding cannot be given is wrong use, and nothing is written.
  void takesOnlyItsParameters() {
    const json kernel = run({"analyze", "grid_path.cu", "--cuda", "none", "--format", "json"}).value()["kernels"][0];
    for (const json& one : kernel["opportunities"]) {
      if (one["verdict"] != "applicable") continue;
      const QStringList rewrite{"rewrite",  "grid_path.cu",  "--cuda",
                                "none",     "--opportunity", QString::fromStdString(one["id"].get<std::string>()),
                                "--output", "set.cu"};
      QCOMPARE(run(rewrite + QStringList{"--set", "colour=3"}).code, 2);
      QCOMPARE(run(rewrite + QStringList{"--set", "colour"}).code, 2);
      QVERIFY(!QFile::exists(folder_.filePath("set.cu")));
      if (one["pass"] != "thread_compaction") continue;
      QCOMPARE(run(rewrite + QStringList{"--set", "c_factor=3"}).code, 2);
      QCOMPARE(run(rewrite + QStringList{"--set", "c_factor=4"}).code, 0);
      QVERIFY(QFile::remove(folder_.filePath("set.cu")));
    }
  }

  void analyzesAsSarif() {
    const Answer answer = run({"analyze", "mirror_tile.cu", "--cuda", "none", "--format", "sarif"});
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.value()["version"].get<std::string>(), std::string("2.1.0"));
    const json driver = answer.value()["runs"][0]["tool"]["driver"];
    QVERIFY(driver.contains("version") && driver["informationUri"].get<std::string>().starts_with("file:///"));
    for (const json& rule : driver["rules"])
      QVERIFY2(rule["helpUri"].get<std::string>().ends_with(rule["id"].get<std::string>() + ".md"),
               rule.dump().c_str());
    // What was refused is there for those who ask for it.
    const auto refused = [&](const QStringList& more) {
      const json results =
          run(QStringList{"analyze", "grid_path.cu", "--cuda", "none", "--format", "sarif", "--no-fixes"} + more)
              .value()["runs"][0]["results"];
      return std::count_if(results.begin(), results.end(),
                           [](const json& one) { return one["kind"] == "notApplicable"; });
    };
    QCOMPARE(refused({}), 0);
    QVERIFY(refused({"--with-refused"}) > 1 && refused({"--only", "refused"}) == refused({"--with-refused"}));
  }

  void sarifTellsWhatFailed() {
    put("half.cu", "__global__ void good(int* p) { p[threadIdx.x] = 0; }\n__global__ void k(int* p) { p[0] = }\n");
    for (const char* file : {"half.cu", "none.cu"}) {
      const Answer answer = run({"analyze", file, "--cuda", "none", "--format", "sarif"});
      QCOMPARE(answer.code, 3);
      const json invocation = answer.value()["runs"][0]["invocations"][0];
      QVERIFY2(invocation["executionSuccessful"] == false, answer.output.c_str());
      const std::string said = invocation["toolExecutionNotifications"].dump();
      QVERIFY2(said.find(std::string(file) == "none.cu" ? "none.cu" : "expected expression") != std::string::npos,
               said.c_str());
    }
    put("lacks.cu", "#include \"nowhere.h\"\n__global__ void k(int* p) { p[threadIdx.x] = 0; }\n");
    const Answer lacks = run({"analyze", "lacks.cu", "--cuda", "none", "--format", "sarif"});
    QVERIFY2(lacks.output.find("`nowhere.h` was not found") != std::string::npos, lacks.output.c_str());
  }

  void exitsAsPromised_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    put("empty.cu", "");
    put("broken.cu", "__global__ void k(int* p) { p[0] = }\n");
    put("binary.cu", std::string("\0\1\2\3", 4));
    QDir().mkpath(folder_.filePath("nothing"));
    const QStringList analyze{"analyze", "--cuda", "none"};
    QTest::newRow("no command") << QStringList{} << 2 << "";
    QTest::newRow("unknown command") << QStringList{"improve"} << 2 << "no command `improve`";
    QTest::newRow("no path") << QStringList{"analyze"} << 2 << "PATH";
    QTest::newRow("missing file") << analyze + QStringList{"none.cu"} << 3 << "none.cu";
    QTest::newRow("empty file") << analyze + QStringList{"empty.cu"} << 3 << "empty";
    QTest::newRow("binary file") << analyze + QStringList{"binary.cu"} << 3 << "not a text file";
    QTest::newRow("folder without CUDA") << analyze + QStringList{"nothing"} << 3 << "no CUDA";
    QTest::newRow("syntax error") << analyze + QStringList{"broken.cu"} << 3 << "";
    put("half.cu", "__global__ void good(int* p) { p[threadIdx.x] = 0; }\n__global__ void k(int* p) { p[0] = }\n");
    QTest::newRow("syntax error in one of two") << analyze + QStringList{"half.cu"} << 3 << "good";
    QTest::newRow("syntax error that is allowed") << analyze + QStringList{"half.cu", "--allow-errors"} << 0 << "good";
    QTest::newRow("nothing but errors, allowed") << analyze + QStringList{"broken.cu", "--allow-errors"} << 3 << "";
    QTest::newRow("bad launch") << analyze + QStringList{"grid_path.cu", "--launch", "k<<<1>>>"} << 2 << "--launch";
    QTest::newRow("bad pass") << analyze + QStringList{"grid_path.cu", "--passes", "nope"} << 2 << "nope";
    QTest::newRow("fails on applicable") << analyze + QStringList{"grid_path.cu", "--fail-on", "applicable"} << 1 << "";
    QTest::newRow("does not fail on unknown")
        << analyze + QStringList{"grid_path.cu", "--fail-on", "unknown", "--passes", "shared_to_register"} << 0 << "";
    QTest::newRow("no such finding") << QStringList{"rewrite", "grid_path.cu", "--opportunity", "shared_to_register-0"}
                                     << 3 << "";
    QTest::newRow("bad graph") << QStringList{"partition", "none.mtx", "--tasks-per-block", "4"} << 3 << "none.mtx";
    QTest::newRow("bad method") << QStringList{"partition", "none.mtx", "--tasks-per-block", "4", "--method", "x"} << 2
                                << "no method `x`";
    const QStringList preexec{"preexec", "grid_path.cu", "--cuda", "none", "--kernel"};
    QTest::newRow("no such kernel") << preexec + QStringList{"descent"} << 3 << "It has `descend`";
    QTest::newRow("no kernel named") << QStringList{"preexec", "grid_path.cu"} << 2 << "--kernel NAME";
    QTest::newRow("no model of it") << preexec + QStringList{"descend", "--device", "H200", "--model"} << 0
                                    << "refused";
    QTest::newRow("refused device") << preexec + QStringList{"descend", "--device", "H200"} << 0 << "refused";
    QTest::newRow("nothing to write") << preexec + QStringList{"descend", "--device", "H200", "--output", "x"} << 3
                                      << "H200";
    QTest::newRow("launch of no kernel") << analyze +
                                                QStringList{"grid_path.cu", "--launch", "nobody<<<1,(256,1,1),0>>>"}
                                         << 2 << "There is `descend`";
    QTest::newRow("no such architecture") << analyze + QStringList{"grid_path.cu", "--arch", "sm_12"} << 2 << "sm_12";
    QTest::newRow("no such toolkit") << QStringList{"analyze", "grid_path.cu", "--cuda", "/nowhere"} << 2
                                     << "--cuda none";
    QTest::newRow("no such format") << analyze + QStringList{"grid_path.cu", "--format", "xml"} << 2 << "xml";
    QTest::newRow("block of nothing") << QStringList{"occupancy", "--block", "0"} << 2 << "at least one thread";
    QTest::newRow("too many registers") << QStringList{"occupancy", "--registers", "400"} << 2 << "255";
    QTest::newRow("policy of nothing") << QStringList{"cache-policy"} << 2 << "--graph";
    QTest::newRow("policy of no kernel") << QStringList{"cache-policy", "grid_path.cu"} << 2 << "--kernel NAME";
    QTest::newRow("policy on a GPU without a capture")
        << QStringList{"cache-policy", "grid_path.cu", "--kernel", "descend", "--on", "gpu"} << 2
        << "--capture LAUNCH.wwcap";
    QTest::newRow("policy to time without a GPU")
        << QStringList{"cache-policy", "grid_path.cu", "--kernel", "descend", "--try", "a=cg"} << 2 << "--on gpu";
    QTest::newRow("policy of a kernel that is not launched")
        << QStringList{"cache-policy", "grid_path.cu", "--kernel", "ascend", "--cuda", "none"} << 3
        << "without launch 0 of";
    put("endless.cu",
        "__global__ void k(volatile int* p) { while (*p == 0); }\nint main() {\n  int* p;\n  cudaMalloc(&p, 4);\n"
        "  cudaMemset(p, 0, 4);\n  k<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n}\n");
    QTest::newRow("time for nothing") << QStringList{"run", "endless.cu", "--cuda", "none", "--time-limit", "1e-9"} << 3
                                      << "had not ended when its time was up";
    QTest::newRow("time with its unit") << QStringList{"run", "endless.cu", "--cuda", "none", "--time-limit", "0.01s"}
                                        << 3 << "had not ended when its time was up";
    QTest::newRow("time that is none") << QStringList{"run", "endless.cu", "--time-limit", "soon"} << 2
                                       << "a time such as 20, 20s, 5m or 1h";
    QTest::newRow("capture of nothing") << QStringList{"capture"} << 2 << "PROGRAM";
    QTest::newRow("target that is none") << QStringList{"replay", "none.wwcap", "--on", "moon"} << 2
                                         << "slurm:PARTITION";
    QTest::newRow("no target") << QStringList{"replay", "none.wwcap"} << 2 << "--on";
    QTest::newRow("no capture") << QStringList{"replay", "none.wwcap", "--on", "cpu"} << 3 << "none.wwcap";
    QTest::newRow("nothing to report") << QStringList{"report", "none.wws"} << 2 << "--output";
    QTest::newRow("no session") << QStringList{"report", "none.wws", "--output", "r.html"} << 3 << "none.wws";
  }
  void exitsAsPromised() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, message);
    const Answer answer = run(arguments);
    QVERIFY2(answer.code == code, (std::to_string(answer.code) + ": " + answer.error).c_str());
    QVERIFY2((answer.error + answer.output).find(message.toStdString()) != std::string::npos, answer.error.c_str());
  }

  void writesAProgramThatReadsAhead() {
    const Answer answer = run(
        {"preexec", "grid_path.cu", "--kernel", "descend", "--cuda", "none", "--output", "ahead", "--format", "json"});
    QCOMPARE(answer.code, 0);
    const json value = answer.value();
    QCOMPARE(value["schema"].get<std::string>(), std::string("warpwright.preexecution/1"));
    QCOMPARE(value["verdict"].get<std::string>(), std::string("applicable"));
    QVERIFY(value["program"]["fetches"].get<int>() > 0);
    for (const char* suffix : {".h", ".cpp", ".md"}) {
      QVERIFY2(QFile::exists(folder_.filePath(QString("ahead/descend_preexecution") + suffix)), suffix);
    }
  }

  // On the model of a fused chip: kernels with and without loops, of one and of several launches.
  void modelsWhatReadingAheadIsWorth_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const char* file, const char* kernel, const QStringList& arguments) {
      QTest::newRow(file) << file << kernel << arguments;
    };
    row("black_scholes", "blackScholes", {"4096"});
    row("vector_add", "vectorAdd", {"20000"});
    row("fourier", "fourierPass", {"4096"});
    row("matrix_multiply", "matrixMultiply", {"64"});
    row("convolution", "convolve", {"64"});
    row("transpose_matrix_vector", "transposeMatrixVector", {"512", "64"});
    row("bitonic_sort", "bitonicPass", {"4096"});
    row("monte_carlo", "monteCarlo", {"16384", "32"});
    row("matrix_vector", "matrixVector", {"2048", "16"});
  }
  void modelsWhatReadingAheadIsWorth() {
    QFETCH(QString, file);
    QFETCH(QString, kernel);
    QFETCH(QStringList, arguments);
    const QString path =
        QString::fromStdString((resourceFolder() / "samples/preexecution").string()) + "/" + file + ".cu";
    const Answer answer =
        run(QStringList{"preexec", path, "--kernel", kernel, "--cuda", "none", "--format", "json", "--"} + arguments);
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json model = answer.value()["model"];
    QCOMPARE(model["device"].get<std::string>(), std::string("Fused 2012"));
    QCOMPARE(model["launches"].get<int>(), 1);
    QCOMPARE(model["modes"].size(), size_t{12});
    const json alone = model["modes"][0]["counts"];
    QVERIFY(alone["ticks"].get<uint64_t>() > 0 && alone["cpu_instructions"].get<uint64_t>() == 0);
    for (const json& mode : model["modes"]) {
      // The same launch in every mode, and nothing fetched that the kernel does not touch but lines behind the last.
      QCOMPARE(mode["counts"]["gpu_thread_instructions"].get<uint64_t>(),
               alone["gpu_thread_instructions"].get<uint64_t>());
      const bool ahead = mode["mode"] == "adaptive" || mode["mode"] == "fixed";
      QCOMPARE(mode["counts"]["cpu_loads"].get<uint64_t>() > 0, ahead);
      const auto lines = [&](const char* name) { return mode["counts"][name].get<uint64_t>(); };
      const bool isBehind =
          lines("cpu_lines") - lines("cpu_lines_of_kernel") <= 1;  // of few lines one is more than 2 %
      QVERIFY2(isBehind || mode["accuracy"].get<double>() >= 0.98, mode.dump().c_str());
    }
    QCOMPARE(model["modes"].back()["mode"].get<std::string>(), std::string("perfect"));
    QCOMPARE(model["modes"].back()["l3_hit_rate"].get<double>(), 1.0);
  }

  void modelsOnlyLaunchesThatThereAre() {
    const QString path = QString::fromStdString((resourceFolder() / "samples/preexecution/vector_add.cu").string());
    const Answer answer =
        run({"preexec", path, "--kernel", "vectorAdd", "--cuda", "none", "--launch-index", "3", "--", "1000"});
    QCOMPARE(answer.code, 3);
    QVERIFY2(answer.error.find("launch 3") != std::string::npos, answer.error.c_str());
  }

  void choosesACachePolicyForAProgram() {
    const Answer answer = run({"cache-policy", "grid_path.cu", "--kernel", "descend", "--cuda", "none", "--device",
                               "GTX 680", "--format", "json", "--session", "policy.wws"});
    QVERIFY2(answer.code == 0, answer.error.c_str());
    const json value = answer.value();
    QCOMPARE(value["schema"].get<std::string>(), std::string("warpwright.cache-policy/1"));
    QVERIFY(!value["loads"].empty());
    for (const json& load : value["loads"]) {
      QVERIFY(load["requests"].get<uint64_t>() > 0 && load["line"].get<uint32_t>() > 0);
      QVERIFY(load["access"].get<double>() >= load["hit"].get<double>());
    }
    QCOMPARE(value["tried"][0]["name"].get<std::string>(), std::string("as written"));
    QVERIFY(value["exact"]["proved_best"].get<bool>());
    QVERIFY(value["gap"].get<double>() >= 0);
    // What is printed is a graph as the dock reads it.
    put("chosen.json", answer.output);
    QCOMPARE(run({"cache-policy", "--graph", "chosen.json"}).code, 0);
    const Answer text =
        run({"cache-policy", "grid_path.cu", "--kernel", "descend", "--cuda", "none", "--device", "H200"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.output.find("descend: ") == 0, text.output.c_str());
  }

  void solvesACachePolicy() {
    put("loads.json",
        R"({"loads":[{"id":"a","weight":12},{"id":"b","weight":-1}],"pairs":[{"a":"a","b":"b","weight":-3}]})");
    const Answer answer = run({"cache-policy", "--graph", "loads.json", "--method", "both", "--format", "json"});
    QCOMPARE(answer.code, 0);
    for (const char* method : {"exact", "heuristic"}) {
      QVERIFY(answer.value()[method]["cached"] == json::array({"a"}));
      QVERIFY(answer.value()[method]["bypassed"] == json::array({"b"}));
      QCOMPARE(answer.value()[method]["reduction"].get<double>(), 12.0);
    }
    put("bad.json", "{");
    QCOMPARE(run({"cache-policy", "--graph", "bad.json"}).code, 3);
  }
};

QTEST_GUILESS_MAIN(ContractTest)
#include "contract_test.moc"
