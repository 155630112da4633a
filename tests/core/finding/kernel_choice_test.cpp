#include <QtTest>

#include "core/finding/kernel_choice.h"

using namespace warpwright;

namespace {

AnalysisResult lossKernels() {
  AnalysisResult result;
  KernelSummary general, special;
  general.name = special.name = "loss";
  general.signature = "void(const float *)";
  general.instances = {"_Z4lossIfEvPKT_", "_Z4lossIdEvPKT_"};
  special.signature = "void(const half *)";
  special.instances = {"_Z4lossI4halfEvPKT_"};
  result.kernels = {general, special};
  return result;
}

}  // namespace

class KernelChoiceTest : public QObject {
  Q_OBJECT

 private slots:
  void anInstanceTellsATemplateFromItsSpecialisation() {
    const AnalysisResult result = lossKernels();
    for (const char* name : {"void loss<double>(double const*)", "_Z4lossIdEvPKT_", "loss<float>"}) {
      const Result<const KernelSummary*> chosen = chooseKernel(result, name);
      QVERIFY2(chosen.ok() && *chosen == &result.kernels[0], name);
    }
    const Result<const KernelSummary*> special = chooseKernel(result, "loss<half>(half const*)");
    QVERIFY(special.ok() && *special == &result.kernels[1]);
  }

  void anInstanceThatWasNotLookedAtMayBeOfEither() {
    const Result<const KernelSummary*> chosen = chooseKernel(lossKernels(), "loss<int>");
    QVERIFY(!chosen.ok());
    QVERIFY(chosen.error().message.find("several kernels") != std::string::npos);
  }

  void aNameAloneIsOfAll() { QCOMPARE(kernelsNamed(lossKernels(), "loss").size(), size_t(2)); }

  void noSuchKernelListsThoseThereAre() {
    const Result<const KernelSummary*> chosen = chooseKernel(lossKernels(), "gain");
    QVERIFY(!chosen.ok() && chosen.error().message.find("`loss`") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(KernelChoiceTest)
#include "kernel_choice_test.moc"
