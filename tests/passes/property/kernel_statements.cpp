#include "tests/passes/property/kernel_maker.h"

namespace {

std::string number(int value) {
  return std::to_string(value);
}

}  // namespace

/// Every element that is ever read gets a value first.
void KernelMaker::initialise(SharedArray& array) {
  const std::string counter = freshName("j");
  array.isWhole = !array.isOwn || chance(15);
  if (array.isWhole) {
    touchAny(array, true);
    const int total = size_ * array.slots;
    open("for (int " + counter + " = t; " + counter + " < " + number(total) + "; " + counter +
         " += " + number(threads_) + ")");
    const std::string row = number(array.slotIsFast ? array.slots : size_);
    const std::string flat = array.slots == 1 || array.isFlat
                                 ? array.name + "[" + counter + "]"
                                 : array.name + "[" + counter + " / " + row + "][" + counter + " % " + row + "]";
    line(flat + " = " + (array.type == "float" ? "0.5f * " : "") + counter + ";");
    return close();
  }
  touchOwn(array, true);
  array.isWhole = array.guard.empty() && threads_ == size_;
  if (!array.guard.empty()) open("if (" + array.guard + ")");
  if (array.slots > 1 && chance(50)) {
    line("for (int " + counter + " = 0; " + counter + " < " + number(array.slots) + "; ++" + counter + ") " +
         own(array, counter) + " = " + valueFor(array) + ";");
  } else {
    for (int slot = 0; slot < array.slots; ++slot) line(own(array, number(slot)) + " = " + valueFor(array) + ";");
  }
  if (!array.guard.empty()) close();
}

void KernelMaker::ownStatement(SharedArray& array) {
  const int kind = upTo(5);
  if (!touchOwn(array, kind < 3)) return;
  if (!array.guard.empty()) open("if (" + array.guard + ")");
  const std::string counter = freshName("j");
  const bool loops = array.slots > 1 && chance(40);
  if (loops && chance(50)) {
    open("for (int " + counter + " = 0; " + counter + " < " + number(array.slots) + "; ++" + counter + ")");
  } else if (loops) {
    open("for (int " + counter + " = " + number(array.slots - 1) + "; " + counter + " >= 0; --" + counter + ")");
  }
  const std::string place = own(array, loops ? counter : slotOf(array));
  switch (kind) {
    case 0:
      line(place + " = " + valueFor(array) + ";");
      break;
    case 1:
      line(place + " += " + valueFor(array) + ";");
      break;
    case 2:
      line(place + "++;");
      break;
    default:
      take(array, place);
  }
  if (loops) close();
  if (!array.guard.empty()) close();
}

/// Works on the thread's own elements for a while, in loops of known rounds or across a barrier.
void KernelMaker::ownStretch(SharedArray& array) {
  if (!touchOwn(array, true)) return;
  const std::string i = freshName("j"), j = freshName("j");
  const bool crosses = divergence_ == 0 && array.guard.empty() && chance(50);
  if (!array.guard.empty()) open("if (" + array.guard + ")");
  if (array.slots > 1) {
    line("for (int " + i + " = 1; " + i + " < " + number(array.slots) + "; ++" + i + ")");
    line("  for (int " + j + " = 0; " + j + " < " + i + "; ++" + j + ") " + own(array, i) + " += " + own(array, j) +
         " + " + leaf() + ";");
  } else {
    line(own(array, "0") + " = " + valueFor(array) + ";");
  }
  if (crosses) {
    barrier();
    touchOwn(array, true);
  }
  const std::string slot = slotOf(array);
  line(own(array, slot) + " += " + valueFor(array) + ";");
  line(own(array, slot) + (chance(50) ? " *= 3;" : " -= " + leaf() + ";"));
  if (chance(30)) line(own(array, array.slots > 1 ? slotOf(array) : slot) + " = " + valueFor(array) + ";");
  if (!array.guard.empty()) close();
}

void KernelMaker::exchange(SharedArray& array) {
  const std::string place = array.guard.empty() && chance(40) ? ownPlace() : array.place;
  if (!touch({array.name, place, true, {}})) return;
  const bool isGuarded = place == array.place && !array.guard.empty();
  line((isGuarded ? "if (" + array.guard + ") " : "") + element(array, slotOf(array), place) + " = " + valueFor(array) +
       ";");
  maybeBarrier(20);
  readNeighbour(array);
}

/// Another thread's element.
void KernelMaker::readNeighbour(SharedArray& array) {
  if (!touchAny(array, false)) return;
  take(array, element(array, slotOf(array), anyPlace()));
  maybeBarrier(15);
}

