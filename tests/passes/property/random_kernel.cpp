#include "tests/passes/property/random_kernel.h"

#include <random>

namespace {

std::string number(int value) { return std::to_string(value); }

struct Array {
  std::string name, type;
  bool isOwn = false;      // each thread keeps to its own elements
  bool isFlat = true;      // a[slots * size], else a[slots][size]
  bool slotIsFast = false; // a[place * slots + slot]
  int slots = 1;
  std::string place;       // of the thread, in [0, size)
  std::string guard;       // under which the thread uses it; empty: always
};

class KernelMaker {
 public:
  KernelMaker(uint64_t seed, const std::string& name) : random_(seed), name_(name) {}
  RandomKernel make();

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }  // 0 .. count - 1
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) { return choices[upTo(N)]; }
  void line(const std::string& text) { text_ += std::string(static_cast<size_t>(depth_) * 2, ' ') + text + "\n"; }
  void open(const std::string& text) { line(text + " {"), ++depth_; }
  void close() { --depth_, line("}"); }
  void barrier(int percent) { if (chance(percent) && !inGuard_) line("__syncthreads();"); }
  std::string mask() const { return number(size_ - 1); }

  void chooseBlock();
  void declareArrays();
  std::string ownPlace();
  std::string sloppyPlace();
  std::string anyPlace();
  std::string leaf();
  std::string expression(int depth);
  std::string guard();
  std::string element(const Array& array, const std::string& slot, const std::string& place);
  std::string own(const Array& array, const std::string& slot) { return element(array, slot, array.place); }
  std::string slotOf(const Array& array);
  std::string valueFor(const Array& array);
  void take(const Array& array, const std::string& read);
  void initialise(const Array& array);

  void segment(int depth);
  void ownStatement(Array& array);
  void exchange(Array& array);
  void reduction(Array& array);
  void doubleBuffer(Array& array);
  void oneWriter(Array& array);
  void globalExchange();
  void declaredInLoop();
  void folded();
  void rotating();
  void wrongNeighbour(Array& array);
  void loop(int depth);
  void guarded();

  std::mt19937_64 random_;
  std::string name_, text_;
  int depth_ = 1, x_ = 1, y_ = 1, z_ = 1, threads_ = 1, size_ = 1, names_ = 0;
  bool inGuard_ = false;
  std::vector<Array> arrays_;
  std::vector<std::string> counters_;
};

void KernelMaker::chooseBlock() {
  static const int shapes[][3] = {{32, 1, 1}, {64, 1, 1}, {48, 1, 1}, {128, 1, 1}, {16, 4, 1},
                                  {8, 8, 1},  {16, 3, 1}, {4, 4, 4},  {8, 2, 3},   {256, 1, 1}};
  const auto& shape = shapes[upTo(10)];
  x_ = shape[0], y_ = shape[1], z_ = shape[2];
  threads_ = x_ * y_ * z_;
  for (size_ = 1; size_ < threads_;) size_ *= 2;
}

/// A place that differs from thread to thread.
std::string KernelMaker::ownPlace() {
  const std::string c = number(upTo(size_));
  switch (upTo(12)) {
    case 0: return mask() + " - t";
    case 1: return "t ^ " + c;
    case 2: return "(t + " + c + ") & " + mask();
    case 3: return "(t * " + number(2 * upTo(8) + 1) + ") & " + mask();
    case 4: return "(t + blockIdx.x) % " + number(size_);
    case 5: return "(short)t";
    case 6: return size_ == 256 ? "(unsigned char)(t + " + c + ")" : "(unsigned char)t";
    case 7: return "(t & 1) * " + number(size_ / 2) + " + (t >> 1)";
    case 8: return "(t + k) & " + mask();
    default: return "t";
  }
}

/// A place that several threads may have: only a guard can make it one thread's.
std::string KernelMaker::sloppyPlace() {
  switch (upTo(6)) {
    case 0: return "(unsigned char)(t * 2) & " + mask();
    case 1: return "t & ~1";
    case 2: return "t / 2";
    case 3: return "t % " + number(threads_ / 2);
    case 4: return "(t * 4) & " + mask();
    default: return y_ > 1 ? "tx" : "(t * 6) & " + mask();
  }
}

std::string KernelMaker::leaf() {
  if (!counters_.empty() && chance(30)) return counters_[static_cast<size_t>(upTo(static_cast<int>(counters_.size())))];
  switch (upTo(8)) {
    case 0: return number(upTo(70));
    case 1: return "k";
    case 2: return "(int)blockIdx.x";
    case 3: return "in[(t + " + number(upTo(500)) + ") & 1023]";
    case 4: return y_ > 1 ? "tx" : "t";
    case 5: return y_ > 1 ? "ty" : "t";
    default: return "t";
  }
}

