// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

// Each block writes its own `q` in the first round and reads it in the second: merged blocks must not meet in one `q`,
// with no barrier between the turn of the one and that of the other.
__global__ void kernel(int* out) {
  const int t = threadIdx.x;
  unsigned sum = t;
  for (int round = 0; round < 2; ++round) {
    __shared__ int q[32];
    if (round == 0) q[(t + blockIdx.x) % 32] = (int)blockIdx.x + 76;
    else sum = sum * 31u + (unsigned)q[(t + blockIdx.x) % 32]++;
  }
  out[blockIdx.x * 32 + t] = (int)sum;
}

int main() {
  const int n = 128;
  int* out = nullptr;
  cudaMallocManaged(&out, n * sizeof(int));
  kernel<<<n / 32, 32>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d\n", out[i]);
}
