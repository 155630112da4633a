// REFUSES: declares it through a macro
#define MINE(name, n) \
  __shared__ int name[n]; \
  int t = threadIdx.x

__global__ void kept(int *data) {
  MINE(mine, 64);
  mine[t] = data[t];
  data[t] = mine[t] * 2;
}

void launch(int *data) { kept<<<1, 64>>>(data); }
