#include "tests/passes/property/directed_kernels.h"

RandomKernel kernelOf(const std::string& name, const std::string& body, const std::string& configuration,
                      const std::string& arguments) {
  RandomKernel kernel;
  kernel.name = name;
  kernel.text = "__global__ void " + name +
                "(const int* in, int* out, int* mid, int k) {\n"
                "  const int tx = threadIdx.x, ty = threadIdx.y;\n"
                "  const int t = ty * blockDim.x + tx;\n"
                "  const int base = (blockIdx.y * gridDim.x + blockIdx.x) * 256;\n"
                "  unsigned acc = t;\n" +
                body + "  out[base + t] = (int)acc;\n}\n\n";
  kernel.launches = name + "<<<" + configuration + ">>>(" + arguments + ");";
  return kernel;
}

namespace {

/// What threads share, and what only a close look shows. in[3] * in[5] is 35376, which no few samples of values meet.
void addPlaces(std::vector<RandomKernel>& all) {
  all.push_back(kernelOf("byte_of_neighbour", R"(  __shared__ int a[32];
  a[(t + k) & 31] = t * 77;
  __syncthreads();
  if (in[3] * in[5] == 35376) acc += ((unsigned char*)a)[((t + k + 1) & 31) * 4 + 1];
)",
                         "2, 32"));
  all.push_back(kernelOf("byte_of_odd_neighbour", R"(  __shared__ int a[64];
  a[(t * 2 + k) & 63] = t * 77;
  a[(t * 2 + 1 + k) & 63] = t * 99;
  __syncthreads();
  if (in[3] * in[5] == 35376) acc += ((unsigned char*)a)[(t * 8 + k * 4 + 133) & 255];
)",
                         "2, 32"));
  all.push_back(kernelOf("byte_of_next", R"(  __shared__ int a[32];
  a[t] = t * 7777;
  __syncthreads();
  if (in[3] * in[5] == 35376) acc += ((unsigned char*)a)[(t ^ 1) * 4 + 1];
)",
                         "2, 32"));
  all.push_back(kernelOf("byte_inside_next", R"(  __shared__ int a[32];
  a[t] = t * 7777;
  __syncthreads();
  if (in[3] * in[5] == 35376) acc += ((unsigned char*)&a[t ^ 1])[1];
)",
                         "2, 32"));
  all.push_back(kernelOf("own_byte", R"(  __shared__ int a[32];
  a[t] = t * 7777;
  ((unsigned char*)a)[t * 4 + 1] = (unsigned char)(t * 3);
  acc += a[t];
)",
                         "2, 32"));
  all.push_back(kernelOf("wrap_of_8_bits", R"(  __shared__ int a[256];
  if (t < 4) a[(unsigned char)(k * 1024 + t * 64)] = t + 9;
  __syncthreads();
  if (t >= 4 && t < 16 && in[3] * in[5] == 35376) acc += a[(unsigned char)(k * 1024 + t * 64)];
)",
                         "2, 32"));
  all.push_back(kernelOf("wrap_of_16_bits", R"(  __shared__ short a[64];
  if (t < 16) a[((short)(t * 4096) >> 10) & 63] = (short)t;
  __syncthreads();
  if (t >= 16) acc += a[((short)(t * 4096) >> 10) & 63];
)",
                         "2, 32"));
  all.push_back(kernelOf("slot_of_data", R"(  __shared__ int a[64];
  a[t * 2 + (in[t] & 1)] = t;
  a[t * 2 + 1 - (in[t] & 1)] = t * 5 + 1;
  acc += a[t * 2 + (in[t + 40] & 1)];
)",
                         "2, 32"));
  all.push_back(kernelOf("slot_of_late_data", R"(  __shared__ int a[64];
  a[t * 2] = t;
  a[t * 2 + 1] = t * 5 + 1;
  acc += a[t * 2 + (in[t + 700] == 77 ? 1 : 0)];
)",
                         "2, 32"));
  all.push_back(kernelOf("either_array", R"(  __shared__ int a[32];
  __shared__ int b[32];
  a[t] = t * 3;
  b[t] = t * 5;
  __syncthreads();
  const int* p = k > 2 ? a : b;
  acc += p[t ^ 1];
)",
                         "2, 32"));
  all.push_back(kernelOf("two_names", R"(  extern __shared__ int dynamic_x[];
  extern __shared__ unsigned dynamic_y[];
  dynamic_x[t] = t * 3;
  __syncthreads();
  acc += dynamic_y[t ^ 1];
)",
                         "2, 32, 128"));
  all.push_back(kernelOf("either_guard", R"(  __shared__ int a[32];
  a[t ^ 1] = 1;
  __syncthreads();
  if (t < 2 || t == in[3] * in[5] - 35371) a[t] = t * 3;
  __syncthreads();
  if (t >= 2) acc += a[5];
)",
                         "2, 32"));
  all.push_back(kernelOf("next_row", R"(  __shared__ int a[33][4];
  for (int j = t; j < 33 * 4; j += 32) a[j / 4][j % 4] = j;
  __syncthreads();
  a[t][1] = t * 3;
  a[t][0] = t * 7;
  __syncthreads();
  acc += a[t][k];
)",
                         "2, 32", "in, out, mid, 4"));
  all.push_back(kernelOf("index_changes", R"(  __shared__ int a[32];
  a[(mid[base] + t) & 31] = t * 3;
  __syncthreads();
  if (t == 0) mid[base] = mid[base] + 1;
  __syncthreads();
  acc += a[(mid[base] + t) & 31];
)",
                         "2, 32"));
  all.push_back(kernelOf("index_changes_by_alias", R"(  __shared__ int a[32];
  __shared__ int b[32];
  a[(mid[base] + t) & 31] = t * 3;
  b[t] = t;
  __syncthreads();
  if (t == 0) out[base] = out[base] + b[31];
  __syncthreads();
  b[t] = a[(mid[base] + t) & 31];
  __syncthreads();
  acc += b[31 - t];
)",
                         "2, 32", "in, out, out, 5"));
}

