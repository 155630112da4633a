__global__ void distances(float* c, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = i < n;
  const bool anyone = __syncthreads_or(works);
  const bool loads_b = anyone;
  {
    float own = works ? a[i] : 0, sum = 0;
    __shared__ float b_tile[32];
    for (int j_from = 0, j_to; j_from < n; j_from = j_to) {
      j_to = static_cast<unsigned>(n) - static_cast<unsigned>(j_from) > 32 ? j_from + 32 : n;
      const unsigned rounds = j_to - j_from;
      if (threadIdx.x < 32) {
        const int j = j_from + threadIdx.x;
        b_tile[threadIdx.x] = loads_b && threadIdx.x < rounds ? b[j] : 0;
      }
      __syncthreads();
      #pragma unroll 8
      for (int j = j_from; j < j_to; ++j) {
        float d = fabsf(b_tile[j - j_from] - own);
        if (d > 3.0f) sum += d;
      }
      __syncthreads();
    }
    if (works) c[i] = sum;
  }
}

int main() {
  float *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(float));
  cudaMallocManaged(&a, 8192 * sizeof(float));
  cudaMallocManaged(&b, 8192 * sizeof(float));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
  }
  distances<<<4, 96>>>(c, a, b, 300);
  return cudaDeviceSynchronize();
}
