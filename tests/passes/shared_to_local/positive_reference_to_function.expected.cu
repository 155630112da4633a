#define NT 32

struct Point {
  float x, y;
};

__device__ void blend(float t, const Point &a, const Point &b, Point &p) {
  p.x = a.x + t * (b.x - a.x);
  p.y = a.y + t * (b.y - a.y);
}

__global__ void edges(const float *in, float *out, int pick) {
  Point vertices[3];
  Point a = {in[threadIdx.x], 1}, b = {in[threadIdx.x + NT], 2};
  blend(0.25f, a, b, vertices[0]);
  blend(0.5f, a, b, vertices[1]);
  blend(0.75f, vertices[0], vertices[1], vertices[2]);
  Point p = vertices[pick];
  out[threadIdx.x] = p.x * 8 + p.y + vertices[pick].y;
}

int main() {
  static float host[256];
  for (int i = 0; i < 256; ++i) host[i] = (float)(i * 37 % 101);
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemcpy(in, host, 256 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(float));
  edges<<<1, NT>>>(in, out, 2);
  cudaMemcpy(host, out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
