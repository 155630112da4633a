// Every value that a finding of a golden case offers can be written, one at a time beside the first values of the
// others (of factors: along one of the dimensions), and what is written compiles for the device. Every fifth case;
// WARPWRIGHT_ALL_CASES=1 tries all.

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include "analysis/analyzer/text_trials.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/passes/all_passes.h"
#include "core/base/file.h"
#include "test_data.h"
#include "tests/support/case_folder.h"

using namespace warpwright;

namespace {

struct Tried {
  std::string name;
  std::future<Message> why;
};

std::string deviceOf(const std::string& pass, const std::string& source) {
  static const QRegularExpression head("^// DEVICE: (.*)$", QRegularExpression::MultilineOption);
  const auto match = head.match(QString::fromStdString(source));
  if (match.hasMatch()) return match.captured(1).trimmed().toStdString();
  return pass == "cpu_preexecution" ? "Fused 2012" : "sm_90";
}

}  // namespace

class ParameterValuesTest : public QObject {
  Q_OBJECT
 private slots:
  void canBeWritten_data() {
    QTest::addColumn<QString>("pass");
    for (const auto& pass : passes::allPasses())
      QTest::newRow(pass->about().id.c_str()) << QString::fromStdString(pass->about().id);
  }

  void canBeWritten() {
    QFETCH(QString, pass);
    const QDir folder(QString(WARPWRIGHT_TEST_DATA) + "/passes/" + pass);
    std::string failed;
    int count = 0;
    size_t turn = 0;
    for (const QString& name : folder.entryList({"positive_*.cu"}, QDir::Files, QDir::Name)) {
      if (name.endsWith(".expected.cu") || !isTaken(turn++)) continue;
      tryAll(pass.toStdString(), folder.filePath(name), failed, count);
    }
    qInfo("%d values", count);
    QVERIFY2(failed.empty(), failed.c_str());
  }

 private:
  void tryAll(const std::string& id, const QString& file, std::string& failed, int& count) {
    const passes::Pass& pass = *passes::findPass(id);
    const std::string path = folder_.put(file);
    QVERIFY(!path.empty());
    const Result<Device> device = findDevice(deviceOf(id, readFile(path).value()));
    QVERIFY(device.ok());
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    options.parks = true;
    options.preludes = preludes_;
    frontend::UnitParser parser(options);
    const Result<frontend::ParsedUnit> unit = parser.parse(frontend::findUnits(path, {}).value().front(), {});
    QVERIFY(unit.ok());
    Result<std::vector<model::ParsedKernel>> kernels = model::modelKernels(*unit, {}, {});
    QVERIFY(kernels.ok());
    std::vector<Tried> all;
    analysis::TextTrials trials(*unit, options, {});
    for (const model::ParsedKernel& kernel : *kernels) {
      const passes::KernelContext context(kernel, *device, {});
      for (const Opportunity& found : pass.find(context)) {
        if (found.verdict != VerdictKind::applicable) continue;
        for (const Parameter& parameter : found.parameters) {
          failed += withoutWords(pass.about(), parameter);
          for (const std::string& value : parameter.values) {
            const std::string name = "\n  " + path + ": " + found.subject + ": " + parameter.name + "=" + value + ": ";
            Result<Rewrite> change = pass.rewrite(context, found, {{parameter.name, value}});
            // Each dimension has factors of its own.
            for (const Parameter& other : found.parameters) {
              for (size_t i = 0; !change.ok() && i < other.values.size() && other.name == "dimension"; ++i) {
                change = pass.rewrite(context, found, {{parameter.name, value}, {other.name, other.values[i]}});
              }
            }
            ++count;
            if (change.ok())
              all.push_back({name, trials.add(*std::move(change))});
            else if (change.error().kind != ErrorKind::usage)
              failed += name + change.error().message;
          }
        }
      }
    }
    trials.close();
    for (Tried& one : all) {
      if (const std::string why = toText(one.why.get()); !why.empty()) failed += one.name + why;
    }
  }

  /// What the pass has no words of its own for; policies choose for loads of the kernel.
  static std::string withoutWords(const PassDescription& pass, const Parameter& parameter) {
    if (pass.tunable == Tunable::policy) return {};
    const auto own = std::ranges::find(pass.parameters, parameter.name, &PassParameter::name);
    if (own == pass.parameters.end()) return "\n  " + pass.id + " has no words for " + parameter.name;
    std::string lacking;
    for (const std::string& value : parameter.values) {
      if (!own->values.empty() && !own->values.contains(value))
        lacking += "\n  " + pass.id + " has no words for " + parameter.name + "=" + value;
    }
    return lacking;
  }

  CaseFolder folder_;
  const std::shared_ptr<frontend::PreludeCache> preludes_ = frontend::sharedPreludes();
};

QTEST_GUILESS_MAIN(ParameterValuesTest)
#include "parameter_values_test.moc"
