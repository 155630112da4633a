#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/base/utf8.h"
#include "core/finding/analysis_result.h"
#include "core/finding/kernel_choice.h"
#include "core/finding/rewrite.h"

using namespace warpwright;
using nlohmann::json;

namespace {

AnalysisResult sample() {
  Opportunity opportunity;
  opportunity.id = "shared_to_register-0123456789";
  opportunity.pass = "shared_to_register";
  opportunity.kernel = "k";
  opportunity.signature = "void(int *)";
  opportunity.subject = "result";
  opportunity.range = {{"a.cu", 14, 21}, 14, 32};
  opportunity.title = "Keep `result` in a register";
  opportunity.verdict = VerdictKind::applicable;
  opportunity.reason = {"private: %1 touch %2 of %3, %4", linesText({3, 5}, " to "), 16, code("a[i %1]"),
                        Message("as %1", lineText(SourcePosition{"b.cu", 9, 2}))};
  opportunity.assumptions = {{"blockDim == (256,1,1) at every launch", runCheckFrom("block=256,1,1"), true},
                             {"no alias", {}}};
  opportunity.evidence = {{{"a.cu", 30, 5}, "own element"}};
  opportunity.parameters = {
      {"c_factor", {"1", "2", "04", "interleaved"}, "dimension", {{"x", {"2", "04"}}, {"y", {"1"}}}},
      {"dimension", {"y", "x"}}};
  opportunity.estimate = {true, 1.02, 1.05, 1.08, "shared-memory issue", {{"barriers", 3}}};
  KernelSummary kernel;
  kernel.name = "k";
  kernel.signature = "void(int *)";
  kernel.nameAt = {"a.cu", 12, 17};
  kernel.definition = {{"a.cu", 12, 1}, 40, 2};
  Launch launch;
  launch.at = {"a.cu", 80, 3};
  launch.grid = {19, 1, std::nullopt};
  launch.block = {256, 1, 1};
  launch.arguments = {7, std::nullopt};
  kernel.launches = {launch};
  kernel.resources.registers = 17;
  kernel.resources.sharedBytes = 2048;
  kernel.opportunities = {opportunity};
  UnitSummary unit;
  unit.file = "a.cu";
  unit.headers = "own";
  unit.errors = {{Diagnostic::Severity::warning, {{"a.cu", 3, 1}, 3, 2}, "odd \xff byte"}};
  unit.missingHeaders = {"cutil.h"};
  PassDescription pass;
  pass.id = "shared_to_register";
  pass.title = "Shared array to registers";
  pass.stepName = "`{subject}`→register";
  pass.place = "Registers";
  pass.family = Family::placement;
  pass.nearness = 1;
  pass.inputs = {.launches = false, .hostCode = false, .device = true};
  pass.tunable = Tunable::promotion;
  return {{unit}, {kernel}, {pass}};
}

}  // namespace

class AnalysisJsonTest : public QObject {
  Q_OBJECT
 private slots:
  void hasTheNamesOfTheContract() {
    const json all = toJson(sample());
    QCOMPARE(all["schema"].get<std::string>(), std::string("warpwright.analysis/1"));
    const json& kernel = all["kernels"][0];
    QCOMPARE(kernel["launches"][0]["grid"].dump(), std::string("[19,1,null]"));
    QVERIFY(kernel["launches"][0]["shared"].is_null());
    QCOMPARE(kernel["resources"]["registers"].get<int>(), 17);
    const json& opportunity = kernel["opportunities"][0];
    QCOMPARE(opportunity["line"].get<int>(), 14);
    QCOMPARE(opportunity["column"].get<int>(), 21);
    QCOMPARE(opportunity["verdict"].get<std::string>(), std::string("applicable"));
    QCOMPARE(opportunity["assumptions"][0].get<std::string>(), std::string("blockDim == (256,1,1) at every launch"));
    QCOMPARE(opportunity["evidence"][0]["line"].get<int>(), 30);
    QCOMPARE(opportunity["parameters"][0]["values"].dump(), std::string(R"([1,2,"04","interleaved"])"));
    QCOMPARE(opportunity["parameters"][0]["depends_on"].get<std::string>(), std::string("dimension"));
    QCOMPARE(opportunity["parameters"][0]["values_by"].dump(), std::string(R"({"x":[2,"04"],"y":[1]})"));
    QVERIFY(!opportunity["parameters"][1].contains("values_by"));
    QCOMPARE(opportunity["estimate"]["bound"].get<std::string>(), std::string("shared-memory issue"));
  }

  void comesBackAsItWas() {
    const json once = toJson(sample());
    const auto back = analysisFromJson(json::parse(once.dump()));
    QVERIFY(back.ok());
    QCOMPARE(toJson(*back).dump(), once.dump());
    QCOMPARE(toString(back->kernels[0].opportunities[0].assumptions[0].check), std::string("block=256,1,1"));
    QVERIFY(!back->kernels[0].launches[0].grid[2]);
    const Parameter& factor = back->kernels[0].opportunities[0].parameters[0];
    QVERIFY((factor.valuesWith({{"dimension", "x"}}) == std::vector<std::string>{"2", "04"}));
    QVERIFY(factor.valuesWith({{"dimension", "z"}}) == factor.values && factor.valuesWith({}) == factor.values);
    QCOMPARE(back->units[0].errors[0].message, std::string("odd \xef\xbf\xbd byte"));
  }

