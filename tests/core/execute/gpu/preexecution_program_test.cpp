#include "core/execute/gpu/preexecution_program.h"

#include <QTest>
#include <chrono>
#include <cstring>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/execute/gpu/host_memory.h"

using namespace warpwright;
using namespace warpwright::gpu;

namespace {

constexpr uint64_t mega = uint64_t{1} << 20;
/// Where this process has nothing: far below what the system hands out by itself.
constexpr uint64_t freeAddress = uint64_t{0x2000} << 32;

/// What a test reads back from the memory that the program was handed: 16 words at `freeAddress`.
const uint64_t* words() {
  return reinterpret_cast<const uint64_t*>(freeAddress);
}

/// Writes down what it was handed, and then waits until it is stopped.
const char* const writesDown = R"(
#include <atomic>
#include <cstdint>
extern "C" uint64_t warpwright_preexecute(const uint64_t* fields, const uint32_t* shape, const uint64_t* tuning,
                                          uint64_t (*l3Hits)(),
                                          void (*adapted)(uint64_t), const std::atomic<bool>* stop) {
  uint64_t* to = reinterpret_cast<uint64_t*>(fields[0]);
  for (int i = 0; i < 5; ++i) to[1 + i] = fields[i];
  for (int i = 0; i < 6; ++i) to[6 + i] = shape[i];
  to[12] = tuning[0];
  to[13] = tuning[1];
  to[14] = l3Hits || adapted;
  __atomic_store_n(to, uint64_t{1}, __ATOMIC_SEQ_CST);
  while (!*stop) {
  }
  to[15] = 1;
  return 0;
}
)";

std::string bytesOf(uint64_t value, size_t bytes) {
  std::string text(bytes, '\0');
  std::memcpy(text.data(), &value, bytes);
  return text;
}

/// kernel(int* out, int n, float* in) with `in` in the middle of its allocation, and a variable.
LaunchCapture launch() {
  LaunchCapture capture;
  capture.kernel.name = "kernel";
  capture.grid = {7, 2, 1};
  capture.block = {64, 1, 1};
  capture.arguments = {
      {0, 8, bytesOf(freeAddress, 8)}, {8, 4, bytesOf(1234, 4)}, {16, 8, bytesOf(freeAddress + 4 * mega + 256, 8)}};
  CapturedMemory out, in, table;
  out.address = freeAddress;
  out.size = 4096;
  in.address = freeAddress + 4 * mega;
  in.size = 1024;
  table.kind = CapturedMemory::Kind::variable;
  table.name = "table";
  table.address = freeAddress + 8 * mega;
  table.size = 64;
  capture.memory = {out, in, table};
  return capture;
}

PreexecutionJob job(const std::string& source) {
  PreexecutionJob job;
  job.source = source;
  job.fields = {{"out", true, 0, "", 0}, {"n", false, 1, "", 4}, {"in", true, 2, "", 0}};
  return job;
}

bool waitFor(const std::function<bool()>& condition) {
  for (int i = 0; i < 5000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return condition();
}

}  // namespace

class PreexecutionProgramTest : public QObject {
  Q_OBJECT
 private slots:
  void itIsHandedTheLaunchAndRunsFromGoToEnd() {
    const auto memory = HostMemory::reserve(
        {{freeAddress, freeAddress + 4096}, {freeAddress + 4 * mega, freeAddress + 4 * mega + 1024}}, false);
    QVERIFY2(memory.ok(), memory.ok() ? "" : memory.error().message.c_str());
    auto program = PreexecutionProgram::load(job(writesDown), launch(), {});
    QVERIFY2(program.ok(), program.ok() ? "" : program.error().message.c_str());
    QVERIFY(program->notes().empty());
    program->prepare(264, 96);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QCOMPARE(__atomic_load_n(words(), __ATOMIC_SEQ_CST), 0u);
    program->go();
    QVERIFY(waitFor([] { return __atomic_load_n(words(), __ATOMIC_SEQ_CST) == 1; }));
    QCOMPARE(words()[15], 0u);
    program->end();
    QCOMPARE(words()[15], 1u);
    const std::vector<uint64_t> expected = {
        freeAddress, 4096, 1234, freeAddress + 4 * mega + 256, 768, 7, 2, 1, 64, 1, 1, 264, 96, 0};
    QVERIFY((std::vector<uint64_t>(words() + 1, words() + 15) == expected));
    memory->flush();
    QCOMPARE(words()[15], 1u);
    // Stopped before it began, and once more after that.
    program->prepare(264, 32);
    program->end();
    program->end();
    QCOMPARE(words()[13], 96u);
  }

