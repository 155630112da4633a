struct Inner { float *values; int step; };
struct Arguments { int count; Inner inner; short limits[4]; };

__global__ void structs(Arguments a, Arguments changed, const float4 *vectors) {
  __shared__ float4 cell[16];
  int t = threadIdx.x;
  cell[t].x = vectors[t].y;
  cell[t] = vectors[t + 1];
  float4 copy = cell[15 - t];
  a.inner.values[t * a.inner.step] = copy.w + a.limits[t & 3];
  changed.count = t;
  if (t < a.count) a.inner.values[changed.count] = cell[t].z;
}

void run(Arguments a, const float4 *vectors) { structs<<<1, 16>>>(a, a, vectors); }
