#include "tests/passes/property/division_kernel.h"

#include <random>

namespace {

std::string number(long long value) {
  return std::to_string(value);
}

class DivisionKernel {
 public:
  DivisionKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    static const char* const types[] = {"int", "int", "unsigned", "long long", "size_t"};
    type_ = oneOf(types);
    divisorType_ = chance(70) ? type_ : oneOf(types);
    isAsked_ = chance(25);
    line("const int r = blockIdx.x * blockDim.x + threadIdx.x;");
    line("unsigned sum = 1;");
    const int loops = 1 + upTo(3);
    for (int i = 0; i < loops; ++i) loop();
    line("out[r] += (int)sum;");
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = "__global__ void " + name_ + "(const int* in, int* out, " + type_ + " first, " + type_ + " n, " +
                  divisorType_ + " w, " + divisorType_ + " h, " + type_ + " step, int k) {\n" + text_ + "}\n\n";
    const int launches = 1 + upTo(4);
    for (int i = 0; i < launches; ++i) launch(kernel);
    return kernel;
  }

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) {
    return choices[upTo(N)];
  }
  void line(const std::string& text) { text_ += std::string(2 + 2 * depth_, ' ') + text + "\n"; }

  std::string term() {
    static const char* const terms[] = {
        "i / w",      "i % w",       "i % w",          "i / w % h",       "(i / w) % h",      "i / w / h",
        "i / h % w",  "i % (w * h)", "i / (w + 1)",    "(i + k) % w",     "(k + i) / w",      "i % h",
        "i % 12",     "(i + w) % h", "i % w % h",      "(i % w) / h",     "i / blockDim.x",   "i % (h + k)",
        "(int)i % w", "(i - k) % w", "i % blockDim.x", "(unsigned)i % w", "(long long)i / w", "(i / w + k) % h",
    };
    return oneOf(terms);
  }

  /// Where a divisor may be zero, that is asked.
  void round() {
    static const char* const conditions[] = {"sum & 1", "i > first + 2", "in[r] > 100", "k == 1"};
    const std::string asked = isAsked_ ? "if (w > 0 && h > 0) " : "", sum = "sum = sum * 31 + (unsigned)(";
    switch (upTo(9)) {
      case 0:
        return line((isAsked_ ? "if (w > 0 && h > 0 && " : "if (") + oneOf(conditions) + ") " + sum + term() + ");");
      case 1:
        return line(asked + "{ const " + type_ + " q = i / w; " + sum + (chance(50) ? "q % h" : "q / h") + " + q); }");
      case 2:
        return line(asked + "for (int j = 0; j < 3; ++j) { " + sum + "(i + j) % w + j % h); }");
      case 3:
        if (chance(40)) return line("if (" + oneOf(conditions) + ") continue;");
        return line(asked + "{ " + type_ + " c = i % w; c += 1; " + sum + "c % h); }");
      case 4:
        if (chance(30)) return line("if (sum % 13 == 5) break;");
        return line(asked + sum + "sum % 2 == 0 ? " + term() + " : 5);");
      case 5:
        if (chance(20)) return line("if (sum & 1) w = h;");
        [[fallthrough]];
      default:
        return line(asked + sum + term() + ");");
    }
  }

  void loop() {
    static const char* const heads[] = {
        "i = first; i < first + n; ++i",
        "i = first; i < first + n; i += step",
        "i = first + r; i < first + n; i += step",
        "i = 0; i < n; i++",
        "i = r; i < n; i += blockDim.x * gridDim.x",
        "i = r; i < n; i += blockDim.x",
        "i = blockIdx.x * n; i < blockIdx.x * n + n; i += 1",
        "i = first; i <= first + n; i = i + 2",
        "i = r; i <= n; i += 3",
        "i = n; i > 0; --i",
        "i = 0; i != n; ++i",
        "i = in[r] % 5; i < n; ++i",
        "i = r - 3; i < n + 0; i += 2",
    };
    const bool isOutside = chance(15), isBare = chance(10);
    line("{");
    ++depth_;
    if (isOutside) line(type_ + " i;");
    line("int rounds = 0;");
    if (chance(10)) line("#pragma unroll 2");
    line("for (" + std::string(isOutside ? "" : type_ + " ") + oneOf(heads) + ")" + (isBare ? "" : " {"));
    ++depth_;
    const int count = isBare ? 1 : 1 + upTo(4);
    if (!isBare) line("if (++rounds > 200) break;");
    for (int i = 0; i < count; ++i) round();
    --depth_;
    if (!isBare) line("}");
    if (isOutside) line("sum += (unsigned)i;");
    --depth_;
    line("}");
  }

  /// Small numbers, and such that products of two are whole numbers of 31 bits still.
  long long divisor() {
    static const int numbers[] = {1, 2, 3, 5, 7, 8, 11, 12, 30, 64, 100, 1000, 40000};
    const long long one = numbers[upTo(13)];
    if (isAsked_ && chance(40)) return 0;
    // A little is added to some: they do not become zero.
    return chance(8) && (divisorType_ == "int" || divisorType_ == "long long") ? -3 - one : one;
  }

  void launch(RandomKernel& kernel) {
    static const long long starts[] = {0, 0, 1, 17, 1000, 65535, 2147440000};
    const long long first = starts[upTo(7)] * (chance(10) && (type_ == "int" || type_ == "long long") ? -1 : 1);
    const int block = 1 + upTo(16), blocks = 1 + upTo(3);
    kernel.launches += name_ + "<<<" + number(blocks) + ", " + number(block) + ">>>(in, " +
                       (chance(50) ? "out" : "mid") + ", " + number(first) + ", " + number(upTo(60)) + ", " +
                       number(divisor()) + ", " + number(divisor()) + ", " + number(1 + upTo(20)) + ", " +
                       number(upTo(3)) + ");\n  ";
  }

  std::mt19937_64 random_;
  std::string name_, text_, type_, divisorType_;
  int depth_ = 0;
  bool isAsked_ = false;
};

}  // namespace

RandomKernel divisionKernel(uint64_t seed, const std::string& name) {
  return DivisionKernel(seed, name).make();
}