std::string KernelMaker::expression(int depth) {
  if (depth == 0) return leaf();
  static const char* const operators[] = {" + ", " - ", " ^ ", " | ", " & ", " + "};
  switch (upTo(10)) {
    case 0: return "(" + expression(depth - 1) + " * " + number(1 + upTo(5)) + ")";
    case 1: return "(" + expression(depth - 1) + " >> " + number(1 + upTo(2)) + ")";
    case 2: return "(unsigned char)(" + expression(depth - 1) + " + " + number(upTo(250)) + ")";
    case 3: return "(" + guard() + " ? " + leaf() + " : " + leaf() + ")";
    case 4: case 5: return leaf();
    default: return "(" + expression(depth - 1) + oneOf(operators) + leaf() + ")";
  }
}

std::string KernelMaker::anyPlace() { return "(" + expression(1 + upTo(2)) + ") & " + mask(); }

std::string KernelMaker::guard() {
  switch (upTo(8)) {
    case 0: return "(t & 1) == 0";
    case 1: return "t < " + number(1 + upTo(threads_));
    case 2: return "in[(t * 3) & 1023] > 100";
    case 3: return "t >= " + number(upTo(threads_)) + " && t < " + number(threads_);
    case 4: return y_ > 1 ? "ty == 0" : "t == 0";
    case 5: return "k > " + number(upTo(6));
    case 6: return "blockIdx.x == 0";
    default: return "t % 4 != " + number(upTo(4));
  }
}

std::string KernelMaker::element(const Array& array, const std::string& slot, const std::string& place) {
  if (array.slots == 1) return array.name + "[" + place + "]";
  if (!array.isFlat && array.slotIsFast) return array.name + "[" + place + "][" + slot + "]";
  if (!array.isFlat) return array.name + "[" + slot + "][" + place + "]";
  if (array.slotIsFast) return array.name + "[(" + place + ") * " + number(array.slots) + " + " + slot + "]";
  return array.name + "[" + slot + " * " + number(size_) + " + (" + place + ")]";
}

std::string KernelMaker::slotOf(const Array& array) {
  if (array.slots > 1 && chance(8)) return "(" + leaf() + " & " + number(array.slots - 1) + ")";
  return number(upTo(array.slots));
}

std::string KernelMaker::valueFor(const Array& array) {
  const std::string value = chance(30) ? "(int)(acc & 255u)" : expression(2);
  return array.type == "float" ? "0.25f * (float)(" + value + ")" : value;
}

void KernelMaker::take(const Array& array, const std::string& read) {
  const std::string value = array.type == "float" ? "(int)(" + read + " * 4.0f)" : read;
  line("acc = acc * 31u + (unsigned)(" + value + ");");
}

void KernelMaker::declareArrays() {
  static const char* const types[] = {"int", "int", "float", "short", "unsigned char", "unsigned"};
  const int count = 1 + upTo(3);
  for (int i = 0; i < count; ++i) {
    Array array;
    array.name = std::string(1, static_cast<char>('a' + i));
    array.type = oneOf(types);
    array.isOwn = chance(50);
    array.slots = chance(35) ? 2 << upTo(2) : 1;
    array.isFlat = chance(50);
    array.slotIsFast = chance(50);
    const bool isSloppy = chance(12);
    array.place = isSloppy ? sloppyPlace() : ownPlace();
    if (chance(isSloppy ? 70 : 15)) array.guard = chance(50) ? "(t & 1) == 0" : guard();
    const std::string shape =
        array.slots == 1 ? "[" + number(size_) + "]"
        : array.isFlat   ? "[" + number(size_ * array.slots) + "]"
        : array.slotIsFast ? "[" + number(size_) + "][" + number(array.slots) + "]"
                           : "[" + number(array.slots) + "][" + number(size_) + "]";
    line(std::string(chance(4) ? "volatile " : "") + "__shared__ " + array.type + " " + array.name + shape + ";");
    arrays_.push_back(array);
  }
}

