// REFUSES: takes its array shape from a typedef
struct Pair {
  int low, high;
};
typedef Pair Row[64];

__global__ void typed(int *data) {
  __shared__ Row v;
  v[threadIdx.x].low = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x].low + 1;
}

void launch(int *data) { typed<<<1, 64>>>(data); }
