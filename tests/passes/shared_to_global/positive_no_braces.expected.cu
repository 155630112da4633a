__global__ void turned(const int *in, int *out, int (*s_scratch)[64]) {
  int (&s)[64] = s_scratch[blockIdx.x];
  s[threadIdx.x] = in[threadIdx.x] + 1;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char **) {
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i * 7 % 31;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  if (argc > 100) {
    int (*s_scratch)[64] = nullptr;
    cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 1, 0);
    turned<<<1, 64>>>(out, in, s_scratch);  // never
    cudaFreeAsync(s_scratch, 0);
  }
  else {
    int (*s_scratch_2)[64] = nullptr;
    cudaMallocAsync(&s_scratch_2, sizeof(*s_scratch_2) * 1, 0);
    turned<<<1, 64>>>(in, out, s_scratch_2);  // always
    cudaFreeAsync(s_scratch_2, 0);
  }
  for (int round = 0; round < 3; ++round)  // there and back
    if (round % 2) {
      int (*s_scratch_3)[64] = nullptr;
      cudaMallocAsync(&s_scratch_3, sizeof(*s_scratch_3) * 1, 0);
      turned<<<1, 64>>>(in, out, s_scratch_3);
      cudaFreeAsync(s_scratch_3, 0);
    }
    else {
      int (*s_scratch_4)[64] = nullptr;
      cudaMallocAsync(&s_scratch_4, sizeof(*s_scratch_4) * 1, 0);
      turned<<<1, 64>>>(out, in, s_scratch_4);
      cudaFreeAsync(s_scratch_4, 0);
    }
  while (argc-- > 0) { /* once */ 
    int (*s_scratch_5)[64] = nullptr;
    cudaMallocAsync(&s_scratch_5, sizeof(*s_scratch_5) * 1, 0);
    turned<<<1, 64>>>(in, out, s_scratch_5);
    cudaFreeAsync(s_scratch_5, 0);
  }
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
