// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

// Each block writes its own `q` in the first round and reads it in the second: merged blocks must not meet in one `q`,
// with no barrier between the turn of the one and that of the other.
__global__ void kernel(int* out) {
  const int t = threadIdx.x;
  unsigned sum[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    sum[m] = t;
  }
  for (int round = 0; round < 2; ++round) {
    __shared__ int q[2][32];
    if (round == 0) {
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        const unsigned block_x = blockIdx.x + m * gridDim.x;
        q[m][(t + block_x) % 32] = (int)block_x + 76;
      }
    }
    else {
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        const unsigned block_x = blockIdx.x + m * gridDim.x;
        sum[m] = sum[m] * 31u + (unsigned)q[m][(t + block_x) % 32]++;
      }
    }
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    out[block_x * 32 + t] = (int)sum[m];
  }
}

int main() {
  const int n = 128;
  int* out = nullptr;
  cudaMallocManaged(&out, n * sizeof(int));
  kernel<<<n / 32 / 2, 32>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d\n", out[i]);
}
