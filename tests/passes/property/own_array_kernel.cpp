#include "tests/passes/property/own_array_kernel.h"

#include <random>
#include <utility>

#include "tests/passes/property/launch_forms.h"

namespace {

std::string number(int value) {
  return std::to_string(value);
}

/// An array of a thread.
struct OwnArray {
  std::string name, type;
  int rows = 0;  ///< 0: it has one dimension
  int size = 1;  ///< of a row
};

class OwnArrayKernel {
 public:
  OwnArrayKernel(uint64_t seed, std::string name) : random_(seed), name_(std::move(name)) {}

  RandomKernel make() {
    chooseBlock();
    const bool isShared = chance(20), isOpen = isShared || chance(30);
    if (isShared) line("__shared__ int all[" + number(threads()) + "];");
    line("const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;");
    line("const int r = blockIdx.x * (blockDim.x * blockDim.y * blockDim.z) + t;");
    const bool isFlat = y_ * z_ == 1 && chance(70);
    static const char* const bounds[] = {"k * 16", "k", "k", "50"};
    bound_ = oneOf(bounds);
    if (isFlat) line("const int i = blockIdx.x * blockDim.x + threadIdx.x;");
    line("unsigned acc = " + std::string(chance(50) ? "in[r & 1023]" : "r") + ";");
    const std::string work = std::string(isFlat ? "i" : "r") + (chance(30) ? " / 3" : "");
    const bool isUnder = !isOpen && chance(50);
    if (isUnder) open("if (" + work + " < " + bound_ + ") {");
    if (!isOpen && !isUnder) line("if (" + work + " >= " + bound_ + ") return;");
    const int count = 1 + upTo(3);
    for (int i = 0; i < count; ++i) part();
    if (isShared) exchange();
    line("out[r & 1023] " + std::string(chance(30) ? "+= " : "= ") + "(int)acc;");
    if (isUnder) close();
    RandomKernel kernel;
    kernel.name = name_;
    kernel.text = functions_ + "__global__ void " + (chance(15) ? "__launch_bounds__(128) " : "") + name_ +
                  "(const int* in, int* out, int* mid, int k) {\n" + text_ + "}\n\n";
    const int launches = 1 + upTo(2);
    for (int i = 0; i < launches; ++i) launch(kernel, i);
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
  void open(const std::string& text) {
    line(text);
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }
  int threads() const { return x_ * y_ * z_; }

  void chooseBlock() {
    static const int wide[] = {1, 7, 8, 16, 24, 31, 32, 33, 40, 64};
    x_ = wide[upTo(10)];
    y_ = x_ <= 32 && chance(30) ? 1 + upTo(3) : 1;
    z_ = x_ <= 16 && chance(20) ? 2 : 1;
  }

  std::string loaded() {
    static const char* const all[] = {"in[(r + j) & 1023]",   "in[r & 1023]", "in[(r * 3 + j) & 1023]",
                                      "in[(acc + j) & 1023]", "in[j & 1023]", "in[(t * 8 + j) & 1023]"};
    return oneOf(all);
  }

  /// A subscript in range: by data, or by the counter.
  std::string at(const OwnArray& array) {
    const auto one = [&](int size) {
      const std::string bound = number(size);
      switch (upTo(5)) {
        case 0:
          return "j % " + bound;
        case 1:
          return "(acc + j) % " + bound;
        case 2:
          return "((unsigned)" + loaded() + " ^ acc) % " + bound;
        default:
          return loaded() + " % " + bound;
      }
    };
    const std::string row = array.rows > 0 ? "[" + one(array.rows) + "]" : "";
    return array.name + row + "[" + one(array.size) + "]";
  }

  OwnArray declared() {
    static const char* const types[] = {
        "int", "int", "unsigned char", "char", "short", "unsigned", "unsigned short", "long long", "bool", "float"};
    OwnArray array{"a" + number(arrays_++), oneOf(types), 0, 2 + upTo(chance(20) ? 40 : 12)};
    if (chance(15)) array.rows = 2 + upTo(3);
    const std::string before = chance(8) ? "alignas(16) " : "";
    const bool isVolatile = chance(3);
    if (isVolatile) array.type = "volatile " + array.type;
    const std::string shape = (array.rows > 0 ? "[" + number(array.rows) + "]" : "") + "[" + number(array.size) + "]";
    const std::string declaration = before + array.type + " " + array.name + shape;
    switch (upTo(6)) {
      case 0:
        line(declaration + " = {};");
        return array;
      case 1:
        line(declaration + (array.rows > 0 ? " = {{1, 0}};" : " = {1, 0};"));
        return array;
      case 2:
        if (!isVolatile) {
          line(declaration + ";");
          line("memset(" + array.name + ", " + (array.type == "float" || array.type == "bool" ? "0" : number(upTo(2))) +
               ", sizeof " + array.name + ");");
          return array;
        }
        [[fallthrough]];
      default:
        break;
    }
    line(declaration + (chance(10) ? ", b" + number(arrays_) + " = 5;" : ";"));
    line("for (int j = 0; j < " + number(array.size) + "; ++j)" + (array.rows > 0 ? " {" : ""));
    const std::string value = chance(50) ? "0" : loaded() + " & 1";
    for (int row = 0; row < std::max(array.rows, 1); ++row)
      line("  " + array.name + (array.rows > 0 ? "[" + number(row) + "]" : "") + "[j] = " + value + ";");
    if (array.rows > 0) line("}");
    return array;
  }

  /// A loop, or a condition, in which an array lives, or the kernel itself.
  void part() {
    const int kind = upTo(5);
    if (kind == 0) open("for (int round = 0; round < " + number(1 + upTo(3)) + "; ++round) {");
    if (kind == 1) open(std::string("if (") + (chance(50) ? "acc % 3 != 1" : "(t & 1) == 0") + ") {");
    const OwnArray array = declared();
    const int count = 2 + upTo(4);
    for (int i = 0; i < count; ++i) use(array);
    take(array);
    if (kind <= 1) close();
  }

  void take(const OwnArray& array) {
    open("for (int j = 0; j < " + number(1 + upTo(12)) + "; ++j) {");
    line("acc = acc * 31 + (unsigned)" + at(array) + ";");
    close();
  }

  void use(const OwnArray& array) {
    const std::string n = number(array.size), flat = array.name + (array.rows > 0 ? "[1]" : "");
    open("for (int j = 0; j < " + number(1 + upTo(9)) + "; ++j) {");
    switch (upTo(11)) {
      case 0:
        line("const " + array.type + " kept = " + flat + "[j % " + n + "];");
        line(flat + "[j % " + n + "] = " + flat + "[" + loaded() + " % " + n + "];");
        line(flat + "[" + loaded() + " % " + n + "] = kept;");
        break;
      case 1:
        line("for (int m = j % " + n + "; m > 0 && " + flat + "[m - 1] > " + flat + "[m]; --m) {");
        line("  const " + array.type + " kept = " + flat + "[m];");
        line("  " + flat + "[m] = " + flat + "[m - 1];");
        line("  " + flat + "[m - 1] = kept;");
        line("}");
        break;
      case 2:
        handOn(array, flat);
        break;
      case 3:
        line(array.type + "& one = " + at(array) + ";");
        line("one = one + 1;");
        break;
      case 4:
        line("if (" + at(array) + " > 3) " + (chance(50) ? "break" : "continue") + ";");
        break;
      case 5:
        line(array.type + "* p = " + flat + ";");
        line("p += " + loaded() + " % " + n + ";");
        line("*p = *p + 2;");
        break;
      case 6:
        line("acc ^= (unsigned)" + at(array) + " + sizeof " + array.name + ";");
        break;
      case 7:
        line("mid[r & 1023] += (int)" + at(array) + ";");
        break;
      default:
        line(at(array) + (array.type == "bool" ? " = " : " += ") + (chance(50) ? "1" : loaded() + " & 3") + ";");
    }
    close();
  }

  void handOn(const OwnArray& array, const std::string& flat) {
    const std::string name = name_ + "_of" + number(functionCount_++);
    const bool isTemplate = chance(30);
    functions_ += (isTemplate ? "template <typename T>\n__device__ T " : "__device__ " + array.type + " ") + name +
                  "(" + (isTemplate ? "T" : array.type) +
                  "* a, int j) {\n  a[j] = a[j] + 1;\n  return a[j / 2];\n}\n\n";
    line("acc += (unsigned)" + name + "(" + (chance(60) ? flat : "&" + flat + "[0]") + ", " + loaded() + " % " +
         number(array.size) + ");");
  }

  void exchange() {
    line("all[t] = (int)acc;");
    line("__syncthreads();");
    line("acc += all[(t + 1) % (blockDim.x * blockDim.y * blockDim.z)];");
  }

  void launch(RandomKernel& kernel, int index) {
    WrittenLaunch launch;
    launch.kernel = launch.name = name_;
    launch.grid = number(1 + upTo(4));
    launch.block[0] = x_, launch.block[1] = y_, launch.block[2] = z_;
    launch.arguments = "in, out, mid, " + number(bound_ == "k" ? upTo(120) : 1 + upTo(5));
    if (chance(60)) {
      const std::string shape = "dim3(" + number(x_) + ", " + number(y_) + ", " + number(z_) + ")";
      kernel.launches += name_ + "<<<" + launch.grid + ", " + (y_ * z_ == 1 && chance(50) ? number(x_) : shape) +
                         ">>>(" + launch.arguments + ");\n  ";
      return;
    }
    const LaunchText text = launchText(launch, "go" + number(index), [&](int count) { return upTo(count); });
    kernel.host += text.before;
    kernel.launches += text.statements + "\n  ";
  }

  std::mt19937_64 random_;
  std::string name_, text_, functions_, bound_;
  int x_ = 1, y_ = 1, z_ = 1, depth_ = 0, arrays_ = 0, functionCount_ = 0;
};

}  // namespace

RandomKernel ownArrayKernel(uint64_t seed, const std::string& name) {
  return OwnArrayKernel(seed, name).make();
}
