// What passes ask of one kernel: proofs are made once, and a context of a unit that several threads look at lets others
// read the AST as long as it proves, and no longer.

#include "analysis/passes/kernel_context.h"

#include <QElapsedTimer>
#include <QTest>
#include <atomic>
#include <future>
#include <thread>

#include "tests/analysis/proof/answer_checks.h"
#include "tests/analysis/proof/kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using passes::KernelContext;

namespace {

/// Each thread writes an element and reads the one `distance` further on, a barrier between.
KernelModel reader(int distance) {
  KernelProgram p("reader", {64, 1, 1});
  const ObjectId s = p.shared("s", {128});
  p.write(3, s, {p.threadIndex(0)});
  p.barrier(4);
  p.read(5, s, {p.threadIndex(0) + distance});
  return p.finish();
}

/// The same kernel in two forms: in the second, threads read each other's elements.
model::ParsedKernel twoForms() {
  model::ParsedKernel kernel;
  kernel.models = {reader(0), reader(1)};
  return kernel;
}

ObjectId objectOf(const model::ParsedKernel& kernel) {
  return kernel.models.front().objects.front().id;
}

bool isFree(std::mutex& mutex) {
  return std::async(std::launch::async, [&] { return std::unique_lock(mutex, std::try_to_lock).owns_lock(); }).get();
}

}  // namespace

class KernelContextTest : public QObject {
  Q_OBJECT
 private slots:
  void eachModelHasItsOwnProofs() {
    const model::ParsedKernel kernel = twoForms();
    const KernelContext context(kernel, Device{}, {});
    IS(context.isPrivate(0, objectOf(kernel)), holds);
    IS(context.isPrivate(1, objectOf(kernel)), violated);
    IS(context.barriersRedundant(0, {kernel.models[0].barriers.front().id}, {}), holds);
    IS(context.barriersRedundant(1, {kernel.models[1].barriers.front().id}, {}), violated);
    IS(context.isRaceFree(0), holds);
    IS(context.slotsOf(0, objectOf(kernel)).answer, holds);
  }

  void whatIsProvedStaysKnown() {
    const model::ParsedKernel kernel = twoForms();
    const KernelContext context(kernel, Device{}, {});
    QVERIFY(context.isPrivate(1, objectOf(kernel)).seconds > 0);
    const proof::Answer again = context.isPrivate(1, objectOf(kernel));
    IS(again, violated);
    QCOMPARE(again.seconds, 0.0);
    QCOMPARE(again.queries, 0u);
  }

  // What a pass finds out it finds out once; the next one does so for itself.
  void whatAPassMakesIsMadeOnce() {
    const model::ParsedKernel kernel = twoForms();
    const KernelContext context(kernel, Device{}, {});
    int made = 0;
    for (int pass = 1; pass <= 2; ++pass) {
      context.beginPass();
      for (int again = 0; again < 2; ++again) {
        QCOMPARE(context.once<int>("one", [&] { return ++made; }), 2 * pass - 1);
        QCOMPARE(context.once<int>("other", [&] { return ++made; }), 2 * pass);
      }
    }
  }

  // A pass that asks for too much is told so, with the line; what was known before counts as well; the next pass may
  // ask again.
  void whatAPassMayAskIsBounded() {
    const model::ParsedKernel kernel = twoForms();
    const KernelContext context(kernel, Device{}, {});
    for (int pass = 0; pass < 2; ++pass) {
      context.beginPass(0);
      IS(context.isPrivate(1, objectOf(kernel)), violated);
      const proof::Answer late = context.isPrivate(1, objectOf(kernel));
      IS(late, unknown);
      SAYS(late, "The proofs about `reader` took too long, most of it at lines 3 and 5.");
    }
    context.beginPass();
    IS(context.isPrivate(1, objectOf(kernel)), violated);
    IS(context.isPrivate(1, objectOf(kernel)), violated);
  }

  void aCancelledProofIsUnknown() {
    const model::ParsedKernel kernel = twoForms();
    std::stop_source stop;
    const KernelContext context(kernel, Device{}, stop.get_token());
    QVERIFY(!context.isCancelled());
    stop.request_stop();
    QVERIFY(context.isCancelled());
    const proof::Answer answer = context.isPrivate(0, objectOf(kernel));
    IS(answer, unknown);
    SAYS(answer, "Cancelled.");
  }

  // Each form is passed its own number.
  void saysWhichFormANumberIsPassedTo() {
    model::ParsedKernel kernel;
    for (const int64_t passed : {64, 65}) {
      KernelProgram p("cut", {64, 1, 1});
      const ObjectId s = p.shared("s", {256});
      p.write(3, s, {p.threadIndex(0)});
      p.write(4, s, {p.threadIndex(0) + p.argument("n")});
      KernelModel& one = kernel.models.emplace_back(p.finish());
      one.parameterNames = {"n"};
      one.templateArguments = passed == 64 ? "<int>" : "<short>";
      one.launches.clear();
      one.launches.emplace_back().arguments = {passed};
    }
    const KernelContext context(kernel, Device{}, {});
    const auto says = [](const proof::Answer& answer, const char* text) {
      return std::ranges::any_of(answer.assumptions, [&](const Assumption& one) { return one.text == text; });
    };
    QVERIFY(says(context.isRaceFree(0), "`n` == 64 at every launch (`<int>`, block (64,1,1))"));
    QVERIFY(says(context.isRaceFree(1), "`n` == 65 at every launch (`<short>`, block (64,1,1))"));
  }

  void othersReadTheTreeOnlyWhileItProves() {
    const model::ParsedKernel kernel = twoForms();
    std::mutex ast;
    {
      const KernelContext context(kernel, Device{}, std::unique_lock(ast), {});
      QVERIFY(!isFree(ast));
      std::atomic<bool> hasRead = false;
      const std::jthread other([&] {
        const std::lock_guard reading(ast);
        hasRead = true;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      QVERIFY(!hasRead);
      QElapsedTimer waiting;
      waiting.start();
      while (!hasRead && waiting.elapsed() < 60'000) {
        context.barriersRedundant(1, {kernel.models[1].barriers.front().id}, {});
      }
      QVERIFY(hasRead);
      QVERIFY(!isFree(ast));
    }
    QVERIFY(isFree(ast));
  }
};

QTEST_GUILESS_MAIN(KernelContextTest)
#include "kernel_context_test.moc"