/// What barriers order.
void addBarriers(std::vector<RandomKernel>& all) {
  all.push_back(kernelOf("either_barrier", R"(  __shared__ int a[32];
  a[t] = t * 3;
  __syncthreads();
  acc += 7;
  __syncthreads();
  acc += a[t ^ 1];
)",
                         "2, 32"));
  all.push_back(kernelOf("rotating", R"(  __shared__ int a[32];
  a[t] = t * 3;
  __syncthreads();
  for (int i = 0; i < k; ++i) {
    a[(t + i) & 31] += t;
    __syncthreads();
  }
  acc += a[t];
)",
                         "2, 32"));
  all.push_back(kernelOf("rotating_read_first", R"(  __shared__ int a[32];
  a[t] = t * 3;
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    acc = acc * 3 + a[(t + i) & 31];
    a[(t + i) & 31] = t + i;
    __syncthreads();
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("single_buffer", R"(  __shared__ int a[32];
  for (int i = 0; i < 4; ++i) {
    a[(t + i) & 31] = t * i;
    __syncthreads();
    acc = acc * 3 + a[(t + i + 2) & 31];
    __syncthreads();
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("round_after_next", R"(  __shared__ int a[4][32];
  for (int j = 0; j < 4; ++j) a[j][t] = j;
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    a[i & 3][t] = t * i;
    acc = acc * 3 + a[(i + 2) & 3][t ^ 1];
    __syncthreads();
    if (i % 3 == 2) __syncthreads();
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("buffer_of_next_round", R"(  __shared__ int a[2][32];
  a[0][t] = a[1][t] = t;
  __syncthreads();
  for (int i = 0; i < 5; ++i) {
    a[i & 1][t] = t * i;
    __syncthreads();
    acc = acc * 3 + a[(i + 1) & 1][t ^ 1];
    __syncthreads();
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("rounds_without_barrier", R"(  __shared__ int a[4][32];
  for (int j = 0; j < 4; ++j) a[j][t] = j;
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    if (i % 3 == 2) {
      __syncthreads();
      acc = acc * 3 + a[(i + 2) & 3][t ^ 1];
      __syncthreads();
    } else {
      a[i & 3][t] = t * i + 1;
    }
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("around_the_loop", R"(  __shared__ int a[32];
  a[t] = t;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    acc += a[t ^ 1];
    __syncthreads();
    a[t] = (int)acc;
    __syncthreads();
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("through_global", R"(  mid[base + t] = t * 3;
  __syncthreads();
  acc += mid[base + (t ^ 1)];
)",
                         "2, 32"));
  all.push_back(kernelOf("through_alias", R"(  mid[base + t] = t * 3;
  __syncthreads();
  acc += out[base + (t ^ 1)];
  __syncthreads();
)",
                         "2, 32", "in, out, out, 5"));
}

/// What must hold for every launch, and where variables live.
void addShapes(std::vector<RandomKernel>& all) {
  const std::string halfUsed = R"(  __shared__ int a[32];
  if (ty == 0) a[tx] = tx * 3;
  __syncthreads();
  acc += a[tx];
)";
  for (const bool wideFirst : {true, false}) {
    RandomKernel shapes = kernelOf(wideFirst ? "wide_then_deep" : "deep_then_wide", halfUsed, "2, dim3(32, 1)");
    const std::string wide = shapes.launches, deep = shapes.name + "<<<2, dim3(16, 2)>>>(in, out + 512, mid, 5);";
    shapes.launches = wideFirst ? wide + "\n  " + deep : deep + "\n  " + wide;
    all.push_back(shapes);
  }
  RandomKernel slots = kernelOf("slots_of_instances", R"(  __shared__ int a[64];
  a[t * 2 + (N & 1)] = t * 3;
  a[t * 2 + 1 - (N & 1)] = t * 5 + 1;
  acc += a[t * 2];
)",
                                "2, 32");
  slots.text = "template <int N>\n" + slots.text;
  slots.launches =
      "slots_of_instances<1><<<2, 32>>>(in, out, mid, 5);\n"
      "  slots_of_instances<2><<<2, 32>>>(in, out + 512, mid, 5);";
  all.push_back(slots);
  all.push_back(kernelOf("kept_over_rounds", R"(  for (int i = 0; i < 4; ++i) {
    __shared__ int a[32];
    if (i == 0) a[t] = t * 3;
    else acc = acc * 5 + a[t]++;
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("kept_slots_over_rounds", R"(  for (int i = 0; i < 4; ++i) {
    __shared__ int a[32][4];
    if (i == 0) for (int j = 0; j < 4; ++j) a[t][j] = t * j;
    else acc = acc * 5 + a[t][(i + k) & 3]++;
  }
)",
                         "2, 32"));
  RandomKernel grid = kernelOf("grid_of_two_dimensions", R"(  __shared__ int a[32];
  a[t] = t * 3 + base;
  __syncthreads();
  acc += a[t ^ 1];
)",
                               "grid, 32");
  grid.launches = "const dim3 grid(2, 2);\n  " + grid.launches;
  all.push_back(grid);
}

/// Threads that meet without a barrier between: nothing that rests on freedom from races may be offered.
void addRaces(std::vector<RandomKernel>& all) {
  all.push_back(kernelOf("races_at_start", R"(  __shared__ int a[32];
  a[t] = t * 3;
  acc += a[31 - t];
  __syncthreads();
)",
                         "2, 32"));
  all.push_back(kernelOf("races_with_next_round", R"(  __shared__ int a[32];
  for (int i = 0; i < 4; ++i) {
    a[t] = t * i;
    __syncthreads();
    acc = acc * 3 + a[31 - t];
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("races_after_barrier", R"(  __shared__ int a[32];
  a[t] = t * 3;
  __syncthreads();
  acc += a[31 - t];
  a[t] = t;
)",
                         "2, 32"));
  all.push_back(kernelOf("races_by_pointer", R"(  __shared__ int a[32];
  __shared__ int b[32];
  a[t] = t * 3;
  b[t] = t * 5;
  __syncthreads();
  int* p = k > 2 ? a : b;
  p[t] = t;
  acc += a[31 - t];
)",
                         "2, 32"));
  all.push_back(kernelOf("races_at_loop_end", R"(  __shared__ int a[32];
  a[t] = 1;
  __syncthreads();
  for (int i = 0; i < k; ++i) {
    __syncthreads();
    a[t] = t * i;
  }
  acc += a[31 - t];
)",
                         "2, 32"));
}

