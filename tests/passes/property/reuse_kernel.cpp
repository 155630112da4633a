#include "tests/passes/property/reuse_kernel.h"

#include <algorithm>
#include <random>

namespace {

std::string number(int value) {
  return std::to_string(value);
}

class ReuseKernel {
 public:
  ReuseKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    chooseShape();
    index();
    const bool isSeen = chance(15);
    if (isSeen) line("int sum = k;");
    condition();
    if (!isSeen) line(chance(25) ? "int sum = more[column];" : "int sum = " + number(upTo(9)) + ";");
    if (chance(20)) line("out[row * columns + column] = " + number(upTo(9)) + ";");
    if (chance(15)) line("const int half = n / 2, own = " + std::string(chance(50) ? "more[row];" : "row * n;"));
    loop();
    if (!isSeen) line("out[row * columns + column] " + std::string(chance(30) ? "+" : "") + "= sum;");
    for (; open_ > 0; --open_) text_ += "  }\n";
    if (isSeen) line("if (row < rows && column < columns) out[row * columns + column] = sum;");
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = "__global__ void " + name_ +
                  "(const int* in, const int* more, int* out, int rows, int columns, int n, int k) {\n" + text_ +
                  "}\n\n";
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

  void chooseShape() {
    static const int widths[] = {4, 8, 16, 32, 12, 5};
    x_ = widths[upTo(6)];
    y_ = std::min(widths[upTo(6)], 256 / x_);
    isSplit_ = chance(20);
  }

  void index() {
    static const char* const indices[] = {
        "int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;",
        "const unsigned row = threadIdx.y + blockDim.y * blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;",
        "const size_t row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;",
        "const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * blockDim.y + ty;\n"
        "  int column = blockIdx.x * blockDim.x; column += tx;",
        "int column = (int)blockIdx.x * (int)blockDim.x + (int)threadIdx.x, row = blockIdx.y * blockDim.y + "
        "threadIdx.y;",
    };
    if (!isSplit_) return line(oneOf(indices));
    const std::string width = number(x_);
    line("const int row = blockIdx.y * " + number(y_) + " + threadIdx.x / " + width + ", column = blockIdx.x * " +
         width + " + threadIdx.x % " + width + ";");
  }

  void condition() {
    static const char* const conditions[] = {
        "if (row < rows && column < columns) {",
        "if (row >= rows || column >= columns) return;",
        "if (rows > row) { if (!(column >= columns)) {",
        "if (row >= rows) return; if (columns <= column) { return; }",
        "if (row < rows && column < columns && row % 2 == 0) {",
        "if (column < columns && column != 2 && row < rows) {",
        "if (row >= rows || column >= columns || in[column] % 3 == 0) return;",
        "if (row < rows && column < columns && row + column < 20) {",
        "if (row <= rows - 1 && column + 1 <= columns) {",
    };
    const std::string chosen = oneOf(conditions);
    line(chosen);
    open_ =
        static_cast<int>(std::count(chosen.begin(), chosen.end(), '{') - std::count(chosen.begin(), chosen.end(), '}'));
  }

  std::string term() {
    static const char* const terms[] = {
        "in[row * n + j]",
        "more[j * columns + column]",
        "in[row * n + j]",
        "more[j * columns + column]",
        "in[j]",
        "*(more + j)",
        "in[(row) * n + (j)]",
        "more[row]",
        "(int)j",
        "more[in[j] & 255]",
        "in[(j * 7 + 3) % n]",
        "out[row * columns + column]",
        "in[column * 2 + j % 3]",
    };
    return oneOf(terms);
  }

  void body() {
    static const char* const operators[] = {" + ", " - ", " * ", " ^ "};
    const std::string pair = term() + oneOf(operators) + term();
    switch (upTo(9)) {
      case 0:
        return line("  sum = max(sum, " + pair + ");");
      case 1:
        return line("  if (" + term() + " > 90) sum += " + term() + ";");
      case 2:
        return line("  { const int value = " + pair + "; sum ^= value; }");
      case 3:
        return line("  sum += " + term() + " % 2 == 0 ? " + term() + " : 3;");
      case 4:
        return line("  for (int i = 0; i < 2; ++i) sum += " + pair + " + i;");
      case 5:
        return line("  " + std::string(chance(60) ? "out[row * columns + column] += " : "sum /= 1 + ") + "(" + pair +
                    " & 7);");
      case 6:
        if (chance(30)) return line("  if (" + pair + " == 77) " + (chance(50) ? "break;" : "continue;"));
        [[fallthrough]];
      default:
        return line("  sum += " + pair + ";");
    }
  }

  void loop() {
    static const char* const heads[] = {
        "for (int j = 0; j < n; ++j) {",      "for (int j = 0; j < n; j++) {",
        "for (int j = 1; n > j; j += 1) {",   "for (size_t j = k; j < n; ++j) {",
        "for (unsigned j = 0; j < 9; ++j) {", "for (int j = blockIdx.z; j < n - 1; ++j) {",
        "int j; for (j = 0; j < n; ++j) {",   "for (long j = 0; j < n; j += 2) {",
        "for (int j = row; j < n; ++j) {",
    };
    if (chance(20)) line("#pragma unroll 2");
    const std::string head = oneOf(heads);
    if (head.starts_with("int j;")) {
      const bool hasPragma = text_.ends_with("unroll 2\n");
      if (hasPragma) text_.resize(text_.size() - std::string("  #pragma unroll 2\n").size());
    }
    line(head);
    const int count = 1 + upTo(3);
    for (int i = 0; i < count; ++i) body();
    line("}");
    if (head.starts_with("int j;") && chance(50)) line("sum += j;");
  }

  void launch(RandomKernel& kernel) {
    const int n = 9 + upTo(32), rows = 1 + upTo(24), columns = 1 + upTo(24);
    const int spare = chance(30) ? 1 : 0;
    const int across = (columns + x_ - 1) / x_ + spare, down = (rows + y_ - 1) / y_ + spare;
    const std::string block = isSplit_ ? number(x_ * y_) : "dim3(" + number(x_) + ", " + number(y_) + ")";
    kernel.launches += name_ + "<<<dim3(" + number(across) + ", " + number(down) + "), " + block + ">>>(in, " +
                       (chance(6) ? "out" : "mid") + ", out, " + number(rows) + ", " + number(columns) + ", " +
                       number(n) + ", " + number(upTo(4)) + ");\n  ";
  }

  std::mt19937_64 random_;
  std::string name_, text_;
  int x_ = 8, y_ = 8, open_ = 0;
  bool isSplit_ = false;
};

}  // namespace

RandomKernel reuseKernel(uint64_t seed, const std::string& name) {
  return ReuseKernel(seed, name).make();
}
