// SPDX-License-Identifier: Apache-2.0
// Sub-groups against the host's idea of them: neighbours by linear local id, as many as the device says.
#include "fixture.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <random>

namespace {

constexpr char kOptions[] = "-cl-std=CL3.0";

/// Work-items of a group in the order of their linear ids, and where one's sub-group lies among them.
struct SubGroup {
  size_t first, size, lane;
};
SubGroup subGroupOf(size_t id, size_t groupSize, size_t width) {
  const size_t first = id / width * width;
  return {first, std::min(width, groupSize - first), id - first};
}

size_t widthOf(const Weft &weft) {
  cl_kernel kernel = weft.kernel("kernel void k(global uint *out) { *out = get_max_sub_group_size(); }", "k", kOptions);
  cl_mem out = weft.buffer({0});
  setArg(kernel, 0, out);
  REQUIRE(weft.run(kernel, 1, 1) == CL_COMPLETE);
  const size_t width = weft.read(out, 1)[0];
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  REQUIRE(width >= 1);
  REQUIRE(width <= 32);
  return width;
}

constexpr char kQueries[] =
    "#if !defined(__opencl_c_subgroups) || !defined(cl_khr_subgroup_ballot) || !defined(cl_khr_subgroup_shuffle) || "
    "\\\n"
    "    !defined(cl_khr_subgroup_shuffle_relative) || !defined(cl_khr_subgroup_clustered_reduce) || \\\n"
    "    !defined(cl_khr_subgroup_rotate) || !defined(cl_khr_subgroup_non_uniform_vote) || \\\n"
    "    !defined(cl_khr_subgroup_non_uniform_arithmetic) || !defined(cl_khr_subgroup_extended_types)\n#error\n#endif\n"
    "kernel void k(global const uint *in, global uint *o) {\n"
    "  uint x = in[get_global_id(0)]; o += 26 * get_global_id(0);\n"
    "  o[0] = get_sub_group_size(); o[1] = get_num_sub_groups(); o[2] = get_enqueued_num_sub_groups();\n"
    "  o[3] = get_sub_group_id(); o[4] = get_sub_group_local_id();\n"
    "  o[5] = get_sub_group_eq_mask().x; o[6] = get_sub_group_ge_mask().x; o[7] = get_sub_group_gt_mask().x;\n"
    "  o[8] = get_sub_group_le_mask().x; o[9] = get_sub_group_lt_mask().x;\n"
    "  uint4 ballot = sub_group_ballot(x & 1), all = sub_group_ballot(1);\n"
    "  o[10] = ballot.x; o[11] = sub_group_inverse_ballot(ballot) != 0;\n"
    "  o[12] = sub_group_ballot_bit_extract(ballot, 0) != 0; o[13] = sub_group_ballot_bit_count(ballot);\n"
    "  o[14] = sub_group_ballot_inclusive_scan(ballot); o[15] = sub_group_ballot_exclusive_scan(ballot);\n"
    "  o[16] = sub_group_ballot_find_lsb(all); o[17] = sub_group_ballot_find_msb(all);\n"
    "  o[18] = sub_group_any(x & 1) != 0; o[19] = sub_group_all(x & 1) != 0;\n"
    "  sub_group_barrier(CLK_LOCAL_MEM_FENCE); sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);\n"
    "  if (x & 2) {\n"
    "    o[20] = sub_group_elect() != 0; o[21] = sub_group_non_uniform_any(x & 1) != 0;\n"
    "    o[22] = sub_group_non_uniform_all(x & 1) != 0; o[23] = sub_group_non_uniform_all_equal(x & 4) != 0;\n"
    "    o[24] = sub_group_ballot(1).x; o[25] = sub_group_broadcast_first(x);\n"
    "  } else for (int i = 20; i < 26; ++i) o[i] = 77;\n}\n";

std::vector<cl_uint> expectedQueries(const std::vector<cl_uint> &x, size_t id, size_t width) {
  const auto [first, size, lane] = subGroupOf(id, x.size(), width);
  const cl_uint every = cl_uint((uint64_t(1) << width) - 1), below = (1u << lane) - 1,
                members = cl_uint((uint64_t(1) << size) - 1), count = cl_uint((x.size() + width - 1) / width);
  cl_uint odd = 0, active = 0, bit4 = 0;
  for (size_t i = 0; i < size; ++i) {
    odd |= (x[first + i] & 1) << i;
    active |= (x[first + i] >> 1 & 1) << i;
    bit4 |= (x[first + i] >> 2 & 1) << i;
  }
  const auto bits = [](cl_uint of) { return cl_uint(__builtin_popcount(of)); };
  std::vector<cl_uint> out = {cl_uint(size),
                              count,
                              count,
                              cl_uint(id / width),
                              cl_uint(lane),
                              1u << lane,
                              every & ~below,
                              every & ~below & ~(1u << lane),
                              below | 1u << lane,
                              below,
                              odd,
                              odd >> lane & 1,
                              odd & 1,
                              bits(odd),
                              bits(odd & (below | 1u << lane)),
                              bits(odd & below),
                              0,
                              cl_uint(size - 1),
                              odd != 0,
                              odd == members};
  if (!(active >> lane & 1)) {
    out.resize(26, 77);
    return out;
  }
  const unsigned leader = unsigned(__builtin_ctz(active));
  const cl_uint four = bit4 & active;
  for (cl_uint value : {cl_uint(leader == lane), cl_uint((odd & active) != 0), cl_uint((odd & active) == active),
                        cl_uint(four == 0 || four == active), active, x[first + leader]})
    out.push_back(value);
  return out;
}

/// What one type has, a result each: those that another lane must have are left out where there is none.
template <class T> struct Form {
  std::string call;
  std::function<std::optional<T>(const std::vector<T> &members, size_t lane)> expected;
};

template <class T> using Combine = std::function<T(T, T)>;

template <class T>
void addFolds(std::vector<Form<T>> &forms, const std::string &prefix, const std::string &name, T identity,
              const Combine<T> &combine) {
  const auto fold = [=](const std::vector<T> &x, size_t from, size_t to) {
    T result = identity;
    for (size_t i = from; i < to; ++i)
      result = combine(result, x[i]);
    return result;
  };
  forms.push_back(
      {prefix + "reduce_" + name + "(x)", [=](const std::vector<T> &x, size_t) { return fold(x, 0, x.size()); }});
  forms.push_back({prefix + "scan_inclusive_" + name + "(x)",
                   [=](const std::vector<T> &x, size_t lane) { return fold(x, 0, lane + 1); }});
  forms.push_back({prefix + "scan_exclusive_" + name + "(x)",
                   [=](const std::vector<T> &x, size_t lane) { return fold(x, 0, lane); }});
}

template <class T> std::vector<Form<T>> formsOf(size_t width) {
  using Members = const std::vector<T> &;
  const auto lane = [](Members x, size_t from) { return from < x.size() ? std::optional<T>(x[from]) : std::nullopt; };
  const auto whole = [=](Members x, size_t from) { return x.size() == width ? lane(x, from % width) : std::nullopt; };
  const size_t half = width / 2;
  const std::string w = std::to_string(width), h = std::to_string(half);
  std::vector<Form<T>> forms = {
      {"sub_group_broadcast(x, 0)", [=](Members x, size_t) { return lane(x, 0); }},
      {"sub_group_non_uniform_broadcast(x, 0)", [=](Members x, size_t) { return lane(x, 0); }},
      {"sub_group_broadcast_first(x)", [=](Members x, size_t) { return lane(x, 0); }},
      {"sub_group_shuffle(x, " + w + " - 1 - get_sub_group_local_id())",
       [=](Members x, size_t i) { return lane(x, width - 1 - i); }},
      {"sub_group_shuffle_xor(x, " + h + ")", [=](Members x, size_t i) { return lane(x, i ^ half); }},
      {"sub_group_shuffle_up(x, " + h + ")", [=](Members x, size_t i) { return lane(x, i - half); }},
      {"sub_group_shuffle_down(x, " + h + ")", [=](Members x, size_t i) { return lane(x, i + half); }},
      {"sub_group_rotate(x, 1)", [=](Members x, size_t i) { return whole(x, i + 1); }},
      {"sub_group_clustered_rotate(x, 1, " + w + ")", [=](Members x, size_t i) { return whole(x, i + 1); }},
      {"sub_group_clustered_reduce_add(x, 1)", [=](Members x, size_t i) { return lane(x, i); }},
      {"sub_group_clustered_reduce_max(x, 1)", [=](Members x, size_t i) { return lane(x, i); }}};
  const Combine<T> add = [](T a, T b) { return T(a + b); }, multiply = [](T a, T b) { return T(a * b); },
                   least = [](T a, T b) { return std::min(a, b); }, most = [](T a, T b) { return std::max(a, b); };
  using Limits = std::numeric_limits<T>;
  const T high = Limits::has_infinity ? Limits::infinity() : Limits::max();
  const T low = Limits::has_infinity ? T(-Limits::infinity()) : Limits::lowest();
  for (const std::string prefix : {"sub_group_", "sub_group_non_uniform_"}) {
    addFolds<T>(forms, prefix, "add", 0, add);
    addFolds<T>(forms, prefix, "min", high, least);
    addFolds<T>(forms, prefix, "max", low, most);
  }
  addFolds<T>(forms, "sub_group_non_uniform_", "mul", 1, multiply);
  if constexpr (std::is_integral_v<T>) {
    addFolds<T>(forms, "sub_group_non_uniform_", "and", T(~T(0)), [](T a, T b) { return T(a & b); });
    addFolds<T>(forms, "sub_group_non_uniform_", "or", 0, [](T a, T b) { return T(a | b); });
    addFolds<T>(forms, "sub_group_non_uniform_", "xor", 0, [](T a, T b) { return T(a ^ b); });
  }
  if constexpr (std::is_same_v<T, cl_int>) {
    addFolds<T>(forms, "sub_group_non_uniform_", "logical_and", 1, [](T a, T b) { return T(a && b); });
    addFolds<T>(forms, "sub_group_non_uniform_", "logical_or", 0, [](T a, T b) { return T(a || b); });
    addFolds<T>(forms, "sub_group_non_uniform_", "logical_xor", 0, [](T a, T b) { return T(!a != !b); });
  }
  return forms;
}

template <class T> void checkType(const Weft &weft, const std::string &type, size_t width) {
  constexpr size_t kGroup = 37, kItems = 2 * kGroup;
  const std::vector<Form<T>> forms = formsOf<T>(width);
  // The last is that of a vector.
  std::string source = "kernel void k(global const TYPE *in, global TYPE *o) {\n  size_t i = get_global_id(0);\n"
                       "  TYPE x = in[i]; o += i * " +
                       std::to_string(forms.size() + 1) + ";\n";
  for (size_t at = 0; at < forms.size(); ++at)
    source += "  o[" + std::to_string(at) + "] = " + forms[at].call + ";\n";
  source += "  o[" + std::to_string(forms.size()) + "] = sub_group_broadcast((TYPE##4)(x), 0).z;\n}\n";
  source = "#define VECTOR2(t) t##4\n#define VECTOR(t) VECTOR2(t)\n" + source;
  for (size_t found = 0; (found = source.find("TYPE##4", found)) != std::string::npos;)
    source.replace(found, 7, "VECTOR(TYPE)");
  cl_kernel kernel = weft.kernel(source, "k", ("-cl-std=CL3.0 -DTYPE=" + type).c_str());
  std::mt19937 random{unsigned(sizeof(T))};
  std::vector<T> in((kItems * sizeof(T) + 3) / 4 * 4 / sizeof(T));
  for (T &each : in)
    each = T(random() % 100) - T(std::is_signed_v<T> ? 50 : 0);
  const size_t results = kItems * (forms.size() + 1);
  std::vector<cl_uint> words(in.size() * sizeof(T) / 4);
  std::memcpy(words.data(), in.data(), words.size() * 4);
  cl_mem from = weft.buffer(words), to = weft.buffer(std::vector<cl_uint>((results * sizeof(T) + 3) / 4));
  setArg(kernel, 0, from);
  setArg(kernel, 1, to);
  REQUIRE(weft.run(kernel, kItems, kGroup) == CL_COMPLETE);
  const std::vector<cl_uint> found = weft.read(to, (results * sizeof(T) + 3) / 4);
  for (size_t i = 0; i < kItems; ++i) {
    const auto [first, size, lane] = subGroupOf(i % kGroup, kGroup, width);
    const auto begin = in.begin() + ptrdiff_t(i / kGroup * kGroup + first);
    const std::vector<T> members(begin, begin + ptrdiff_t(size));
    for (size_t at = 0; at <= forms.size(); ++at) {
      const std::optional<T> wanted = at < forms.size() ? forms[at].expected(members, lane) : members[0];
      if (!wanted)
        continue;
      T value;
      std::memcpy(&value, reinterpret_cast<const char *>(found.data()) + (i * (forms.size() + 1) + at) * sizeof(T),
                  sizeof(T));
      if (value == *wanted)
        continue;
      INFO(type << ", work-item " << i << ", " << (at < forms.size() ? forms[at].call : "broadcast of a vector"));
      CHECK(value == *wanted);
    }
  }
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
}

}  // namespace

