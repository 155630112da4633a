#include <QTest>
#include <random>

#include "core/kernel/bit_vector.h"
#include "core/kernel/expression.h"
#include "core/kernel/kernel_model.h"

using namespace warpwright;
using Op = ExpressionOp;

namespace {

SymbolId addNamed(ExpressionPool& pool, const std::string& name, uint8_t width = 32) {
  Symbol symbol;
  symbol.kind = SymbolKind::argument;
  symbol.name = name;
  symbol.width = width;
  return pool.addSymbol(symbol);
}

/// An expression beside the value that plain arithmetic gives for it, built step by step.
struct Pair {
  ExpressionId id;
  std::optional<uint64_t> value;
  uint8_t width;
};

uint64_t interesting(std::mt19937_64& random, uint8_t width) {
  switch (random() % 4) {
    case 0:
      return random() % 4;
    case 1:
      return bits::mask(width) - random() % 3;
    case 2:
      return uint64_t{1} << (random() % width);
    default:
      return random();
  }
}

}  // namespace

class ExpressionTest : public QObject {
  Q_OBJECT
 private slots:
  void sharesEqualExpressions() {
    ExpressionPool pool;
    const ExpressionId x = pool.symbol(addNamed(pool, "x")), y = pool.symbol(addNamed(pool, "y"));
    QCOMPARE(pool.binary(Op::add, x, y), pool.binary(Op::add, y, x));
    const ExpressionId two = pool.constant(32, 2), three = pool.constant(32, 3);
    QCOMPARE(pool.binary(Op::add, pool.binary(Op::add, x, two), three), pool.binary(Op::add, pool.constant(32, 5), x));
    QCOMPARE(pool.binary(Op::shl, x, two), pool.binary(Op::mul, pool.constant(32, 4), x));
    QCOMPARE(pool.binary(Op::sub, pool.binary(Op::add, x, y), y), x);
  }

  // 32 * (134217729 * x) wraps to 32 * x: the two factors stay apart, so that one can be divided out again.
  void factorsThatWrapStayApart() {
    ExpressionPool pool;
    const ExpressionId x = pool.symbol(addNamed(pool, "x"));
    const ExpressionId scaled = pool.binary(Op::mul, x, pool.constant(32, 134217729));
    QVERIFY(pool.binary(Op::mul, scaled, pool.constant(32, 32)) != pool.binary(Op::mul, x, pool.constant(32, 32)));
    const ExpressionId three = pool.binary(Op::mul, x, pool.constant(32, 3));
    QCOMPARE(pool.binary(Op::mul, three, pool.constant(32, 32)), pool.binary(Op::mul, x, pool.constant(32, 96)));
  }

  void keepsWrapping() {
    // (uint8_t)(2 * t) may not become 2 * (uint8_t)t widened later, and sext(x + 1) is not sext(x) + 1.
    ExpressionPool pool;
    const SymbolId symbol = addNamed(pool, "t", 8);
    const ExpressionId t = pool.symbol(symbol);
    const ExpressionId twice = pool.binary(Op::mul, t, pool.constant(8, 2));
    const ExpressionId wide = pool.cast(Op::zext, 32, twice);
    QCOMPARE(pool.evaluate(wide, {{symbol, 200}}), std::optional<uint64_t>(144));
    const ExpressionId next = pool.cast(Op::sext, 64, pool.binary(Op::add, t, pool.constant(8, 1)));
    QCOMPARE(pool.evaluate(next, {{symbol, 127}}), std::optional<uint64_t>(~uint64_t{0} - 127));
  }

