#include "kernel_run.h"

#include "core/kernel/bit_vector.h"

namespace warpwright::testing {
namespace {

constexpr uint64_t dataValues = 6;
constexpr uint32_t stepLimit = 2000;

uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t hash = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

class ThreadRun {
 public:
  ThreadRun(const KernelModel& model, Run& run, uint32_t thread, std::unordered_map<SymbolId, uint64_t> values,
            uint64_t seed)
      : model_(model), run_(run), thread_(thread), values_(std::move(values)), seed_(seed) {}

  enum class Flow : uint8_t { on, leaveLoop, leaveKernel };
  Flow execute(const std::vector<Statement>& body);

 private:
  uint64_t value(ExpressionId id) {
    const auto result = model_.pool.evaluate(id, values_);
    if (!result) run_.valid = false;
    return result.value_or(0);
  }
  int64_t number(ExpressionId id) {
    return static_cast<int64_t>(bits::signExtend(value(id), model_.pool.at(id).width));
  }
  uint64_t anyValue() { return mixed(mixed(seed_, thread_ + 1), ++time_) % dataValues; }
  void access(const Statement& statement);
  Flow loop(const Statement& statement);

  const KernelModel& model_;
  Run& run_;
  uint32_t thread_;
  std::unordered_map<SymbolId, uint64_t> values_;
  uint64_t seed_, time_ = 0;
  uint32_t epoch_ = 0, steps_ = 0;
};

void ThreadRun::access(const Statement& statement) {
  const Access& access = model_.accesses[statement.index];
  const MemoryObject& object = model_.object(access.object);
  const uint64_t offset = value(access.offset);
  run_.events.push_back({access.id, thread_, offset, epoch_});
  if (object.bytes != 0 && (offset > object.bytes || object.bytes - offset < access.bytes)) {
    run_.outsideObject.insert(access.line);
  }
  for (size_t i = 0; i < access.subscripts.size() && i < object.extents.size(); ++i) {
    if (value(access.subscripts[i]) >= object.extents[i]) run_.outsideDimension.insert(access.line);
  }
  if (!statement.loaded.isValid()) return;
  values_[statement.loaded] =
      object.neverWritten ? mixed(mixed(seed_, object.id.value), offset) % dataValues : anyValue();
}

ThreadRun::Flow ThreadRun::loop(const Statement& statement) {
  const SymbolId counter = model_.loops[statement.index].counter;
  for (uint64_t round = 0;; ++round) {
    values_[counter] = round;
    const bool tested = !statement.testedAtEnd || round > 0;
    if (tested && static_cast<int64_t>(round) >= number(statement.count)) {
      if (statement.testedAtEnd) values_[counter] = round - 1;  // the last round that ran
      return Flow::on;
    }
    if (!run_.valid) return Flow::leaveKernel;
    const Flow flow = execute(statement.body);
    if (flow == Flow::leaveLoop) return Flow::on;
    if (flow == Flow::leaveKernel) return flow;
  }
}

ThreadRun::Flow ThreadRun::execute(const std::vector<Statement>& body) {
  for (const Statement& statement : body) {
    if (++steps_ > stepLimit) run_.valid = false;
    if (!run_.valid) return Flow::leaveKernel;
    Flow flow = Flow::on;
    switch (statement.kind) {
      case Statement::Kind::access:
        access(statement);
        break;
      case Statement::Kind::barrier:
        if (model_.barriers[statement.index].kind != Barrier::Kind::block) break;
        ++epoch_;
        run_.passed[thread_].push_back(BarrierId{statement.index});
        break;
      case Statement::Kind::call:
        break;
      case Statement::Kind::draw:
        values_[statement.loaded] = anyValue() & bits::mask(model_.pool.symbolAt(statement.loaded).width);
        break;
      case Statement::Kind::branch:
        flow = execute(value(statement.condition) ? statement.body : statement.otherwise);
        break;
      case Statement::Kind::loop:
        flow = loop(statement);
        break;
      case Statement::Kind::breakIf:
        flow = value(statement.condition) ? Flow::leaveLoop : Flow::on;
        break;
      case Statement::Kind::returnIf:
        flow = value(statement.condition) ? Flow::leaveKernel : Flow::on;
        break;
    }
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

}  // namespace

Run runKernel(const KernelModel& model, const std::vector<Statement>& statements,
              const std::unordered_map<SymbolId, uint64_t>& shared, uint64_t seed) {
  Run run;
  std::array<uint32_t, 3> block{};
  for (int d = 0; d < 3; ++d) block[d] = model.block[d].value_or(1);
  const uint32_t threads = block[0] * block[1] * block[2];
  run.passed.resize(threads);
  for (uint32_t thread = 0; thread < threads && run.valid; ++thread) {
    std::unordered_map<SymbolId, uint64_t> values = shared;
    const std::array<uint32_t, 3> index{thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]};
    for (int d = 0; d < 3; ++d) {
      if (model.threadIndex[d].isValid()) values[model.threadIndex[d]] = index[d];
    }
    ThreadRun(model, run, thread, std::move(values), seed).execute(statements);
  }
  return run;
}

}  // namespace warpwright::testing
