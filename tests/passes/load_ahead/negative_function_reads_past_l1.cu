// UNKNOWN: line 15 may wait for other threads
// The element may be written while the kernel waits.
__device__ int seen(const int *at) { return __ldcg(at); }

struct Gate {
  __device__ bool isClosed() const { return seen(flag) == 12345; }
  const int *flag;
};

__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  Gate gate{b + n - 1};
  while (threadIdx.x == 0 && gate.isClosed()) { }
  __syncthreads();
  int x = a[i];
  b[i] = x + tile[63 - threadIdx.x];
}

void launch(int *a, int *b, int n) { work<<<8, 64>>>(a, b, n); }