TEST_CASE("sub-groups: queries, votes and ballots") {
  const Weft weft;
  const size_t width = widthOf(weft);
  for (const size_t group : {size_t(1), size_t(16), size_t(37)}) {
    cl_kernel kernel = weft.kernel(kQueries, "k", kOptions);
    const size_t count = 2 * group;
    std::mt19937 random{unsigned(group)};
    std::vector<cl_uint> in(count), expected;
    for (cl_uint &each : in)
      each = random();
    for (size_t i = 0; i < count; ++i) {
      const auto begin = in.begin() + ptrdiff_t(i / group * group);
      for (cl_uint value : expectedQueries({begin, begin + ptrdiff_t(group)}, i % group, width))
        expected.push_back(value);
    }
    cl_mem from = weft.buffer(in), to = weft.buffer(std::vector<cl_uint>(count * 26));
    setArg(kernel, 0, from);
    setArg(kernel, 1, to);
    REQUIRE(weft.run(kernel, count, group) == CL_COMPLETE);
    CHECK(weft.read(to, count * 26) == expected);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("sub-groups: values of other work-items, sums and scans") {
  const Weft weft;
  const size_t width = widthOf(weft);
  checkType<cl_char>(weft, "char", width);
  checkType<cl_uchar>(weft, "uchar", width);
  checkType<cl_short>(weft, "short", width);
  checkType<cl_ushort>(weft, "ushort", width);
  checkType<cl_int>(weft, "int", width);
  checkType<cl_uint>(weft, "uint", width);
  checkType<cl_long>(weft, "long", width);
  checkType<cl_ulong>(weft, "ulong", width);
  checkType<cl_float>(weft, "float", width);
  checkType<cl_double>(weft, "double", width);
}

// What CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS promises: whoever waits in a loop keeps nobody else from going
// on.
TEST_CASE("sub-groups: each goes on while others wait") {
  const Weft weft;
  cl_bool progress = CL_FALSE;
  REQUIRE(clGetDeviceInfo(weft.device, 0x105D, sizeof progress, &progress, nullptr) == CL_SUCCESS);
  REQUIRE(progress == CL_TRUE);
  const std::string head = "kernel void k(global uint *out, volatile global uint *flag) {\n"
                           "  uint i = get_local_id(0), last = get_local_size(0) - 1;\n"
                           "  local uint here; if (i == 0) here = 0; barrier(CLK_LOCAL_MEM_FENCE);\n";
  const char *const bodies[] = {"if (i == last) atomic_xchg(&here, 1); while (!atomic_or(&here, 0));",
                                "if (i == last) flag[0] = 1; while (!flag[0]);",
                                "if (i != last) while (!flag[i + 1]); flag[i] = 1;",
                                "uint done = 0; while (!done) { if (i == last) atomic_xchg(flag, 1);\n"
                                "  done = atomic_or(flag, 0); }",
                                "for (uint turn = 0; turn < 3; ++turn) {\n"
                                "  if (i == last) atomic_inc(&here); while (atomic_or(&here, 0) <= turn); }"};
  constexpr size_t kGroup = 256;
  for (const char *body : bodies) {
    INFO(body);
    cl_kernel kernel = weft.kernel(head + body + "\n  out[get_global_id(0)] = i;\n}\n", "k");
    cl_mem out = weft.buffer(std::vector<cl_uint>(kGroup, 99)), flag = weft.buffer(std::vector<cl_uint>(kGroup));
    setArg(kernel, 0, out);
    setArg(kernel, 1, flag);
    CHECK(weft.run(kernel, kGroup, kGroup) == CL_COMPLETE);
    const std::vector<cl_uint> found = weft.read(out, kGroup);
    for (size_t i = 0; i < kGroup; ++i)
      CHECK(found[i] == i);
    clReleaseMemObject(out);
    clReleaseMemObject(flag);
    clReleaseKernel(kernel);
  }
}
