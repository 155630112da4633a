#include "kernel_program.h"

#include <cassert>
#include <utility>

#include "core/kernel/pointer_fields.h"

namespace warpwright::testing {
namespace {

Value make(ExpressionOp op, Value a, Value b) {
  return {a.pool, a.pool->binary(op, a.id, b.id)};
}

}  // namespace

Value operator+(Value a, Value b) {
  return make(ExpressionOp::add, a, b);
}
Value operator-(Value a, Value b) {
  return make(ExpressionOp::sub, a, b);
}
Value operator*(Value a, Value b) {
  return make(ExpressionOp::mul, a, b);
}
Value operator/(Value a, Value b) {
  return make(ExpressionOp::sdiv, a, b);
}
Value operator%(Value a, Value b) {
  return make(ExpressionOp::srem, a, b);
}
Value operator&(Value a, Value b) {
  return make(ExpressionOp::bitAnd, a, b);
}
Value operator|(Value a, Value b) {
  return make(ExpressionOp::bitOr, a, b);
}
Value operator^(Value a, Value b) {
  return make(ExpressionOp::bitXor, a, b);
}
Value operator<<(Value a, Value b) {
  return make(ExpressionOp::shl, a, b);
}
Value operator>>(Value a, Value b) {
  return make(ExpressionOp::ashr, a, b);
}
Value operator<(Value a, Value b) {
  return make(ExpressionOp::slt, a, b);
}
Value operator<=(Value a, Value b) {
  return make(ExpressionOp::sle, a, b);
}
Value operator>(Value a, Value b) {
  return make(ExpressionOp::slt, b, a);
}
Value operator>=(Value a, Value b) {
  return make(ExpressionOp::sle, b, a);
}
Value operator==(Value a, Value b) {
  return make(ExpressionOp::eq, a, b);
}
Value operator!=(Value a, Value b) {
  return make(ExpressionOp::ne, a, b);
}
Value operator&&(Value a, Value b) {
  return {a.pool, a.pool->logicalAnd(a.id, b.id)};
}
Value operator||(Value a, Value b) {
  return {a.pool, a.pool->logicalOr(a.id, b.id)};
}
Value operator!(Value a) {
  return {a.pool, a.pool->logicalNot(a.id)};
}
Value choose(Value condition, Value yes, Value no) {
  return {yes.pool, yes.pool->select(condition.id, yes.id, no.id)};
}

KernelProgram::KernelProgram(const std::string& name, std::array<std::optional<uint32_t>, 3> block) {
  model_.name = model_.qualifiedName = name;
  model_.block = block;
  model_.definition.begin = {"kernel.cu", 1, 1};
  Launch launch;
  launch.at = {"kernel.cu", 90, 3};
  launch.block = block;
  model_.launches.push_back(launch);
}

Value KernelProgram::threadIndex(int d) {
  if (!model_.threadIndex[d].isValid()) {
    Symbol symbol;
    symbol.kind = SymbolKind::threadIndex;
    symbol.dimension = static_cast<uint8_t>(d);
    symbol.name = std::string("threadIdx.") + "xyz"[d];
    model_.threadIndex[d] = model_.pool.addSymbol(symbol);
  }
  return {&model_.pool, model_.pool.symbol(model_.threadIndex[d])};
}

Value KernelProgram::blockIndex(int d) {
  if (!model_.blockIndex[d].isValid()) {
    Symbol symbol;
    symbol.kind = SymbolKind::blockIndex;
    symbol.dimension = static_cast<uint8_t>(d);
    symbol.name = std::string("blockIdx.") + "xyz"[d];
    model_.blockIndex[d] = model_.pool.addSymbol(symbol);
  }
  return {&model_.pool, model_.pool.symbol(model_.blockIndex[d])};
}

Value KernelProgram::argument(const std::string& name) {
  Symbol symbol;
  symbol.kind = SymbolKind::argument;
  symbol.name = name;
  return {&model_.pool, model_.pool.symbol(model_.pool.addSymbol(symbol))};
}

Value KernelProgram::unknown(const std::string& reason, int width) {
  Symbol symbol;
  symbol.kind = SymbolKind::unknown;
  symbol.width = static_cast<uint8_t>(width);
  symbol.name = "?";
  symbol.reason = reason;
  const SymbolId id = model_.pool.addSymbol(symbol);
  append(Statement::Kind::draw, 0).loaded = id;
  return {&model_.pool, model_.pool.symbol(id)};
}

ObjectId KernelProgram::shared(const std::string& name, std::vector<uint64_t> extents, uint32_t elementBytes) {
  MemoryObject object;
  object.id = ObjectId{static_cast<uint32_t>(model_.objects.size())};
  object.space = MemorySpace::shared;
  object.name = name;
  object.elementBytes = elementBytes;
  object.extents = std::move(extents);
  object.bytes = elementBytes;
  for (const uint64_t extent : object.extents) object.bytes *= extent;
  model_.objects.push_back(object);
  return object.id;
}

ObjectId KernelProgram::dynamicShared(const std::string& name, uint32_t elementBytes) {
  const ObjectId id = shared(name, {}, elementBytes);
  object(id).isDynamic = true;
  object(id).bytes = 0;
  return id;
}

ObjectId KernelProgram::global(const std::string& name, uint32_t elementBytes) {
  const ObjectId id = shared(name, {}, elementBytes);
  object(id).space = MemorySpace::global;
  object(id).bytes = 0;
  object(id).argumentIndex = static_cast<int>(id.value);
  return id;
}

ObjectId KernelProgram::pointerField(const std::string& name, uint32_t elementBytes) {
  const ObjectId id = global(name, elementBytes);
  object(id).argumentIndex = indexOfField(0);
  return id;
}

Statement& KernelProgram::append(Statement::Kind kind, uint32_t index) {
  current_->push_back({});
  current_->back().kind = kind;
  current_->back().index = index;
  return current_->back();
}

AccessId KernelProgram::record(Access access, SymbolId loaded) {
  access.id = AccessId{static_cast<uint32_t>(model_.accesses.size())};
  model_.accesses.push_back(access);
  append(Statement::Kind::access, access.id.value).loaded = loaded;
  return access.id;
}

AccessId KernelProgram::addAccess(uint32_t line, AccessKind kind, ObjectId id, std::vector<Value> subscripts) {
  ExpressionPool& pool = model_.pool;
  const MemoryObject& object = model_.object(id);
  Access access;
  access.object = id;
  access.kind = kind;
  access.bytes = object.elementBytes;
  access.line = line;
  access.text = object.name;
  access.offset = pool.constant(64, 0);
  uint64_t stride = object.elementBytes;
  for (size_t i = subscripts.size(); i-- > 0;) {
    const ExpressionId wide = pool.cast(ExpressionOp::sext, 64, subscripts[i].id);
    access.offset =
        pool.binary(ExpressionOp::add, access.offset, pool.binary(ExpressionOp::mul, wide, pool.constant(64, stride)));
    if (i < object.extents.size()) stride *= object.extents[i];
  }
  for (const Value& subscript : subscripts) {
    access.subscripts.push_back(subscript.id);
    access.text += "[" + pool.text(subscript.id) + "]";
  }
  return record(access, {});
}

AccessId KernelProgram::write(uint32_t line, ObjectId object, std::vector<Value> subscripts) {
  return addAccess(line, AccessKind::write, object, std::move(subscripts));
}

AccessId KernelProgram::atomic(uint32_t line, ObjectId object, std::vector<Value> subscripts) {
  return addAccess(line, AccessKind::atomic, object, std::move(subscripts));
}

Value KernelProgram::read(uint32_t line, ObjectId object, std::vector<Value> subscripts) {
  const AccessId id = addAccess(line, AccessKind::read, object, std::move(subscripts));
  Symbol symbol;
  symbol.kind = SymbolKind::loaded;
  symbol.name = model_.access(id).text;
  symbol.object = object;
  symbol.address = model_.access(id).offset;
  symbol.line = line;
  const SymbolId loaded = model_.pool.addSymbol(symbol);
  current_->back().loaded = loaded;
  return {&model_.pool, model_.pool.symbol(loaded)};
}

AccessId KernelProgram::accessAt(uint32_t line, AccessKind kind, ObjectId object, Value byteOffset, uint32_t bytes) {
  Access access;
  access.object = object;
  access.kind = kind;
  access.bytes = bytes;
  access.line = line;
  access.offset = model_.pool.cast(ExpressionOp::sext, 64, byteOffset.id);
  return record(access, {});
}

BarrierId KernelProgram::barrier(uint32_t line, Barrier::Kind kind) {
  Barrier barrier;
  barrier.id = BarrierId{static_cast<uint32_t>(model_.barriers.size())};
  barrier.kind = kind;
  barrier.text = "__syncthreads()";
  barrier.line = line;
  model_.barriers.push_back(barrier);
  append(Statement::Kind::barrier, barrier.id.value);
  return barrier.id;
}

void KernelProgram::call(uint32_t line, const std::string& name, bool touchesMemory, bool isWarpCollective) {
  OpaqueCall call;
  call.name = name;
  call.line = line;
  call.touchesMemory = touchesMemory;
  call.isWarpCollective = isWarpCollective;
  model_.calls.push_back(call);
  append(Statement::Kind::call, static_cast<uint32_t>(model_.calls.size() - 1));
}

void KernelProgram::nested(std::vector<Statement>& into, const std::function<void()>& body) {
  if (!body) return;
  std::vector<Statement> inner;
  std::vector<Statement>* outer = std::exchange(current_, &inner);
  body();
  current_ = outer;
  into = std::move(inner);
}

void KernelProgram::branch(Value condition, const std::function<void()>& yes, const std::function<void()>& no) {
  Statement statement;
  statement.kind = Statement::Kind::branch;
  statement.condition = condition.id;
  nested(statement.body, yes);
  nested(statement.otherwise, no);
  current_->push_back(std::move(statement));
}

void KernelProgram::loop(const std::string& name, Value count, const std::function<void(Value)>& body,
                         bool testedAtEnd) {
  ExpressionPool& pool = model_.pool;
  Loop loop;
  loop.id = LoopId{static_cast<uint32_t>(model_.loops.size())};
  Symbol symbol;
  symbol.kind = SymbolKind::loopCounter;
  symbol.name = name;
  symbol.loop = loop.id;
  loop.counter = pool.addSymbol(symbol);
  const ExpressionId zero = pool.constant(32, 0), one = pool.constant(32, 1);
  const ExpressionId least = testedAtEnd ? one : zero;
  const ExpressionId rounds = pool.select(pool.binary(ExpressionOp::slt, least, count.id), count.id, least);
  loop.backedgeCount = testedAtEnd ? pool.binary(ExpressionOp::sub, rounds, one) : rounds;
  if (pool.at(rounds).op == ExpressionOp::constant) loop.constantTripCount = pool.at(rounds).constant;
  model_.loops.push_back(loop);
  Statement statement;
  statement.kind = Statement::Kind::loop;
  statement.index = loop.id.value;
  statement.count = count.id;
  statement.testedAtEnd = testedAtEnd;
  nested(statement.body, [&] { body(Value{&pool, pool.symbol(loop.counter)}); });
  current_->push_back(std::move(statement));
}

void KernelProgram::breakIf(Value condition) {
  append(Statement::Kind::breakIf, 0).condition = condition.id;
}
void KernelProgram::returnIf(Value condition) {
  append(Statement::Kind::returnIf, 0).condition = condition.id;
}

BlockId KernelProgram::newBlock(LoopId loop, ExpressionId reach) {
  BasicBlock block;
  block.id = BlockId{static_cast<uint32_t>(model_.blocks.size())};
  block.loop = loop;
  block.reach = reach;
  model_.blocks.push_back(block);
  return block.id;
}

KernelModel KernelProgram::finish() {
  Place place{newBlock({}, model_.pool.truth(true)), model_.pool.truth(true), {}, {}};
  lower(top_, place);
  const BlockId exit = newBlock({}, model_.pool.truth(true));
  edge(place.block, exit);
  for (const BlockId block : returns_) edge(block, exit);
  for (MemoryObject& object : model_.objects) {
    object.neverWritten = true;
    for (const Access& access : model_.accesses) {
      if (access.object == object.id && access.kind != AccessKind::read) object.neverWritten = false;
    }
  }
  for (uint32_t i = 0; i < model_.pool.symbolCount(); ++i) {
    Symbol& symbol = model_.pool.symbolAt(SymbolId{i});
    if (symbol.kind == SymbolKind::loaded) symbol.neverWritten = model_.object(symbol.object).neverWritten;
  }
  return model_;
}

void KernelProgram::lower(const std::vector<Statement>& body, Place& place) {
  ExpressionPool& pool = model_.pool;
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::access: {
        Access& access = model_.accesses[statement.index];
        access.block = place.block;
        access.guard = place.path;
        access.loop = place.loop;
        access.order = order_++;
        break;
      }
      case Statement::Kind::barrier: {
        Barrier& barrier = model_.barriers[statement.index];
        barrier.block = place.block;
        barrier.guard = place.path;
        barrier.loop = place.loop;
        barrier.order = order_++;
        break;
      }
      case Statement::Kind::call:
        model_.calls[statement.index].block = place.block;
        model_.calls[statement.index].order = order_++;
        break;
      case Statement::Kind::draw:
        break;
      case Statement::Kind::branch:
        lowerBranch(statement, place);
        break;
      case Statement::Kind::loop:
        lowerLoop(statement, place);
        break;
      case Statement::Kind::breakIf:
      case Statement::Kind::returnIf: {
        const BlockId from = place.block;
        if (statement.kind == Statement::Kind::breakIf) {
          edge(from, place.loopExit);
        } else {
          assert(!place.loop.isValid());
          returns_.push_back(from);
        }
        place.path = pool.logicalAnd(place.path, pool.logicalNot(statement.condition));
        place.block = newBlock(place.loop, place.path);
        edge(from, place.block);
        break;
      }
    }
  }
}

