__global__ void twice(float* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 2 * a[i];
}
int main() {
  twice<<<16, 128>>>(nullptr);
  twice<<<8, 256>>>(nullptr);
}
