// SPDX-License-Identifier: Apache-2.0
// A pointer in private memory is an integer; when it is a pointer again, it names what it may point into.
typedef struct {
  global int *from, *to;
  volatile int step;
} Copy;
kernel void fields(global int *a, global int *b, int n) {
  Copy c[2];
  for (int i = 0; i < 2; ++i) {
    c[i].from = a + i;
    c[i].to = b + i;
    c[i].step = i;
  }
  c[n & 1].to[c[n & 1].step] = c[n & 1].from[n];
}
// Fields are told apart, elements of an array are not.
// CHECK-LABEL: define {{.*}}@fields(
// CHECK: %[[A:.*]] = ptrtoint ptr addrspace(1) %a to i64
// CHECK: store i64 %[[A]], ptr %{{.*}}, align 8
// CHECK-DAG: call ptr addrspace(1) (i64, ...) @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %a)
// CHECK-DAG: call ptr addrspace(1) (i64, ...) @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %b)
// CHECK: ret void

kernel void buffers(global float *a, global float *b, global float *c, global int *which) {
  global float *p[3] = {a, b, c};
  for (int i = 0; i < 99; ++i)
    p[which[i]][i] += 1;
}
// CHECK-LABEL: define {{.*}}@buffers(
// CHECK: @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c)
// CHECK: ret void

// Null is not the address of the first variable: its place stays free.
typedef struct Node {
  int value;
  struct Node *next;
} Node;
kernel void list(global int *data) {
  Node nodes[4], *head = 0;
  for (int i = 0; i < 4; ++i) {
    Node **at = &head;
    while (*at && (*at)->value < data[i])
      at = &(*at)->next;
    nodes[i].value = data[i];
    nodes[i].next = *at;
    *at = &nodes[i];
  }
  for (int i = 0; head; head = head->next)
    data[i++] = head->value;
}
// CHECK-LABEL: define {{.*}}@list(
// CHECK: %[[ALL:.*]] = alloca [80 x i8]
// CHECK-NOT: alloca
// CHECK-DAG: getelementptr inbounds i8, ptr %[[ALL]], i64 8
// CHECK: call ptr (i64, ...) @__weft_pointer.0(
// CHECK: ret void