void KernelMaker::initialise(const Array& array) {
  if (chance(8)) return;
  const std::string counter = "j" + number(names_++);
  if (!array.isOwn) {
    const int total = size_ * array.slots;
    open("for (int " + counter + " = t; " + counter + " < " + number(total) + "; " + counter + " += " + number(threads_) + ")");
    const std::string flat = array.slots == 1 || array.isFlat ? array.name + "[" + counter + "]"
                             : array.slotIsFast ? array.name + "[" + counter + " / " + number(array.slots) + "][" + counter +
                                                      " % " + number(array.slots) + "]"
                                                : array.name + "[" + counter + " / " + number(size_) + "][" + counter +
                                                      " % " + number(size_) + "]";
    line(flat + " = " + (array.type == "float" ? "0.5f * " : "") + counter + ";");
    close();
    return barrier(92);
  }
  if (!array.guard.empty()) open("if (" + array.guard + ")");
  if (array.slots > 1 && chance(50)) {
    line("for (int " + counter + " = 0; " + counter + " < " + number(array.slots) + "; ++" + counter + ") " +
         own(array, counter) + " = " + valueFor(array) + ";");
  } else {
    for (int slot = 0; slot < array.slots; ++slot) line(own(array, number(slot)) + " = " + valueFor(array) + ";");
  }
  if (!array.guard.empty()) close();
}

void KernelMaker::ownStatement(Array& array) {
  if (!array.guard.empty()) open("if (" + array.guard + ")");
  const std::string counter = "j" + number(names_++);
  const bool loops = array.slots > 1 && chance(40);
  if (loops && chance(50)) {
    open("for (int " + counter + " = 0; " + counter + " < " + number(array.slots) + "; ++" + counter + ")");
  } else if (loops) {
    open("for (int " + counter + " = " + number(array.slots - 1) + "; " + counter + " >= 0; --" + counter + ")");
  }
  const std::string place = own(array, loops ? counter : slotOf(array));
  switch (upTo(5)) {
    case 0: line(place + " = " + valueFor(array) + ";"); break;
    case 1: line(place + " += " + valueFor(array) + ";"); break;
    case 2: line(place + "++;"); break;
    default: take(array, place);
  }
  if (loops) close();
  if (!array.guard.empty()) close();
}

void KernelMaker::exchange(Array& array) {
  line(element(array, slotOf(array), chance(80) ? ownPlace() : sloppyPlace()) + " = " + valueFor(array) + ";");
  barrier(85);
  take(array, element(array, slotOf(array), chance(70) ? anyPlace() : array.place));
  barrier(80);
}

void KernelMaker::reduction(Array& array) {
  const std::string counter = "s" + number(names_++), slot = number(upTo(array.slots));
  open("for (int " + counter + " = " + number(threads_ / 2) + "; " + counter + " > 0; " + counter + " >>= 1)");
  line("if (t < " + counter + ") " + element(array, slot, "t") + " += " + element(array, slot, "t + " + counter) + ";");
  barrier(92);
  close();
  take(array, element(array, slot, "0"));
  barrier(80);
}

void KernelMaker::doubleBuffer(Array& array) {
  if (array.slots < 2) return exchange(array);
  const std::string counter = "i" + number(names_++);
  open("for (int " + counter + " = 0; " + counter + " < " + (chance(50) ? "k" : number(2 + upTo(4))) + "; ++" + counter + ")");
  const std::string slot = chance(80) ? "(" + counter + " & 1)" : "(" + counter + " & " + number(array.slots - 1) + ")";
  line(element(array, slot, "t") + " = " + valueFor(array) + ";");
  barrier(92);
  take(array, element(array, slot, anyPlace()));
  barrier(50);
  close();
  barrier(85);
}

void KernelMaker::oneWriter(Array& array) {
  const std::string slot = number(upTo(array.slots)), place = number(upTo(size_));
  line("if (t == " + number(upTo(threads_)) + ") " + element(array, slot, place) + " = " + valueFor(array) + ";");
  barrier(88);
  take(array, element(array, slot, chance(80) ? place : number(upTo(size_))));
  barrier(80);
}

/// The engine's check knows no races in global memory: these barriers are all there.
void KernelMaker::globalExchange() {
  const std::string block = "[blockIdx.x * 256 + ";
  const std::string buffer = chance(70) ? "mid" : "out", other = chance(90) ? buffer : "out";
  if (inGuard_) {
    line("mid" + block + "t] = " + expression(2) + ";");
    return line("acc += (unsigned)mid" + block + "t];");
  }
  line("__syncthreads();");
  const bool isOwn = chance(30);
  line(buffer + block + (isOwn ? "t" : "(" + ownPlace() + ")") + "] = " + expression(2) + ";");
  barrier(isOwn ? 50 : 100);
  line("acc += (unsigned)" + other + block + (isOwn ? "t" : "(" + anyPlace() + ")") + "];");
  line("__syncthreads();");
}

