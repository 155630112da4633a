#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <sstream>

#include "analysis/passes/read_ahead/preexecute.h"
#include "core/base/file.h"
#include "core/base/subprocess.h"
#include "test_data.h"

using namespace warpwright;
using namespace warpwright::preexecution;

/// Cache lines that a kernel touches, that its program touches, and those in both.
struct Lines {
  uint64_t kernel = 0, ahead = 0, common = 0;
};

/// Compiles a kernel and its pre-execution program with warnings as errors and runs one after the other, both under a
/// compiler's own recording of every access.
class ProgramRuns : public QObject {
 protected:
  QTemporaryDir folder_;

  static analysis::AnalyzeOptions ownHeaders() {
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    return options;
  }
  std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }
  void write(const QString& name, const std::string& text) const {
    QVERIFY(writeFileAtomically(path(name), text).ok());
  }

  Result<Prepared> prepared(const std::string& file, const std::string& kernel) const {
    const auto device = findDevice("Fused 2012");
    if (!device.ok()) return device.error();
    return prepare(ownHeaders(), file, kernel, *device, {});
  }
  Result<Prepared> preparedText(const std::string& text, const std::string& kernel) const {
    write("code.cu", text);
    return prepared(path("code.cu"), kernel);
  }

  QString compile(const std::vector<std::string>& arguments) const {
    SubprocessOptions options;
    options.command = {WARPWRIGHT_CXX,
                       "-std=c++17",
                       "-O1",
                       "-I",
                       folder_.path().toStdString(),
                       "-I",
                       std::string(WARPWRIGHT_TEST_DATA) + "/analysis/passes/read_ahead/harness"};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    const auto end = runSubprocess(options, {});
    if (!end.ok()) return QString::fromStdString(end.error().message);
    return end->clean() ? QString() : QString::fromStdString(end->errorOutput);
  }

  /// Runs kernel and program of a file; `setup` declares what both need, launches the kernel, and names the arguments
  /// `a` and the shape `shape` of the program. Lines for two skip factors.
  Result<std::array<Lines, 2>> trace(const std::string& source, const Program& program, const std::string& setup,
                                     std::array<int, 2> skips = {1, 32}) {
    write(QString::fromStdString(program.name + ".h"), program.header);
    write(QString::fromStdString(program.name + ".cpp"), program.source);
    const std::string kernel = source.substr(0, source.find("int main("));
    std::string main =
        "#include \"device_words.h\"\n#include \"" + program.name + ".h\"\n" + kernel + "void report();\n";
    main += "using namespace " + program.name + ";\nint main() {\n" + setup;
    main += "  for (uint64_t skip : {" + std::to_string(skips[0]) + ", " + std::to_string(skips[1]) + "}) {\n";
    main += "    Tuning tuning;\n    tuning.skip_factor = skip;\n    std::atomic<bool> stop{false};\n";
    main += "    traced = 2;\n    cpu_prefetching(a, shape, tuning, stop);\n    report();\n  }\n}\n";
    write("main.cpp", main);
    const std::string ahead = path(QString::fromStdString(program.name + ".cpp"));
    for (const std::vector<std::string>& step :
         {std::vector<std::string>{"-Wall", "-Wextra", "-Werror", "-fsanitize=thread", "-c", ahead, "-o",
                                   path("ahead.o")},
          {"-fsanitize=thread", "-c", path("main.cpp"), "-o", path("main.o")},
          {path("ahead.o"), path("main.o"), path("hooks.o"), "-pthread", "-o", path("both")}}) {
      if (const QString failed = compile(step); !failed.isEmpty()) return inputError(failed.toStdString());
    }
    SubprocessOptions run;
    run.command = {path("both")};
    run.timeout = std::chrono::seconds(60);
    const auto end = runSubprocess(run, {});
    if (!end.ok()) return end.error();
    if (!end->clean()) return inputError("the run failed: " + end->errorOutput);
    std::istringstream numbers(end->output);
    std::array<Lines, 2> lines;
    for (Lines& one : lines) numbers >> one.kernel >> one.ahead >> one.common;
    return lines;
  }

  void check(const std::string& source, const Program& program, const std::string& setup) {
    const auto lines = trace(source, program, setup);
    QVERIFY2(lines.ok(), lines.ok() ? "" : lines.error().message.c_str());
    const auto& [all, some] = *lines;
    QVERIFY(all.kernel > 0 && all.ahead > 0 && some.ahead > 0);
    QCOMPARE(all.common, all.ahead);  // nothing that the kernel does not touch
    QCOMPARE(all.ahead, all.kernel);  // and nothing less
    QCOMPARE(some.common, some.ahead);
    QVERIFY(some.ahead <= all.ahead);
  }

  void compileHooks() {
    const std::string hooks = std::string(WARPWRIGHT_TEST_DATA) + "/analysis/passes/read_ahead/harness/trace_hooks.cpp";
    QCOMPARE(compile({"-c", hooks, "-o", path("hooks.o")}), QString());
  }
};
