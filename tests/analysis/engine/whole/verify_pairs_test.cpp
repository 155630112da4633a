#include <QTest>
#include <fstream>

#include "tests/analysis/engine/whole/run_program.h"
#include "tests/support/case_folder.h"

using namespace warpwright;

namespace {

/// A program around the statements of its main; `in` and `out` are of 64 ints on the device, `host` on the host.
std::string program(const std::string& statements, const std::string& declarations = "") {
  return "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n" + declarations +
         "__global__ void twice(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * 2; }\n"
         "__global__ void clear(int* out) { out[threadIdx.x] = 0; }\n"
         "__global__ void point(int** to, int* in, int step) { to[threadIdx.x] = in + threadIdx.x * step; }\n"
         "int main(int, char** arguments) {\n  const char* name = arguments[0];\n  (void)name;\n"
         "  int *in, *out, host[64];\n"
         "  for (int i = 0; i < 64; ++i) host[i] = i * 7 % 13;\n"
         "  cudaMalloc(&in, 256);\n"
         "  cudaMalloc(&out, 256);\n"
         "  cudaMemcpy(in, host, 256, cudaMemcpyHostToDevice);\n"
         "  twice<<<1, 64>>>(in, out);\n" +
         statements + "\n  cudaDeviceSynchronize();\n  return 0;\n}\n";
}

const char* const kernelThatPrints = "__global__ void tell(int value) { printf(\"value %d\\n\", value); }\n";
const char* const variables =
    "__device__ int g;\n__managed__ int m[4];\n__global__ void set(int value) { g = value; }\n"
    "__global__ void setManaged(int value) { m[1] = value; }\n";
const char* const realKernel =
    "__global__ void put(float* to, unsigned bits) { to[threadIdx.x] = __int_as_float(bits); }\n";
const char* const rows = "int **rows; cudaMalloc(&rows, 512);";
const char* const times =
    "cudaEvent_t e[2]; for (auto& one : e) cudaEventCreate(&one); cudaEventRecord(e[0]); twice<<<1, 64>>>(in, out); "
    "cudaEventRecord(e[1]); cudaEventSynchronize(e[1]); float ms; cudaEventElapsedTime(&ms, e[0], e[1]); ";

const char* const makeBuffer = "float* make(int bytes) { float* made; cudaMalloc(&made, bytes); return made; }\n";
const char* const hostAddresses = "struct S { int* at; long value; };";
const char* const copyAddresses =
    "S* d; cudaMalloc(&d, sizeof s); cudaMemcpy(d, &s, sizeof s, cudaMemcpyHostToDevice); twice<<<1, 64>>>(in, out);";

/// Others each time: bits of the address of memory that the system has mapped.
const char* const garbage =
    "unsigned garbage() { static unsigned bits = (unsigned)((unsigned long)malloc(1 << 20) >> 12), n = 0; "
    "return ((bits + 40503u * ++n) * 2654435761u) >> 8; }\n";
const char* const padded = "struct P { int value; unsigned padding; double other; };";
const char* const copyPadded =
    "P* d; cudaMalloc(&d, sizeof p); cudaMemcpy(d, &p, sizeof p, cudaMemcpyHostToDevice); twice<<<1, 64>>>(in, out);";
const char* const characters = "struct C { unsigned value : 8, padding : 24; } c[16];";
const char* const copyCharacters =
    "C* d; cudaMalloc(&d, sizeof c); cudaMemcpy(d, c, sizeof c, cudaMemcpyHostToDevice); twice<<<1, 64>>>(in, out);";

const char* const shows = "void show(void* v) { printf(\"%d\\n\", *(int*)v); }\n";
const char* const registered = "static int own[64]; cudaHostRegister(own, sizeof own, 0); ";
const char* const keeps =
    "__device__ int* kept;\n__global__ void keep(int v) { kept = new int[4]; for (int i = 0; i < 4; ++i) kept[i] = v; "
    "}\n__global__ void renew(int v) { delete[] kept; kept = new int[2]; kept[0] = v; }\n";

struct Pair {
  const char* name;
  std::string original, variant;
  std::string kind;  ///< of the difference; of identical programs empty
  std::string declarations;
  std::string variantDeclarations;  ///< beside those
};

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all = {
      // One effect differs.
      {"printed by the host", "printf(\"sum %d\\n\", 5);", "printf(\"sum %d\\n\", 6);", "output"},
      {"printed by a kernel", "tell<<<1, 1>>>(5);", "tell<<<1, 1>>>(6);", "output", kernelThatPrints},
      {"printed by one more thread", "tell<<<1, 1>>>(5);", "tell<<<1, 2>>>(5);", "output", kernelThatPrints},
      {"a kernel's text shown before and after that of the host",
       "tell<<<1, 1>>>(5); cudaDeviceSynchronize(); puts(\"a\");", "tell<<<1, 1>>>(5); puts(\"a\");", "output",
       kernelThatPrints},
      {"a kernel's text that nothing shows", "tell<<<1, 1>>>(5); cudaDeviceSynchronize(); return 0;",
       "tell<<<1, 1>>>(5); return 0;", "output", kernelThatPrints},
      {"a kernel's text behind a question", "tell<<<1, 1>>>(5); cudaStreamSynchronize(0); puts(\"a\");",
       "tell<<<1, 1>>>(5); cudaStreamQuery(0); puts(\"a\");", "output", kernelThatPrints},
      {"a kernel's text behind a copy beside the host",
       "tell<<<1, 1>>>(5); cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost); puts(\"a\");",
       "tell<<<1, 1>>>(5); cudaMemcpyAsync(host, out, 256, cudaMemcpyDeviceToHost); puts(\"a\");", "output",
       kernelThatPrints},
      {"a kernel's text behind cudaMemset",
       "tell<<<1, 1>>>(5); cudaDeviceSynchronize(); cudaMemset(in, 0, 4); puts(\"a\");",
       "tell<<<1, 1>>>(5); cudaMemset(in, 0, 4); puts(\"a\");", "output", kernelThatPrints},
      {"printed to standard error", "fprintf(stderr, \"bad\\n\");", "fprintf(stderr, \"good\\n\");", "output"},
      {"printed to the other of both", "fprintf(stderr, \"x\\n\");", "printf(\"x\\n\");", "output"},
      {"printed in another order", "puts(\"a\"); puts(\"b\");", "puts(\"b\"); puts(\"a\");", "output"},
      {"printed without its end of line", "printf(\"a\\n\");", "printf(\"a\");", "output"},
      {"not printed", "puts(\"a\");", "", "output"},
      {"printed beside a time", times + std::string("printf(\"sum 5 in %f ms\\n\", ms);"),
       times + std::string("printf(\"sum 6 in %f ms\\n\", ms);"), "output"},
      {"a file's content", "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"1\\n\", f); fclose(f);",
       "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"2\\n\", f); fclose(f);", "file"},
      {"a file's bytes", "FILE* f = fopen(\"out.bin\", \"wb\"); fwrite(host, 4, 64, f); fclose(f);",
       "host[9] = 1; FILE* f = fopen(\"out.bin\", \"wb\"); fwrite(host, 4, 64, f); fclose(f);", "file"},
      {"a file that is left open", "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"1\\n\", f);",
       "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"2\\n\", f);", "file"},
      {"a file too many", "", "fclose(fopen(\"more.txt\", \"w\"));", "file"},
      {"a file too few", "fclose(fopen(\"out.txt\", \"w\"));", "", "file"},
      {"a file by another name", "fclose(fopen(\"a.txt\", \"w\"));", "fclose(fopen(\"b.txt\", \"w\"));", "file"},
      {"something appended", "FILE* f = fopen(\"log.txt\", \"a\"); fputs(\"1\\n\", f); fclose(f);",
       "FILE* f = fopen(\"log.txt\", \"a\"); fputs(\"1\\n1\\n\", f); fclose(f);", "file"},
      {"a file removed", "", "remove(\"log.txt\");", "file"},
      {"a stream's file", "std::ofstream(\"s.txt\") << 1;", "std::ofstream(\"s.txt\") << 2;", "file",
       "#include <fstream>\n"},
      {"a file removed by the library", "", "std::filesystem::remove(\"log.txt\");", "file",
       "#include <filesystem>\n#include <fstream>\n"},
      {"a file renamed by the library", "std::ofstream(\"a\") << 1; std::filesystem::rename(\"a\", \"b\");",
       "std::ofstream(\"a\") << 2; std::filesystem::rename(\"a\", \"b\");", "file",
       "#include <filesystem>\n#include <fstream>\n"},
      {"a file copied by the library", "std::ofstream(\"a\") << 1; std::filesystem::copy_file(\"log.txt\", \"b\");",
       "std::ofstream(\"a\") << 1; std::filesystem::copy_file(\"a\", \"b\");", "file",
       "#include <filesystem>\n#include <fstream>\n"},
      {"a folder removed by the library",
       "std::filesystem::create_directories(\"d/e\"); std::ofstream(\"d/e/x\") << 1;",
       "std::filesystem::create_directories(\"d/e\"); std::ofstream(\"d/e/x\") << 1; "
       "std::filesystem::remove_all(\"d\");",
       "file", "#include <filesystem>\n#include <fstream>\n"},
      {"where a folder is moved",
       "std::filesystem::create_directories(\"d/e\"); std::ofstream(\"d/e/x\") << 1; std::filesystem::rename(\"d\", "
       "\"f\");",
       "std::filesystem::create_directories(\"d/e\"); std::ofstream(\"d/e/x\") << 1; std::filesystem::rename(\"d\", "
       "\"g\");",
       "file", "#include <filesystem>\n#include <fstream>\n"},
      {"where a link leads", "if (symlink(\"a\", \"ln\") != 0) return 9;", "if (symlink(\"b\", \"ln\") != 0) return 9;",
       "file"},
      {"a link in the place of a file", "", "remove(\"log.txt\"); if (symlink(\"b\", \"log.txt\") != 0) return 9;",
       "file"},
      {"a file below an open folder",
       "int d = open(\".\", O_DIRECTORY); close(openat(d, \"a\", O_WRONLY | O_CREAT, 0644));",
       "int d = open(\".\", O_DIRECTORY); close(openat(d, \"b\", O_WRONLY | O_CREAT, 0644));", "file",
       "#include <fcntl.h>\n"},
      {"a file removed below an open folder", "", "int d = open(\".\", O_DIRECTORY); unlinkat(d, \"log.txt\", 0);",
       "file", "#include <fcntl.h>\n"},
      {"a wide stream's file", "std::wofstream(\"s.txt\") << 1;", "std::wofstream(\"s.txt\") << 2;", "file",
       "#include <fstream>\n"},
      {"what the host changes before a function of its stream has run",
       "static int v; v = 5; cudaLaunchHostFunc(0, show, &v); cudaDeviceSynchronize(); v = 6;",
       "static int v; v = 5; cudaLaunchHostFunc(0, show, &v); v = 6; cudaDeviceSynchronize();", "output", shows},
      {"what a function of a stream leaves before it has run",
       "static int v; cudaLaunchHostFunc(0, [](void*) { v = 5; }, nullptr); cudaDeviceSynchronize(); printf(\"%d\\n\", "
       "v);",
       "static int v; cudaLaunchHostFunc(0, [](void*) { v = 5; }, nullptr); printf(\"%d\\n\", v); "
       "cudaDeviceSynchronize();",
       "output"},
      {"memory that a kernel allocates", "keep<<<1, 1>>>(5);", "keep<<<1, 1>>>(6);", "memory", keeps},
      {"memory that a kernel allocates anew", "keep<<<1, 1>>>(5); renew<<<1, 1>>>(7);",
       "keep<<<1, 1>>>(5); renew<<<1, 1>>>(8);", "memory", keeps},
      {"the exit code", "", "return 3;", "exit"},
      {"printed, and lost at _exit", "puts(\"a\"); fflush(stdout); _exit(0);", "puts(\"a\"); _exit(0);", "output"},
      {"lost at _exit", "puts(\"a\"); _exit(0);", "puts(\"b\"); _exit(0);", "output"},
      {"printed by a handler that _exit passes by", "atexit([] { puts(\"a\"); }); exit(0);",
       "atexit([] { puts(\"a\"); }); _exit(0);", "output"},
      {"printed by a destructor that quick_exit passes by", "quick_exit(0);",
       "static struct S { ~S() { if (write(1, \"a\", 1) != 1) abort(); } } s; exit(0);", "output"},
      {"written to a file, and lost at _exit",
       "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"1\\n\", f); fclose(f); _exit(0);",
       "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"1\\n\", f); _exit(0);", "file"},
      {"handlers of quick_exit", "at_quick_exit([] { if (write(1, \"a\", 1) != 1) abort(); }); quick_exit(0);",
       "quick_exit(0);", "output"},
      {"a launch too few", "for (int i = 0; i < 3; ++i) twice<<<1, 64>>>(in, out);",
       "for (int i = 0; i < 2; ++i) twice<<<1, 64>>>(in, out);", "launches"},
      {"a launch too many", "", "twice<<<1, 64>>>(in, out);", "launches"},
      {"launches in another order",
       "int *o; cudaMalloc(&o, 256); cudaMemset(o, 0, 256); clear<<<1, 64>>>(o); twice<<<1, 64>>>(in, out);",
       "int *o; cudaMalloc(&o, 256); cudaMemset(o, 0, 256); twice<<<1, 64>>>(in, out); clear<<<1, 64>>>(o);",
       "launches"},
      {"the launch of one kernel", "int *o; cudaMalloc(&o, 256); cudaMemset(o, 0, 256); clear<<<1, 64>>>(o);",
       "int *o; cudaMalloc(&o, 256); cudaMemset(o, 0, 256);", "launches"},
      {"a value", "", "cudaMemset(out, 1, 4);", "memory"},
      {"minus zero", "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 0);",
       "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 0x80000000);", "memory", realKernel},
      {"a buffer by another name", "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 1);",
       "float* q; cudaMalloc(&q, 128); put<<<1, 32>>>(q, 2);", "memory", realKernel},
      {"a buffer that is not there", "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 1);",
       "float* q; cudaMalloc(&q, 1024); put<<<1, 32>>>(q, 1);", "memory", realKernel},
      {"a buffer of another size beside scratch of its name", "put<<<1, 32>>>(make(128), 1);",
       "make(1024); put<<<1, 32>>>(make(256), 2);", "memory", std::string(realKernel) + makeBuffer},
      {"a buffer that is too small", "float* r; cudaMalloc(&r, 256); put<<<1, 64>>>(r, 1);",
       "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 1);", "memory", realKernel},
      {"a value beside addresses of the host",
       std::string(hostAddresses) + "S s{(int*)malloc(1 << 20), 5};" + copyAddresses,
       std::string(hostAddresses) + "S s{(int*)malloc(1 << 20), 6};" + copyAddresses, "memory"},
      {"a value in front of padding that varies", std::string(padded) + "P p{5, garbage(), 1};" + copyPadded,
       std::string(padded) + "P p{6, garbage(), 1};" + copyPadded, "memory", garbage},
      {"a character in front of padding that varies",
       std::string(characters) + "for (C& one : c) one = {'a', garbage()};" + copyCharacters,
       std::string(characters) + "for (C& one : c) one = {'b', garbage()};" + copyCharacters, "memory", garbage},
      {"the bits of a NaN", "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 0x7fc00001);",
       "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 0x7fc00002);", "memory", realKernel},
      {"a pointer to another buffer", rows + std::string("point<<<1, 64>>>(rows, in, 1);"),
       rows + std::string("point<<<1, 64>>>(rows, out, 1);"), "memory"},
      {"a pointer to another place", rows + std::string("point<<<1, 64>>>(rows, in, 1);"),
       rows + std::string("point<<<1, 63>>>(rows, in, 1);"), "memory"},
      {"a pointer to scratch", rows + std::string("point<<<1, 64>>>(rows, in, 0);"),
       "int* scratch; cudaMalloc(&scratch, 256); " + (rows + std::string("point<<<1, 64>>>(rows, scratch, 0);")),
       "memory"},
      {"a value beside moved pointers", rows + std::string("point<<<1, 63>>>(rows, in, 1);"),
       "int* scratch; cudaMalloc(&scratch, 256); " +
           (rows + std::string("point<<<1, 63>>>(rows, in, 1); cudaMemset(rows + 63, 1, 8);")),
       "memory"},
      {"a variable", "set<<<1, 1>>>(1);", "set<<<1, 1>>>(2);", "memory", variables},
      {"a managed variable", "setManaged<<<1, 1>>>(1);", "setManaged<<<1, 1>>>(2);", "memory", variables},
      {"managed memory", "int* p; cudaMallocManaged(&p, 256); clear<<<1, 64>>>(p);",
       "int* p; cudaMallocManaged(&p, 256); clear<<<1, 64>>>(p); cudaDeviceSynchronize(); p[3] = 1;", "memory"},
      {"pinned memory", "int* p; cudaMallocHost(&p, 256); cudaMemcpy(p, out, 256, cudaMemcpyDeviceToHost);",
       "int* p; cudaMallocHost(&p, 256); cudaMemcpy(p, out, 252, cudaMemcpyDeviceToHost);", "memory"},
      {"the texels of an array",
       "cudaArray_t a; auto d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned); cudaMallocArray(&a, "
       "&d, 64, 1); cudaMemcpy2DToArray(a, 0, 0, host, 256, 256, 1, cudaMemcpyHostToDevice); twice<<<1, 64>>>(in, "
       "out);",
       "host[5] = 99; cudaArray_t a; auto d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned); "
       "cudaMallocArray(&a, &d, 64, 1); cudaMemcpy2DToArray(a, 0, 0, host, 256, 256, 1, cudaMemcpyHostToDevice); "
       "twice<<<1, 64>>>(in, out);",
       "memory"},
      {"what was freed", "int* p; cudaMalloc(&p, 256); clear<<<1, 64>>>(p); cudaFree(p);",
       "int* p; cudaMalloc(&p, 256); clear<<<1, 64>>>(p); cudaMemset(p, 1, 4); cudaFree(p);", "memory"},
      {"what is copied back", "cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost);",
       "cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost);", "memory"},
      {"an error of a launch", "printf(\"%d\\n\", int(cudaGetLastError()));",
       "twice<<<1, 2048>>>(in, out); printf(\"%d\\n\", int(cudaGetLastError()));", "output"},

      // Nothing differs.
      {"a buffer by another name, alike", "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 1);",
       "float* q; cudaMalloc(&q, 128); put<<<1, 32>>>(q, 1);", "", realKernel},
      {"a buffer of another size beside scratch of its name, alike", "put<<<1, 32>>>(make(128), 1);",
       "make(1024); put<<<1, 32>>>(make(256), 1);", "", std::string(realKernel) + makeBuffer},
      {"a buffer that is smaller where nothing was written", "float* r; cudaMalloc(&r, 1024); put<<<1, 32>>>(r, 1);",
       "float* r; cudaMalloc(&r, 128); put<<<1, 32>>>(r, 1);", "", realKernel},
      {"addresses of the host in memory", std::string(hostAddresses) + "S s{(int*)malloc(1 << 20), 5};" + copyAddresses,
       std::string(hostAddresses) + "S s{(int*)malloc(2 << 20), 5};" + copyAddresses, ""},
      {"padding that varies", std::string(padded) + "P p{5, garbage(), 1};" + copyPadded,
       std::string(padded) + "P p{5, garbage(), 1};" + copyPadded, "", garbage},
      {"padding of characters that varies",
       std::string(characters) + "for (C& one : c) one = {'a', garbage()};" + copyCharacters,
       std::string(characters) + "for (C& one : c) one = {'a', garbage()};" + copyCharacters, "", garbage},
      {"functions of the device in memory", "call<<<1, 1>>>(out);", "call<<<1, 1>>>(out);", "",
       "__device__ int next(int x) { return x + 1; }\n__device__ int (*function)(int) = next;\n__global__ void "
       "call(int* to) { to[0] = function(2); }\n"},
      {"a temporary file", "char n[] = \"tmpXXXXXX\"; close(mkstemp(n));",
       "char n[] = \"tmpXXXXXX\"; close(mkstemp(n));", ""},
      {"a temporary folder", "char n[] = \"tmpXXXXXX\"; if (!mkdtemp(n)) return 9;",
       "char n[] = \"tmpXXXXXX\"; if (!mkdtemp(n)) return 9;", ""},
      {"times that are printed", times + std::string("printf(\"sum 5 in %f ms\\n\", ms);"),
       times + std::string("printf(\"sum 5 in %f ms\\n\", ms);"), ""},
      {"the name of the program", "printf(\"usage: %s\\n\", name);", "printf(\"usage: %s\\n\", name);", ""},
      {"an address of the host that is printed", "printf(\"%p\\n\", malloc(1 << 20));",
       "printf(\"%p\\n\", malloc(2 << 20));", ""},
      {"pointers in memory and scratch before it", rows + std::string("point<<<1, 64>>>(rows, in, 1);"),
       "int* scratch; cudaMalloc(&scratch, 4096); " + (rows + std::string("point<<<1, 64>>>(rows, in, 1);")), ""},
      {"pointers that are printed and scratch before it",
       "int* p; cudaMalloc(&p, 64); printf(\"%p\\n\", p); clear<<<1, 16>>>(p);",
       "int* scratch; cudaMalloc(&scratch, 4096); int* p; cudaMalloc(&p, 64); printf(\"%p\\n\", p); clear<<<1, "
       "16>>>(p);",
       ""},
      {"pointers just past the end", rows + std::string("point<<<1, 2>>>(rows, in, 64);"),
       "int* scratch; cudaMalloc(&scratch, 4096); " + (rows + std::string("point<<<1, 2>>>(rows, in, 64);")), ""},
      {"pointers into a buffer that has grown",
       rows + std::string("int* p; cudaMalloc(&p, 256); clear<<<1, 64>>>(p); point<<<1, 64>>>(rows, p, 1);"),
       rows + std::string("int* p; cudaMalloc(&p, 1 << 20); clear<<<1, 64>>>(p); point<<<1, 64>>>(rows, p, 1);"), ""},
      {"another variable of the device", "set<<<1, 1>>>(1); " + (rows + std::string("point<<<1, 64>>>(rows, in, 1);")),
       "set<<<1, 1>>>(1); " + (rows + std::string("point<<<1, 64>>>(rows, in, 1);")), "", variables,
       "__device__ int before[4096];\n__device__ int* keeps = before;\n"},
      {"memory of the device's own", "int** p; cudaMalloc(&p, 8); own<<<1, 1>>>(p);",
       "int* scratch; cudaMalloc(&scratch, 4096); int** p; cudaMalloc(&p, 8); own<<<1, 1>>>(p);", "",
       "__global__ void own(int** to) { *to = (int*)malloc(16); }\n"},
      {"memory that a kernel allocates, alike", "keep<<<1, 1>>>(5); renew<<<1, 1>>>(7);",
       "int* scratch; cudaMalloc(&scratch, 4096); keep<<<1, 1>>>(4 + 1); renew<<<1, 1>>>(7);", "", keeps},
      {"memory that a kernel allocates beside memory of the host", std::string(registered) + "keep<<<1, 1>>>(5);",
       std::string(registered) + "keep<<<1, 1>>>(4 + 1);", "", keeps},
      {"functions of streams in another way",
       "static int v; v = 5; cudaLaunchHostFunc(0, show, &v); cudaLaunchHostFunc(0, show, &v); "
       "cudaDeviceSynchronize();",
       "static int v; v = 5; for (int i = 0; i < 2; ++i) { cudaLaunchHostFunc(0, show, &v); cudaDeviceSynchronize(); }",
       "", shows},
      {"another shape of launch", "int* p; cudaMalloc(&p, 256); clearAll<<<1, 64>>>(p);",
       "int* p; cudaMalloc(&p, 256); clearAll<<<2, 32>>>(p);", "",
       "__global__ void clearAll(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 0; }\n"},
      {"a kernel in another's place", "int* p; cudaMalloc(&p, 256); clear<<<1, 64>>>(p);",
       "int* p; cudaMalloc(&p, 256); clearFast<<<1, 64>>>(p);", "", "",
       "__global__ void clearFast(int* p) { p[threadIdx.x] = 0; }\n"},
      {"a kernel more for scratch", "", "int* scratch; cudaMalloc(&scratch, 256); prepare<<<1, 64>>>(scratch);", "", "",
       "__global__ void prepare(int* p) { p[threadIdx.x] = 0; }\n"},
      {"a process that is forked", "fflush(stdout); if (fork() == 0) { puts(\"a\"); exit(0); } wait(0); puts(\"b\");",
       "fflush(stdout); if (fork() == 0) { if (write(1, \"a\\n\", 2) == 2) _exit(0); } wait(0); puts(\"b\");", "",
       "#include <sys/wait.h>\n"},
      {"handlers that _exit passes by", "atexit([] { puts(\"a\"); }); _exit(0);", "_exit(0);", ""},
      {"handlers of quick_exit, the last first",
       "at_quick_exit([] { puts(\"b\"); fflush(stdout); }); at_quick_exit([] { puts(\"a\"); }); quick_exit(0);",
       "puts(\"a\"); puts(\"b\"); fflush(stdout); _exit(0);", ""},
      {"a file", "FILE* f = fopen(\"out.txt\", \"w\"); fputs(\"1\\n\", f); fclose(f);",
       "FILE* f = fopen(\"out.txt\", \"w\"); fprintf(f, \"%d\\n\", 1); fclose(f);", ""},
      {"something appended to a file", "FILE* f = fopen(\"log.txt\", \"a\"); fputs(\"1\\n\", f); fclose(f);",
       "FILE* f = fopen(\"log.txt\", \"a+\"); fputs(\"1\\n\", f); fclose(f);", ""},
      {"a file with a time in it",
       times + std::string("FILE* f = fopen(\"t.txt\", \"w\"); fprintf(f, \"ran %f ms\\nsum 5\\n\", ms); fclose(f);"),
       times + std::string("FILE* f = fopen(\"t.txt\", \"w\"); fprintf(f, \"ran %f ms\\nsum 5\\n\", ms); fclose(f);"),
       ""},
      {"a file with another name each time",
       "char n[64]; sprintf(n, \"tmp%d\", int(getpid())); fclose(fopen(n, \"w\"));",
       "char n[64]; sprintf(n, \"tmp%d\", int(getpid())); fclose(fopen(n, \"w\"));", ""},
      {"a folder that is made", "mkdir(\"made\", 0755); fclose(fopen(\"made/x\", \"w\"));",
       "if (mkdir(\"made\", 0755)) return 1; fclose(fopen(\"made/x\", \"w\"));", "", "#include <sys/stat.h>\n"},
      {"a kernel's text shown by a copy",
       "tell<<<1, 1>>>(5); cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost); puts(\"a\");",
       "tell<<<1, 1>>>(5); cudaDeviceSynchronize(); cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost); puts(\"a\");",
       "", kernelThatPrints},
      {"a kernel's text shown by the next launch", "tell<<<1, 1>>>(5); twice<<<1, 64>>>(in, out); puts(\"a\");",
       "tell<<<1, 1>>>(5); cudaDeviceSynchronize(); twice<<<1, 64>>>(in, out); puts(\"a\");", "", kernelThatPrints},
      {"a kernel's text shown by an event",
       "cudaEvent_t e; cudaEventCreate(&e); tell<<<1, 1>>>(5); cudaEventRecord(e); cudaEventSynchronize(e); "
       "puts(\"a\");",
       "cudaEvent_t e; cudaEventCreate(&e); tell<<<1, 1>>>(5); cudaEventRecord(e); cudaDeviceSynchronize(); "
       "puts(\"a\");",
       "", kernelThatPrints},
      {"a kernel's text shown before a function of the host", "tell<<<1, 1>>>(5); cudaLaunchHostFunc(0, say, nullptr);",
       "tell<<<1, 1>>>(5); cudaStreamSynchronize(0); cudaLaunchHostFunc(0, say, nullptr);", "",
       std::string(kernelThatPrints) + "void say(void*) { puts(\"a\"); }\n"},
      {"a kernel's text shown at a reset", "tell<<<1, 1>>>(5); cudaDeviceReset(); return 0;",
       "tell<<<1, 1>>>(5); cudaDeviceSynchronize(); cudaDeviceReset(); return 0;", "", kernelThatPrints},
      {"only printed by a kernel", "tell<<<1, 1>>>(5);", "tell<<<1, 1>>>(4 + 1);", "", kernelThatPrints},
  };
  return all;
}

