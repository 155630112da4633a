#include <QTest>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::BoundedValue;

namespace {

BoundedValue bounded(AccessId access, Value value, uint64_t limit, int impliedAt = 0) {
  BoundedValue bound;
  bound.access = access;
  bound.terms = {{1, value.id}};
  bound.width = 32;
  bound.limit = limit;
  bound.impliedAt = impliedAt;
  bound.text = "e";
  return bound;
}

}  // namespace

class BelowTest : public QObject {
  Q_OBJECT
 private slots:
  void loopBoundsAndGuardsProve() {
    KernelProgram p("guards", {64, 1, 1});
    const ObjectId s = p.shared("s", {8, 64});
    const Value n = p.argument("n");
    std::vector<BoundedValue> values;
    p.loop("e", p.number(8), [&](Value e) { values.push_back(bounded(p.write(3, s, {e, p.threadIndex(0)}), e, 8)); });
    p.loop("e", n, [&](Value e) {
      p.branch(e < 5, [&] { values.push_back(bounded(p.write(5, s, {e, p.threadIndex(0)}), e, 5)); });
    });
    const auto answer = proof::proveBelow(p.finish(), values, {}, {});
    IS(answer, holds);
    DOES_NOT_SAY(answer, "stays in");
  }

  void anOpenValueRestsOnItsDimension() {
    KernelProgram p("open", {64, 1, 1});
    const ObjectId s = p.shared("s", {64, 10});
    const Value i = p.unknown("carried");
    const AccessId access = p.write(4, s, {p.threadIndex(0), i});
    const KernelModel model = p.finish();
    const auto answer = proof::proveBelow(model, {bounded(access, i, 10, 2)}, {}, {});
    IS(answer, holds);
    SAYS(answer, "[subscript=s@4]");
    const auto unaided = proof::proveBelow(model, {bounded(access, i, 10)}, {}, {});
    IS(unaided, holds);  // level 2 says it all the same, once it is asked
    const auto tooFar = proof::proveBelow(model, {bounded(access, i, 9)}, {}, {});
    IS(tooFar, unknown);
    SAYS(tooFar, "Nothing shows that `e` at line 4 stays below 9.");
  }

  // The row is left on purpose: the assumption that would prove it is known to be false.
  void anAssumptionThatIsBrokenIsNotMade() {
    KernelProgram p("flat", {8, 1, 1});
    const ObjectId s = p.shared("s", {8, 4});
    BoundedValue value;
    p.loop("e", p.number(6), [&](Value e) { value = bounded(p.write(4, s, {p.threadIndex(0), e}), e, 4, 2); });
    IS(proof::proveBelow(p.finish(), {value}, {}, {}), unknown);
  }

  void wrappingIsAnAssumptionOfItsOwn() {
    KernelProgram p("wraps", {32, 1, 1});
    const ObjectId s = p.shared("s", {384});
    const Value e = p.unknown("read");
    const AccessId access = p.write(4, s, {e * 32 + p.threadIndex(0)});
    BoundedValue value = bounded(access, e, 12, 1);
    value.mayWrap = true;
    const auto answer = proof::proveBelow(p.finish(), {value}, {}, {});
    IS(answer, holds);
    SAYS(answer, "does not wrap around");
    SAYS(answer, "[inside=s@4]");
  }

  void aNegativeValueIsNotBelow() {
    KernelProgram p("down", {32, 1, 1});
    const ObjectId s = p.shared("s", {4, 32});
    BoundedValue value;
    p.loop("e", p.number(4), [&](Value e) { value = bounded(p.write(4, s, {e, p.threadIndex(0)}), e - 1, 4); });
    IS(proof::proveBelow(p.finish(), {value}, {}, {}), unknown);
  }
};

QTEST_GUILESS_MAIN(BelowTest)
#include "below_test.moc"