/// An array of a loop keeps its elements from one round to the next.
void KernelMaker::declaredInLoop() {
  const std::string counter = "i" + number(names_++), array = "q" + number(names_++), place = ownPlace();
  open("for (int " + counter + " = 0; " + counter + " < " + number(2 + upTo(3)) + "; ++" + counter + ")");
  line("__shared__ int " + array + "[" + number(size_) + "];");
  const int kind = upTo(3);
  if (kind == 0) {
    line("if (" + counter + " == 0) " + array + "[" + place + "] = " + expression(1) + ";");
    line("else acc = acc * 31u + (unsigned)" + array + "[" + place + "]++;");
  } else {
    line(array + "[" + place + "] = " + expression(2) + ";");
    barrier(50);
    line("acc = acc * 31u + (unsigned)" + array + "[" + (kind == 1 ? place : anyPlace()) + "];");
    barrier(50);
  }
  close();
}

/// One half of the block reads what the other half wrote, through a subscript in which the two halves meet: by a wrap
/// in a narrow type, a modulo or a mask. Only the guards keep it free of races, only the wrap shows that it is shared.
void KernelMaker::folded() {
  if (inGuard_ || threads_ != size_) return;
  const std::string array = "f" + number(names_++), half = number(threads_ / 2);
  const std::string places[] = {
      "(unsigned char)(t * " + number(512 / threads_) + ") / " + number(512 / threads_),
      "(unsigned char)(t * " + number(512 / threads_) + " + 3) / " + number(512 / threads_),
      "((short)(t * " + number(131072 / threads_) + ") / " + number(131072 / threads_) + ") & " + mask(),
      "t % " + half,
      "(t * 2) & " + mask(),
      "t & " + number(threads_ / 2 - 1)};
  const std::string place = places[upTo(6)];
  line("__shared__ " + std::string(chance(50) ? "int " : "short ") + array + "[" + number(size_) + "];");
  const bool isLow = chance(50);
  const std::string low = "if (t < " + half + ") ", high = "if (t >= " + half + ") ";
  line((isLow ? low : high) + array + "[" + place + "] = " + expression(2) + ";");
  barrier(90);
  line((isLow ? high : low) + "acc = acc * 31u + (unsigned)" + array + "[" + place + "];");
  barrier(60);
}

/// Every round, a thread finds what its neighbour left in the round before.
void KernelMaker::rotating() {
  if (inGuard_) return;
  const std::string array = "r" + number(names_++), counter = "i" + number(names_++);
  const std::string place = "(t + " + counter + (chance(30) ? " * 3" : "") + ") & " + mask();
  line("__shared__ int " + array + "[" + number(size_) + "];");
  line("for (int j = t; j < " + number(size_) + "; j += " + number(threads_) + ") " + array + "[j] = j * 5;");
  barrier(95);
  open("for (int " + counter + " = 0; " + counter + " < " + (chance(40) ? "k" : number(2 + upTo(3))) + "; ++" + counter + ")");
  if (chance(50)) {
    line(array + "[" + place + "] += " + expression(1) + ";");
  } else {
    line("acc = acc * 31u + (unsigned)" + array + "[" + place + "];");
    line(array + "[" + place + "] = " + expression(1) + ";");
  }
  barrier(92);
  close();
  line("acc = acc * 31u + (unsigned)" + array + "[t];");
  barrier(60);
}

/// Another thread's element, or a part of one: what makes an array shared after all.
void KernelMaker::wrongNeighbour(Array& array) {
  barrier(90);
  if (chance(40)) {
    const int bytes = array.type == "short" ? 2 : array.type == "unsigned char" ? 1 : 4;
    line("acc += ((unsigned char*)" + array.name + ")[((" + (chance(40) ? array.place : anyPlace()) + ") * " + number(bytes) + " + " + number(upTo(bytes)) +
         ") & " + number(size_ * bytes - 1) + "];");
  } else {
    take(array, element(array, number(upTo(array.slots)), anyPlace()));
  }
  barrier(90);
}

void KernelMaker::loop(int depth) {
  const std::string counter = "i" + number(names_++);
  open("for (int " + counter + " = 0; " + counter + " < " + (chance(40) ? "k" : number(1 + upTo(4))) + "; ++" + counter + ")");
  counters_.push_back(counter);
  const int count = 1 + upTo(3);
  for (int i = 0; i < count; ++i) segment(depth - 1);
  counters_.pop_back();
  barrier(60);
  close();
}