std::string textOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string wordsOf(const Verification& v) {
  std::string words = v.summary;
  for (const OutputDifference& difference : v.differences) words += "\n" + difference.kind + ": " + difference.message;
  for (const EngineFinding& finding : v.findings) words += "\n" + finding.message;
  for (const std::string& note : v.variant.notes) words += "\n" + note;
  return words;
}

}  // namespace

/// Pairs of programs that differ in one effect, and pairs that do not differ though their runs do.
class VerifyPairsTest : public QObject {
  Q_OBJECT

  static Verification verify(const RunProgram& original, const RunProgram& variant, const EffectRules& rules = {}) {
    const auto result = verifyWith(runOnEngine, original.job, variant.job, rules, nullptr, {});
    if (result.ok()) return *result;
    Verification none;
    none.summary = "error: " + result.error().message;
    return none;
  }

 private slots:
  void processesAreTold() {
    for (const char* statement :
         {"if (system(\"true\")) return 9;", "pclose(popen(\"true\", \"r\"));", "if (fork() == 0) _exit(0);"}) {
      const RunProgram original(program(statement)), variant(program(statement));
      const Verification v = verify(original, variant);
      QVERIFY2(v.identical, v.summary.c_str());
      VERIFY_CONTAINS(wordsOf(v), "files that processes write which the program starts");
    }
    const RunProgram alone(program(""));
    QVERIFY(wordsOf(verify(alone, alone)).find("processes") == std::string::npos);
  }
  void tellsApart_data() {
    QTest::addColumn<int>("number");
    for (size_t i = 0; i < pairs().size(); ++i) {
      if (isTaken(i)) QTest::newRow(pairs()[i].name) << static_cast<int>(i);
    }
  }
  void tellsApart() {
    QFETCH(int, number);
    const Pair& pair = pairs()[static_cast<size_t>(number)];
    RunProgram original(program(pair.original, pair.declarations));
    RunProgram variant(program(pair.variant, pair.variantDeclarations + pair.declarations));
    const std::filesystem::path log = original.add("log.txt", "first\n");
    variant.job.workingFolder = original.job.workingFolder;
    const Verification v = verify(original, variant);
    const std::string words = wordsOf(v);
    QVERIFY2(v.identical == pair.kind.empty(), words.c_str());
    for (const OutputDifference& difference : v.differences) QVERIFY2(difference.kind == pair.kind, words.c_str());
    QVERIFY2(v.findings.empty(), words.c_str());
    QVERIFY2(v.hint.empty() == (pair.kind != "output"), v.hint.c_str());
    // Nothing of what they wrote is left.
    QCOMPARE(textOf(log), std::string("first\n"));
    for (const auto& entry : std::filesystem::directory_iterator(original.folder())) {
      const std::string name = entry.path().filename().string();
      QVERIFY2(name == "main.cu" || name == "log.txt", name.c_str());
    }
  }

