__global__ void later(const int *in, int *out, int (*s_scratch)[32]);

void run(const int *in, int *out) {
  int (*s_scratch)[32] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 2, 0);
  later<<<2, 32>>>(in, out, s_scratch);
  cudaFreeAsync(s_scratch, 0);
}

__global__ void later(const int *in, int *out, int (*s_scratch)[32]) {
  int (&s)[32] = s_scratch[blockIdx.x];
  s[threadIdx.x] = in[threadIdx.x + blockIdx.x];
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  run(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
