#include "tests/passes/property/independent_kernel.h"

#include <random>
#include <vector>

#include "tests/passes/property/launch_forms.h"

namespace {

std::string number(int value) {
  return std::to_string(value);
}

/// Writes one kernel. Its numbers are unsigned where nothing else is said: they wrap alike everywhere.
class IndependentMaker {
 public:
  IndependentMaker(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}
  RandomKernel make();

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }  // 0 .. count - 1
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) {
    return choices[upTo(N)];
  }
  void line(const std::string& text) { text_ += std::string(static_cast<size_t>(depth_) * 2, ' ') + text + "\n"; }
  void open(const std::string& text) {
    line(text + " {");
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }

  std::string index();
  std::string leaf();
  std::string expression(int depth);
  void variable();
  void array();
  void choice(int depth);
  void loop(int depth);
  void update();
  void statement(int depth);
  void output();
  std::string head() const;
  void launch(RandomKernel& kernel);

  std::mt19937_64 random_;
  std::string name_, text_;
  int depth_ = 1, names_ = 0;
  bool isTemplate_ = false, hasMacros_ = false, callsDevice_ = false, saysText_ = false;
  std::string update_;  ///< the atomic function that threads call on `mid`
  std::vector<std::string> values_;
};

/// An index or an extent, as people spell it.
std::string IndependentMaker::index() {
  static constexpr const char* all[] = {"threadIdx.x",   "threadIdx.x",   "blockIdx.x", "blockIdx.x",
                                        "blockDim.x",    "gridDim.x",     "blockIdx.y", "gridDim.y",
                                        "(threadIdx).x", "::blockIdx .x", "blockDim.z", "threadIdx.y"};
  if (hasMacros_ && chance(25)) return name_ + (chance(50) ? "_TX" : "_GX");
  return oneOf(all);
}

std::string IndependentMaker::leaf() {
  switch (upTo(7)) {
    case 0:
      return "(unsigned)k";
    case 1:
      return number(upTo(300)) + "u";
    case 2:
      return values_.empty() ? "acc" : values_[static_cast<size_t>(upTo(static_cast<int>(values_.size())))];
    case 3:
      return "(unsigned)in[(" + index() + " + " + number(upTo(700)) + ") & 1023]";
    default:
      return index();
  }
}

std::string IndependentMaker::expression(int depth) {
  if (depth == 0) return leaf();
  const auto part = [&] { return expression(depth - 1); };
  static constexpr const char* types[] = {"int", "unsigned char", "short", "unsigned long long", "float", "bool"};
  static constexpr const char* operators[] = {"+", "-", "*", "^", "&", "|", "==", "<", "+"};
  switch (upTo(10)) {
    case 0:
      return "(unsigned)(" + oneOf(types) + ")(" + part() + " & 1023)";
    case 1:
      return "(" + part() + " / ((" + part() + ") | 1u))";
    case 2:
      return "(" + part() + " % ((" + part() + ") | 1u))";
    case 3:
      return "(" + part() + " < " + leaf() + " ? " + part() + " : " + leaf() + ")";
    case 4:
      return (chance(50) ? "(" + part() + " << " : "(" + part() + " >> ") + "(" + leaf() + " & 7))";
    case 5:
      if (callsDevice_) return name_ + "_mix(" + part() + ", " + leaf() + ")";
      return (chance(50) ? "-" : "~") + std::string("(") + part() + ")";
    case 6:
      if (saysText_) return name_ + "_SAY(" + leaf() + ")";
      return chance(30) ? "(unsigned)sizeof(" + index() + ")" : "min(" + index() + ", (unsigned)(" + part() + "))";
    case 7:
      return "(unsigned)(((unsigned long long)" + index() + " * 2654435761ull + " + index() + ") >> " +
             number(1 + upTo(30)) + ")";
    default:
      return "(" + part() + " " + oneOf(operators) + " " + part() + ")";
  }
}

void IndependentMaker::variable() {
  static constexpr const char* types[] = {"unsigned",      "const unsigned", "auto",  "int",      "unsigned short",
                                          "unsigned char", "size_t",         "float", "long long"};
  const std::string name = (chance(15) ? "thread_x" : chance(15) ? "block_x" : "v") + number(names_++);
  const std::string type = oneOf(types);
  const std::string value = chance(50) ? index() : "(unsigned)" + expression(1);
  line(type + " " + name + " = " + (type == "float" ? "(" + value + ") & 1023" : value) + ";");
  values_.push_back("(unsigned)" + name);
}

void IndependentMaker::array() {
  const std::string name = "a" + number(names_++), place = "j" + number(names_++);
  line("unsigned " + name + "[8] = {" + index() + ", " + leaf() + "};");
  line("for (unsigned " + place + " = 2; " + place + " < 8; ++" + place + ") " + name + "[" + place + "] = " + place +
       " * " + leaf() + ";");
  line(name + "[(" + leaf() + ") & 7] += " + expression(1) + ";");
  values_.push_back(name + "[(" + index() + ") & 7]");
}