  // In one list for whoever reads the JSON; nothing that was seen may come back as a launch that was read.
  void observedLaunchesStayApart() {
    AnalysisResult seen = sample();
    ObservedLaunch launch;
    launch.kernel = "_Z1kPi";
    launch.count = 20;
    launch.block = {64, 1, 1};
    seen.kernels[0].observed = {launch};
    seen.kernels[0].observedOthers = 3;
    seen.observedRun = {"a.cu", {"5"}, 0, 23, 0.5, {"a note"}};
    const json once = toJson(seen);
    QCOMPARE(once["kernels"][0]["launches"].size(), size_t(2));
    QVERIFY(once["kernels"][0]["launches"][1]["observed"] == true);
    const auto back = analysisFromJson(once);
    QVERIFY(back.ok());
    QCOMPARE(back->kernels[0].launches.size(), size_t(1));
    QCOMPARE(back->kernels[0].observed.size(), size_t(1));
    QCOMPARE(back->kernels[0].observed[0].count, uint64_t(20));
    QCOMPARE(toJson(*back).dump(), once.dump());
    QVERIFY(!toJson(sample()).contains("observed_run"));
  }

  void programsAreOfTheAnswer() {
    AnalysisResult result = sample();
    QCOMPARE(toJson(result)["programs"].dump(), std::string("[]"));
    QVERIFY(toJson(result)["kernels"][0]["program"].is_null());
    setPrograms(result, {{"lud", "main.cu", {"a.cu", "main.cu"}, {"a.cu", "main.cu"}},
                         {"other", "other.cu", {"other.cu"}, {"other.cu"}},
                         {"tests", "", {"a.cu"}, {"a.cu"}}});
    const json once = toJson(result);
    QCOMPARE(once["programs"][0].dump(),
             std::string(R"({"files":["a.cu","main.cu"],"main":"main.cu","name":"lud","units":["a.cu","main.cu"]})"));
    QVERIFY(!once["programs"][2].contains("main"));
    QCOMPARE(once["kernels"][0]["program"].get<std::string>(), std::string("lud"));
    QCOMPARE(once["kernels"][0]["programs"].dump(), std::string(R"(["lud","tests"])"));
    const auto back = analysisFromJson(once);
    QVERIFY(back.ok() && back->programs == result.programs);
    QCOMPARE(back->kernels[0].programs, (std::vector<std::string>{"lud", "tests"}));
    setPrograms(result, {{"lud", "main.cu", {"a.cu"}, {"a.cu"}}});
    QVERIFY(!toJson(result)["kernels"][0].contains("programs"));
    QCOMPARE(analysisFromJson(toJson(result))->kernels[0].programs, std::vector<std::string>{"lud"});
    json earlier = once;
    earlier.erase("programs");
    for (const char* field : {"program", "programs"}) earlier["kernels"][0].erase(field);
    QVERIFY(analysisFromJson(earlier).ok() && analysisFromJson(earlier)->kernels[0].programs.empty());
  }

  void kernelsOfOneNameAreToldApartByTheirPrograms() {
    AnalysisResult result = sample();
    result.kernels.push_back(result.kernels[0]);
    result.kernels[1].nameAt.file = "b.cu";
    setPrograms(result, {{"one", "a.cu", {"a.cu"}, {"a.cu"}}, {"two", "b.cu", {"b.cu"}, {"b.cu"}}});
    const auto several = chooseKernel(result, "k");
    QVERIFY(!several.ok());
    for (const char* words : {"(a.cu:12, in one)", "(b.cu:12, in two)"})
      QVERIFY2(several.error().message.find(words) != std::string::npos, several.error().message.c_str());
    QCOMPARE(inPrograms(result.kernels[1], result), std::string("in two"));
    setPrograms(result, {{"one", "a.cu", {"a.cu", "b.cu"}, {"a.cu", "b.cu"}}});
    QCOMPARE(inPrograms(result.kernels[1], result), std::string());
  }

  void passesSayWhatTheyAre() {
    const json once = toJson(sample());
    const json& pass = once["passes"][0];
    QCOMPARE(pass["id"].get<std::string>(), std::string("shared_to_register"));
    QCOMPARE(pass["inputs"].dump(), std::string(R"(["kernel","directives","device"])"));
    QCOMPARE(pass["tunable"].get<std::string>(), std::string("promotion"));
    const auto back = analysisFromJson(once);
    QVERIFY(back.ok() && back->passes == sample().passes);
    // A file of an earlier version has none: its findings are shown by their ids, and rest on everything.
    json earlier = once;
    earlier.erase("passes");
    const auto old = analysisFromJson(earlier);
    QVERIFY(old.ok() && old->passes.empty());
    QCOMPARE(passTitle(old->passes, "shared_to_register"), std::string("shared_to_register"));
    QVERIFY(describe(old->passes, "shared_to_register").inputs == PassInputs());
    // So may one of a later version have words that are not known here.
    json later = once;
    later["passes"][0]["family"] = "something new";
    later["passes"][0].erase("inputs");
    const auto next = analysisFromJson(later);
    QVERIFY(next.ok() && next->passes[0].family == Family::other && next->passes[0].inputs.hostCode);
  }

