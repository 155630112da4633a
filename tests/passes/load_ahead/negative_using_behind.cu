// REFUSES: may mean something else in front of the barrier
constexpr int off = 1;
namespace other { constexpr int off = 7; }
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  using other::off;
  int x = a[i + off];
  b[i] = x + tile[63 - threadIdx.x];
}

void launch(int *a, int *b, int n) { work<<<8, 64>>>(a, b, n); }
