// Whether the product is too large is only asked where the loop divides by it.
__global__ void columns(int *out, long long n, int width, int height, int depth) {
  const long long i_first = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned int i_step = blockDim.x * gridDim.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && height > 0 && depth > 0 && (width * height * depth) > 0;
  long long i_remainder = i_stepped ? i_first % width : 0;
  const long long i_remainder_step = i_stepped ? i_step % width : 0;
  const long long i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const long long i_quotient_step = i_stepped ? i_step / width : 0;
  long long i_remainder2 = i_stepped ? (i_first / width) % height : 0;
  const long long i_remainder2_step = i_stepped ? i_quotient_step % height : 0;
  const long long i_remainder2_wrap = i_stepped ? height - i_remainder2_step : 1;
  const long long i_quotient_step2 = i_stepped ? i_quotient_step / height : 0;
  long long i_remainder3 = i_stepped ? ((i_first / width) / height) % depth : 0;
  const long long i_remainder3_step = i_stepped ? i_quotient_step2 % depth : 0;
  const long long i_remainder3_wrap = i_stepped ? depth - i_remainder3_step : 1;
  long long i_remainder4 = i_stepped ? i_first % (width * height * depth) : 0;
  long long i_quotient = i_stepped ? i_first / (width * height * depth) : 0;
  const long long i_remainder4_step = i_stepped ? i_step % (width * height * depth) : 0;
  const long long i_remainder4_wrap = i_stepped ? (width * height * depth) - i_remainder4_step : 1;
  const long long i_quotient_step3 = i_stepped ? i_step / (width * height * depth) : 0;
  for (long long i = i_first; i < n; i += blockDim.x * gridDim.x) {
    const long long w = (i_stepped ? i_remainder : i % width);
    const long long h = (i_stepped ? i_remainder2 : (i / width) % height);
    const long long d = (i_stepped ? i_remainder3 : i / width / height % depth);
    const long long c = (i_stepped ? i_quotient : i / (width * height * depth));
    out[i] += (int)(w + 10 * h + 100 * d + 1000 * c);
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_remainder2 += i_remainder_over;
      const bool i_remainder2_over = i_remainder2 >= i_remainder2_wrap;
      i_remainder2 = i_remainder2_over ? i_remainder2 - i_remainder2_wrap : i_remainder2 + i_remainder2_step;
      i_remainder3 += i_remainder2_over;
      i_remainder3 = i_remainder3 < i_remainder3_wrap ? i_remainder3 + i_remainder3_step : i_remainder3 - i_remainder3_wrap;
      const bool i_remainder4_over = i_remainder4 >= i_remainder4_wrap;
      i_remainder4 = i_remainder4_over ? i_remainder4 - i_remainder4_wrap : i_remainder4 + i_remainder4_step;
      i_quotient += i_quotient_step3 + i_remainder4_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 900 * sizeof(int));
  for (int i = 0; i < 900; ++i) out[i] = 0;
  columns<<<2, 32>>>(out, 900, 5, 4, 3);
  columns<<<2, 32>>>(out, 900, 1, 2, 7);
  columns<<<2, 32>>>(out, 900, -5, 4, 3);
  return cudaDeviceSynchronize();
}
