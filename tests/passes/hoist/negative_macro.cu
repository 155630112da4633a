// REFUSES: macro
#define ELEMENT in[threadIdx.x] + 1

__global__ void scale(int *out, const int *in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x * 16 + k] = ELEMENT;
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
