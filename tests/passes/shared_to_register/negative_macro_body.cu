// REFUSES: macro `MINE`
#define MINE v[threadIdx.x]

__global__ void hidden(int *data) {
  __shared__ int v[64];
  MINE = data[threadIdx.x];
  data[threadIdx.x] = MINE + 1;
}

void launch(int *data) { hidden<<<1, 64>>>(data); }
