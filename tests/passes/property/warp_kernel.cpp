#include "tests/passes/property/warp_kernel.h"

#include <random>
#include <vector>

namespace {

std::string number(int value) {
  return std::to_string(value);
}

class WarpKernel {
 public:
  WarpKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    chooseBlock();
    isOrderly_ = chance(70);
    places();
    const int count = 3 + upTo(5);
    for (int i = 0; i < count; ++i) {
      if (i > 0 && chance(8)) leave();
      statement(2);
    }
    line("out[base + t] = (int)v;");
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = functions() + "__global__ void " + name_ + "(const int* in, int* out, int* mid, int n) {\n" + text_ +
                  "}\n\n";
    kernel.launches = name_ + "<<<" + number(1 + upTo(1024 / threads_ < 4 ? 1024 / threads_ : 4)) + ", " + block_ +
                      ">>>(in, out, mid, 5);";
    return kernel;
  }

 private:
  int upTo(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
  bool chance(int percent) { return upTo(100) < percent; }
  template <size_t N>
  std::string oneOf(const char* const (&choices)[N]) {
    return choices[upTo(N)];
  }
  void line(const std::string& text) { text_ += std::string(static_cast<size_t>(2 * depth_), ' ') + text + "\n"; }
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
      int x, y, z;
    };
    static const Block blocks[] = {{64, 1, 1},  {128, 1, 1}, {256, 1, 1}, {96, 1, 1}, {32, 1, 1}, {128, 1, 1},
                                   {16, 16, 1}, {8, 16, 1},  {32, 4, 1},  {64, 2, 1}, {32, 2, 2}, {16, 4, 2}};
    const Block chosen = blocks[upTo(12)];
    threads_ = chosen.x * chosen.y * chosen.z;
    isFlat_ = chosen.y * chosen.z == 1;
    hasWholeRows_ = chosen.x % 32 == 0;
    block_ = isFlat_ ? number(chosen.x)
                     : "dim3(" + number(chosen.x) + ", " + number(chosen.y) + ", " + number(chosen.z) + ")";
  }

  /// Where a thread is: in its block, its warp, the data.
  void places() {
    static const char* const flat[] = {"const int t = threadIdx.x;", "int t = (int)threadIdx.x;",
                                       "const unsigned t = threadIdx.x;"};
    line(isFlat_ ? oneOf(flat)
                 : "const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;");
    static const char* const warps[] = {"t / 32", "t >> 5", "t / warpSize", "threadIdx.x / 32", "(t - t % 32) / 32"};
    line("const int warp = " + (isFlat_ ? oneOf(warps) : std::string("t / 32")) + ";");
    line(chance(50) ? "const int lane = t % 32;" : "int lane = t & 31;");
    line("const int base = blockIdx.x * " + number(threads_) + ";");
    line("unsigned v = in[base + t], w = in[(base + t * 7 + 3) % 1024];");
    if (chance(50)) line("unsigned same = n + blockIdx.x, part = n;");
    else line("unsigned same = in[blockIdx.x], part = 7;");
    line("if (lane > 3) part = 2;");
  }

  /// A value that threads of a warp give each other; `some`: how many of its first threads are there.
  std::string exchange(int some) {
    static const char* const masks[] = {"0xffffffff", "0xffffffffu", "~0u"};
    const std::string mask = some == 32 ? oneOf(masks) : number((1 << some) - 1) + "u";
    const std::string value = chance(60) ? "v" : chance(50) ? "w" : "v * 3 + w";
    const int step = 1 << upTo(some == 32 ? 5 : some == 16 ? 4 : some == 8 ? 3 : 2);
    switch (upTo(8)) {
      case 0:
        return "__shfl_down_sync(" + mask + ", " + value + ", " + number(step) + ", " + number(some) + ")";
      case 1:
        return "__shfl_up_sync(" + mask + ", " + value + ", " + number(step) + ", " + number(some) + ")";
      case 2:
        return "__shfl_sync(" + mask + ", " + value + ", (lane * 5 + same) % " + number(some) + ")";
      case 3:
        return "__popc(__ballot_sync(" + mask + ", " + value + " % 3 == 1))";
      case 4:
        return "(__any_sync(" + mask + ", " + value + " > 240) ? 3 : 11)";
      case 5:
        return "__match_any_sync(" + mask + ", (int)(" + value + ") % 4)";
      default:
        return "__shfl_xor_sync(" + mask + ", " + value + ", " + number(step) + ")";
    }
  }
  std::string exchange() { return exchange(there_); }

  void add(const std::string& value) {
    static const char* const ways[] = {"v += ", "w += ", "v ^= ", "v = w - "};
    line(oneOf(ways) + value + ";");
  }

  /// A condition that is the same for a warp.
  std::string common() {
    switch (upTo(7)) {
      case 0:
        return "warp % 2 == " + number(upTo(2));
      case 1:
        return "blockIdx.x == " + number(upTo(2));
      case 2:
        return "same % 2 == " + number(upTo(2));
      case 3:
        return hasWholeRows_ ? isFlat_ ? "t < 64" : "threadIdx.y == 1" : "n > 3";
      case 4:
        return there_ == 32 ? "__any_sync(0xffffffffu, v > 200)" : "n != 4";
      case 5:
        return "in[warp] > 100";
      default:
        return "n > " + number(upTo(8));
    }
  }

  void statement(int deep) {
    const int kind = upTo(deep > 0 ? 14 : 4);
    if (kind < 3) return add(exchange());
    if (kind == 3) return seenOtherwise();
    if (kind == 4) {
      open("if (" + common() + ")");
      statement(deep - 1);
      const bool isShared = chance(30);
      close();
      if (!isShared) return;
      open("else");
      statement(deep - 1);
      return close();
    }
    if (kind == 5 && !isOrderly_) return ofSome();
    if (kind == 6 || kind == 7) return loop(deep);
    if (kind == 8 && !isOver() && depth_ == 1) return throughShared();
    if (kind == 9 && !isOver() && depth_ == 1) return counters();
    if (kind == 10 && there_ == 32) {
      callsSum_ = true;
      return add(name_ + "_sum(v + w)");
    }
    if (kind == 11) {
      callsPart_ = callsPart_ || (there_ >= 16 && !isOrderly_);
      return there_ >= 16 && !isOrderly_ ? add(name_ + "_part(v, lane)") : add(exchange());
    }
    if (kind == 12) {
      line("if (v > 100) w += v * 5;");
      return line("mid[base + t] = (int)(v + w);");
    }
    line(!isOrderly_ && chance(50) ? "if (lane > 7) same += 0;" : "same += n;");
    add(exchange());
  }

  /// What only some threads of a warp do, who name themselves.
  void ofSome() {
    static const int counts[] = {4, 8, 16};
    const int some = counts[upTo(3)];
    if (some > there_) return add(exchange());
    if (some == 4 && chance(50)) {
      open("if (part > 2)");
    } else {
      open("if (lane < " + number(some) + ")");
    }
    add(exchange(some));
    close();
  }

  void loop(int deep) {
    const std::string k = "k" + number(names_++);
    const std::string head = "for (int " + k + " = ";
    switch (upTo(5)) {
      case 0:
        open(head + number(there_ / 2) + "; " + k + " > 0; " + k + " >>= 1)");
        line("v += __shfl_xor_sync(" + std::string(there_ == 32 ? "0xffffffffu" : number((1 << there_) - 1) + "u") +
             ", v, " + k + ");");
        break;
      case 1:
        open(head + "warp; " + k + " < 6; " + k + " += 2)");
        statement(deep - 1);
        break;
      case 2:
        open(head + "lane; " + k + " < 40; " + k + " += 32)");
        if (there_ == 32 && !isOrderly_) {
          line("v += __shfl_xor_sync(" + k + " < 32 ? 0xffffffffu : 0xffu, w, 3);");
        } else {
          line("v += w * " + k + ";");
        }
        break;
      case 3:
        open(head + "0; " + k + " < n; ++" + k + ")");
        if (chance(30)) line("if (" + common() + ") " + (chance(50) ? "break;" : "continue;"));
        statement(deep - 1);
        break;
      default:
        open(head + "0; " + k + " < 3; ++" + k + ")");
        statement(deep - 1);
        line("w += " + k + ";");
    }
    close();
  }

  /// Warps, or parts of them, that are done.
  void leave() {
    if (isOrderly_ || chance(50)) {
      line("if (" + common() + ") return;");
      mayHaveLeft_ = true;
      return;
    }
    if (there_ < 32) return;
    there_ = 16;
    line("if (lane >= 16) return;");
  }
  bool isOver() const { return mayHaveLeft_ || there_ < 32; }

  void throughShared() {
    const std::string shared = "s" + number(names_++), warps = number(threads_ / 32);
    line("__shared__ unsigned " + shared + "[" + warps + "];");
    line("if (lane == 0) " + shared + "[warp] = v;");
    line("__syncthreads();");
    line("w += " + shared + "[(warp + 1) % " + warps + "];");
    if (chance(50)) add(exchange());
    if (chance(50)) line("if (" + shared + "[0] > 500) " + (chance(50) ? "v += " + exchange() : "w += 3") + ";");
  }

  void counters() {
    const std::string counts = "c" + number(names_++);
    line("__shared__ unsigned " + counts + "[8];");
    line("if (t < 8) " + counts + "[t] = 0;");
    line("__syncthreads();");
    line("atomicAdd(&" + counts + "[v & 7], " + (chance(50) ? "1u" : "w") + ");");
    line("__syncthreads();");
    line("v += " + counts + "[t & 7];");
  }

  void seenOtherwise() {
    const std::string x = "x" + number(names_++);
    switch (upTo(5)) {
      case 0:
        line("float " + x + " = (float)(v % 1000);");
        return line("v ^= *(unsigned*)&" + x + ";");
      case 1:
        line("int2 " + x + " = make_int2((int)v, (int)w);");
        return line("v += ((unsigned*)&" + x + ")[lane & 1];");
      case 2:
        line("unsigned long long " + x + " = v * 65537ull + w;");
        line("reinterpret_cast<unsigned*>(&" + x + ")[1] = v;");
        return line("w ^= (unsigned)(" + x + " >> 30);");
      case 3:
        line("unsigned " + x + "[2] = {v, w};");
        line("*(unsigned short*)&" + x + "[1] = (unsigned short)(v + 3);");
        return line("v += " + x + "[lane & 1];");
      default:
        line("short4 " + x + " = make_short4((short)v, (short)w, 3, (short)t);");
        line("*(short2*)&" + x + " = make_short2((short)w, 5);");
        return line("v += (unsigned)(" + x + ".x * 3 + " + x + ".w);");
    }
  }

  std::string functions() const {
    std::string text;
    if (callsSum_) {
      text += "__device__ unsigned " + name_ + "_sum(unsigned x) {\n" +
              "  for (int s = 16; s > 0; s /= 2) x += __shfl_down_sync(0xffffffffu, x, s);\n  return x;\n}\n\n";
    }
    if (callsPart_) {
      text += "__device__ unsigned " + name_ + "_part(unsigned x, int lane) {\n" +
              "  if (lane > 15) return x;\n  return x + __shfl_xor_sync(0xffffu, x, 2);\n}\n\n";
    }
    return text;
  }

  std::mt19937_64 random_;
  std::string name_, text_, block_;
  int depth_ = 1, threads_ = 0, names_ = 0;
  int there_ = 32;  ///< threads of each warp that have not left
  bool isOrderly_ = true;  ///< all threads of a warp come to what they exchange
  bool isFlat_ = true, hasWholeRows_ = true, mayHaveLeft_ = false, callsSum_ = false, callsPart_ = false;
};

}  // namespace

RandomKernel warpKernel(uint64_t seed, const std::string& name) {
  return WarpKernel(seed, name).make();
}
