#define SHARED(type, name, n) __shared__ type name[n]

__global__ void swapped(const int *in, int *out) {
  int t = threadIdx.x;
  SHARED(int, s, 64);
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  swapped<<<1, 64>>>(in, out);
  return 0;
}
