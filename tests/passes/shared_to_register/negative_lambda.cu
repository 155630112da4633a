// REFUSES: inside a lambda
__global__ void captured(int *data) {
  __shared__ int v[64];
  v[threadIdx.x] = data[threadIdx.x];
  auto add = [](int n) { v[threadIdx.x] += n; };
  add(3);
  data[threadIdx.x] = v[threadIdx.x];
}

void launch(int *data) { captured<<<1, 64>>>(data); }