void IndependentMaker::choice(int depth) {
  const size_t known = values_.size();
  if (chance(20)) {
    open("switch ((" + expression(1) + ") & 3)");
    line("case 0:");
    line("  acc += " + expression(1) + ";");
    if (chance(50)) line("  break;");
    line("case 2:");
    line("  acc ^= " + index() + ";");
    line("  break;");
    line("default:");
    line("  acc -= " + leaf() + ";");
    close();
    return;
  }
  open("if (" + expression(2) + ")");
  statement(depth - 1);
  values_.resize(known);
  if (chance(40)) {
    close();
    open("else");
    statement(depth - 1);
    values_.resize(known);
  }
  close();
}

void IndependentMaker::loop(int depth) {
  const std::string i = "i" + number(names_++);
  const size_t known = values_.size();
  if (chance(30)) line("#pragma unroll 2");
  open("for (unsigned " + i + " = " + leaf() + " & 3; " + i + " < ((" + expression(1) + ") & 7); ++" + i + ")");
  values_.push_back(i);
  statement(depth - 1);
  if (chance(20)) line("if (acc % 5 == " + index() + " % 5) " + (chance(50) ? "break;" : "continue;"));
  statement(depth - 1);
  values_.resize(known);
  close();
}

void IndependentMaker::update() {
  line(update_ + "(&mid[(" + expression(1) + ") & 1023], (int)(" + expression(1) + "));");
}

void IndependentMaker::statement(int depth) {
  switch (upTo(depth > 0 ? 8 : 4)) {
    case 0:
      if (depth > 1) return variable();
      break;
    case 1:
      if (depth > 1) return array();
      break;
    case 2:
      return update();
    case 4:
      return choice(depth);
    case 5:
      return loop(depth);
    default:
      break;
  }
  static constexpr const char* ways[] = {"+=", "^=", "-=", "*=", "|="};
  line("acc " + oneOf(ways) + " " + expression(2) + ";");
}

void IndependentMaker::output() {
  const std::string block = "(blockIdx.y * gridDim.x + blockIdx.x)";
  if (chance(30)) {
    line("const int all = gridDim.x * gridDim.y * blockDim.x;");
    line("for (int i = " + block + " * blockDim.x + threadIdx.x; i < 1024; i += all) out[i] = (int)acc ^ i;");
    return;
  }
  line("const size_t at = (size_t)" + block + " * blockDim.x + threadIdx.x;");
  if (chance(40)) line("if (at >= " + number(700 + upTo(400)) + ") return;");
  line("if (at < 1024) out[at] = (int)acc;");
}

std::string IndependentMaker::head() const {
  std::string text;
  if (callsDevice_)
    text += "__device__ unsigned " + name_ + "_mix(unsigned p, unsigned q) { return p > q ? p - q : p ^ q; }\n\n";
  if (saysText_) text += "#define " + name_ + "_SAY(x) ((unsigned)sizeof(#x) + (unsigned)(x))\n";
  if (hasMacros_)
    text += "#define " + name_ + "_TX threadIdx.x\n#define " + name_ + "_GX (blockIdx.x * blockDim.x + threadIdx.x)\n";
  if (isTemplate_) text += "template <int N>\n";
  return text + "__global__ void " + name_ + "(const int* in, int* out, int* mid, int k) {\n";
}

void IndependentMaker::launch(RandomKernel& kernel) {
  static constexpr int sizes[] = {1, 2, 3, 6, 8, 16, 32, 33, 48, 64, 96, 128, 256, 512, 1024};
  const int threads = sizes[upTo(std::size(sizes))];
  for (int i = 0; i < (chance(25) ? 2 : 1); ++i) {
    const int most = std::max(1, std::min(60, 1024 / threads));
    WrittenLaunch launch;
    launch.kernel = name_ + (isTemplate_ ? "<" + number(1 + upTo(3)) + ">" : "");
    launch.name = name_;
    const int columns = 1 + upTo(most);
    launch.grid = chance(30) && columns > 1 ? "dim3(" + number(columns / 2) + ", 2)"
                  : chance(20)              ? number(columns) + " + 0"
                                            : number(columns);
    launch.block[0] = threads;
    launch.arguments = "in, out, mid, " + number(1 + upTo(5));
    if (chance(60)) {
      kernel.launches +=
          launch.kernel + "<<<" + launch.grid + ", " + number(threads) + ">>>(" + launch.arguments + ");\n  ";
      continue;
    }
    const LaunchText text = launchText(launch, "go" + number(names_++), [&](int count) { return upTo(count); });
    kernel.host += text.before;
    kernel.launches += text.statements + "\n  ";
  }
}

RandomKernel IndependentMaker::make() {
  static constexpr const char* updates[] = {"atomicAdd", "atomicMax", "atomicXor", "atomicOr"};
  update_ = oneOf(updates);
  isTemplate_ = chance(12);
  hasMacros_ = chance(15);
  callsDevice_ = chance(25);
  saysText_ = chance(4);
  line("unsigned acc = " + index() + ";");
  const int count = 2 + upTo(5);
  for (int i = 0; i < count; ++i) {
    if (i == 1 && chance(20)) line("if (" + expression(1) + " == " + number(upTo(4)) + ") return;");
    statement(2);
  }
  if (isTemplate_) line("acc += N;");
  output();
  RandomKernel kernel;
  kernel.name = name_;
  kernel.text = head() + text_ + "}\n\n";
  launch(kernel);
  return kernel;
}

}  // namespace

RandomKernel independentKernel(uint64_t seed, const std::string& name) {
  return IndependentMaker(seed, name).make();
}
