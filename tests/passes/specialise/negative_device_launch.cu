// UNKNOWN: Not every launch is known: line 9
__global__ void step(int* out, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += i * (threadIdx.x + 1);
  out[threadIdx.x] = all;
}

// Clang does not compile this, and loses it.
__global__ void parent(int* out, int m) { step<<<1, 32>>>(out, m); }

void launch(int* out, int m) {
  parent<<<1, 1>>>(out, m);
  step<<<1, 64>>>(out, 16);
}