void KernelProgram::lowerBranch(const Statement& statement, Place& place) {
  ExpressionPool& pool = model_.pool;
  const BlockId from = place.block;
  Place yes = place, no = place;
  yes.path = pool.logicalAnd(place.path, statement.condition);
  no.path = pool.logicalAnd(place.path, pool.logicalNot(statement.condition));
  yes.block = newBlock(place.loop, yes.path);
  no.block = newBlock(place.loop, no.path);
  edge(from, yes.block);
  edge(from, no.block);
  const ExpressionId yesStart = yes.path, noStart = no.path;
  lower(statement.body, yes);
  lower(statement.otherwise, no);
  if (yes.path != yesStart || no.path != noStart) place.path = pool.logicalOr(yes.path, no.path);
  place.block = newBlock(place.loop, place.path);
  edge(yes.block, place.block);
  edge(no.block, place.block);
}

void KernelProgram::lowerLoop(const Statement& statement, Place& place) {
  ExpressionPool& pool = model_.pool;
  Loop& loop = model_.loops[statement.index];
  loop.parent = place.loop;
  const BlockId header = newBlock(loop.id, place.path), exit = newBlock(place.loop, place.path);
  loop.header = header;
  edge(place.block, header);
  const ExpressionId again = pool.binary(ExpressionOp::slt, pool.symbol(loop.counter), statement.count);
  Place inside{header, place.path, loop.id, exit};
  const LoopId id = loop.id;
  if (!statement.testedAtEnd) {
    inside.path = pool.logicalAnd(place.path, again);
    inside.block = newBlock(id, inside.path);
    edge(header, exit);
    edge(header, inside.block);
  }
  lower(statement.body, inside);
  const BlockId latch = newBlock(id, inside.path);
  edge(inside.block, latch);
  edge(latch, header);
  if (statement.testedAtEnd) edge(latch, exit);
  place.block = exit;
}

}  // namespace warpwright::testing