void KernelMaker::guarded() {
  open("if (" + guard() + ")");
  const bool before = inGuard_;
  inGuard_ = true;
  const int count = 1 + upTo(2);
  for (int i = 0; i < count; ++i) segment(0);
  inGuard_ = before;
  close();
}

void KernelMaker::segment(int depth) {
  Array& array = arrays_[static_cast<size_t>(upTo(static_cast<int>(arrays_.size())))];
  barrier(20);
  const int kind = upTo(100);
  if (kind < 18 && depth > 0) return loop(depth);
  if (kind < 26 && depth > 0) return guarded();
  if (kind < 33) return globalExchange();
  if (kind < 38) return declaredInLoop();
  if (kind < 42) return folded();
  if (kind < 44) return rotating();
  if (array.isOwn) return kind < 52 ? wrongNeighbour(array) : ownStatement(array);
  if (kind < 55 && !inGuard_) return reduction(array);
  if (kind < 67) return doubleBuffer(array);
  if (kind < 77) return oneWriter(array);
  exchange(array);
}

RandomKernel KernelMaker::make() {
  chooseBlock();
  line("const int tx = threadIdx.x, ty = threadIdx.y;");
  line(z_ > 1   ? "const int t = (threadIdx.z * " + number(y_) + " + ty) * " + number(x_) + " + tx;"
       : y_ > 1 ? "const int t = ty * " + std::string(chance(50) ? "blockDim.x" : number(x_)) + " + tx;"
                : "const int t = tx;");
  line("unsigned acc = t + ty;");
  declareArrays();
  for (const Array& array : arrays_) initialise(array);
  const int count = 2 + upTo(5);
  for (int i = 0; i < count; ++i) segment(2);
  if (chance(20)) {
    line("out[blockIdx.x * 256 + t] = (int)acc;");
    line("if (" + guard() + ") return;");
    for (Array& array : arrays_) if (array.isOwn) ownStatement(array);
  }
  line("out[blockIdx.x * 256 + t] = (int)acc;");

  RandomKernel kernel;
  kernel.name = name_;
  kernel.text = "__global__ void " + name_ + "(const int* in, int* out, int* mid, int k) {\n" + text_ + "}\n\n";
  const std::string shape = "dim3(" + number(x_) + ", " + number(y_) + ", " + number(z_) + ")";
  kernel.launches = name_ + "<<<" + number(1 + upTo(3)) + ", " + shape + ">>>(in, out, " + (chance(6) ? "out" : "mid") + ", " +
                    number(1 + upTo(5)) + ");";
  return kernel;
}

}  // namespace

RandomKernel randomKernel(uint64_t seed, const std::string& name) { return KernelMaker(seed, name).make(); }

std::string programOf(const std::vector<RandomKernel>& kernels) {
  std::string text = "#include <cstdio>\n\n";
  for (const RandomKernel& kernel : kernels) text += kernel.text;
  text += "static int host[1024];\n\n"
          "static void fresh(int* in, int* out, int* mid) {\n"
          "  for (int i = 0; i < 1024; ++i) host[i] = (i * 7919 + 13) % 251;\n"
          "  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);\n"
          "  cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);\n"
          "  cudaMemcpy(mid, host, sizeof host, cudaMemcpyHostToDevice);\n"
          "}\n\n"
          "static void say(const char* name, const int* out, const int* mid) {\n"
          "  unsigned long long hash = 1469598103934665603ull;\n"
          "  const int* buffers[] = {out, mid};\n"
          "  for (const int* buffer : buffers) {\n"
          "    cudaMemcpy(host, buffer, sizeof host, cudaMemcpyDeviceToHost);\n"
          "    for (int i = 0; i < 1024; ++i) hash = (hash ^ (unsigned)host[i]) * 1099511628211ull;\n"
          "  }\n"
          "  printf(\"%s %llx\\n\", name, hash);\n"
          "}\n\n"
          "int main() {\n"
          "  int *in, *out, *mid;\n"
          "  cudaMalloc((void**)&in, sizeof host);\n"
          "  cudaMalloc((void**)&out, sizeof host);\n"
          "  cudaMalloc((void**)&mid, sizeof host);\n";
  for (const RandomKernel& kernel : kernels) {
    text += "  fresh(in, out, mid);\n  " + kernel.launches + "\n  say(\"" + kernel.name + "\", out, mid);\n";
  }
  return text + "}\n";
}
