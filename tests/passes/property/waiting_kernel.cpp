#include "tests/passes/property/waiting_kernel.h"

#include <random>

namespace {

std::string number(int value) {
  return std::to_string(value);
}

class WaitingKernel {
 public:
  WaitingKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    const std::string search = function();
    line("__shared__ int tile[64];");
    line("const int t = threadIdx.x, i = blockIdx.x * 64 + t;");
    line("int at = i" + std::string(chance(30) ? " ^ 1" : "") + ", sum = k;");
    line("tile[t] = in[i];");
    line("__syncthreads();");
    const int count = 4 + upTo(6);
    for (int n = 0; n < count; ++n) statement();
    line("__syncthreads();");
    line("out[i] ^= sum;");
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = search + "__global__ void " + name_ + "(const int* in, int* out, int* more, int n, int k) {\n" +
                  text_ + "}\n\n";
    kernel.launches += name_ + "<<<2, 64>>>(in, " + (chance(8) ? "mid" : "out") + ", mid, " + number(20 + upTo(40)) +
                       ", " + number(upTo(9)) + ");\n  ";
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

  /// Of memory that only this thread writes, but for what a barrier on both sides keeps apart.
  void statement() {
    static const char* const often[] = {
        "out[i] += sum;",
        "out[i] = out[i] * 3 + sum % 7;",
        "more[i] ^= in[i] + sum;",
        "sum += more[i];",
        "sum ^= in[at] + tile[t ^ 5];",
        "sum += tile[(t + 9) & 63];",
        "at = (at + 5) & 127;",
        "if (out[i] > sum) more[i] = sum;",
        "sum += *in;",
        "more[i] -= more[i] / 3;",
        "for (int j = 0; j < 3; ++j) sum += in[i + j];",
        "if (t & 1) sum += in[at + 1];",
    };
    if (chance(25)) return line("__syncthreads();");
    if (chance(20)) return line("sum += " + name_ + "_seek(in, n - (sum & 15), in[at] & 127);");
    if (chance(15)) return declare();
    if (chance(12)) return rarely();
    line(oneOf(often));
    if (!chance(10)) return;
    text_.pop_back();
    line(oneOf(often));
  }

  void declare() {
    static const char* const values[] = {"more[i]", "in[at] * 2", "out[i] + more[i]", "in[i + k]", "sum ^ out[i]"};
    const std::string name = "v" + number(declared_++);
    line("const int " + name + " = " + oneOf(values) + ";");
    line("sum = sum * 5 + " + name + ";");
  }

  void rarely() {
    static const char* const lines[] = {
        "__syncthreads();\n  more[i ^ 1] = sum;\n  __syncthreads();",
        "__syncthreads();\n  tile[t] = sum;\n  __syncthreads();",
        "if (sum > 900) return;",
        "{ int* const p = more + i; *p = sum; }",
        "atomicAdd(&more[i], 1);",
        "at = tile[t ^ 1] & 127;",
        "int* q = out; q[i] = sum;",
        "do { sum += out[i]; } while (0);",
    };
    const std::string chosen = oneOf(lines);
    line(chosen.starts_with("int*") ? "{ " + chosen + " }" : chosen);
  }

  /// Loops that look for something, and some that do more.
  std::string function() {
    static const char* const flags[] = {"bool", "int", "char"};
    std::string text = "__device__ int " + name_ + "_seek(const int* at, int r, int own) {\n  " + oneOf(flags) +
                       " found = 0;\n  int sum = 0;\n";
    const int loops = 1 + upTo(3);
    for (int n = 0; n < loops; ++n) text += search(n);
    return text + "  return found * 3 + sum;\n}\n\n";
  }

  std::string search(int n) {
    static const char* const heads[] = {
        "int j = 0; j < r; ++j",    "int j = 0; j < r; ++j", "int j = r - 1; j >= 0; --j", "int m = 0; m < r; m++",
        "int j = 0; j < r; j += 2", "int j = 1; j < r; ++j", "int j = 0; j <= r; ++j"};
    static const char* const questions[] = {
        "at[j] == own",          "at[j] > own + 90", "(at[j] & 31) == (own & 31)", "j == own",
        "found == 0 && j > own", "at[j] == LEFT",    "at[j] < 3 || at[j] == LEFT", "at[j] > 200 ? j & 1 : j == 5",
    };
    const std::string left = "left" + number(n), head = oneOf(heads);
    const bool counts = chance(40);
    std::string question = oneOf(questions);
    const size_t place = question.find("LEFT");
    if (place != std::string::npos) question.replace(place, 4, left);
    if (head.starts_with("int m")) {
      for (size_t i = 0; i < question.size(); ++i) {
        const bool isAlone = (i == 0 || isalnum(static_cast<unsigned char>(question[i - 1])) == 0) &&
                             (i + 1 == question.size() || isalnum(static_cast<unsigned char>(question[i + 1])) == 0);
        if (question[i] == 'j' && isAlone) question[i] = 'm';
      }
    }
    std::string text =
        chance(85) ? "  int " + left + " = own" + (chance(50) ? " + 3" : "") + ";\n" : "  int " + left + " = found;\n";
    text += "  for (" + head + ") {\n";
    if (counts) text += chance(50) ? "    --" + left + ";\n" : "    ++" + left + ";\n";
    if (chance(8)) text += "    sum += at[0];\n";
    text += "    if (" + question + ") found = " + (chance(85) ? "1" : "2") + ";\n";
    text += "  }\n";
    if (chance(10)) text += "  sum += " + left + ";\n";
    return text;
  }

  std::mt19937_64 random_;
  std::string name_, text_;
  int declared_ = 0;
};

}  // namespace

RandomKernel waitingKernel(uint64_t seed, const std::string& name) {
  return WaitingKernel(seed, name).make();
}
