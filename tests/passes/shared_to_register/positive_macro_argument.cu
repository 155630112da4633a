#define LIMIT(x) ((x) > 100 ? 100 : (x))

__global__ void limit(int *data) {
  __shared__ int v[128];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = LIMIT(v[threadIdx.x]);
}

void launch(int *data) { limit<<<1, 128>>>(data); }
