#include "random_program.h"

namespace warpwright::testing {
namespace {

class Generator {
 public:
  explicit Generator(uint64_t seed) : dice_(seed) {}
  std::unique_ptr<KernelProgram> build();
  std::unique_ptr<KernelProgram> buildRounds();

 private:
  void round(int depth);
  void accessInRound();
  Value leaf();
  Value index(int depth);
  Value ownNumber();
  Value ownPlace();
  Value condition();
  Value rounds();
  std::vector<Value> subscripts(ObjectId object);
  void access();
  void statement(int depth, bool inLoop);
  void body(int depth, bool inLoop, int count);

  Dice dice_;
  std::unique_ptr<KernelProgram> program_;
  std::array<std::optional<uint32_t>, 3> block_;
  std::vector<Value> scope_;  // values that may be used here
  std::vector<ObjectId> shared_;
  ObjectId input_, output_;
  uint32_t line_ = 1;
};

Value Generator::leaf() {
  if (dice_.oneIn(4)) return program_->number(dice_.below(5) - 1);
  return scope_[static_cast<size_t>(dice_.below(static_cast<int>(scope_.size())))];
}

Value Generator::index(int depth) {
  if (depth == 0 || dice_.oneIn(3)) return leaf();
  const Value a = index(depth - 1);
  switch (dice_.below(11)) {
    case 0:
    case 1:
    case 2:
      return a + index(depth - 1);
    case 3:
      return a - index(depth - 1);
    case 4:
      return a * (1 + dice_.below(4));
    case 5:
      return a * index(depth - 1);
    case 6:
      return a % (2 + dice_.below(6));
    case 7:
      return a / (1 + dice_.below(3));
    case 8:
      return a ^ (1 + dice_.below(3));
    case 9:
      return a & (1 + dice_.below(7));
    default:
      return choose(condition(), a, index(depth - 1));
  }
}

Value Generator::ownNumber() {
  const Value x = program_->threadIndex(0);
  return *block_[1] > 1 ? program_->threadIndex(1) * static_cast<int>(*block_[0]) + x : x;
}

/// A place that no other thread of the block has, or nearly so.
Value Generator::ownPlace() {
  const Value place = ownNumber();
  const int threads = static_cast<int>(*block_[0] * *block_[1]);
  switch (dice_.below(9)) {
    case 8:
      return place + program_->unknown("a value", 32) * (dice_.oneIn(4) ? threads : 8);
    case 0:
      return place + threads * dice_.below(3);
    case 1:
      return place + index(1) * threads;
    case 2:
      return place ^ (dice_.oneIn(2) ? 1 : 0);
    case 3:
      return place * 2 + dice_.below(2);
    case 4:
      return place * (1 + dice_.below(2)) + index(1);
    default:
      return place;
  }
}

Value Generator::condition() {
  const Value a = index(1), b = index(1);
  switch (dice_.below(5)) {
    case 0:
      return a < b;
    case 1:
      return a == b;
    case 2:
      return a % 2 == 0;
    case 3:
      return program_->threadIndex(0) < 1 + dice_.below(3);
    default:
      return a <= b;
  }
}

Value Generator::rounds() {
  return dice_.oneIn(2) ? program_->number(1 + dice_.below(3)) : leaf();
}

std::vector<Value> Generator::subscripts(ObjectId id) {
  std::vector<Value> list;
  const size_t count = std::max<size_t>(program_->object(id).extents.size(), 1);
  const auto rows = static_cast<uint64_t>(*block_[0] * *block_[1]);
  if (count == 2 && program_->object(id).extents[0] == rows && !dice_.oneIn(4)) {  // a row for each thread
    return {ownNumber(), dice_.oneIn(2) ? program_->unknown("a value", 32) + dice_.below(2) : index(1)};
  }
  for (size_t i = 0; i < count; ++i) {
    list.push_back(dice_.oneIn(3) ? index(2) : i + 1 == count ? ownPlace() : leaf());
  }
  return list;
}

void Generator::access() {
  const ObjectId object = dice_.oneIn(6) ? output_ : shared_[static_cast<size_t>(dice_.below(2))];
  const uint32_t line = ++line_;
  if (dice_.oneIn(12)) {
    const AccessKind kind = dice_.oneIn(2) ? AccessKind::write : AccessKind::read;
    program_->accessAt(line, kind, object, ownPlace() * (1 + dice_.below(4)), 1u << dice_.below(3));
  } else if (dice_.oneIn(6)) {
    scope_.push_back(program_->read(line, input_, {index(1)}));
  } else if (dice_.oneIn(10)) {
    program_->atomic(line, object, subscripts(object));
  } else if (dice_.oneIn(2)) {
    program_->write(line, object, subscripts(object));
  } else {
    const Value value = program_->read(line, object, subscripts(object));
    if (dice_.oneIn(3)) scope_.push_back(value);
  }
}

void Generator::body(int depth, bool inLoop, int count) {
  const size_t known = scope_.size();
  for (int i = 0; i < count; ++i) statement(depth, inLoop);
  scope_.resize(known);
}

void Generator::statement(int depth, bool inLoop) {
  switch (dice_.below(depth > 0 ? 14 : 10)) {
    case 0:
    case 1:
      program_->barrier(++line_);
      break;
    case 2:
      if (dice_.oneIn(3)) scope_.push_back(program_->unknown("a value", 32));
      break;
    case 3:
      if (inLoop && dice_.oneIn(2)) program_->breakIf(condition());
      if (!inLoop && depth == 2 && dice_.oneIn(3)) program_->returnIf(condition());
      break;
    case 10:
    case 11:
      program_->branch(
          condition(), [&] { body(depth - 1, inLoop, 2); },
          dice_.oneIn(2) ? std::function<void()>([&] { body(depth - 1, inLoop, 1); }) : nullptr);
      break;
    case 12:
    case 13: {
      std::optional<Value> last;
      program_->loop(
          "i", rounds(),
          [&](Value i) {
            scope_.push_back(i);
            body(depth - 1, true, 3);
            scope_.pop_back();
            last = i;
          },
          dice_.oneIn(4));
      if (dice_.oneIn(3)) scope_.push_back(*last);
      break;
    }
    default:
      access();
      break;
  }
}

std::unique_ptr<KernelProgram> Generator::build() {
  static constexpr uint32_t shapes[][2] = {{4, 1}, {2, 2}, {3, 1}, {4, 2}, {6, 1}};
  const auto& shape = shapes[dice_.below(5)];
  block_ = {shape[0], shape[1], 1};
  program_ = std::make_unique<KernelProgram>("random", block_);
  scope_ = {program_->threadIndex(0), program_->argument("n"), program_->argument("k"), program_->blockIndex(0)};
  if (shape[1] > 1) scope_.push_back(program_->threadIndex(1));
  const uint32_t sizes[] = {4, 4, 1, 2};
  for (const char* name : {"s", "u"}) {
    std::vector<uint64_t> extents{static_cast<uint64_t>(8 + 8 * dice_.below(3))};
    if (dice_.oneIn(3)) extents.insert(extents.begin(), static_cast<uint64_t>(2 + dice_.below(3)));
    if (dice_.oneIn(5)) extents = {shape[0] * shape[1], static_cast<uint64_t>(2 + dice_.below(4))};
    shared_.push_back(program_->shared(name, extents, sizes[dice_.below(4)]));
  }
  input_ = program_->global("in");
  output_ = program_->global("out");
  const int count = 4 + dice_.below(5);
  for (int i = 0; i < count; ++i) statement(2, false);
  return std::move(program_);
}

/// Of 16 elements, one that the thread and counters of loops around choose.
void Generator::accessInRound() {
  Value place = program_->threadIndex(0);
  if (dice_.oneIn(3)) place = place ^ 1;
  if (dice_.oneIn(6)) place = program_->number(dice_.below(4));
  if (!scope_.empty() && !dice_.oneIn(3)) {
    const Value counter = scope_[static_cast<size_t>(dice_.below(static_cast<int>(scope_.size())))];
    switch (dice_.below(4)) {
      case 0:
        place = place + counter;
        break;
      case 1:
        place = place + (counter & 1) * 4;
        break;
      case 2:
        place = place + ((counter + 1) & 1) * 4;
        break;
      default:
        place = place + counter * 4;
        break;
    }
  }
  const uint32_t line = ++line_;
  const auto access = [&] {
    if (dice_.oneIn(2)) {
      program_->write(line, shared_[0], {place & 15});
    } else {
      program_->read(line, shared_[0], {place & 15});
    }
  };
  if (!dice_.oneIn(4)) return access();
  const Value of = scope_.empty() || dice_.oneIn(2) ? program_->threadIndex(0) : scope_.back();
  program_->branch(of < 1 + dice_.below(3), access);
}

void Generator::round(int depth) {
  const int count = 1 + dice_.below(3);
  for (int i = 0; i < count; ++i) {
    const int kind = dice_.below(depth > 0 ? 10 : 7);
    if (kind < 3) {
      program_->barrier(++line_);
    } else if (kind < 7) {
      accessInRound();
    } else {
      const Value rounds = dice_.oneIn(3) ? program_->argument("n") : program_->number(1 + dice_.below(4));
      program_->loop(
          "i", rounds,
          [&](Value counter) {
            scope_.push_back(counter);
            round(depth - 1);
            if (dice_.oneIn(8)) program_->breakIf(counter == 1);
            if (dice_.oneIn(8)) program_->branch(counter % 2 == 0, [&] { round(0); });
            scope_.pop_back();
          },
          dice_.oneIn(4));
    }
  }
}

std::unique_ptr<KernelProgram> Generator::buildRounds() {
  block_ = {4, 1, 1};
  program_ = std::make_unique<KernelProgram>("rounds", block_);
  shared_.push_back(program_->shared("s", {16}));
  for (int i = 0; i < 3; ++i) round(3);
  return std::move(program_);
}

}  // namespace

std::unique_ptr<KernelProgram> randomProgram(uint64_t seed) {
  return Generator(seed).build();
}

std::unique_ptr<KernelProgram> randomRounds(uint64_t seed) {
  return Generator(seed).buildRounds();
}

}  // namespace warpwright::testing
