#include "tests/passes/property/row_kernel.h"

#include <random>

namespace {

std::string number(int value) {
  return std::to_string(value);
}

class RowKernel {
 public:
  RowKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    chooseTypes();
    const bool isUnder = condition();
    const bool isMoved = chance(40);
    line(isMoved ? "const int* p = in + r * n;" : "const int* const p = &in[r * n];");
    if (isMoved) line("p += " + number(upTo(4)) + ";");
    line("int* q = out + r * n" + std::string(chance(8) ? " + 2" : "") + ";");
    line("int sum = " + number(upTo(9)) + ";");
    const int loops = 1 + upTo(3);
    for (int i = 0; i < loops; ++i) loop();
    line("more[r] = sum;");
    if (isUnder) text_ += "  }\n";
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = "__global__ void " + name_ + "(const int* in, int* out, int* more, int rows, " + type_ +
                  " n, int k) {\n" + text_ + "}\n\n";
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
  void line(const std::string& text) { text_ += "  " + text + "\n"; }

  void chooseTypes() {
    static const char* const types[] = {"int", "unsigned", "long long", "size_t", "int"};
    type_ = oneOf(types);
    static const char* const rows[] = {"const int r = blockIdx.x * blockDim.x + threadIdx.x;",
                                       "const unsigned r = threadIdx.x + blockIdx.x * blockDim.x;",
                                       "size_t r = blockIdx.x * blockDim.x + threadIdx.x;"};
    line(oneOf(rows));
  }

  bool condition() {
    const bool isUnder = chance(50);
    line(isUnder ? "if (r < rows) {" : "if (r >= rows) return;");
    return isUnder;
  }

  /// What a round loads.
  std::string term() {
    static const char* const terms[] = {
        "p[j]", "p[j]", "in[r * n + j]", "*(p + j)", "in[j]", "p[j + 1]",
        "q[j]", "in[(r + 1) * n + j]", "in[p[j] & 127]", "(int)j", "p[j - 1 + 1]", "in[(j) + r * n]",
        "p[2 * j]", "in[j * k + r]", "in[r + j * k]", "in[(j + 1) * k]",
    };
    return oneOf(terms);
  }

  std::string value() {
    static const char* const operators[] = {" + ", " - ", " * ", " ^ "};
    return term() + oneOf(operators) + term();
  }

  void round() {
    switch (upTo(13)) {
      case 10:
        return line("  atomic" + std::string(chance(50) ? "Add" : "Xor") + "(&more[r], " + value() + ");");
      case 11:
        return line("  for (int c = 0; c < " + number(1 + upTo(4)) + "; ++c) atomicAdd(&more[r], " + term() + " * c);");
      case 12:
        return line("  q[k % 2 * j] " + std::string(chance(50) ? "+" : "") + "= " + value() + ";");
      case 0:
        return line("  q[j] = " + value() + ";");
      case 1:
        return line("  q[j] " + std::string(chance(50) ? "+" : "^") + "= " + value() + ";");
      case 2:
        return line("  if (" + term() + " > 120) sum += " + term() + ";");
      case 3:
        return line("  { const int one = " + value() + "; q[j] = one; sum ^= one; }");
      case 4:
        return line("  sum = max(sum, " + value() + ");");
      case 5:
        return line("  *(q + j) = sum" + std::string(chance(40) ? " + q[j]" : "") + ";");
      case 6:
        return rarely();
      default:
        return line("  sum += " + value() + ";");
    }
  }

  void rarely() {
    static const char* const lines[] = {
        "if (p[j] == 77) break;",
        "if (p[j] > 240) continue;",
        "if (sum > 100) q[j] = sum;",
        "if (j > 0) q[j] = q[j - 1] + 1;",
        "sum += q[(j + 3) % n];",
        "more[r] = sum;",
        "atomicAdd(&more[r], 1);",
        "q[n - 1 - j] ^= sum;",
        "switch (p[j] & 1) { case 0: sum += 1; }",
        "sum += p[j] > 9 && q[j] > 5 ? p[j] : 2;",
    };
    line("  " + oneOf(lines));
  }

  void loop() {
    static const char* const bounds[] = {"j = 0; j < n; ++j", "j = 0; j < n; j++", "j = 1; j < n; j += 1",
                                         "j = k; j < n - 1; ++j", "j = r; j < n; ++j", "j = 0; j < n; j += 2",
                                         "j = threadIdx.x % 4; j < n; j += blockDim.x", "j = 1; j < n; j += 5"};
    const bool isOutside = chance(15);
    if (isOutside) line(type_ + " j" + number(loops_) + " = 0;");
    if (chance(15)) line("#pragma unroll 4");
    const bool isBare = chance(15);
    const size_t begin = text_.size();
    line("for (" + std::string(isOutside ? "" : type_ + " ") + oneOf(bounds) + ")" + (isBare ? "" : " {"));
    const int count = isBare ? 1 : 1 + upTo(3);
    for (int i = 0; i < count; ++i) round();
    if (!isBare) line("}");
    if (isOutside) {
      nameCounter(begin);
      line("sum += (int)j" + number(loops_) + ";");
    }
    ++loops_;
  }

  /// Counters that are declared in front of their loops have a number in their names.
  void nameCounter(size_t begin) {
    std::string named;
    for (size_t i = begin; i < text_.size(); ++i) {
      const auto isWord = [](char c) { return isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
      const bool isCounter = text_[i] == 'j' && !isWord(text_[i - 1]) && !isWord(text_[i + 1]);
      named += isCounter ? "j" + number(loops_) : std::string(1, text_[i]);
    }
    text_ = text_.substr(0, begin) + named;
  }

  void launch(RandomKernel& kernel) {
    const int n = 33 + upTo(12), rows = 1 + upTo(18), block = 1 + upTo(32);
    const int shift = chance(30) ? upTo(4) : 0;
    const std::string moved = shift > 0 ? " + " + number(shift) : "";
    kernel.launches += name_ + "<<<" + number((rows + block - 1) / block) + ", " + number(block) + ">>>(in" + moved + ", " +
                       (chance(6) ? "mid" : "out" + moved) + ", mid, " + number(rows) + ", " + number(n) + ", " +
                       number(upTo(4)) + ");\n  ";
  }

  std::mt19937_64 random_;
  std::string name_, text_, type_;
  int loops_ = 0;
};

}  // namespace

RandomKernel rowKernel(uint64_t seed, const std::string& name) {
  return RowKernel(seed, name).make();
}
