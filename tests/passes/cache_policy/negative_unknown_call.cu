// UNKNOWN: may write what it reads
__device__ void work(float*);

__global__ void k(const float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  work(out);
  out[i] = a[i];
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
