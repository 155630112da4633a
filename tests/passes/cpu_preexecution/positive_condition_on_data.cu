__global__ void above(const float* a, float* b, float limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] > limit) b[i] = 1;
}
int main() { above<<<8, 128>>>(nullptr, nullptr, 0.5f); }
