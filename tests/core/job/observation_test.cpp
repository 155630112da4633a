#include <QTest>
#include <nlohmann/json.hpp>

#include "core/job/engine_job.h"
#include "core/job/observation.h"

using namespace warpwright;
using nlohmann::json;

namespace {

ObservedLaunch launch(uint32_t block) {
  ObservedLaunch seen;
  seen.kernel = "_Z4stepILi16EEvPKfi";
  seen.at = {"a.cu", 20, 3};
  seen.grid = {7, 2, 1};
  seen.block = {block, 1, 1};
  seen.sharedBytes = 64;
  seen.cooperative = true;
  seen.stream = 2;
  seen.arguments = {{"in", "float const*", 8, {}, ObservedMemory{"buffer", 1, 4096, 16, 16}},
                    {"n", "int", 4, uint64_t{0xfffffffb}, {}},
                    {"pair", "Pair", 8, {}, {}}};
  return seen;
}

}  // namespace

class ObservationTest : public QObject {
  Q_OBJECT
 private slots:
  void launchesSurviveJson() {
    const json written = launch(128);
    const auto read = written.get<ObservedLaunch>();
    QVERIFY(json(read) == written);
    QVERIFY(read.kernel == launch(128).kernel && read.at == launch(128).at && read.arguments == launch(128).arguments);
    QVERIFY(read.cooperative && read.stream == 2 && read.sharedBytes == 64 && read.count == 1);
    // What the contract names.
    QVERIFY(written["observed"] == true && written["count"] == 1);
    QCOMPARE(written["kernel"].get<std::string>(), std::string("void step<16>(float const*, int)"));
    QCOMPARE(written["arguments"].dump(), std::string("[null,-5,null]"));
    QCOMPARE(written["values"][1]["value"].get<int>(), -5);
    QVERIFY(!written["values"][0].contains("value"));
    QCOMPARE(written["values"][0]["memory"]["offset"].get<int>(), 16);
  }

  void runsAndJobsSurviveJson() {
    EngineRun run;
    run.observed = {{"_Z1kv", {"a.cu", 3, 0}, {launch(64)}, 5}};
    const json written = toJson(run);
    QCOMPARE(written["observed"][0]["others"].get<int>(), 5);
    QVERIFY(json(written["observed"][0].get<ObservedKernel>()) == written["observed"][0]);
    QVERIFY(!toJson(EngineRun{}).contains("observed"));
    EngineJob job;
    job.path = "a.cu";
    job.observe = true;
    QVERIFY(engineJobFromJson(toJson(job))->observe);
    ObservedRun told{"a.cu", {"1", "2"}, 3, 4, 0.5, {"a note"}};
    const auto read = json(told).get<ObservedRun>();
    QVERIFY(read.arguments == told.arguments && read.notes == told.notes && read.exitCode == 3 && read.launches == 4);
  }

  void observationsAreCounted() {
    std::vector<ObservedKernel> kernels;
    const auto tell = [&](const Observation& one) { addObservation(kernels, json(one).get<Observation>()); };
    tell({0, 0, launch(64), {"a.cu", 3, 0}});
    tell({0, 1, launch(32), {"a.cu", 3, 0}});
    tell({0, 0, {}, {}});
    tell({1, 0, launch(16), {"b.cu", 4, 0}});
    tell({0, {}, {}, {}});
    QCOMPARE(kernels.size(), size_t(2));
    QCOMPARE(kernels[0].launches.size(), size_t(2));
    QCOMPARE(kernels[0].launches[0].count, uint64_t(2));
    QCOMPARE(kernels[0].launches[1].block[0], 32U);
    QCOMPARE(kernels[0].others, uint64_t(1));
    QCOMPARE(kernels[1].definedAt.line, 4U);
    // What a worker that lost its way tells is left out.
    tell({9, 0, {}, {}});
    tell({0, 9, {}, {}});
    QCOMPARE(kernels.size(), size_t(2));
    QCOMPARE(kernels[0].launches.size(), size_t(2));
  }

  void valuesAreReadByTheirType_data() {
    QTest::addColumn<std::string>("type");
    QTest::addColumn<unsigned>("bytes");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("int") << std::string("int") << 4U << quint64(0xfffffffe) << std::string("-2") << true;
    QTest::newRow("const int") << std::string("int const") << 4U << quint64(6) << std::string("6") << true;
    QTest::newRow("largest") << std::string("unsigned long") << 8U << ~quint64(0) << std::string("18446744073709551615")
                             << false;
    QTest::newRow("truth") << std::string("bool") << 1U << quint64(1) << std::string("true") << true;
    QTest::newRow("float") << std::string("float") << 4U << quint64(0x3e800000) << std::string("0.25") << false;
    QTest::newRow("null") << std::string("float*") << 8U << quint64(0) << std::string("null") << false;
    QTest::newRow("another type of the name") << std::string("int") << 8U << quint64(6) << std::string() << false;
    QTest::newRow("enumeration") << std::string("Mode") << 4U << quint64(1) << std::string() << false;
    QTest::newRow("no type") << std::string() << 4U << quint64(1) << std::string() << false;
  }
  void valuesAreReadByTheirType() {
    QFETCH(std::string, type);
    QFETCH(unsigned, bytes);
    QFETCH(quint64, bits);
    QFETCH(std::string, text);
    QFETCH(bool, isWhole);
    const ObservedArgument argument{"x", type, bytes, uint64_t{bits}, {}};
    QCOMPARE(valueText(argument), text);
    QCOMPARE(wholeNumber(argument).has_value(), isWhole);
  }
};

QTEST_GUILESS_MAIN(ObservationTest)
#include "observation_test.moc"