  // A sentence is a text for whoever reads it, and beside it what it names for whoever moves or links lines.
  void sentencesKeepWhatTheyName() {
    json once = toJson(sample().kernels[0].opportunities[0]);
    QCOMPARE(once["reason"].get<std::string>(), std::string("private: lines 3 to 5 touch 16 of `a[i %1]`, as line 9"));
    QCOMPARE(once["reason_parts"]["arguments"][0]["lines"][1]["line"].get<int>(), 5);
    QVERIFY(!once.contains("title_parts"));
    auto back = opportunityFromJson(json::parse(once.dump()));
    QVERIFY(back.ok());
    QVERIFY(back->reason == sample().kernels[0].opportunities[0].reason);
    QVERIFY(back->assumptions[0].ofLaunches && !back->assumptions[1].ofLaunches);
    // Written by an older version, or changed since: the words count.
    once["reason"] = "line 7 now";
    back = opportunityFromJson(once);
    QVERIFY(back.ok() && back->reason == Message("line 7 now"));
    once["reason_parts"] = json::parse(R"({"text":"%1","arguments":[{"lines":[{}]}]})");
    QVERIFY(!opportunityFromJson(once).ok());
  }

  void countsStandWithoutAPrediction() {
    Opportunity opportunity;
    QVERIFY(toJson(opportunity)["estimate"].is_null());
    opportunity.estimate.inputs = {{"shared_loads", 8}};
    const json once = toJson(opportunity);
    QVERIFY(once["estimate"]["speedup"].is_null());
    const auto back = opportunityFromJson(json::parse(once.dump()));
    QVERIFY(back.ok());
    QVERIFY(!back->estimate.known);
    QCOMPARE(back->estimate.inputs.at("shared_loads"), 8.0);
  }

  void refusesWhatIsNotOne() {
    for (const char* text :
         {"[]", "3", "null", "{}", R"({"schema":"warpwright.analysis/2","units":[],"kernels":[]})",
          R"({"schema":"warpwright.analysis/1","units":5,"kernels":[]})",
          R"({"schema":"warpwright.analysis/1","units":[],"kernels":[{"name":3}]})",
          R"({"schema":"warpwright.analysis/1","units":[],"kernels":[],"passes":[{"title":"no id"}]})",
          R"({"schema":"warpwright.analysis/1","units":[],"kernels":[],"passes":3})",
          R"({"schema":"warpwright.analysis/1","units":[],"kernels":[{"name":"k","opportunities":[1]}]})"}) {
      QVERIFY2(!analysisFromJson(json::parse(text)).ok(), text);
    }
  }

  void carriesARewriteByteForByte() {
    const Rewrite rewrite{{{"a.cu", 0xfedcba9876543210u, {{3, 4, "caf\xe9 \xff", "why"}, {9, 0, "ß", ""}}}}, "sum"};
    const auto back = rewriteFromJson(json::parse(toJson(rewrite).dump()));
    QVERIFY(back.ok());
    QCOMPARE(back->files[0].textHash, rewrite.files[0].textHash);
    QCOMPARE(back->files[0].edits[0].replacement, std::string("caf\xe9 \xff"));
    QCOMPARE(back->files[0].edits[1].replacement, std::string("ß"));
    QVERIFY(!back->files[0].creates);
    QVERIFY(!rewriteFromJson(json::parse(R"({"files":[{"file":"a","hash":"zz","edits":[]}]})")).ok());
    const auto made = rewriteFromJson(json::parse(toJson(Rewrite{{creationOf("new.h", "text", "why")}, "sum"}).dump()));
    QVERIFY(made.ok() && made->files[0].creates);
    QCOMPARE(applyEdits(made->files[0], "").value(), std::string("text"));
    for (int length = 0; length < 8; ++length) {
      const std::string bytes(static_cast<size_t>(length), '\xfe');
      QCOMPARE(bytesFromJson(jsonBytes(bytes)), bytes);
    }
  }

  void knowsUtf8() {
    QVERIFY(isUtf8("a ß € 𝄞"));
    for (const char* text : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "\xff"}) {
      QVERIFY2(!isUtf8(text), text);
    }
    QCOMPARE(replaceInvalidUtf8("a\xff"
                                "b\xe2\x82"),
             std::string("a\ufffdb\ufffd\ufffd"));
  }
};

QTEST_GUILESS_MAIN(AnalysisJsonTest)
#include "analysis_json_test.moc"
