#include <QTest>
#include <nlohmann/json.hpp>

#include "core/job/engine_job.h"
#include "core/job/gpu_job.h"

using namespace warpwright;

class EngineJobTest : public QObject {
  Q_OBJECT
 private slots:
  void jobSurvivesJson() {
    EngineJob job;
    job.path = "a/b.cu";
    job.openTexts = {{"/x/b.cu", "int main() {}"}};
    job.variantOf = "a/c.cu";
    job.compilerFlags = {"-DN=3"};
    job.arguments = {"1", "two words"};
    job.workingFolder = "/tmp";
    job.arch = "sm_80";
    job.toolkit = "none";
    job.check = true;
    job.assumptions = {"block=256,1,1"};
    job.outputRecord = "/tmp/r";
    job.memoryLimitBytes = uint64_t{5} << 32;
    job.timeLimit = std::chrono::milliseconds(1500);
    job.workers = 2;
    job.showOutput = true;
    const auto read = engineJobFromJson(toJson(job));
    QVERIFY(read.ok());
    QVERIFY(toJson(*read) == toJson(job));
    QCOMPARE(read->timeLimit, job.timeLimit);
    QCOMPARE(read->arguments, job.arguments);
    QCOMPARE(read->memoryLimitBytes, job.memoryLimitBytes);
    QVERIFY(read->check && read->showOutput);
  }

  void malformedJobIsAnError() {
    QVERIFY(!engineJobFromJson(nlohmann::json::parse("{}")).ok());
    QVERIFY(!engineJobFromJson(nlohmann::json::parse("[1]")).ok());
    const auto mistyped = engineJobFromJson(nlohmann::json::parse(R"({"path": "a.cu", "arguments": 3})"));
    QVERIFY(!mistyped.ok());
    QVERIFY(mistyped.error().message.find("Malformed job") != std::string::npos);
  }

  void launchShapesSurviveJson() {
    LaunchShape shape{{19, 2, 1}, {256, 1, 1}, 1024};
    QVERIFY(nlohmann::json(shape).get<LaunchShape>() == shape);
    QCOMPARE(toString(shape), std::string("<<<(19,2,1),(256,1,1),1024>>>"));
    QVERIFY(!nlohmann::json(shape).contains("added_arguments") && !nlohmann::json(shape).contains("kernel"));
    shape.added = {{4, 73}, {8, uint64_t{5} << 40}};
    shape.kernel = "_Z1kPijy";
    QVERIFY(nlohmann::json(shape).get<LaunchShape>() == shape);
    QCOMPARE(toString(shape), std::string("<<<(19,2,1),(256,1,1),1024>>>(…, 73, 5497558138880)"));
    ReplayJob job;
    job.shape = shape;
    const auto read = replayJobFromJson(toJson(job));
    QVERIFY(read.ok() && read->shape == shape);
    ReplayRun run;
    QVERIFY(!replayRunFromJson(toJson(run))->shape);
    run.shape = shape;
    QVERIFY(replayRunFromJson(toJson(run))->shape == shape);
    GpuJob onGpu;
    onGpu.variant = GpuCode{"/v.cubin", shape};
    const auto readOnGpu = gpuJobFromJson(toJson(onGpu));
    QVERIFY(readOnGpu.ok() && readOnGpu->variant->shape == shape && readOnGpu->original.shape.added.empty());
    LaunchCapture capture;
    capture.kernel.mangledName = "_Z1kPi";
    QCOMPARE(kernelOf(shape, capture), shape.kernel);
    QCOMPARE(kernelOf(shapeOf(capture), capture), capture.kernel.mangledName);
  }

  void verificationSurvivesJson() {
    Verification v;
    v.differences.push_back({"dst (a.cu:3)", 216, "1204", "1198", 7, "Results differ."});
    EngineFinding finding;
    finding.kind = "race";
    finding.message = "two threads";
    finding.kernel = "k";
    finding.object = "s";
    finding.at = {"a.cu", 3, 4};
    finding.other = {"a.cu", 5, 6};
    finding.block = {1, 2, 3};
    finding.thread = {4, 5, 6};
    finding.count = 9;
    v.findings.push_back(finding);
    v.original.launches.push_back({"k", {2, 1, 1}, {32, 1, 1}, 64, 0.5, 1000});
    v.original.failure = Error{ErrorKind::worker, "gone", SourceRange{{"a.cu", 1, 2}}};
    v.original.output = "hello";
    v.variant.exitCode = 3;
    v.variant.notes = {"note"};
    v.comparedBytes = 1;
    v.comparedElements = 2;
    v.comparedLaunches = 3;
    v.summary = "s";
    const auto read = verificationFromJson(toJson(v));
    QVERIFY(read.ok());
    QVERIFY(toJson(*read) == toJson(v));
    QVERIFY(read->findings.front().other == finding.other);
    QVERIFY(read->original.failure->kind == ErrorKind::worker);
    QCOMPARE(read->original.failure->range->begin.line, 1U);
    QCOMPARE(read->original.launches.front().grid[0], 2U);
  }
};

QTEST_GUILESS_MAIN(EngineJobTest)
#include "engine_job_test.moc"
