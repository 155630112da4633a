// SET: a[j*n+i]=cg
__global__ void k(const float* a, int n, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += a[j * n + i];
  out[i] = sum;
}

int main() {
  k<<<4, 128>>>(nullptr, 64, nullptr);
  return 0;
}
