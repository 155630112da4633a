#include "tests/passes/property/element_kernel.h"

#include <algorithm>
#include <random>
#include <vector>

namespace {

std::string number(int value) {
  return std::to_string(value);
}

struct ElementType {
  const char* name;
  int bytes;
};

class ElementKernel {
 public:
  ElementKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    static const ElementType types[] = {
        {"int", 4},         {"unsigned char", 1}, {"short", 2},    {"unsigned short", 2},
        {"signed char", 1}, {"long", 8},          {"unsigned", 4}, {"int2", 8}};
    const ElementType& chosen = types[upTo(8)];
    type_ = chosen.name;
    isPair_ = type_ == "int2";
    capacity_ = 4096 / chosen.bytes;
    restricts_ = chance(30);
    isOfRounds_ = chance(35);
    if (isOfRounds_)
      rounds();
    else
      index();
    const int count = 2 + upTo(5);
    for (int i = 0; i < count; ++i) statement();
    store(chance(70) ? "out" : "mid", value());
    while (open_ > 0) {
      --open_;
      text_ += "  }\n";
    }
    RandomKernel kernel;
    kernel.name = name_;
    const std::string mark = restricts_ ? "* __restrict__ " : "* ";
    kernel.text = "__global__ void " + name_ + "(const " + type_ + mark + "in, " + type_ + mark + "out, " + type_ +
                  mark + "mid, int n, int k) {\n" + text_ + "}\n\n";
    launch(kernel);
    return kernel;
  }

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) {
    return choices[upTo(N)];
  }
  std::string freshName(const char* stem) { return stem + number(names_++); }
  void line(const std::string& text) { text_ += "  " + text + "\n"; }

  void index() {
    static const char* const indices[] = {
        "int i = blockIdx.x * blockDim.x + threadIdx.x;",
        "const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;",
        "const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);",
        "size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;",
        "int number = blockIdx.x * blockDim.x + threadIdx.x, i = number;",
        "const long i = blockIdx.x * (long)blockDim.x + threadIdx.x;",
        "int i = (int)blockIdx.x * (int)blockDim.x + (int)threadIdx.x;",
    };
    line(oneOf(indices));
    static const char* const conditions[] = {
        "if (i < n) {",
        "if (i >= n) return;",
        "if (n > i) {",
        "if (i < n && i >= k) {",
        "if (!(i < n)) { return; }",
        "if (i <= n - 1) {",
        "const int last = n - k; if (i >= last) return;",
        "if (i < n) { if (i % 3 != k) {",
    };
    const std::string condition = oneOf(conditions);
    line(condition);
    if (condition.back() == '{') open_ = condition.find("{ if") == std::string::npos ? 1 : 2;
  }

  /// Rounds that are as far apart as the grid has threads; some of them are not.
  void rounds() {
    static const char* const loops[] = {
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {",
        "for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {",
        "for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {",
        "for (int i = number; i < n - k; i += all) {",
        "for (long i = number; i < n; i += all) {",
        "if (k > 0)\n  for (int i = number; i < n; i += all) {",
        "for (int i = number + k; i < n; i += all) {",
        "for (int i = number; i < n; i += all - k) {",
        "if (number % 2 == 0)\n  for (int i = number; i < n; i += all) {",
    };
    const std::string loop = oneOf(loops);
    const bool isNamed = loop.find("number") != std::string::npos;
    if (isNamed && chance(50))
      line("const int number = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;");
    else if (isNamed)
      line("int number = threadIdx.x + blockIdx.x * blockDim.x;\n  const unsigned all = blockDim.x * gridDim.x;");
    if (chance(15)) {
      line("long kept = k;");
      variables_.push_back("kept");
      isKept_ = true;
    }
    line(loop);
    open_ = 1;
    if (isKept_ && chance(50)) line("kept += i;");
    if (chance(8)) line("if (i % 5 == 4) continue;");
  }

  std::string place(const std::string& array) {
    const int kind = upTo(20);
    if (kind == 0 && array == "in") return "in[(i * 7 + 3) % n]";
    if (kind == 1 && array == "in") return "in[i + " + number(upTo(3) * 16) + "]";
    if (kind == 2 && array == "in") return "in[i + k]";
    if (kind == 3 && array == "in") return "in[(int)i + n]";
    return array + "[i]";
  }
  std::string load() {
    static const char* const arrays[] = {"in", "in", "out", "mid"};
    return place(oneOf(arrays)) + (isPair_ ? chance(50) ? ".x" : ".y" : "");
  }

  std::string value() {
    static const char* const operators[] = {" + ", " - ", " * ", " ^ ", " | "};
    switch (upTo(5)) {
      case 0:
        return load();
      case 1:
        return "(k" + oneOf(operators) + load() + ")";
      case 2:
        return variables_.empty() ? load() : variables_[static_cast<size_t>(upTo(static_cast<int>(variables_.size())))];
      case 3:
        return "(" + load() + oneOf(operators) + load() + ")";
      default:
        return chance(50) ? "(i % 2 == 0 ? " + load() + " : 5)"
                          : "(" + load() + oneOf(operators) + number(upTo(9)) + ")";
    }
  }

  void store(const std::string& array, const std::string& value) {
    if (isPair_)
      line(array + "[i] = make_int2((int)(" + value + "), " + number(upTo(9)) + ");");
    else if (chance(25))
      line(array + "[i] += (" + type_ + ")(" + value + ");");
    else
      line(array + "[i] = (" + type_ + ")(" + value + ");");
  }

  void statement() {
    const std::string array = chance(50) ? "out" : "mid";
    switch (upTo(9)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const std::string name = freshName("v"), given = value();
        line((chance(50) ? "long " : "const int ") + name + " = " + given + ";");
        variables_.push_back(name);
        return;
      }
      case 4:
        return store(array, value());
      case 5:
        line("if (" + value() + " > " + number(upTo(200)) + ") {");
        store(array, value());
        line("} else {");
        store(chance(85) ? array : "mid", value());
        return line("}");
      case 6: {
        const std::string name = freshName("v"), counter = freshName("j");
        line("int " + name + " = 0;");
        line("for (int " + counter + " = 0; " + counter + " < k; ++" + counter + ") " + name + " += " + counter +
             " ^ (int)" + load() + ";");
        variables_.push_back(name);
        return;
      }
      case 7: {
        const std::string name = freshName("v");
        line("int " + name + " = " + number(upTo(50)) + ";");
        line("if (" + value() + " % 2 == 0) " + name + " = (int)" + load() + ";");
        variables_.push_back(name);
        return;
      }
      default:
        if (!chance(20)) return;
        line("if (" + value() + " > 60)");
        store(array, value());
    }
  }

  void launch(RandomKernel& kernel) {
    const int count = 1 + upTo(2);
    for (int i = 0; i < count; ++i) {
      const int threads = 8 * (1 + upTo(16)) + (chance(30) ? 5 : 0);
      // In reach of i + n and i + 32 elements, and of pointers that begin later.
      const int most = capacity_ / 2 - 64, n = 1 + upTo(most);
      const int all = std::max(1, (n + threads - 1) / threads - (chance(20) ? 1 : 0));
      const int blocks = isOfRounds_ ? 1 + upTo(all) : all;
      const auto pointer = [&](const std::string& array, bool isConst) {
        const std::string begin = chance(30) ? " + " + number(1 + upTo(5)) : "";
        return "(" + std::string(isConst ? "const " : "") + type_ + "*)" + array + begin;
      };
      const std::string mid = !restricts_ && chance(15) ? "out" : "mid", out = pointer("out", false);
      const bool isRow = chance(15);
      kernel.launches += name_ + "<<<" + (isRow ? "dim3(" + number(blocks) + ")" : number(blocks)) + ", " +
                         number(threads) + ">>>(" + pointer(!restricts_ && chance(8) ? "out" : "in", true) + ", " +
                         out + ", " + (mid == "out" && chance(80) ? out : pointer(mid, false)) + ", " + number(n) +
                         ", " + number(upTo(4)) + ");\n  ";
    }
  }

  std::mt19937_64 random_;
  std::string name_, type_, text_;
  std::vector<std::string> variables_;
  bool isPair_ = false, restricts_ = false, isOfRounds_ = false, isKept_ = false;
  int capacity_ = 1024, open_ = 0, names_ = 0;
};

}  // namespace

RandomKernel elementKernel(uint64_t seed, const std::string& name) {
  return ElementKernel(seed, name).make();
}
