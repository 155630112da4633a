// What is kept of units is said again only where it is what would be found now.

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/unit_cache.h"
#include "core/base/file.h"

using namespace warpwright;
using analysis::AnalyzeOptions;
using analysis::Analyzer;
using analysis::UnitCache;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const char* const unit = R"(#include "own.cuh"
#include <shape.h>
#include "guessed.h"
#if __has_include(<extra.h>)
#include <extra.h>
#endif
#ifndef N
#define N 1
#endif
__global__ void first(int *out) {
  __shared__ int s[WIDTH];
  s[threadIdx.x] = out[threadIdx.x] + GUESS;
#ifdef SHARED
  __syncthreads();
#endif
  out[threadIdx.x] = s[(threadIdx.x + OFFSET) % WIDTH] * N;
}
void run(int *out) {
  first<<<1, WIDTH>>>(out);
  second<<<1, 32>>>(out);
}
)";
const char* const header = R"(__global__ void second(int *out) {
  __shared__ int t[32];
  t[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x];
}
)";

json shownBy(const AnalysisResult& result) {
  json object = toJson(result);
  for (json& one : object["units"]) one.erase("parse_seconds"), one.erase("proof_seconds");
  for (json& kernel : object["kernels"]) {
    for (json& one : kernel["opportunities"]) one.erase("proof_seconds");
  }
  return object;
}

}  // namespace

class UnitCacheTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = fs::canonical(folder_->path().toStdString()) / "project";
    write(".git/HEAD", "");
    write("a.cu", unit);
    write("own.cuh", header);
    write("two/shape.h", "#define WIDTH 64\n#define OFFSET 0\n");
    write("deep/guessed.h", "#define GUESS 1\n");
    write("one/other.h", "");
    write("b.cu", "#include \"own.cuh\"\nvoid both(int *a) { second<<<1, 32>>>(a); }\n");
    flags_ = {"-I" + (root_ / "one").string(), "-I" + (root_ / "two").string()};
    tool_ = "1";
    passes_ = {"redundant_barrier", "shared_to_register"};
    allows_ = false;
  }
  void cleanup() { qunsetenv("CPATH"); }

  void saysAgainWhatItSaid() {
    const json fresh = answer(false);
    QVERIFY(!fresh["kernels"].empty());
    QCOMPARE(known(), 0);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
    QCOMPARE(known(), 2);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
    // Times alone change nothing.
    for (const char* name : {"a.cu", "own.cuh", "two/shape.h"}) write(name, *readFile(root_ / name));
    QCOMPARE(known(), 2);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
  }

  void looksAgainWhereSomethingChanged() {
    answer(true);
    for (const auto& [change, left] :
         std::initializer_list<std::pair<const char*, int>>{{"the unit", 1},
                                                            {"a header", 0},
                                                            {"a header that was guessed", 1},
                                                            {"a second header of that name", 1},
                                                            {"a header earlier on the path", 1},
                                                            {"a header in CPATH", 0},
                                                            {"flags", 0},
                                                            {"the program", 0},
                                                            {"what is allowed", 0},
                                                            {"another unit that launches it", 1},
                                                            {"another unit that includes the header", 3},
                                                            {"a layout", 0}}) {
      changes().at(change)();
      QVERIFY2(known() == left, change);
      const json fresh = answer(false);
      QVERIFY2(answer(true) == fresh, change);
    }
  }

  void looksAgainWhereAMissingHeaderIsMade() {
    write("a.cu", "#include \"made.h\"\n" + std::string(unit));
    answer(true);
    QCOMPARE(known(), 2);
    write("made.h.in", "#define N @N@\n");
    QCOMPARE(known(), 1);
    const json fresh = answer(false);
    QVERIFY(answer(true) == fresh);
  }

  // Without flags, what a build file says leaves the unit open; what it stops to say no longer does.
  void looksAgainWhereABuildIsWritten() {
    flags_.clear();
    write("a.cu",
          "#ifndef N\n#define N 1\n#endif\n__global__ void k(int *a) {\n  __shared__ int s[32];\n"
          "  s[threadIdx.x] = a[threadIdx.x] * N;\n  __syncthreads();\n  a[threadIdx.x] = s[threadIdx.x];\n}\n"
          "void run(int *a) { k<<<1, 32>>>(a); }\n");
    write("b.cu", "void other() {}\n");
    const json before = answer(true);
    const auto isApplicable = [](const json& answer) {
      return answer.dump().find("\"applicable\"") != std::string::npos;
    };
    QVERIFY(isApplicable(before));
    write("CMakeLists.txt", "add_compile_definitions(N=2)\nadd_library(a a.cu)\n");
    const json open = answer(true);
    QVERIFY(!isApplicable(open));
    QCOMPARE(open.dump(2), answer(false).dump(2));
    fs::remove(root_ / "CMakeLists.txt");
    QCOMPARE(answer(true).dump(2), before.dump(2));
  }

  // Each of two ways of one file has its own headers, of which one asks what a script says.
  void eachWayOfAFileIsAskedForItself() {
    flags_.clear();
    const std::string kernel =
        "__global__ void k(int *a) {\n  __shared__ int s[32];\n  s[threadIdx.x] = a[threadIdx.x];\n"
        "  __syncthreads();\n  a[threadIdx.x] = s[threadIdx.x];\n}\n";
    for (const bool isFirst : {true, false}) {
      write("a.cu", "#include \"h.h\"\nvoid run(int *a) { k<<<1, 32>>>(a); }\n");
      write("b.cu", "void other() {}\n");
      write(isFirst ? "inc1/h.h" : "inc2/h.h", "#ifdef M\n#endif\n" + kernel);
      write(isFirst ? "inc2/h.h" : "inc1/h.h", kernel);
      write("Makefile", "all:\n\tnvcc -Iinc1 -o a1 a.cu\n\tnvcc -Iinc2 -o a2 a.cu\n");
      write("run.sh", "nvcc -DM=1 a.cu\n");
      const json fresh = answer(false);
      for (int again = 0; again < 2; ++again) QCOMPARE(answer(true).dump(2), fresh.dump(2));
      QVERIFY(fresh.dump().find("run.sh says M") != std::string::npos);
      QVERIFY(fresh.dump().find("\"applicable\"") == std::string::npos || fresh["kernels"].size() == 2);
    }
  }

  // A header that is not there is another case than one that leads to itself.
  void looksAgainWhereAHeaderCannotBeReached() {
    write("a.cu", "#include \"h.h\"\n" + std::string(unit));
    answer(true);
    fs::create_symlink("h.h", root_ / "h.h");
    QCOMPARE(answer(true).dump(2), answer(false).dump(2));
  }

  void saysWhatIsFoundAfterAnyEdits() {
    std::mt19937 random(7);
    const auto all = changes();
    int said = 0;
    std::unique_ptr<Analyzer> staying;  // and what it has read stays with it, as in the window
    for (int step = 0; step < 12; ++step) {
      auto change = all.begin();
      std::advance(change, random() % all.size());
      const auto asked = std::pair(flags_, allows_);
      change->second();
      said += known();
      const json fresh = answer(false);
      const QString what = QString::number(step) + " " + change->first.c_str();
      QVERIFY2(answer(true) == fresh, qPrintable(what));
      // Which header is meant by a name, a parser guesses once.
      const bool guesses = change->first == "a second header of that name";
      if (!staying || guesses || asked != std::pair(flags_, allows_)) staying = analyzer(false);
      QVERIFY2(answerOf(*staying) == fresh, qPrintable("staying: " + what));
    }
    QVERIFY2(said > 2, qPrintable(QString::number(said)));
  }

  void readsUnsavedTexts() {
    answer(true);
    std::string edited = unit;
    edited.replace(edited.find("* N"), 3, "+ N");
    texts_[(root_ / "a.cu").string()] = edited;
    QCOMPARE(known(), 1);
    const json fresh = answer(false);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
    write("a.cu", edited);  // saved
    texts_.clear();
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
    texts_.clear();
  }

  // A change that adds an include is tried in a text that begins otherwise: nothing of the parse that there is serves
  // it.
  void keepsWhatIsTriedWithAnotherBeginning() {
    passes_ = {"task_repartition"};
    write("a.cu", R"(#include <cstdio>
__global__ void flux(const int *from, const int *to, const float *x, float *out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  if (x[to[e]] > x[from[e]]) out[e] += x[to[e]];
}
int main() {
  const int edges = 1500;
  int *from, *to;
  float *x, *out;
  cudaMalloc(&from, edges * sizeof(int));
  cudaMalloc(&to, edges * sizeof(int));
  cudaMalloc(&x, edges * sizeof(float));
  cudaMalloc(&out, edges * sizeof(float));
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(from, to, x, out, edges);
  }
  cudaDeviceSynchronize();
}
)");
    write("b.cu", "");
    const json fresh = answer(true);
    QVERIFY(fresh.dump().find("\"applicable\"") != std::string::npos);
    QCOMPARE(known(), 1);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
    // The header that the change includes is read, too; and an unsaved text counts as it is given.
    write("warpwright_runtime.h", "#error no\n");
    QCOMPARE(answer(true).dump(2), answer(false).dump(2));
    texts_[(root_ / "a.cu").string()] = "\n" + *readFile(root_ / "a.cu");
    QCOMPARE(known(), 0);
    const json unsaved = answer(true);
    QCOMPARE(known(), 1);
    QCOMPARE(answer(true).dump(2), unsaved.dump(2));
    texts_.clear();
    QCOMPARE(answer(true).dump(2), answer(false).dump(2));
  }

  void keepsNothingThatCannotBeRead() {
    write("a.cu", "");
    write("b.cu", "");
    answer(true);
    QCOMPARE(known(), 0);
  }

  // Whenever it is asked, the same is said of a text that says when it was compiled.
  void keepsWhatSaysWhenItIsCompiled() {
    write("a.cu", R"(__global__ void k(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x];
}
void run(int *a) {
  const char *made = __DATE__ " " __TIME__ " " __TIMESTAMP__ WHEN;
  k<<<1, 32>>>(a + (made[0] == 'x'));
}
)");
    write("b.cu", "");
    flags_.push_back("-DWHEN=__TIME__");
    const json fresh = answer(true);
    QVERIFY(!fresh["kernels"].empty() && fresh["units"][0]["errors"].empty());
    QCOMPARE(known(), 1);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
  }

  // A file that is compiled in two ways says two things.
  void keepsEachWayOfAFile() {
    flags_.clear();
    write("a.cu",
          "__global__ void k(int *a) {\n  __shared__ int s[32];\n  s[threadIdx.x] = a[threadIdx.x];\n"
          "  __syncthreads();\n  a[threadIdx.x] = s[threadIdx.x] * N;\n}\n"
          "void run(int *a) { k<<<1, 32>>>(a); }\n");
    write("b.cu", "");
    write("Makefile", "all:\n\tnvcc -DN=1 -o a1 a.cu\n\tnvcc -DN=2 -o a2 a.cu\n");
    const json fresh = answer(true);
    QCOMPARE(fresh["units"].size(), size_t{3});
    QCOMPARE(known(), 2);
    QCOMPARE(answer(true).dump(2), fresh.dump(2));
  }

 private:
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  /// Each does something, and undoes it or does it otherwise the next time.
  std::map<std::string, std::function<void()>> changes() {
    const auto turn = [this](const std::string& name, std::string from, std::string to) {
      return [this, name, from = std::move(from), to = std::move(to)] {
        std::string text = *readFile(root_ / name);
        const bool isDone = text.find(from) == std::string::npos;
        const std::string &was = isDone ? to : from, &is = isDone ? from : to;
        text.replace(text.find(was), was.size(), is);
        write(name, text);
      };
    };
    const auto toggle = [this](const std::string& name, std::string text) {
      return [this, name, text = std::move(text)] {
        if (!fs::remove(root_ / name)) write(name, text);
      };
    };
    const fs::path outside = root_.parent_path() / "outside";
    fs::create_directories(outside);
    std::ofstream(outside / "extra.h") << "#define SHARED\n";
    return {{"the unit", turn("a.cu", "* N", "- N")},
            {"a header", turn("own.cuh", "__syncthreads();", "__syncthreads(); __syncthreads();")},
            {"a header that was guessed", turn("deep/guessed.h", "GUESS 1", "GUESS 2")},
            {"a second header of that name", toggle("other/guessed.h", "#define GUESS 3\n")},
            {"a header earlier on the path", toggle("one/shape.h", "#define WIDTH 32\n#define OFFSET 1\n")},
            {"a header in CPATH",
             [outside] {
               if (qEnvironmentVariableIsSet("CPATH"))
                 qunsetenv("CPATH");
               else
                 qputenv("CPATH", outside.c_str());
             }},
            {"flags",
             [this] {
               if (flags_.size() == 3)
                 flags_.pop_back();
               else
                 flags_.push_back("-DN=2");
             }},
            {"the program", [this] { tool_ += "x"; }},
            {"what is allowed", [this] { allows_ = !allows_; }},
            {"another unit that launches it",
             toggle("c.cu", "__global__ void first(int *out);\nvoid away(int *a) { first<<<2, 64>>>(a); }\n")},
            {"another unit that includes the header",
             toggle("d.cu", "#include \"own.cuh\"\nvoid more(int *a) { second<<<1, 32>>>(a); }\n")},
            {"a source of C++ that includes the header",
             toggle("e.cpp", "#define __global__\n#include \"own.cuh\"\nint of(int *a) { second(a); return 0; }\n")},
            {"a source elsewhere that includes a unit", toggle("deep/of.cu", "#include \"../b.cu\"\n")},
            {"a Makefile", toggle("Makefile", "a.o: a.cu\n\tnvcc -DN=4 -c a.cu\n")},
            {"a script", toggle("tools/compile.sh", "nvcc -DN=4 ../*.cu\n")},
            {"a layout", toggle(".clang-format", "BasedOnStyle: Google\n")}};
  }
  std::unique_ptr<Analyzer> analyzer(bool cached) {
    AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.flags = flags_;
    options.allowsReassociation = allows_;
    options.passes = passes_;
    auto made = std::make_unique<Analyzer>(options);
    made->setOpenTexts(texts_);
    if (cached) made->useCache(cache());
    return made;
  }
  std::shared_ptr<UnitCache> cache() const { return std::make_shared<UnitCache>(root_.parent_path() / "cache", tool_); }
  json answer(bool cached) { return answerOf(*analyzer(cached)); }
  json answerOf(Analyzer& one) {
    const auto result = one.analyze({root_}, nullptr, {});
    return result.ok() ? shownBy(*result) : json(result.error().message);
  }
  /// How many units are known.
  int known() {
    const auto made = analyzer(false);
    const auto shared = cache();
    made->useCache(shared);
    const auto units = made->begin({root_});
    int count = 0;
    if (!units.ok()) return -1;
    for (const auto& one : *units) count += shared->find(one, texts_) ? 1 : 0;
    return count;
  }

  std::unique_ptr<QTemporaryDir> folder_;
  fs::path root_;
  std::vector<std::string> flags_, passes_;
  std::map<std::string, std::string> texts_;
  std::string tool_;
  bool allows_ = false;
};

QTEST_GUILESS_MAIN(UnitCacheTest)
#include "unit_cache_test.moc"