  void functionsThatRoundOtherwise_data() {
    QTest::addColumn<QString>("original");
    QTest::addColumn<QString>("variant");
    QTest::addColumn<bool>("identical");
    QTest::newRow("quick") << "expf(x)" << "__expf(x)" << false;
    QTest::newRow("in double") << "sinf(x)" << "float(sin(double(x)))" << false;
    QTest::newRow("quotient") << "x / 3.3f" << "__fdividef(x, 3.3f)" << false;
    QTest::newRow("instruction") << "1 / x" << "quick(x)" << false;
    QTest::newRow("rounded to nearest") << "x / 3.3f" << "__fdiv_rn(x, 3.3f)" << true;
    QTest::newRow("exact") << "__fdividef(24, 8) + __expf(0) + powf(3, 15)" << "4.0f + 14348907.0f" << true;
  }
  void functionsThatRoundOtherwise() {
    QFETCH(QString, original);
    QFETCH(QString, variant);
    QFETCH(bool, identical);
    const auto made = [](const QString& value) {
      return program("apply<<<1, 64>>>(in, (float*)out);",
                     "__device__ float quick(float x) {\n  float r;\n"
                     "  asm(\"rcp.approx.ftz.f32 %0, %1;\" : \"=f\"(r) : \"f\"(x));\n  return r;\n}\n"
                     "__global__ void apply(const int* in, float* out) {\n"
                     "  const float x = in[threadIdx.x] * 0.07f + threadIdx.x * 0.01f + 0.1f;\n"
                     "  out[threadIdx.x] = " +
                         value.toStdString() + " + 0 * x;\n}\n");
    };
    const RunProgram one(made(original)), other(made(variant));
    const Verification v = verify(one, other);
    QVERIFY2(v.identical == identical, wordsOf(v).c_str());
  }

