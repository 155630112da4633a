// REFUSES: macro
#define FIND(question) if (question) found = true;

__global__ void look(const int *a, int *b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  for (int k = 0; k < n; ++k) {
    FIND(a[k] == i)
  }
  b[i] = found;
}

void launch(const int *a, int *b, int n) { look<<<2, 32>>>(a, b, n); }
