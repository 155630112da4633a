__device__ void fold(int *s, int t) {
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
}

__global__ void sums(const int *in, int *out, int (*s_scratch)[64]) {
  int (&s)[64] = s_scratch[blockIdx.x];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  fold(s, threadIdx.x);
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  int (*s_scratch)[64] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 4, 0);
  sums<<<4, 64>>>(in, out, s_scratch);
  cudaFreeAsync(s_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