  void anAddressThatIsTakenIsNamed() {
    int here = 0;
    const auto address = reinterpret_cast<uint64_t>(&here);
    const auto memory = HostMemory::reserve({{address, address + 4}}, false);
    QVERIFY(!memory.ok());
    QCOMPARE(memory.error().kind, ErrorKind::stale);
    QVERIFY(memory.error().message.find("is taken in this process") != std::string::npos);
  }

  void variablesOfTheModuleAreNotRead() {
    PreexecutionJob withVariable = job(writesDown);
    withVariable.source = R"(
#include <atomic>
#include <cstdint>
extern "C" uint64_t warpwright_preexecute(const uint64_t*, const uint32_t*, const uint64_t*,
                                          uint64_t (*)(), void (*)(uint64_t),
                                          const std::atomic<bool>*) { return 0; }
)";
    withVariable.fields.push_back({"table", true, -1, "table", 0});
    const auto program = PreexecutionProgram::load(withVariable, launch(), {});
    QVERIFY2(program.ok(), program.ok() ? "" : program.error().message.c_str());
    QCOMPARE(program->notes().size(), size_t{1});
    QVERIFY(program->notes().front().find("`table` is not read ahead") != std::string::npos);
    withVariable.fields.pop_back();
    LaunchCapture astray = launch();
    astray.arguments[2].bytes = bytesOf(freeAddress + 4 * mega + 1024, 8);
    const auto lost = PreexecutionProgram::load(withVariable, astray, {});
    QVERIFY(lost.ok() && lost->notes().size() == 1);
    QVERIFY(lost->notes().front().find("`in` is not read ahead: argument 2 points to no captured memory") !=
            std::string::npos);
  }

  void whatCannotBeHandedOverIsNamed() {
    PreexecutionJob part = job(writesDown);
    part.fields.push_back({"size_width", false, -1, "", 4});
    QVERIFY(PreexecutionProgram::load(part, launch(), {}).error().message.find("passed by value") != std::string::npos);
    PreexecutionJob wide = job(writesDown);
    wide.fields[1].bytes = 8;
    QVERIFY(PreexecutionProgram::load(wide, launch(), {})
                .error()
                .message.find("Argument 1 of `kernel` is no plain number") != std::string::npos);
    PreexecutionJob beyond = job(writesDown);
    beyond.fields[2].argument = 3;
    QVERIFY(PreexecutionProgram::load(beyond, launch(), {}).error().message.find("too few arguments") !=
            std::string::npos);
  }

  void whatDoesNotCompileOrHasNoEntrySaysSo() {
    const auto broken = PreexecutionProgram::load(job("int f( {"), launch(), {});
    QVERIFY(!broken.ok() && broken.error().message.find("does not compile") != std::string::npos);
    const auto empty = PreexecutionProgram::load(job("int f() { return 0; }"), launch(), {});
    QVERIFY(!empty.ok() && empty.error().message.find("cannot be loaded") != std::string::npos);
    qputenv("CXX", "/no/such/compiler");
    const auto none = PreexecutionProgram::load(job(writesDown), launch(), {});
    qunsetenv("CXX");
    QVERIFY(!none.ok() && none.error().message.find("needs a C++ compiler") != std::string::npos);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(PreexecutionProgram::load(job(writesDown), launch(), stop.get_token()).error().kind, ErrorKind::cancelled);
  }

  void jobAndResultComeThroughTheirJson() {
    GpuJob whole;
    whole.preexecution = job("int f();");
    whole.preexecution->fields[2].variable = "table";
    whole.preexecution->skipFactors = {32, 512};
    const auto read = gpuJobFromJson(nlohmann::json::parse(toJson(whole).dump()));
    QVERIFY(read.ok() && read->preexecution);
    QCOMPARE(read->preexecution->source, whole.preexecution->source);
    QVERIFY(read->preexecution->skipFactors == whole.preexecution->skipFactors);
    QCOMPARE(read->preexecution->fields.size(), size_t{3});
    const ProgramField& field = read->preexecution->fields[2];
    QVERIFY(field.name == "in" && field.isBuffer && field.argument == 2 && field.variable == "table");
    GpuRun run;
    run.preexecution = PreexecutionRun{{{32, {1.25, 1.125, 1.5}}}, 32, 264, true, {"a note"}, "a CPU"};
    const auto back = gpuRunFromJson(nlohmann::json::parse(toJson(run).dump()));
    QVERIFY(back.ok() && back->preexecution);
    const PreexecutionRun& same = *back->preexecution;
    QVERIFY(same.tries.size() == 1 && same.tries[0].skipFactor == 32 &&
            same.tries[0].speedup == (Interval{1.25, 1.125, 1.5}));
    QVERIFY(same.skipFactor == 32 && same.concurrentBlocks == 264 && same.coherent &&
            same.notes == std::vector<std::string>{"a note"} && same.cpu == "a CPU");
  }
};

QTEST_GUILESS_MAIN(PreexecutionProgramTest)
#include "preexecution_program_test.moc"
