extern __shared__ float pool[];

__global__ void oneName(float *out, int n) {
  pool[threadIdx.x] = 1;
  float *upper = pool + n;
  upper[threadIdx.x] = 2;
  out[threadIdx.x] = pool[threadIdx.x + n];
}

__global__ void twoNames(float *out) {
  extern __shared__ float first[];
  extern __shared__ int second[];
  first[threadIdx.x] = 1;
  second[threadIdx.x + 8] = 2;
  out[threadIdx.x] = first[threadIdx.x];
}

void run(float *out, int n) {
  oneName<<<2, 64, 2 * 64 * sizeof(float)>>>(out, n);
  twoNames<<<2, 64, n * sizeof(float)>>>(out);
}
