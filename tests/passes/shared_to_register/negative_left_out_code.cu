// REFUSES: line 6 names `v` in code that is left out here
__global__ void debugged(int *data) {
  __shared__ int v[64];
  v[threadIdx.x] = data[threadIdx.x];
#ifdef TRACE
  printf("%d\n", v[threadIdx.x]);
#endif
  data[threadIdx.x] = v[threadIdx.x] + 1;
}

void launch(int *data) { debugged<<<1, 64>>>(data); }
