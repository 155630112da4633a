// UNKNOWN: line 13 may wait for other threads
// A lock's constructor waits.
struct Gate {
  __device__ Gate(const int *flag) {
    while (__ldcg(flag) == 12345) { }
  }
};

__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  Gate gate(b + n - 1);
  __syncthreads();
  int x = a[i];
  b[i] = x + tile[63 - threadIdx.x];
}

void launch(int *a, int *b, int n) { work<<<8, 64>>>(a, b, n); }
