#include "tests/passes/property/tree_kernel.h"

#include <cctype>
#include <random>
#include <vector>

namespace {

std::string number(int value) {
  return std::to_string(value);
}

class TreeKernel {
 public:
  TreeKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    static const char* const types[] = {"int", "unsigned", "float", "double", "long long", "short"};
    type_ = oneOf(types);
    isFloating_ = type_ == "float" || type_ == "double";
    chooseBlock();
    declare();
    if (chance(15)) line("if (blockIdx.x > n) return;");
    if (chance(5)) line("if (n == 77 && t > 3) return;");
    const bool isRepeated = chance(20);
    if (isRepeated) open("for (int k = 0; k < 2; ++k)");
    fill();
    tree();
    if (chance(30)) {
      line("__syncthreads();");
      tree();
    }
    result(isRepeated);
    if (isRepeated) {
      line("__syncthreads();");
      close();
    }
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = "__global__ void " + name_ + "(const int* in, int* out, int* mid, int n) {\n" + text_ + "}\n\n";
    kernel.launches = name_ + "<<<3, " + block_ + (isDynamic_ ? ", 8192" : "") + ">>>(in, out, mid, 5);";
    return kernel;
  }

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) {
    return choices[upTo(N)];
  }
  /// Dynamic arrays of one name have one type in a program.
  std::string named(std::string text) const {
    for (size_t at = text.find("a["); isDynamic_ && at != std::string::npos; at = text.find("a[", at + 1)) {
      if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_')) continue;
      text.insert(at, name_ + "_");
      at += name_.size() + 1;
    }
    return text;
  }
  void line(const std::string& given) {
    const std::string text = named(given);
    text_ += std::string(static_cast<size_t>(2 * depth_), ' ') + text + "\n";
  }
  void open(const std::string& text) {
    line(text + " {");
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }

  void chooseBlock() {
    struct Block {
      int x, y;
    };
    static const Block blocks[] = {{64, 1}, {128, 1}, {256, 1}, {96, 1}, {32, 1}, {16, 1}, {16, 16}, {8, 4}, {32, 4}};
    const Block chosen = blocks[upTo(9)];
    threads_ = chosen.x * chosen.y;
    isFlat_ = chosen.y == 1;
    block_ = isFlat_ ? number(chosen.x) : "dim3(" + number(chosen.x) + ", " + number(chosen.y) + ")";
  }

  void declare() {
    const std::string size = number(2 * threads_);
    isDynamic_ = chance(15);
    isPointer_ = !isDynamic_ && chance(10);
    if (isPointer_) line("__shared__ " + type_ + " all[" + number(2 * threads_ + 8) + "];");
    line(isDynamic_   ? "extern __shared__ " + type_ + " a[];"
         : isPointer_ ? type_ + "* a = all + 8;"
                      : "__shared__ " + type_ + " a[" + size + "];");
    line("__shared__ int b[" + size + "];");
    static const char* const indices[] = {"const int t = threadIdx.x;", "unsigned t = threadIdx.x;",
                                          "const int tx = threadIdx.x, t = tx;"};
    line(isFlat_ ? oneOf(indices) : "int t = threadIdx.y * blockDim.x + threadIdx.x;");
  }

  void fill() {
    const std::string place = "(t * 7 + blockIdx.x * 31) % 1024";
    line("a[t] = in[" + place + "];");
    line("a[t + " + number(threads_) + "] = in[(t * 3 + 11) % 1024];");
    line("b[t] = t;");
    line("b[t + " + number(threads_) + "] = in[" + place + "] % 100;");
  }

  std::string first() {
    switch (upTo(7)) {
      case 0:
        return number(threads_);
      case 1:
        return isFlat_ ? "blockDim.x / 2" : number(threads_ / 2);
      case 2:
        return "n * " + number(threads_ / 8);
      case 3:
        return "n + " + number(threads_ / 4);
      case 4:
        return number(threads_ / 2 + upTo(threads_ / 2));
      default:
        return number(threads_ / 2);
    }
  }

  std::string joined(const std::string& array, bool isInt, const std::string& s) {
    const std::string own = array + "[t]", other = array + (chance(80) ? "[t + " + s + "]" : "[" + s + " + t]");
    switch (upTo(7)) {
      case 0:
        return own + " = " + own + " < " + other + " ? " + other + " : " + own + ";";
      case 1:
        return own + " -= " + other + ";";
      case 2:
        return isInt ? own + " ^= " + other + " + (int)" + s + ";" : own + " = " + other + " - " + own + ";";
      case 3:
        return isInt ? own + " = max((int)" + own + ", (int)" + other + ");"
                     : own + " = fmax(" + own + ", " + other + ");";
      case 4:
        return "if (" + other + " > " + own + ") " + own + " = " + other + ";";
      default:
        return own + " += " + other + ";";
    }
  }

  void work(const std::string& s) {
    const std::string condition = chance(80) ? "t < " + s : s + " > t";
    open("if (" + condition + (chance(10) ? " && t + n < " + number(threads_) : "") + ")");
    if (chance(15)) {
      line(type_ + " x = a[t], y = a[t + " + s + "];");
      line("if (y < x) a[t] = y;");
    } else {
      line(joined("a", !isFloating_, s));
    }
    if (chance(30)) line(joined("b", true, s));
    if (chance(10)) line("b[t] = b[t] + (int)a[t + " + s + "];");
    if (chance(6)) line("atomicAdd(&mid[t], b[t]);");
    if (chance(4)) line("if (blockIdx.x == 0) mid[512 + t] = b[t];");
    close();
  }

  void tree() {
    const std::string s = "s" + number(trees_++);
    static const char* const types[] = {"int", "unsigned", "int", "long"};
    static const char* const steps[] = {" /= 2", " >>= 1"};
    const std::string step = chance(20) ? s + " = " + s + " / 2" : s + oneOf(steps);
    const std::string end = s + (chance(10) ? " > 1" : chance(20) ? " >= 1" : chance(30) ? " != 0" : " > 0");
    barrierFirst_ = chance(50);
    if (!barrierFirst_) line("__syncthreads();");
    const int kind = upTo(4);
    if (kind == 0) {
      line(oneOf(types) + " " + s + " = " + first() + ";");
      open("while (" + end + ")");
    } else if (kind == 1) {
      line(oneOf(types) + " " + s + ";");
      open("for (" + s + " = " + first() + "; " + end + "; " + step + ")");
    } else {
      open("for (" + oneOf(types) + " " + s + " = " + first() + "; " + end + "; " + step + ")");
    }
    if (barrierFirst_) line("__syncthreads();");
    work(s);
    if (chance(4)) line("b[t] ^= 0;");
    if (!barrierFirst_) line("__syncthreads();");
    if (kind == 0) line(step + ";");
    close();
    if (kind < 2 && chance(50)) line("if (t == " + s + ") mid[1000 + blockIdx.x] = (int)" + s + " + n;");
  }

  void result(bool isRepeated) {
    const std::string place = "out[blockIdx.x * " + number(threads_) + " + t]" + (isRepeated ? " += " : " = ");
    const int kind = upTo(4);
    if (kind == 0) {
      line("if (t == 0) out[blockIdx.x] = (int)a[0] + b[t];");
    } else if (kind == 1) {
      line(place + "(int)a[t] + b[t];");
    } else {
      if (barrierFirst_) line("__syncthreads();");
      line(place + "(int)a[0] + (int)a[(t * 5 + 3) % " + number(threads_) + "] - b[(t + 1) % " + number(threads_) +
           "];");
    }
  }

  std::mt19937_64 random_;
  std::string name_, text_, type_, block_;
  int depth_ = 1, threads_ = 0, trees_ = 0;
  bool isFloating_ = false, isFlat_ = true, isDynamic_ = false, isPointer_ = false, barrierFirst_ = false;
};

}  // namespace

RandomKernel treeKernel(uint64_t seed, const std::string& name) {
  return TreeKernel(seed, name).make();
}
