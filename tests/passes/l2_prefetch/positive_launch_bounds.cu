extern "C" __global__ void __launch_bounds__(128)
copy(const float* __restrict__ a, float* __restrict__ b)
{
  // A comment behind the brace stays where it is.
  b[blockIdx.x * 128 + threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x];
}
void launch() { copy<<<1 << 16, 128>>>(0, 0); }
