#include <QTest>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;

class UniformTest : public QObject {
  Q_OBJECT
 private slots:
  void alongOneDimension() {
    KernelProgram p("plane", {16, 16, 1});
    const Value x = p.threadIndex(0), y = p.threadIndex(1), row = y * p.argument("cols") + 3;
    const Value place = row + x;
    const KernelModel model = p.finish();
    IS(proof::proveUniform(model, row.id, {}, 0, {}, {}), holds);
    const auto along = proof::proveUniform(model, row.id, {}, 1, {}, {});
    IS(along, violated);
    SAYS(along, "depends on threadIdx.y");
    IS(proof::proveUniform(model, place.id, {}, 0, {}, {}), violated);
  }

  void equalOnlyThroughArithmetic() {
    KernelProgram p("half", {16, 16, 1});
    const Value value = p.threadIndex(0) / 16 + p.threadIndex(1);
    IS(proof::proveUniform(p.finish(), value.id, {}, 0, {}, {}), holds);
  }

  void countersOfTheLoopsAround() {
    KernelProgram p("loops", {16, 16, 1});
    Value inside, after;
    LoopId loop;
    p.loop("i", p.threadIndex(0), [&](Value i) {
      inside = i * 4;
      after = i;
    });
    const KernelModel model = p.finish();
    loop = LoopId{0};
    IS(proof::proveUniform(model, inside.id, {ExpressionId{}, loop}, 0, {}, {}), holds);
    // After the loop the last round differs from thread to thread.
    const auto left = proof::proveUniform(model, after.id, {}, 0, {}, {});
    IS(left, unknown);
    SAYS(left, "last round of a loop");
  }

  void loadedValues() {
    KernelProgram p("loads", {16, 16, 1});
    const ObjectId in = p.global("in"), out = p.global("out");
    const Value row = p.read(2, in, {p.threadIndex(1)}), own = p.read(3, in, {p.threadIndex(0)});
    const Value written = p.read(4, out, {p.threadIndex(1)});
    p.write(5, out, {p.threadIndex(0)});
    const KernelModel model = p.finish();
    const auto shared = proof::proveUniform(model, row.id, {}, 0, {}, {});
    IS(shared, holds);
    SAYS(shared, "[disjoint=in,out]");
    IS(proof::proveUniform(model, own.id, {}, 0, {}, {}), violated);
    IS(proof::proveUniform(model, written.id, {}, 0, {}, {}), unknown);
  }

  void onlyOneThreadGetsThere() {
    KernelProgram p("single", {16, 16, 1});
    const Value x = p.threadIndex(0);
    const ExpressionId first = (x == 0).id, value = (x + 5).id;
    const auto answer = proof::proveUniform(p.finish(), value, {first, LoopId{}}, 0, {}, {});
    IS(answer, unknown);
    SAYS(answer, "Only one thread along threadIdx.x");
  }
};

QTEST_GUILESS_MAIN(UniformTest)
#include "uniform_test.moc"
