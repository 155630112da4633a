#include <zlib.h>
#include <QRegularExpression>
#include <QTest>

#include "core/base/gzip.h"
#include "tests/core/report/sample_report.h"

using namespace warpwright;

namespace {

constexpr int kernelCount = 100;

/// A file of many kernels, each with a finding; one variant changes them all, and the host's code.
ReportInput manyKernels() {
  ReportInput input = sampleReport();
  const KernelSummary sample = input.analysis.kernels[0];
  VariantRecord& variant = input.variants[0];
  variant.steps.clear();
  input.analysis.kernels.clear();
  const std::string file = "/project/many.cu";
  std::string before, after;
  for (int i = 0; i < kernelCount; ++i) {
    const std::string head = "__global__ void step_" + std::to_string(i) + "(int* out) {\n";
    before +=
        head + "  __shared__ int kept[256];\n  kept[threadIdx.x] = 1;\n  out[0] = kept[threadIdx.x];\n}\n\n\n\n\n";
    after += head + "  int kept;\n  kept = 1;\n  out[0] = kept;\n}\n\n\n\n\n";
    const auto line = static_cast<uint32_t>(1 + 9 * i);
    KernelSummary kernel = sample;
    kernel.name = "step_" + std::to_string(i);
    kernel.nameAt = {file, line, 17};
    kernel.definition = {{file, line, 1}, line + 4, 2};
    Opportunity finding = sample.opportunities[2];
    finding.id = "shared_to_register-" + std::to_string(i);
    finding.kernel = kernel.name;
    finding.range = {{file, line + 1, 18}, line + 1, 27};
    finding.evidence.clear();
    kernel.opportunities = {finding};
    input.analysis.kernels.push_back(kernel);
    variant.steps.push_back({finding.id, {}});
  }
  before += "int main() {\n  step_0<<<1, 256>>>(nullptr);\n}\n";
  after += "int main() {\n  step_0<<<2, 128>>>(nullptr);\n}\n";
  input.sources = {{file, before}};
  variant.files = {{file, before, after}};
  variant.id = makeVariantId(variant.steps, variant.files);
  return input;
}

std::string unpacked(const std::string& packed, size_t size) {
  std::string text(size, '\0');
  z_stream stream = {};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return {};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(size);
  inflate(&stream, Z_FINISH);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

}  // namespace

/// Reports of programs of many kernels stay small enough to be sent and opened.
class LargeReportTest : public QObject {
  Q_OBJECT

 private slots:
  void showsTheWholeOnce() {
    const QString html = QString::fromStdString(htmlReport(manyKernels()));
    // Three lines a kernel and one of the host's beside the first kernel; three beside each of the others.
    QCOMPARE(html.count("<tr class=add>"), 3 * kernelCount + 1 + 3 * (kernelCount - 1));
    QCOMPARE(html.count(QRegularExpression("<a href=\"#k0\">the whole rewrite</a>")), kernelCount - 1);
    QVERIFY(html.contains(".sarif.gz\"") && html.contains(".json.gz\""));
    QVERIFY2(html.size() < (5 << 18), qPrintable(QString::number(html.size())));
  }

  void packsForGunzip() {
    for (const std::string& text : {std::string(), std::string("{}"), std::string(300000, 'x')}) {
      const std::string packed = gzipped(text);
      QVERIFY(packed.starts_with("\x1f\x8b"));
      QCOMPARE(unpacked(packed, text.size() + 1), text);
      QCOMPARE(gzipped(text), packed);
    }
  }
};

QTEST_GUILESS_MAIN(LargeReportTest)
#include "large_report_test.moc"
