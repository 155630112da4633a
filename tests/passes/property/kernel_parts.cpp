#include <algorithm>

#include "tests/passes/property/kernel_maker.h"

namespace {

std::string number(int value) {
  return std::to_string(value);
}

}  // namespace

void KernelMaker::line(const std::string& text) {
  text_ += std::string(static_cast<size_t>(depth_) * 2, ' ') + text + "\n";
}

void KernelMaker::open(const std::string& text) {
  line(text + " {");
  ++depth_;
}

void KernelMaker::close() {
  --depth_;
  line("}");
}

void KernelMaker::barrier() {
  line("__syncthreads();");
  order_.barrier();
}

void KernelMaker::maybeBarrier(int percent) {
  if (divergence_ == 0 && chance(percent)) barrier();
}

/// Notes the use of memory, after the barrier it needs. False: it needs one where none can stand.
bool KernelMaker::touch(MemoryTouch next) {
  if (order_.needsBarrier(next)) {
    if (divergence_ > 0) return false;
    if (lacksOne_ && next.update.empty() && chance(25)) {
      lacksOne_ = false;
      order_.barrierLeftOut();
    } else {
      barrier();
    }
  }
  order_.touch(next);
  return true;
}

void KernelMaker::chooseBlock() {
  static const int shapes[][3] = {{32, 1, 1}, {64, 1, 1}, {48, 1, 1}, {16, 4, 1}, {8, 8, 1}, {16, 2, 1},
                                  {16, 3, 1}, {4, 4, 4},  {8, 2, 3},  {8, 4, 2},  {8, 1, 1}, {32, 2, 1}};
  static const int large[][3] = {{128, 1, 1}, {256, 1, 1}, {32, 8, 1}};
  const auto& shape = chance(6) ? large[upTo(3)] : shapes[upTo(12)];
  x_ = shape[0], y_ = shape[1], z_ = shape[2];
  threads_ = x_ * y_ * z_;
  for (size_ = 1; size_ < threads_;) size_ *= 2;
}

/// A place that differs from thread to thread.
std::string KernelMaker::ownPlace() {
  const std::string c = number(upTo(size_));
  switch (upTo(13)) {
    case 0:
      return mask() + " - t";
    case 1:
      return "t ^ " + c;
    case 2:
      return "(t + " + c + ") & " + mask();
    case 3:
      return "(t * " + number(2 * upTo(8) + 1) + ") & " + mask();
    case 4:
      return "(t + blockIdx.x) % " + number(size_);
    case 5:
      return "(short)t";
    case 6:
      return size_ == 256 ? "(unsigned char)(t + " + c + ")" : "(unsigned char)t";
    case 7:
      return "(t & 1) * " + number(size_ / 2) + " + (t >> 1)";
    case 8:
      return "(t + k) & " + mask();
    case 9:
      return "(t ^ k) & " + mask();
    default:
      return "t";
  }
}

/// A place in which threads meet, and the guard that leaves one of them.
std::string KernelMaker::foldedPlace(std::string& guard) {
  guard = "(t & 1) == 0";
  switch (upTo(8)) {
    case 0:
      return "t & ~1";
    case 1:
      return "t / 2";
    case 2:
      guard = "t < " + number(threads_ / 2);
      return "t % " + number(threads_ / 2);
    case 3:
      guard = "t < " + number(size_ / 4);
      return "(t * 4) & " + mask();
    case 4:
      guard = "t < " + number(size_ / 8) + " || t >= " + number(threads_ - 4);
      return threads_ == size_ ? "t" : "t & " + mask();
    case 5:
      guard = "t < " + number(std::min(size_ / 2, 128));
      return "(unsigned char)(t * 2) & " + mask();
    case 6:
      guard = "k == 3 ? t < " + number(threads_ / 2) + " : t < 2";
      return "t % " + number(threads_ / 2);
    default:
      if (y_ == 1) return "t ^ 1";
      guard = z_ > 1 ? "ty == 0 && threadIdx.z == 0" : "ty == 0";
      return "tx";
  }
}

std::string KernelMaker::leaf() {
  if (!counters_.empty() && chance(30)) return counters_[static_cast<size_t>(upTo(static_cast<int>(counters_.size())))];
  if (!locals_.empty() && chance(25)) return locals_[static_cast<size_t>(upTo(static_cast<int>(locals_.size())))];
  switch (upTo(9)) {
    case 0:
      return number(upTo(70));
    case 1:
      return "k";
    case 2:
      return "(int)blockIdx.x";
    case 3:
      return "in[(t + " + number(upTo(500)) + ") & 1023]";
    case 4:
      return y_ > 1 ? "tx" : "t";
    case 5:
      return y_ > 1 ? "ty" : "t";
    case 6:
      return isTemplate_ ? "N" : "t";
    default:
      return "t";
  }
}

std::string KernelMaker::expression(int depth) {
  if (depth == 0) return leaf();
  static const char* const operators[] = {" + ", " - ", " ^ ", " | ", " & ", " + "};
  switch (upTo(10)) {
    case 0:
      return "(" + expression(depth - 1) + " * " + number(1 + upTo(5)) + ")";
    case 1:
      return "(" + expression(depth - 1) + " >> " + number(1 + upTo(2)) + ")";
    case 2:
      return "(unsigned char)(" + expression(depth - 1) + " + " + number(upTo(250)) + ")";
    case 3:
      return "(" + guard() + " ? " + leaf() + " : " + leaf() + ")";
    case 4:
    case 5:
      return leaf();
    default:
      return "(" + expression(depth - 1) + oneOf(operators) + leaf() + ")";
  }
}