/// A part of an element: of the thread's own, or of another thread's.
void KernelMaker::bytes(SharedArray& array) {
  const int size = bytesOf(array);
  if (array.slots > 1 || size == 1) return readNeighbour(array);
  const std::string all = "((unsigned char*)" + array.name + ")", part = number(upTo(size));
  const int kind = upTo(4);
  if (kind < 2) {
    if (array.type == "float" || !touchOwn(array, kind == 0)) return;
    const std::string at = all + "[(" + array.place + ") * " + number(size) + " + " + part + "]";
    return line((array.guard.empty() ? "" : "if (" + array.guard + ") ") +
                (kind == 0 ? at + " = (unsigned char)(" + expression(1) + ");" : "acc += " + at + ";"));
  }
  if (kind == 2 && !touchOwn(array, true)) return;
  if (kind == 2) {
    line((array.guard.empty() ? "" : "if (" + array.guard + ") ") + own(array, "0") + " = " + valueFor(array) + ";");
  }
  if (!touchAny(array, false)) return;
  const std::string next = "((" + array.place + ") + " + number(1 + upTo(3)) + ")";
  line("acc += " + all + "[((" + (chance(60) ? next : anyPlace()) + ") * " + number(size) + " + " + part + ") & " +
       number(size_ * size - 1) + "];");
}

void KernelMaker::reduction(SharedArray& array) {
  const std::string counter = freshName("s"), slot = number(upTo(array.slots));
  if (!touchAny(array, true)) return;
  open("for (int " + counter + " = " + number(threads_ / 2) + "; " + counter + " > 0; " + counter + " >>= 1)");
  line("if (t < " + counter + ") " + element(array, slot, "t") + " += " + element(array, slot, "t + " + counter) + ";");
  line("__syncthreads();");
  close();
  order_.barrier();
  touchAny(array, false);
  take(array, element(array, slot, "0"));
}

/// Two buffers in turn need one barrier a round.
void KernelMaker::doubleBuffer(SharedArray& array) {
  if (array.slots < 2 || !touchAny(array, true)) return exchange(array);
  const std::string counter = freshName("i");
  open("for (int " + counter + " = 0; " + counter + " < " + trips() + "; ++" + counter + ")");
  const std::string slot = chance(80) ? "(" + counter + " & 1)" : "(" + counter + " & " + number(array.slots - 1) + ")";
  line(element(array, slot, "t") + " = " + valueFor(array) + ";");
  line("__syncthreads();");
  take(array, element(array, slot, anyPlace()));
  if (chance(40)) line("__syncthreads();");
  close();
}

void KernelMaker::oneWriter(SharedArray& array) {
  const std::string slot = number(upTo(array.slots)), place = number(upTo(size_)), who = number(upTo(threads_));
  if (!touch({array.name, "thread " + who, true, {}})) return;
  line("if (t == " + who + ") " + element(array, slot, place) + " = " + valueFor(array) + ";");
  if (!touchAny(array, false)) return;
  take(array, element(array, slot, chance(80) ? place : number(upTo(size_))));
}

void KernelMaker::atomics(SharedArray& array) {
  if ((array.type != "int" && array.type != "unsigned") || array.isVolatile) return exchange(array);
  static const char* const functions[] = {"atomicAdd", "atomicMax", "atomicXor", "atomicOr"};
  if (array.update.empty() || (divergence_ == 0 && chance(25))) array.update = oneOf(functions);
  if (!touch({array.name, "", true, array.update})) return;
  line(array.update + "(&" + element(array, slotOf(array), anyPlace()) + ", (" + array.type + ")(" + expression(1) +
       "));");
  if (chance(50)) readNeighbour(array);
}

void KernelMaker::globalExchange() {
  const std::string buffer = chance(70) ? "mid" : "out", other = chance(75) ? buffer : "out";
  const auto memoryOf = [&](const std::string& name) { return mayAlias_ ? "global" : name; };
  const std::string place = chance(40) ? "t" : ownPlace();
  if (!touch({memoryOf(buffer), place, true, {}})) return;
  line(buffer + "[base + (" + place + ")] = " + expression(2) + ";");
  const bool isOwn = chance(40);
  if (!touch({memoryOf(other), isOwn ? place : "", false, {}})) return;
  line("acc += (unsigned)" + other + "[base + (" + (isOwn ? place : anyPlace()) + ")];");
}

