// Sessions, and the reports that are made of them.
#include <nlohmann/json.hpp>

#include "core/report/report_input.h"
#include "core/report/reuse_chart.h"
#include "core/report/tuning_table.h"
#include "core/session/database.h"
#include "core/session/packed_text.h"
#include "core/session/session.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/input_file.h"

namespace warpwright::fuzz {
namespace {

std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

AnalysisResult smallAnalysis() {
  AnalysisResult result;
  result.passes = {{.id = "pass_a", .title = "Pass A", .stepName = "moved"}};
  KernelSummary kernel{.name = "k", .signature = "void(int*)", .definition = {{"/p/a.cu", 1, 1}, 3, 2}};
  Opportunity found;
  found.id = "pass_a-1";
  found.pass = "pass_a";
  found.kernel = "k";
  found.subject = "s";
  found.range = {{"/p/a.cu", 2, 3}, 2, 5};
  found.title = "Move `s`";
  found.reason = "So it is.";
  found.verdict = VerdictKind::applicable;
  found.parameters.push_back({"factor", {"2", "4"}});
  found.estimate = {true, 1.1, 1.2, 1.3, "memory", {}};
  kernel.opportunities = {found};
  result.units = {{.file = "/p/a.cu"}};
  result.kernels = {kernel};
  return result;
}

/// A session with a row in every table.
std::string smallSession() {
  const std::filesystem::path file = inputFile("seed.wws", "");
  std::filesystem::remove(file);
  const auto session = Session::openOrCreate(file);
  if (!session.ok()) return {};
  Session& open = const_cast<Session&>(*session);
  const std::string before = "__global__ void k(int* p) {\n  int s;\n}\n";
  VariantRecord variant;
  variant.steps = {{"pass_a-1", {{"factor", "4"}}}};
  variant.files = {{"/p/a.cu", before, before + "// after\n"}};
  variant.id = makeVariantId(variant.steps, variant.files);
  variant.summary = "`s` moved";
  variant.command = "100 20";
  variant.verification = Verification{.identical = true, .summary = "Identical."};
  bool good = open.setValue("project", "/p").ok() && open.setValue("arch", "sm_90").ok();
  good = good && open.setValue("traffic graph", R"({"name":"k","loads":[{"id":"a","weight":1}],"pairs":[]})").ok();
  good = good && open.setValue("reuse figure", toJson(ReuseFigure{}).dump()).ok();
  good = good && open.setValue("tuning table k", toJson(TuningTable{}).dump()).ok();
  good = good && open.addAnalysis(smallAnalysis(), {{"/p/a.cu", before}}).ok();
  good = good && open.setStatus("pass_a-1", OpportunityStatus::verified).ok() && open.putVariant(variant).ok();
  good = good && open.addMeasurement({variant.id, "k", "gpu:0", "H200", "time/median", "ms", 0.13, 0.12, 0.14, 30,
                                      "L2 flushed", "FASTER", 5})
                     .ok();
  good =
      good && open.addMeasurement({"", "k", "gpu:0", "H200", "time/median", "ms", 0.2, 0.19, 0.21, 30, "", "", 5}).ok();
  good = good && open.addRun({"check", "a.cu", "-n 4", "finished", "No findings.", 3, 0, 1.5, 1}).ok();
  good = good && open.putAnnotation({0, {"/p/a.cu", 2, 0}, "look here", 1}).ok();
  return good ? bytesOf(file) : std::string();
}

/// Every place of a session that holds text: table and column.
std::vector<std::pair<std::string, std::string>> columnsOf(const Database& database) {
  std::vector<std::pair<std::string, std::string>> columns;
  Statement rows(database,
                 "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' "
                 "ORDER BY 1, 2");
  for (auto row = rows.step(); row.ok() && *row; row = rows.step()) columns.emplace_back(rows.text(0), rows.text(1));
  return columns;
}

/// A whole session in which the bytes stand in all rows of one column, which the first byte chooses: as they are, or as
/// texts are packed.
std::filesystem::path sessionWith(std::string_view bytes) {
  static const std::string whole = smallSession();
  const std::filesystem::path file = inputFile("a.wws", whole);
  auto database = Database::open(file, false);
  if (bytes.empty() || !database.ok()) return file;
  // Nothing here outlives the process.
  (void)database->execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  const auto columns = columnsOf(*database);
  const auto number = static_cast<unsigned char>(bytes.front());
  const auto& [table, column] = columns[(number / 2) % columns.size()];
  const std::string value = number % 2 == 0 ? std::string(bytes.substr(1)) : packText(bytes.substr(1));
  const std::string change = "UPDATE \"" + table + "\" SET \"" + column + "\" = ?";
  Statement update(*database, change.c_str());
  (void)(number % 2 == 0 ? update.bind(value) : update.bindBlob(value)).run();
  return file;
}

}  // namespace

void takeSession(std::string_view bytes) {
  const bool isFile = bytes.starts_with("SQLite format 3");
  const std::filesystem::path file = isFile ? inputFile("a.wws", bytes) : sessionWith(bytes);
  {
    const auto session = Session::open(file);
    if (session.ok()) {
      (void)session->values();
      (void)session->statuses();
      (void)session->runs();
      (void)session->annotations();
      const auto input = readReportInput(*session);
      if (input.ok()) {
        (void)htmlReport(*input);
        (void)sarifReport(*input);
        (void)jsonReport(*input);
        (void)patchReport(*input);
      }
    }
  }
  std::filesystem::remove(file.string() + "-journal");
}

std::vector<std::string> sessionSeeds() {
  std::vector<std::string> seeds = {smallSession()};
  // Content of each column; which one a number means, the order of names decides.
  const std::string analysis = toJson(smallAnalysis()).dump();
  for (int number = 0; number < 256; number += 15)
    seeds.push_back(std::string(1, static_cast<char>(number)) + "/p/a.cu");
  const auto database = Database::open(inputFile("columns.wws", seeds.front()), false);
  if (!database.ok()) return seeds;
  const auto columns = columnsOf(*database);
  for (size_t i = 0; i < columns.size(); ++i) {
    const auto add = [&](size_t number, const std::string& text) {
      seeds.push_back(std::string(1, static_cast<char>(number)) + text);
    };
    if (columns[i].second == "packed") add(2 * i + 1, analysis);
    if (columns[i].second == "steps") add(2 * i, R"([{"opportunity":"pass_a-1","values":{"factor":"4"}}])");
    if (columns[i].second == "value") add(2 * i, toJson(TuningTable{}).dump());
  }
  return seeds;
}

}  // namespace warpwright::fuzz