/// The same in loops inside loops: which rounds meet.
void addNestedRaces(std::vector<RandomKernel>& all) {
  const auto halves = [](const char* first, const char* last) {
    return std::string("  __shared__ int a[32];\n  for (int i = 0; i < 3; ++i) {\n    a[t] = t * (i + 2);\n") + first +
           R"(    for (int j = 16; j > 0; j >>= 1) {
      if (t < j) a[t] += a[t + j];
      __syncthreads();
    }
    acc = acc * 3 + a[0];
)" + last + "  }\n";
  };
  const char* barrier = "    __syncthreads();\n";
  all.push_back(kernelOf("halves_in_rounds", halves(barrier, barrier), "2, 32"));
  all.push_back(kernelOf("races_with_next_halves", halves(barrier, ""), "2, 32"));
  all.push_back(kernelOf("races_before_halves", halves("", barrier), "2, 32"));
  all.push_back(kernelOf("races_in_open_rounds", R"(  __shared__ int a[32];
  a[t] = t;
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    a[(t + i) & 31] += i;
    if (i % 3 == 2) __syncthreads();
  }
  __syncthreads();
  acc += a[t];
)",
                         "2, 32"));
  all.push_back(kernelOf("races_in_open_inner_rounds", R"(  __shared__ int a[32];
  a[t] = t;
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    for (int j = 0; j < 3; ++j) a[(t + j) & 31] += i;
    __syncthreads();
  }
  acc += a[t];
)",
                         "2, 32"));
  all.push_back(kernelOf("races_behind_inner_loop", R"(  __shared__ int a[32];
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      __syncthreads();
      a[t] = t * j + i;
    }
    acc = acc * 3 + a[31 - t];
    __syncthreads();
  }
)",
                         "2, 32"));
}

