// REFUSES: reads threadIdx.x and is named by a using-declaration
namespace tiles {
__device__ int place(int x) {
  return x + threadIdx.x;
}
}  // namespace tiles
using tiles::place;

__global__ void kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = place(in[threadIdx.x]);
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