  void writesText_data() {
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    ExpressionPool pool;
    const ExpressionId x = pool.symbol(addNamed(pool, "x")), y = pool.symbol(addNamed(pool, "y"));
    const auto number = [&](int64_t value) { return pool.constant(32, static_cast<uint64_t>(value)); };
    const auto row = [&](const char* expected, ExpressionId id) {
      QTest::newRow(expected) << QString::fromStdString(pool.text(id)) << expected;
    };
    const ExpressionId sum = pool.binary(Op::add, x, y);
    row("4 * x + 4", pool.binary(Op::mul, pool.binary(Op::add, x, number(1)), number(4)));
    row("x - 1", pool.binary(Op::sub, x, number(1)));
    row("4 * (x + y)", pool.binary(Op::mul, sum, number(4)));
    row("4 * (x + y)", pool.binary(Op::mul, pool.cast(Op::sext, 64, sum), pool.constant(64, 4)));
    row("x - y * (x + y)", pool.binary(Op::sub, x, pool.binary(Op::mul, sum, y)));
    row("x - (y - x)", pool.binary(Op::sub, x, pool.binary(Op::sub, y, x)));
    row("-1 * x", pool.binary(Op::mul, x, number(-1)));
    const ExpressionId less = pool.binary(Op::slt, x, y);
    row("x < y", less);
    row("y <= x", pool.logicalNot(less));
    const ExpressionId first = pool.binary(Op::eq, x, number(0)), second = pool.binary(Op::eq, y, number(0));
    row("x < y && (x == 0 || y == 0)", pool.logicalAnd(less, pool.logicalOr(first, second)));
    row("x < y ? x : y + 2", pool.select(less, x, pool.binary(Op::add, y, number(2))));
    row("x == 3", pool.binary(Op::eq, pool.binary(Op::add, x, number(1)), number(4)));
    row("(char)(x + y)", pool.cast(Op::trunc, 8, sum));
    row("x & 7", pool.binary(Op::bitAnd, x, number(7)));
    row("true", pool.logicalOr(less, pool.logicalNot(less)));
    row("false", pool.logicalAnd(less, pool.logicalNot(less)));
  }
  void writesText() {
    QFETCH(QString, actual);
    QTEST(actual, "expected");
  }

  void longTextStops() {
    ExpressionPool pool;
    ExpressionId x = pool.symbol(addNamed(pool, "x"));
    for (int i = 0; i < 60; ++i)
      x = pool.binary(Op::mul, x, pool.binary(Op::bitXor, x, pool.constant(32, 1u << (i % 31))));
    QVERIFY(pool.text(x).size() < 10000);
  }

  void findsSymbols() {
    ExpressionPool pool;
    const SymbolId x = addNamed(pool, "x"), y = addNamed(pool, "y");
    const ExpressionId product = pool.binary(Op::mul, pool.symbol(y), pool.symbol(x));
    const ExpressionId both = pool.binary(Op::udiv, pool.symbol(y), product);
    QCOMPARE(pool.symbolsOf(both), (std::vector<SymbolId>{y, x}));
    QVERIFY(pool.symbolsOf(ExpressionId{}).empty());
  }

  void hasNoValueForADivisionByZero() {
    ExpressionPool pool;
    const SymbolId x = addNamed(pool, "x");
    const ExpressionId quotient = pool.binary(Op::sdiv, pool.constant(32, 7), pool.symbol(x));
    QVERIFY(!pool.evaluate(quotient, {{x, 0}}));
    QVERIFY(!pool.evaluate(quotient, {}));
    QCOMPARE(pool.evaluate(quotient, {{x, 2}}), std::optional<uint64_t>(3));
    const ExpressionId safe =
        pool.select(pool.binary(Op::eq, pool.symbol(x), pool.constant(32, 0)), pool.constant(32, 1), quotient);
    QCOMPARE(pool.evaluate(safe, {{x, 0}}), std::optional<uint64_t>(1));
  }

  /// Every identity at once: random expressions over small and large numbers must keep the value that step-by-step
  /// arithmetic gives them.
  void simplifyingKeepsTheValue() {
    std::mt19937_64 random(20240611);
    for (int round = 0; round < 3000; ++round) {
      ExpressionPool pool;
      std::unordered_map<SymbolId, uint64_t> values;
      std::vector<Pair> made;
      for (const uint8_t width : {1, 3, 8, 32, 64, 8, 32}) {
        const SymbolId symbol = addNamed(pool, "s", width);
        values[symbol] = interesting(random, width) & bits::mask(width);
        made.push_back({pool.symbol(symbol), values[symbol], width});
        const uint64_t number = interesting(random, width) & bits::mask(width);
        made.push_back({pool.constant(width, number), number, width});
      }
      for (int step = 0; step < 60; ++step) made.push_back(grow(pool, made, random));
      for (const Pair& pair : made) {
        if (!pair.value) continue;  // a division by zero, which a simpler form may not have any more
        QCOMPARE(pool.at(pair.id).width, pair.width);
        const auto value = pool.evaluate(pair.id, values);
        if (value != pair.value) qWarning("%s", pool.text(pair.id).c_str());
        QCOMPARE(value, pair.value);
      }
    }
  }

