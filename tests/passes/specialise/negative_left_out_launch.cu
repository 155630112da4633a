// UNKNOWN: Not every launch is known: line 9
__global__ void step(int* out, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += i * (threadIdx.x + 1);
  out[threadIdx.x] = all;
}

#if 0
void other(int* out, int m) { step<<<1, 32>>>(out, m); }
#endif

void launch(int* out) { step<<<1, 64>>>(out, 16); }
