// REFUSES: declares more than variables in the loop
// Elements of a tile would be loaded in front of what the loop's body means by `Step`.
typedef int Step;

__global__ void product(int* c, const int* a, const int* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    typedef char Step;
    sum += a[row * n + k + (int)sizeof(Step)] * b[k * n + column];
  }
  c[row * n + column] = sum;
}

void launch(int* c, int* a, int* b) { product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 48); }