/// What merged threads must each do, or keep.
void addCompactions(std::vector<RandomKernel>& all) {
  all.push_back(kernelOf("written_under_condition", R"(  __shared__ int a[64];
  int v = 3;
  if ((t & 1) == 0) v = k;
  a[t] = v;
  __syncthreads();
  acc += a[t ^ 1] + v;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("leaves_loop", R"(  int v = 0;
  for (int i = 0; i < 6; ++i) {
    acc += in[i];
    if (t > i * 8) break;
    v += 2;
  }
  acc += v;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("input_changes", R"(  __shared__ int a[64];
  int n = k;
  int m = t + n;
  n = 70;
  a[t] = m;
  __syncthreads();
  acc += a[t ^ 1] + m + n;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("carried_over_barrier", R"(  __shared__ int a[64];
  int v = in[t] * 3;
  a[t] = v;
  __syncthreads();
  v += a[t ^ 1];
  __syncthreads();
  a[t] = v;
  __syncthreads();
  acc += a[t ^ 2] + v;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("summed_over_rounds", R"(  __shared__ int a[64];
  unsigned sum = 0;
  for (int i = 0; i < k; ++i) {
    a[t] = t * i;
    __syncthreads();
    sum = sum * 3 + a[t ^ 1];
    __syncthreads();
  }
  acc += sum;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("counted_by_all", R"(  __shared__ int a[4];
  if (t < 4) a[t] = 0;
  __syncthreads();
  atomicAdd(&a[3], 1);
  atomicAdd(&a[k & 1], 2);
  __syncthreads();
  acc += a[3] + a[1];
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("some_return", R"(  __shared__ int a[64];
  a[t] = t * 3;
  out[base + t] = 1;
  if (t >= 50 || (t & 3) == 1) return;
  __syncthreads();
  acc += a[t ^ 1];
  __syncthreads();
  a[t] = t;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("order_of_statements", R"(  __shared__ int a[64];
  __shared__ int n;
  a[t] = t * 3;
  int v = k;
  acc += a[t] + v;
  v = 90;
  acc = acc * 3 + v;
  if (t == 0) n = v;
  __syncthreads();
  acc += n;
)",
                         "2, dim3(16, 4)"));
  all.push_back(kernelOf("barrier_under_condition", R"(  __shared__ int a[64];
  a[t] = t * 3;
  if (ty >= k) __syncthreads();
  else __syncthreads();
  acc += a[t ^ 1];
)",
                         "2, dim3(16, 4)"));
}

}  // namespace

std::vector<RandomKernel> directedKernels() {
  std::vector<RandomKernel> all;
  addPlaces(all);
  addBarriers(all);
  addShapes(all);
  addRaces(all);
  addNestedRaces(all);
  addCompactions(all);
  addSpellings(all);
  return all;
}
