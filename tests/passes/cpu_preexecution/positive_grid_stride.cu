__global__ void scale(float* a, float by, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] *= by;
}
int main() { scale<<<32, 256>>>(nullptr, 2.0f, 100000); }
