// UNKNOWN: is not understood
__global__ void k(int *out, int n, int width) {
  for (int i = 0; i < n; ++i) {
    if (out[i] == 3) goto done;
    out[i] = i % width;
  }
done:
  out[0] = 1;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
