#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "analysis/frontend/parsed_unit.h"

using namespace warpwright;
using namespace warpwright::frontend;

/// Parses with the toolkit-free headers, so that the answer is the same on every machine.
class UnitParserTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::filesystem::path write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = std::filesystem::path(folder_.path().toStdString()) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  static ParseOptions ownHeaders() {
    ParseOptions options;
    options.headers = HeaderMode::own;
    return options;
  }
  UnitParser parser_{ownHeaders()};

  Result<ParsedUnit> parse(const std::filesystem::path& file, const std::vector<std::string>& flags = {},
                           std::stop_token stop = {}) {
    CompileCommand command;
    command.file = file;
    command.folder = command.root = folder_.path().toStdString();
    command.flags = flags;
    return parser_.parse(command, stop);
  }
  static std::string errorsOf(const ParsedUnit& unit) {
    std::string text;
    for (const Diagnostic& error : unit.summary().errors)
      text += toString(error.range.begin) + ": " + error.message + "\n";
    return text;
  }
  static const llvm::Function* definition(const ParsedUnit& unit, const std::string& part) {
    for (const llvm::Function& function : *unit.deviceModule()) {
      if (!function.isDeclaration() && function.getName().contains(part)) return &function;
    }
    return nullptr;
  }

  /// Instantiations of functions in namespace std that nobody wrote out.
  static std::vector<const clang::FunctionDecl*> hostInstantiations(const ParsedUnit& unit) {
    struct Finder : clang::RecursiveASTVisitor<Finder> {
      bool shouldVisitTemplateInstantiations() const { return true; }
      bool VisitFunctionDecl(clang::FunctionDecl* function) {
        const bool isImplicit = function->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation;
        if (isImplicit && function->isInStdNamespace()) found.push_back(function);
        return true;
      }
      // Members of what `extern template` names are found where they are called only.
      bool VisitCallExpr(clang::CallExpr* call) {
        const clang::FunctionDecl* function = call->getDirectCallee();
        if (function && function->getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDeclaration)
          found.push_back(function);
        return true;
      }
      std::vector<const clang::FunctionDecl*> found;
    } finder;
    // Not the unit itself: of that only the project's declarations are looked at.
    for (clang::Decl* decl : unit.ast().getTranslationUnitDecl()->decls()) finder.TraverseDecl(decl);
    return finder.found;
  }

 private slots:
  /// Bodies of host templates out of the system's headers are not made, but for those that may lead back to the
  /// project.
  void makesOnlyHostBodiesThatMayLaunchKernels() {
    const auto file = write(
        "bodies.cu",
        "#include <algorithm>\n#include <fstream>\n#include <string>\n#include <vector>\n"
        "template <typename T> __global__ void fill(T *data, T value) { data[threadIdx.x] = value; }\n"
        "void all(int *numbers, float *others) {\n"
        "  std::vector<int> sizes{1, 2, 3};\n"
        "  std::ifstream in(\"sizes\"); std::string name; in >> name; sizes.push_back(7); in.open(name.c_str());\n"
        "  std::for_each(sizes.begin(), sizes.end(), [&](auto size) { fill<<<1, 32>>>(numbers, size); });\n"
        "  struct Launcher { float *data; void operator()(long value) const { fill<<<1, 32>>>(data, float(value)); } "
        "};\n"
        "  std::for_each(sizes.begin(), sizes.end(), Launcher{others});\n"
        "}\n");
    for (int round = 0; round < 2; ++round) {  // the second one starts from a prelude
      Result<ParsedUnit> unit = parse(file);
      QVERIFY(unit.ok());
      QCOMPARE(QString::fromStdString(errorsOf(*unit)), QString());
      QVERIFY(definition(*unit, "fillIiE"));
      QVERIFY(definition(*unit, "fillIfE"));
      size_t bodies = 0, launched = 0;
      const std::vector<const clang::FunctionDecl*> all = hostInstantiations(*unit);
      for (const clang::FunctionDecl* function : all) {
        const std::string name = function->getQualifiedNameAsString();
        for (const char* end : {"::push_back", "basic_ifstream", "basic_ifstream<char>::open", "::c_str"}) {
          if (name.ends_with(end)) bodies += function->isDefined() && function->getDefinition()->hasBody();
        }
        if (name == "std::for_each") launched += function->hasBody();
      }
      QVERIFY(!all.empty());
      QCOMPARE(bodies, size_t(0));
      QCOMPARE(launched, size_t(2));
    }
  }

  void ownHeadersServe_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << text; };
    row("memory",
        "int main() { float* d; cudaMalloc(&d, 4); float h; cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);"
        "cudaMemset(d, 0, 4); size_t p; cudaMallocPitch(&d, &p, 4, 4); cudaMallocManaged(&d, 4);"
        "cudaMallocHost(&d, 4); cudaHostAlloc((void**)&d, 4, cudaHostAllocMapped); return cudaFree(d); }");
    row("streams and events",
        "int main() { cudaStream_t s; cudaStreamCreate(&s); cudaEvent_t e; cudaEventCreate(&e);"
        "cudaEventRecord(e, s); cudaEventRecord(e); float ms; cudaEventElapsedTime(&ms, e, e);"
        "cudaStreamWaitEvent(s, e, 0); return cudaStreamSynchronize(s); }");
    row("errors",
        "#define CHECK(x) if ((x) != cudaSuccess) printf(\"%s\\n\", cudaGetErrorString(cudaGetLastError()))\n"
        "int main() { CHECK(cudaDeviceSynchronize()); CHECK(cudaThreadSynchronize()); }");
    row("properties",
        "int main() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return p.clockRate + p.major +"
        " p.multiProcessorCount + p.deviceOverlap + p.computeMode; }");
    row("symbols",
        "__constant__ float c[4]; __device__ int d; int main() { float h[4]; cudaMemcpyToSymbol(c, h, 16);"
        "int x; cudaMemcpyFromSymbol(&x, d, 4); void* p; cudaGetSymbolAddress(&p, d); }");
    row("launch",
        "__global__ void k(int* a) {} int main() { k<<<1, 32>>>(0); dim3 g(2, 3); k<<<g, dim3(4), 16, 0>>>(0);"
        "void* a[] = {0}; cudaLaunchKernel((void*)k, g, g, a, 0, 0); cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);"
        "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1); int b, s;"
        "cudaOccupancyMaxPotentialBlockSize(&s, &b, k, 0, 0); }");
    row("shared memory",
        "extern __shared__ float dyn[]; __global__ void k(float* a) { __shared__ float s[32][33];"
        "s[threadIdx.y][threadIdx.x] = dyn[threadIdx.x]; __syncthreads(); a[0] = s[threadIdx.x][0]; }");
    row("atomics",
        "__global__ void k(int* a, float* f, double* d, unsigned* u, unsigned long long* l) { atomicAdd(a, 1);"
        "atomicAdd(f, 1.f); atomicAdd(d, 1.); atomicSub(a, 1); atomicMin(a, 1); atomicMax(u, 1u); atomicExch(f, 1.f);"
        "atomicCAS(a, 1, 2); atomicInc(u, 3u); atomicDec(u, 3u); atomicAnd(a, 1); atomicOr(l, 1ull); atomicXor(u, 1u);"
        "atomicAdd_block(a, 1); atomicAdd_system(l, 1ull); }");
    row("warp",
        "__global__ void k(int* a) { a[0] = __shfl_sync(~0u, a[1], 0) + __shfl_xor_sync(~0u, 1, 2) +"
        "__shfl_down_sync(~0u, 1.f, 2) + __ballot_sync(~0u, 1) + __any_sync(~0u, 1) + __popc(__activemask()) +"
        "__match_any_sync(~0u, a[2]) + __reduce_add_sync(~0u, 1u); __syncwarp(); }");
    row("barriers and fences",
        "__global__ void k(int* a) { __threadfence(); __threadfence_block(); a[0] ="
        "__syncthreads_count(1) + __syncthreads_and(1) + __syncthreads_or(0); }");
    row("mathematics",
        "__global__ void k(float* f, double* d) { f[0] = sinf(f[1]) + __expf(f[2]) + rsqrtf(f[3]) + sqrt(f[4]) +"
        "fmaxf(f[5], max(f[6], 1.f)) + powf(f[7], 2) + __fdividef(1, 2) + abs(f[8]) + CUDART_PI_F; d[0] = exp(d[1]) +"
        "fma(d[2], d[3], d[4]) + min(1, 2) + max(3u, 4u) + log2(d[5]) + floor(d[6]); }"
        "int main() { return max(1, 2) + (int)min(1.f, 2.f) + (int)rsqrt(2.0); }");
    row("bits",
        "__global__ void k(unsigned* a) { a[0] = __clz(3) + __ffs(4) + __brev(5) + __byte_perm(1, 2, 3) + __umulhi(6, "
        "7) +"
        "__mul24(1, 2) + __float_as_int(1.f) + __funnelshift_l(1, 2, 3) + __dp4a(1, 2, 3); }");
    row("vectors",
        "__global__ void k(float4* a, int2* b, uchar4* c) { a[0] = make_float4(1, 2, 3, 4); b[0] = make_int2(1, 2);"
        "c[0].x = a[0].w; } static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(uchar4) == 4, "
        "\"\");");
    row("cache operators",
        "__global__ void k(const float* a, float4* b, int* c) { c[0] = __ldg(a) + __ldcg(a) + __ldcs(b).x;"
        "__stcg(c, 1); __stwt(c, 2); }");
    row("print, assert, malloc",
        "__global__ void k(int* a) { printf(\"%d %f\\n\", a[0], 1.0); assert(a[1] == 2);"
        "int* p = (int*)malloc(4); free(p); long long t = clock64(); a[2] = (int)t; }");
    row("texture objects",
        "__global__ void k(float* a, cudaTextureObject_t t, cudaSurfaceObject_t s) { a[0] ="
        "tex2D<float>(t, 1, 2) + tex1Dfetch<float4>(t, 3).x; surf2Dwrite(a[1], s, 4, 5); }"
        "int main() { cudaResourceDesc r; cudaTextureDesc d; cudaTextureObject_t t; cudaCreateTextureObject(&t, &r,"
        "&d, nullptr); cudaChannelFormatDesc f = cudaCreateChannelDesc<float4>(); return f.x; }");
    row("texture references",
        "texture<float, 2, cudaReadModeElementType> t; texture<uchar4, 1, cudaReadModeNormalizedFloat> n;"
        "__global__ void k(float* a) { a[0] = tex2D(t, 1, 2) + tex1Dfetch(n, 1).x; }"
        "int main() { cudaBindTexture(0, n, (void*)0, 4); t.normalized = 0; cudaUnbindTexture(t); }");
    row("cooperative groups",
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups; __global__ void k(int* a) {"
        "cg::thread_block b = cg::this_thread_block(); cg::thread_block_tile<32> w = cg::tiled_partition<32>(b);"
        "a[0] = w.shfl_down(a[1], 1) + b.thread_rank(); cg::sync(b); cg::grid_group g = cg::this_grid(); g.sync(); }");
    row("half precision",
        "#include <cuda_fp16.h>\n__global__ void k(half* a, half2* b) { a[0] = __hadd(a[1], a[2]) * __float2half(2.f);"
        "b[0] = __hfma2(b[1], b[2], b[3]); float f = __half2float(a[0]); a[3] = f;"
        "b[1] = __hmax2(__shfl_xor_sync(~0u, b[2], 1), __shfl_up_sync(~0u, b[3], 1)); }");
    row("numbers of eight bits",
        "#include <cuda_fp8.h>\n__global__ void k(__nv_fp8_e4m3* a, float* f) { a[0] = __nv_fp8_e4m3(f[0]); f[1] ="
        "static_cast<float>(a[1]) + a[2].__x; }");
    row("launches that begin early",
        "__global__ void k(int* a) { cudaGridDependencySynchronize(); a[0] = 1; "
        "cudaTriggerProgrammaticLaunchCompletion(); }");
    row("usual headers",
        "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <device_launch_parameters.h>\n#include <iostream>\n"
        "#include <vector>\n#include <algorithm>\nint main() { std::vector<int> v{1}; std::cout << v[0] << std::max(1, "
        "2); }");
    row("random numbers of the host",
        "#include <curand.h>\nint main() { curandGenerator_t g; float* d = 0; curandCreateGenerator(&g,"
        "CURAND_RNG_PSEUDO_DEFAULT); curandSetPseudoRandomGeneratorSeed(g, 7ull);"
        "curandStatus_t s = curandGenerateUniform(g, d, 8); return curandDestroyGenerator(g) + s; }");
    row("C++ in kernels",
        "template <class T, int N> struct A { T v[N]; __host__ __device__ T sum() const { T s = 0;"
        "for (int i = 0; i < N; ++i) s += v[i]; return s; } }; template <class T> __global__ void k(T* a, A<T, 4> b) {"
        "auto f = [=] __device__(T x) { return x + b.sum(); }; a[0] = f(a[1]); } template __global__ void k(int*, "
        "A<int, 4>);");
  }
  void ownHeadersServe() {
    QFETCH(QString, text);
    const auto unit = parse(write("snippet.cu", text.toStdString() + "\n"));
    QVERIFY(unit.ok());
    QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
    QVERIFY(unit->deviceModule());
    QCOMPARE(unit->summary().headers, std::string("own"));
  }

  void codeCarriesColumnsAndNames() {
    const auto unit = parse(write("columns.cu",
                                  "__global__ void k(float *in, float *out) {\n"
                                  "  __shared__ float s[64];\n"
                                  "  int t = threadIdx.x; s[t] = in[t];\n"
                                  "  __syncthreads(); out[t] = s[63 - t];\n}\n"));
    QVERIFY(unit.ok());
    const llvm::Function* kernel = definition(*unit, "k");
    QVERIFY(kernel);
    QCOMPARE(kernel->getArg(1)->getName().str(), std::string("out"));
    std::vector<std::string> subscripts, locals;
    for (const llvm::BasicBlock& block : *kernel) {
      for (const llvm::Instruction& instruction : block) {
        if (instruction.getOpcode() == llvm::Instruction::Alloca) locals.push_back(instruction.getName().str());
        if (instruction.getOpcode() == llvm::Instruction::GetElementPtr) {
          subscripts.push_back(std::to_string(instruction.getDebugLoc().getLine()) + ":" +
                               std::to_string(instruction.getDebugLoc().getCol()));
        }
      }
    }
    QCOMPARE(subscripts, (std::vector<std::string>{"3:31", "3:24", "4:29", "4:20"}));
    QVERIFY(std::find(locals.begin(), locals.end(), "t") != locals.end());
    QCOMPARE(unit->deviceModule()->getTargetTriple(), std::string("nvptx64-nvidia-cuda"));
  }

  void restSurvivesASyntaxError() {
    const auto unit = parse(write("broken.cu",
                                  "__global__ void good(int *a) { a[0] = 1; }\n"
                                  "__global__ void bad(int *a) {\n  a[0] = nowhere;\n  a[1] = 2;\n}\n"
                                  "int host() { return missing + 1 }\n"
                                  "__global__ void last(int *a) { a[threadIdx.x] = 3; }\n"));
    QVERIFY(unit.ok());
    QCOMPARE(unit->summary().errors.size(), size_t(3));
    const Diagnostic& first = unit->summary().errors[0];
    QCOMPARE(first.range.begin.line, 3u);
    QCOMPARE(first.range.begin.column, 10u);
    QCOMPARE(first.range.endColumn, 17u);
    QVERIFY(QString::fromStdString(first.range.begin.file).endsWith("/broken.cu"));
    QVERIFY(first.message.find("nowhere") != std::string::npos);
    QVERIFY(unit->deviceModule());
    QVERIFY(definition(*unit, "good"));
    QVERIFY(definition(*unit, "last"));
    QVERIFY(!definition(*unit, "bad"));
  }

  void callersOfBrokenCodeKeepTheirs() {
    const auto unit = parse(write("callee.cu",
                                  "__device__ int helper(int x) { return x + oops; }\n"
                                  "template <class T> __device__ T twice(T x) { return x.nothing; }\n"
                                  "__global__ void k(int *a) { a[0] = helper(1); }\n"
                                  "__global__ void t(int *a) { a[0] = twice(1); }\n"));
    QVERIFY(unit.ok());
    QVERIFY(unit->deviceModule());
    QVERIFY(definition(*unit, "k"));
    QVERIFY(!definition(*unit, "helper"));
    QVERIFY(!definition(*unit, "twice"));
  }

  void findsMissingHeaders() {
    write("project/lib/inc/found.h", "#define FOUND 7\n#include \"deeper.h\"\n");
    write("project/other/deeper.h", "#define DEEPER 8\n");
    const auto unit = parse(write("project/app/main.cu",
                                  "#include \"found.h\"\n#include <nowhere.h>\n"
                                  "__global__ void k(int *a) { a[0] = FOUND + DEEPER; }\n"));
    QVERIFY(unit.ok());
    QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
    QCOMPARE(unit->summary().missingHeaders, (std::vector<std::string>{"nowhere.h"}));
    const std::string header = folder_.path().toStdString() + "/project/lib/inc/found.h";
    QCOMPARE(unit->summary().guessedHeaders,
             (std::vector<std::string>{header, folder_.path().toStdString() + "/project/other/deeper.h"}));
    QVERIFY(unit->isProjectFile(header));
    QVERIFY(!unit->isProjectFile("/usr/include/stdio.h"));
    QVERIFY(unit->text(header)->find("FOUND 7") != std::string::npos);
  }

  /// Later ones start from a prelude, and are given up where the first header is missing.
  void findsMissingHeadersOfManyUnits() {
    write("units/lib/inc/early.h", "#include <map>\n#define EARLY 7\n");
    write("units/other/late.h", "#define LATE 8\n");
    UnitParser parser(ownHeaders());
    for (int i = 0; i < 4; ++i) {
      CompileCommand command;
      command.file = write("units/app/u" + std::to_string(i) + ".cu",
                           "#include <vector>\n#include <string>\n#include \"early.h\"\n"
                           "inline std::vector<std::string> texts() { return {\"a\"}; }\n#include <algorithm>\n"
                           "#include <memory>\n#include \"late.h\"\n#include <nowhere.h>\n"
                           "__global__ void k(int *a) { a[0] = EARLY + LATE; }\n");
      command.folder = folder_.path().toStdString();
      command.root = folder_.path().toStdString() + "/units";
      const auto unit = parser.parse(command, {});
      QVERIFY(unit.ok());
      QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
      QCOMPARE(unit->summary().missingHeaders, (std::vector<std::string>{"nowhere.h"}));
      QCOMPARE(unit->summary().guessedHeaders, (std::vector<std::string>{command.root.string() + "/lib/inc/early.h",
                                                                         command.root.string() + "/other/late.h"}));
      QVERIFY(definition(*unit, "k"));
    }
  }

  /// Which of several headers of one name is meant, nobody knows; nor is it found beside one that is taken.
  void severalHeadersOfOneNameAreMissing() {
    write("suite/common/shared.h", "#define SHARED 1\n");
    write("suite/programs/one/shared.h", "#error of the program one\n");
    write("suite/programs/one/one.cpp", "#include \"shared.h\"\nint main(int argc, char** argv) { return 0; }\n");
    write("suite/programs/two/domain.h", "#define OF_TWO 1\n");
    write("suite/programs/two/two.cpp", "int main() { return 0; }\n");
    CompileCommand command;
    command.file = write("suite/programs/three/main.cu",
                         "#include <shared.h>\n#include <domain.h>\n"
                         "__global__ void k(int *a) { a[0] = SHARED + OF_TWO; }\n");
    write("suite/programs/two/shared.h", "#define SHARED 2\n");
    command.folder = folder_.path().toStdString();
    command.root = folder_.path().toStdString() + "/suite";
    UnitParser fresh(ownHeaders());  // which files there are is looked up once a parser
    const auto unit = fresh.parse(command, {});
    QVERIFY(unit.ok());
    QCOMPARE(unit->summary().missingHeaders, (std::vector<std::string>{"shared.h"}));
    QCOMPARE(unit->summary().guessedHeaders,
             (std::vector<std::string>{folder_.path().toStdString() + "/suite/programs/two/domain.h"}));
    QVERIFY(unit->summary().notes.back().find("3 files that `shared.h` may mean") != std::string::npos);
  }

  void headersOfSamplesAreOursWhereTheProjectHasNone() {
    const std::string program =
        "#include <helper_cuda.h>\n#include <helper_functions.h>\n#include \"helper_math.h\"\n"
        "__global__ void k(float4* a) { a[0] = normalize(a[1] * 2.0f + a[2]) - make_float4(1.0f); }\n"
        "int main(int argc, char** argv) {\n"
        "  StopWatchInterface* timer = nullptr;\n  sdkCreateTimer(&timer);\n  sdkStartTimer(&timer);\n"
        "  findCudaDevice(argc, (const char**)argv);\n  checkCudaErrors(cudaDeviceSynchronize());\n"
        "  getLastCudaError(\"k\");\n  sdkStopTimer(&timer);\n"
        "  return checkCmdLineFlag(argc, (const char**)argv, \"quiet\") + (int)sdkGetTimerValue(&timer);\n}\n";
    const auto unit = parse(write("with_samples/app/main.cu", program));
    QVERIFY(unit.ok());
    QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
    QVERIFY(unit->summary().missingHeaders.empty());
    QCOMPARE(unit->summary().notes.size(), size_t(1));
    QVERIFY(unit->summary().notes[0].starts_with("Headers of CUDA's samples"));
    // The project's own is nearer, wherever it lies.
    write("own_samples/Common/helper_timer.h", "#define OWN_TIMER 1\n");
    CompileCommand command;
    command.file = write("own_samples/app/main.cu",
                         "#include <helper_timer.h>\n__global__ void k(int* a) { a[0] = OWN_TIMER; }\n");
    command.folder = folder_.path().toStdString();
    command.root = folder_.path().toStdString() + "/own_samples";
    UnitParser fresh(ownHeaders());  // which files there are is looked up once a parser
    const auto own = fresh.parse(command, {});
    QVERIFY(own.ok());
    QVERIFY2(own->summary().errors.empty(), errorsOf(*own).c_str());
    QVERIFY(own->summary().notes.empty());
  }

  void splitChevronsAreReadAndReported() {
    const std::string text = "__global__ void k(int *a) {}\nint main() { k << <1, 32 >> >(0); }\n";
    const auto file = write("split.cu", text);
    const auto unit = parse(file);
    QVERIFY(unit.ok());
    QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
    QCOMPARE(unit->summary().notes.size(), size_t(1));
    QVERIFY(unit->summary().notes[0].find("line 2") != std::string::npos);
    QCOMPARE(unit->text(file.string()).value(), text);
  }

  void refusesWhatIsNoSource() {
    const auto empty = parse(write("empty.cu", " \n\n"));
    QVERIFY(!empty.ok());
    QVERIFY(empty.error().message.find("is empty") != std::string::npos);
    const auto binary = parse(write("binary.cu", std::string("\x7f"
                                                             "ELF\0\0\1",
                                                             7)));
    QVERIFY(!binary.ok());
    QVERIFY(binary.error().message.find("not a text file") != std::string::npos);
    QVERIFY(!parse(folder_.path().toStdString() + "/nowhere.cu").ok());
  }

  void staysQuickAndRightAfterEdits() {
    const auto file = write("edit.cu", "#include <vector>\n__global__ void k(int *a) { a[0] = 1; }\n");
    UnitParser parser(ownHeaders());
    CompileCommand command;
    command.file = file;
    command.folder = file.parent_path();
    for (int round = 0; round < 4; ++round) {
      const std::string name = "edited" + std::to_string(round);
      parser.setOpenTexts({{file.string(), "#include <vector>\n__global__ void " + name +
                                               "(int *a) { a[0] = 1; }\n"
                                               "int main() { std::vector<int> v; " +
                                               name + "<<<1, 2>>>(v.data()); }\n"}});
      const auto unit = parser.parse(command, {});
      QVERIFY(unit.ok());
      QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
      QVERIFY(definition(*unit, name));
      QVERIFY(unit->text(file.string())->find(name) != std::string::npos);
    }
  }

  // A header of the project stands first: it is read once, and again whenever it changed in any way.
  void headersOfTheProjectAreReadAgain() {
    const auto header = [](int value) {
      return "namespace lib {\ninline __device__ int value() { return " + std::to_string(value) +
             "; }\n"
             "__global__ void other(int *a) { a[1] = value(); }\n}\nint twice(int x) { return 2 * x; }\n"
             "#define SIZE 32\n";
    };
    const auto file = write("first.cu", "");
    const auto lib = write("lib.h", header(11));
    UnitParser parser(ownHeaders());
    CompileCommand command;
    command.file = file;
    command.folder = file.parent_path();
    std::map<std::string, std::string> open;
    const auto check = [&](int round, const std::string& constant) {
      const std::string name = "edited" + std::to_string(round);
      open[file.string()] = "#include \"lib.h\"\n#include <vector>\n__global__ void " + name +
                            "(int *a) { a[0] = lib::value(); }\nint main() { std::vector<int> v(twice(SIZE)); " + name +
                            "<<<1, SIZE>>>(v.data()); lib::other<<<1, SIZE>>>(v.data()); }\n";
      parser.setOpenTexts(open);
      const auto unit = parser.parse(command, {});
      QVERIFY(unit.ok());
      QVERIFY2(unit->summary().errors.empty(), errorsOf(*unit).c_str());
      QVERIFY(definition(*unit, name) && definition(*unit, "other") && definition(*unit, "value"));
      std::string code;
      llvm::raw_string_ostream out(code);
      definition(*unit, "value")->print(out);
      QVERIFY2(code.find("ret i32 " + constant) != std::string::npos, code.c_str());
      std::set<std::string> declared;
      for (const clang::Decl* decl : unit->ast().getTraversalScope()) {
        if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl)) declared.insert(named->getNameAsString());
      }
      QCOMPARE(declared, (std::set<std::string>{"lib", "twice", name, "main"}));
      QCOMPARE(*unit->text(file.string()), open[file.string()]);
    };
    for (int round = 0; round < 3; ++round) check(round, "11");
    write("lib.h", header(22));  // same size, same second
    check(3, "22");
    for (const int value : {33, 44}) {
      open[lib.string()] = header(value);
      check(value, std::to_string(value));
      check(value + 1, std::to_string(value));
    }
    open.erase(lib.string());
    check(5, "22");
    write("lib.h", header(55) + "int unfinished(");
    parser.setOpenTexts(open);
    QVERIFY(!parser.parse(command, {})->summary().errors.empty());
    QVERIFY(!parser.parse(command, {})->summary().errors.empty());
    write("lib.h", header(55));
    check(6, "55");
  }

  void obeysFlagsAndCancels() {
    const auto file =
        write("flags.cu", "__global__ void k(int *a) { a[0] = N; }\n#if __CUDA_ARCH__ != 900\n#error arch\n#endif\n");
    QVERIFY(parse(file, {"-DN=3"})->summary().errors.empty());
    QCOMPARE(parse(file)->summary().errors.size(), size_t(1));
    std::stop_source source;
    source.request_stop();
    const auto cancelled = parse(file, {}, source.get_token());
    QVERIFY(!cancelled.ok());
    QCOMPARE(cancelled.error().kind, ErrorKind::cancelled);
  }
};

QTEST_GUILESS_MAIN(UnitParserTest)
#include "unit_parser_test.moc"