/// An array of a loop keeps its elements from one round to the next.
void KernelMaker::declaredInLoop() {
  const std::string counter = freshName("i"), array = freshName("q"), place = chance(50) ? "t" : ownPlace();
  open("for (int " + counter + " = 0; " + counter + " < " + number(2 + upTo(3)) + "; ++" + counter + ")");
  line("__shared__ int " + array + "[" + number(size_) + "];");
  if (chance(45)) {
    line("if (" + counter + " == 0) " + array + "[" + place + "] = " + expression(1) + ";");
    line("else acc = acc * 31u + (unsigned)" + array + "[" + place + "]++;");
    return close();
  }
  const bool isOwn = chance(40) || divergence_ > 0 || hasReturned_;
  line(array + "[" + place + "] = " + expression(2) + ";");
  if (!isOwn) line("__syncthreads();");
  // The neighbour's element exists only where there is a neighbour.
  const std::string read = isOwn || threads_ != size_ ? place : "(" + place + ") ^ 1";
  line("acc = acc * 31u + (unsigned)" + array + "[" + read + "];");
  if (!isOwn) line("__syncthreads();");
  close();
}

/// One half of the block reads what the other half wrote, through a subscript in which the two halves meet: by a wrap
/// in a narrow type, a modulo or a mask. Only the wrap shows that it is shared.
void KernelMaker::halves() {
  if (divergence_ > 0 || hasReturned_ || threads_ != size_) return;
  const std::string array = freshName("f"), half = number(threads_ / 2), step = number(512 / threads_);
  const std::string shift = number(1 + upTo(3)), wide = number(131072 / threads_);
  const std::string places[] = {"(unsigned char)(t * " + step + ") / " + step,
                                "(unsigned char)(t * " + step + " + k * 512) / " + step,
                                "(unsigned char)(t * " + step + " + " + shift + ") / " + step,
                                "((short)(t * " + wide + ") / " + wide + ") & " + mask(),
                                "(((short)(t * " + wide + ") / " + wide + ") + k) & " + mask(),
                                "t % " + half,
                                "(t + " + half + " * k) % " + half,
                                "(t * 2) & " + mask(),
                                "t & " + number(threads_ / 2 - 1)};
  const std::string place = places[upTo(9)];
  line("__shared__ " + std::string(chance(50) ? "int " : "short ") + array + "[" + number(size_) + "];");
  const bool isLow = chance(50);
  const std::string low = "if (t < " + half + ") ", high = "if (t >= " + half + ") ";
  line((isLow ? low : high) + array + "[" + place + "] = " + expression(2) + ";");
  barrier();
  line((isLow ? high : low) + "acc = acc * 31u + (unsigned)" + array + "[" + place + "];");
  barrier();  // it may be in a loop
}

/// Every round, a thread finds what its neighbour left in the round before.
void KernelMaker::rotating() {
  if (divergence_ > 0 || hasReturned_) return;
  const std::string array = freshName("r"), counter = freshName("i");
  const std::string more = (chance(30) ? std::string(" * 3") : "") + (chance(20) ? " + k" : "");
  const std::string place = "(t + " + counter + more + ") & " + mask();
  line("__shared__ int " + array + "[" + number(size_) + "];");
  line("for (int j = t; j < " + number(size_) + "; j += " + number(threads_) + ") " + array + "[j] = j * 5;");
  barrier();
  const std::string rounds = chance(40) ? "k + 1" : number(2 + upTo(3));
  open("for (int " + counter + " = 0; " + counter + " < " + rounds + "; ++" + counter + ")");
  if (chance(50)) {
    line(array + "[" + place + "] += " + expression(1) + ";");
  } else if (chance(50)) {
    line("acc = acc * 31u + (unsigned)" + array + "[" + place + "];");
    line(array + "[" + place + "] = " + expression(1) + ";");
  } else {
    line(array + "[" + place + "] = " + expression(1) + ";");
    line("__syncthreads();");
    line("acc = acc * 31u + (unsigned)" + array + "[(" + place + ") ^ " + number(1 + upTo(2)) + "];");
  }
  line("__syncthreads();");
  close();
  barrier();
  line("acc = acc * 31u + (unsigned)" + array + "[t];");
  barrier();
}

/// Values that a thread carries along in variables of its own.
void KernelMaker::localVariable() {
  if (locals_.empty() || (depth_ == 1 && chance(40))) {
    if (depth_ > 1) return line("acc += (unsigned)(" + expression(1) + ");");
    const std::string name = freshName("v");
    line("int " + name + " = " + expression(1) + ";");
    return locals_.push_back(name);
  }
  const std::string name = locals_[static_cast<size_t>(upTo(static_cast<int>(locals_.size())))];
  switch (upTo(4)) {
    case 0:
      return line(name + " = (" + expression(1) + ") & 1023;");
    case 1:
      return line("if (" + guard() + ") " + name + " = (" + name + " + " + leaf() + ") & 1023;");
    case 2:
      return line("acc ^= (unsigned)" + name + ";");
    default:
      return line(name + " = (" + name + " * 3 + " + leaf() + ") & 1023;");
  }
}

