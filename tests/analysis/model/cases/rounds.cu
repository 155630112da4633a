// Values that loops carry around: shifted from any start, known in the first round only, decided by the round through
// floating point, and steps of the grid.
__global__ void halved(float *out, int from) {
  __shared__ float s[256];
  s[threadIdx.x] = 0;
  for (int step = from; step > 0; step >>= 1) out[step] = s[threadIdx.x];
  for (int step = from; step > 1; step /= 2) out[step] = s[threadIdx.x];
  for (unsigned step = from; step < 100; step *= 2) out[step] = s[threadIdx.x];
}

__global__ void searched(const int *keys, int *out, int n) {
  int place = 4;
  for (int i = 0; i < n; ++i) {
    if (keys[place] < i) place = keys[i];
  }
  out[threadIdx.x] = place;
}

__global__ void powers(float *out) {
  for (int i = 1; i <= __log2f(16.0f); ++i) {
    const int two = __powf(2, i);
    if (threadIdx.x % two == 0) out[threadIdx.x] = two;
  }
}

__global__ void strided(float *out, int n) {
  for (int i = blockIdx.x; i < n; i += gridDim.x) out[i] = 0;
}

void launch(float *out, const int *keys, int *places) {
  halved<<<1, 256>>>(out, 256);
  searched<<<1, 256>>>(keys, places, 10);
  powers<<<1, 256>>>(out);
  strided<<<4, 1>>>(out, 100);
}