std::string KernelMaker::anyPlace() {
  if (chance(30)) return "t ^ " + number(1 + upTo(size_ / 2));
  if (chance(20)) return "(t + " + number(1 + upTo(size_ - 1)) + ") & " + mask();
  return "(" + expression(1 + upTo(2)) + ") & " + mask();
}

std::string KernelMaker::guard() {
  switch (upTo(9)) {
    case 0:
      return "(t & 1) == 0";
    case 1:
      return "t < " + number(1 + upTo(threads_));
    case 2:
      return "in[(t * 3) & 1023] > 100";
    case 3:
      return "t >= " + number(upTo(threads_)) + " && t < " + number(threads_);
    case 4:
      return y_ > 1 ? "ty == 0" : "t == 0";
    case 5:
      return "t < " + number(1 + upTo(threads_ / 2)) + " || t > " + number(threads_ / 2 + upTo(threads_ / 2));
    case 6:
      return y_ > 1 ? "tx > 2" : "t > k";
    case 7:
      return uniformGuard();
    default:
      return "t % 4 != " + number(upTo(4));
  }
}

std::string KernelMaker::uniformGuard() {
  switch (upTo(4)) {
    case 0:
      return "blockIdx.x == 0";
    case 1:
      return "(k & 1) == 0";
    case 2:
      return "in[blockIdx.x] > " + number(upTo(200));
    default:
      return "k > " + number(upTo(6));
  }
}

std::string KernelMaker::element(const SharedArray& array, const std::string& slot, const std::string& place) {
  if (array.slots == 1) return array.name + "[" + place + "]";
  if (!array.isFlat && array.slotIsFast) return array.name + "[" + place + "][" + slot + "]";
  if (!array.isFlat && slot == "0" && chance(3)) {  // outside its dimension, inside the array
    const int last = array.slots - 1;
    return array.name + "[" + number(last) + "][(int)(" + place + ") - " + number(size_ * last) + "]";
  }
  if (!array.isFlat) return array.name + "[" + slot + "][" + place + "]";
  if (array.slotIsFast) return array.name + "[(" + place + ") * " + number(array.slots) + " + " + slot + "]";
  return array.name + "[" + slot + " * " + number(size_) + " + (" + place + ")]";
}

std::string KernelMaker::slotOf(const SharedArray& array) {
  if (array.slots > 1 && chance(isTemplate_ ? 15 : 0)) return "(N & " + number(array.slots - 1) + ")";
  if (array.slots > 1 && chance(array.isOwn ? 20 : 10)) return "(" + leaf() + " & " + number(array.slots - 1) + ")";
  return number(upTo(array.slots));
}

std::string KernelMaker::valueFor(const SharedArray& array) {
  const std::string value = chance(30) ? "(int)(acc & 255u)" : expression(2);
  return array.type == "float" ? "0.25f * (float)(" + value + ")" : value;
}

std::string KernelMaker::trips() {
  if (isTemplate_ && chance(30)) return "N";
  return chance(35) ? "k" : number(1 + upTo(4));
}

int KernelMaker::bytesOf(const SharedArray& array) const {
  return array.type == "short" ? 2 : array.type == "unsigned char" ? 1 : 4;
}

void KernelMaker::take(const SharedArray& array, const std::string& read) {
  const std::string value = array.type == "float" ? "(int)(" + read + " * 4.0f)" : read;
  line("acc = acc * 31u + (unsigned)(" + value + ");");
}

void KernelMaker::declareArrays() {
  static const char* const types[] = {"int", "int", "float", "short", "unsigned char", "unsigned"};
  const int count = 1 + upTo(3);
  for (int i = 0; i < count; ++i) {
    SharedArray array;
    array.name = std::string(1, static_cast<char>('a' + i));
    array.type = oneOf(types);
    array.isOwn = chance(50);
    array.slots = chance(35) ? 2 << upTo(2) : 1;
    array.isFlat = chance(50);
    array.slotIsFast = chance(50);
    array.isDynamic = i == 0 && chance(6);
    array.isVolatile = !array.isDynamic && chance(3);
    array.place = ownPlace();
    if (chance(15))
      array.place = foldedPlace(array.guard);
    else if (chance(12))
      array.guard = guard();
    if (array.isDynamic) array.isFlat = true;
    const std::string shape = array.isDynamic    ? "[]"
                              : array.slots == 1 ? "[" + number(size_) + "]"
                              : array.isFlat     ? "[" + number(size_ * array.slots) + "]"
                              : array.slotIsFast ? "[" + number(size_) + "][" + number(array.slots) + "]"
                                                 : "[" + number(array.slots) + "][" + number(size_) + "]";
    const std::string how = array.isDynamic ? "extern " : array.isVolatile ? "volatile " : "";
    if (array.isDynamic) array.name = name_ + "_" + array.name;
    line(how + "__shared__ " + array.type + " " + array.name + shape + ";");
    arrays_.push_back(array);
  }
}
