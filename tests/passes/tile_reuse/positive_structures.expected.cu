struct Body {
  float x, y;
  int kind;
};

__global__ void meet(float* c, const Body* bodies, const float2* points, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool works = !(i >= n);
  const bool loads_bodies = static_cast<int>(blockIdx.x * blockDim.x) < n;
  float most = 0;
  __shared__ Body bodies_tile[32];
  __shared__ float points_tile[32];
  for (int j_from = 0, j_to; j_from < n; j_from = j_to) {
    j_to = static_cast<unsigned>(n) - static_cast<unsigned>(j_from) > 32 ? j_from + 32 : n;
    const unsigned rounds = j_to - j_from;
    if (threadIdx.x < 32) {
      const int j = j_from + threadIdx.x;
      if (loads_bodies && threadIdx.x < rounds) bodies_tile[threadIdx.x] = bodies[j];
      points_tile[threadIdx.x] = loads_bodies && threadIdx.x < rounds ? points[j].y : 0;
    }
    __syncthreads();
    if (works) {
      #pragma unroll 8
      for (int j = j_from; j < j_to; ++j) {
        const Body other = bodies_tile[j - j_from];
        most = fmaxf(most, other.x + points_tile[j - j_from]);
        if (other.kind == 3) most += points[j].x;
      }
    }
    __syncthreads();
  }
  if (works) c[i] = most;
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
  meet<<<3, 64>>>(c, (const Body*)a, (const float2*)b, 170);
  return cudaDeviceSynchronize();
}
