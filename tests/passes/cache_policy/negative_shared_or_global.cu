// UNKNOWN: stays as it is
__global__ void k(const float* a, float* out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  const float* p = threadIdx.x & 1 ? tile : a;
  out[threadIdx.x] = p[threadIdx.x];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