void KernelMaker::callOrSwitch() {
  if (chance(60)) {
    callsDevice_ = true;
    return line("acc += (unsigned)" + name_ + "_mix(" + leaf() + ", " + expression(1) + ");");
  }
  open("switch (" + (chance(50) ? std::string("t & 3") : "(k + blockIdx.x) & 3") + ")");
  line("case 0: acc += 7u; break;");
  line("case 1: acc ^= (unsigned)" + leaf() + ";");
  line("case 2: acc = acc * 5u; break;");
  line("default: acc += (unsigned)k;");
  close();
}

void KernelMaker::loop(int depth) {
  const std::string counter = freshName("i"), rounds = trips();
  // Now and then a second variable of the head, which threads or blocks may have a value of their own in.
  const std::string own = chance(20) ? freshName("w") : "";
  std::string start, step;
  if (!own.empty()) start = ", " + own + " = " + (chance(40) ? "(int)blockIdx.x" : leaf());
  counters_.push_back(counter);
  if (!own.empty()) step = chance(30) ? ", ++" + own : ", " + own + " = (" + own + " + " + leaf() + ") & 1023";
  open("for (int " + counter + " = 0" + start + "; " + counter + " < " + rounds + "; ++" + counter + step + ")");
  if (divergence_ == 0) order_.enter(true);
  if (!own.empty() && chance(70)) line("acc = acc * 31u + (unsigned)" + own + ";");
  if (!own.empty() && chance(20)) line(own + " = (" + own + " ^ " + leaf() + ") & 511;");
  const int count = 1 + upTo(3);
  for (int i = 0; i < count; ++i) segment(depth - 1);
  counters_.pop_back();
  if (divergence_ == 0) {
    if (order_.nextRoundNeedsBarrier()) {
      barrier();
    } else {
      maybeBarrier(25);
    }
    order_.leave();
  }
  close();
}

/// How often it goes round differs between threads.
void KernelMaker::divergentLoop() {
  const std::string counter = freshName("i");
  const std::string rounds = chance(50) ? "(t & 3) + 1" : "4";
  open("for (int " + counter + " = 0; " + counter + " < " + rounds + "; ++" + counter + ")");
  ++divergence_;
  order_.enter(true);
  counters_.push_back(counter);
  if (chance(40)) line("if (" + guard() + ") " + (chance(50) ? "break;" : "continue;"));
  line("acc = acc * 33u + (unsigned)(" + expression(1) + ");");
  if (!locals_.empty()) localVariable();
  counters_.pop_back();
  order_.leave();
  --divergence_;
  close();
}

void KernelMaker::guarded() {
  open("if (" + guard() + ")");
  ++divergence_;
  const int count = 1 + upTo(2);
  for (int i = 0; i < count; ++i) segment(0);
  --divergence_;
  close();
}

/// All threads of the block take it, or none: barriers may stand inside.
void KernelMaker::uniformBranch(int depth) {
  open("if (" + uniformGuard() + ")");
  order_.enter(false);
  const int count = 1 + upTo(2);
  for (int i = 0; i < count; ++i) segment(depth - 1);
  order_.leave();
  close();
}

/// Threads that have returned pass no more barriers; the others go on.
void KernelMaker::earlyReturn() {
  if (touch({mayAlias_ ? "global" : "out", "t", true, {}})) line("out[base + t] = (int)acc;");
  line("if (" + guard() + ") return;");
  hasReturned_ = true;
}

void KernelMaker::segment(int depth) {
  SharedArray& array = arrays_[static_cast<size_t>(upTo(static_cast<int>(arrays_.size())))];
  maybeBarrier(10);
  const int kind = upTo(100);
  if (kind < 14 && depth > 0) return loop(depth);
  if (kind < 20 && depth > 0) return guarded();
  if (kind < 26 && depth > 0 && divergence_ == 0) return uniformBranch(depth);
  if (kind < 29) return divergentLoop();
  if (kind < 34) return globalExchange();
  if (kind < 37) return declaredInLoop();
  if (kind < 41) return halves();
  if (kind < 44) return rotating();
  if (kind < 51) return localVariable();
  if (kind < 52) return callOrSwitch();
  if (kind < 54) return effect(array);
  if (kind < 62 && !array.isVolatile && !array.isDynamic && chance(60)) return ownStretch(array);
  if (!array.isWhole) return ownStatement(array);
  if (kind < 57) return bytes(array);
  if (array.isOwn) return kind < 61 ? readNeighbour(array) : ownStatement(array);
  if (kind < 63 && divergence_ == 0) return reduction(array);
  if (kind < 71 && divergence_ == 0) return doubleBuffer(array);
  if (kind < 76) return atomics(array);
  if (kind < 84) return oneWriter(array);
  if (kind < 90) return ownStatement(array);
  exchange(array);
}
