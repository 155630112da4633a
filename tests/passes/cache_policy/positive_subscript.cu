// SET: a[i]=cg
__global__ void k(const float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] * 2.0f;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
