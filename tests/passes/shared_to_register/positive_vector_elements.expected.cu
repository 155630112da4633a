__global__ void move(const float4 *in, float4 *out, float dt) {
  float4 body;
  int t = threadIdx.x;
  body = in[t];
  body.x += body.w * dt;
  body.y = body.x + 1.0f;
  out[t] = body;
}

void launch(const float4 *in, float4 *out) { move<<<1, 128>>>(in, out, 0.1f); }