  void printsAModel() {
    KernelModel model;
    model.name = "k";
    model.signature = "void(int *)";
    model.block = {256, 1, std::nullopt};
    MemoryObject object;
    object.id = ObjectId{0};
    object.space = MemorySpace::shared;
    object.name = "s";
    object.elementType = "int";
    object.elementBytes = 4;
    object.extents = {256};
    object.bytes = 1024;
    model.objects.push_back(object);
    Symbol thread;
    thread.kind = SymbolKind::threadIndex;
    thread.name = "threadIdx.x";
    model.threadIndex[0] = model.pool.addSymbol(thread);
    Access access;
    access.id = AccessId{0};
    access.object = ObjectId{0};
    access.kind = AccessKind::write;
    access.bytes = 4;
    access.offset = model.pool.binary(Op::mul, model.pool.cast(Op::zext, 64, model.pool.symbol(model.threadIndex[0])),
                                      model.pool.constant(64, 4));
    access.block = BlockId{0};
    access.text = "s[threadIdx.x]";
    access.line = 7;
    model.accesses.push_back(access);
    QCOMPARE(toText(model), std::string("kernel k void(int *) at ?\n"
                                        "  block (256,1,_)\n"
                                        "o0 shared s: int[256], element 4, bytes 1024\n"
                                        "a0 write s +4 * threadIdx.x, 4 bytes, b0:0 `s[threadIdx.x]` at line 7\n"));
  }

 private:
  static Pair grow(ExpressionPool& pool, const std::vector<Pair>& made, std::mt19937_64& random) {
    const Pair& x = made[random() % made.size()];
    const int what = static_cast<int>(random() % 10);
    if (what == 0 && x.width < 64) {
      const auto width = static_cast<uint8_t>(x.width + 1 + random() % (64 - x.width));
      if (random() % 2) return {pool.cast(Op::zext, width, x.id), x.value, width};
      const auto wide = x.value ? std::optional(bits::signExtend(*x.value, x.width) & bits::mask(width)) : x.value;
      return {pool.cast(Op::sext, width, x.id), wide, width};
    }
    if (what == 1 && x.width > 1) {
      const auto width = static_cast<uint8_t>(1 + random() % (x.width - 1));
      return {pool.cast(Op::trunc, width, x.id), x.value ? std::optional(*x.value & bits::mask(width)) : x.value,
              width};
    }
    const auto partner = [&]() -> const Pair& {
      for (int attempt = 0; attempt < 50; ++attempt) {
        const Pair& y = made[random() % made.size()];
        if (y.width == x.width) return y;
      }
      return x;
    };
    const Pair& y = partner();
    if (what == 2) {
      for (const Pair& condition : made) {
        if (condition.width != 1 || random() % 3) continue;
        if (!condition.value) continue;
        return {pool.select(condition.id, x.id, y.id), *condition.value ? x.value : y.value, x.width};
      }
    }
    if (what == 3 && x.width == 1) {
      return {pool.logicalNot(x.id), x.value ? std::optional<uint64_t>(1 - *x.value) : x.value, 1};
    }
    const auto op = static_cast<Op>(static_cast<int>(Op::add) + random() % 19);
    const bool compares = op >= Op::eq && op <= Op::sle;
    const auto value = x.value && y.value ? bits::apply(op, x.width, *x.value, *y.value) : std::nullopt;
    return {pool.binary(op, x.id, y.id), value, compares ? uint8_t{1} : x.width};
  }
};

QTEST_GUILESS_MAIN(ExpressionTest)
#include "expression_test.moc"