  void printedTextCanBeLeftOut() {
    const RunProgram original(program("printf(\"sum %d\\n\", 5);")), variant(program("printf(\"sum %d\\n\", 6);"));
    EffectRules rules;
    QVERIFY(!verify(original, variant, rules).identical);
    VERIFY_CONTAINS(verify(original, variant, rules).hint, "--ignore-output");
    rules.ignoreOutput = true;
    QVERIFY(verify(original, variant, rules).identical);
    const RunProgram worse(program("printf(\"sum %d\\n\", 6); cudaMemset(out, 1, 4);"));
    QVERIFY(!verify(original, worse, rules).identical);
  }

  void timesOfToolsVariantsMayDiffer() {
    // As coarse as that, two runs of the original say the same.
    const RunProgram original(program("printf(\"Elapsed: 0.3 s, sum 5\\n\");")),
        slower(program("printf(\"Elapsed: 0.4 s, sum 5\\n\");"));
    QVERIFY(!verify(original, slower).identical);
    EffectRules rules;
    rules.timesMayDiffer = true;
    QVERIFY(verify(original, slower, rules).identical);
    const RunProgram plain(program("printf(\"sum 5\\n\");")), other(program("printf(\"sum 6\\n\");"));
    QVERIFY(!verify(plain, other, rules).identical);
  }

  void differencesNameLineAndTexts() {
    const Verification v = verify(RunProgram(program("puts(\"a\"); printf(\"sum %d\\n\", 5);")),
                                  RunProgram(program("puts(\"a\"); printf(\"sum %d\\n\", 6);")));
    QCOMPARE(v.differences.size(), size_t(1));
    QCOMPARE(v.differences[0].buffer, std::string("standard output"));
    QCOMPARE(v.differences[0].index, uint64_t(1));
    QCOMPARE(
        v.summary,
        std::string(
            "The two programs print on standard output different text: line 2, original `sum 5`, variant `sum 6`."));
  }

  void fewerLaunchesAreCounted() {
    const Verification v = verify(RunProgram(program("for (int i = 0; i < 2; ++i) twice<<<1, 64>>>(in, out);")),
                                  RunProgram(program("twice<<<1, 64>>>(in, out);")));
    QCOMPARE(v.summary, std::string("The original launches kernels 3 times, the variant 2 times: launch 3 is of "
                                    "`twice` in the original, of none in the variant."));
  }
};

QTEST_GUILESS_MAIN(VerifyPairsTest)
#include "verify_pairs_test.moc"
