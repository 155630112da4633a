// REFUSES: inside a macro
#define EACH(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
__global__ void k(int *out, int n, int width) {
  EACH(i, n) {
    out[i] = i / width;
  }
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
