__global__ void widths(int *out, unsigned char *bytes) {
  __shared__ int s[256];
  unsigned char narrow = (unsigned char)(2 * threadIdx.x);
  s[narrow] = 1;
  unsigned short pair = threadIdx.x;
  s[(short)(pair - 3) & 15] = 2;
  ((char *)s)[threadIdx.x * 4 + 2] = 3;
  long wide = (long)threadIdx.x - 1;
  s[wide] = bytes[wide * 3];
  s[threadIdx.x % 7] = s[threadIdx.x / 3];
  s[min((int)threadIdx.x, 100)] = s[abs((int)threadIdx.x - 5)];
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

void run(int *out, unsigned char *bytes) { widths<<<1, 256>>>(out, bytes); }
