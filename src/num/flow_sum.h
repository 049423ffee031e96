/* SPDX-License-Identifier: MIT */
/* flow_sum.h - sums of columns, which is all that flow.c and those who use it do.
 *
 *     out[k] = the sum over j of c[j stride + k] x[j],   k = 0 .. wide - 1,
 *
 * for a wide that is a multiple of 4. Each sum is kept in a register, and added up in the order of
 * j: so the result does not depend on how wide the registers are. */
#ifndef NUM_FLOW_SUM_H
#define NUM_FLOW_SUM_H

/* Two numbers at once, at any address of a double. */
typedef double flow_pair __attribute__((vector_size(16), aligned(8), may_alias));

typedef long long flow_bits __attribute__((vector_size(16)));

/* The absolute value of both. */
static inline flow_pair flow_size(flow_pair x)
{
    const flow_bits all_but_sign = {0x7fffffffffffffff, 0x7fffffffffffffff};
    return (flow_pair)((flow_bits)x & all_but_sign);
}

/* n, up to a multiple of 4 */
static inline int flow_wide(int n)
{
    return (n + 3) & ~3;
}

static inline void flow_sum4(const double *c, int stride, const double *x, int n, double *out)
{
    flow_pair a = {0, 0}, b = a;
    for (int j = 0; j < n; j++, c += stride) {
        const flow_pair *p = (const flow_pair *)c, f = {x[j], x[j]};
        a += p[0] * f;
        b += p[1] * f;
    }
    ((flow_pair *)out)[0] = a;
    ((flow_pair *)out)[1] = b;
}

static inline void flow_sum8(const double *c, int stride, const double *x, int n, double *out)
{
    flow_pair a = {0, 0}, b = a, d = a, e = a;
    for (int j = 0; j < n; j++, c += stride) {
        const flow_pair *p = (const flow_pair *)c, f = {x[j], x[j]};
        a += p[0] * f;
        b += p[1] * f;
        d += p[2] * f;
        e += p[3] * f;
    }
    ((flow_pair *)out)[0] = a;
    ((flow_pair *)out)[1] = b;
    ((flow_pair *)out)[2] = d;
    ((flow_pair *)out)[3] = e;
}

static inline void flow_sum16(const double *c, int stride, const double *x, int n, double *out)
{
    flow_pair s0 = {0, 0}, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    flow_pair *to = (flow_pair *)out;
    for (int j = 0; j < n; j++, c += stride) {
        const flow_pair *p = (const flow_pair *)c, f = {x[j], x[j]};
        s0 += p[0] * f;
        s1 += p[1] * f;
        s2 += p[2] * f;
        s3 += p[3] * f;
        s4 += p[4] * f;
        s5 += p[5] * f;
        s6 += p[6] * f;
        s7 += p[7] * f;
    }
    to[0] = s0, to[1] = s1, to[2] = s2, to[3] = s3;
    to[4] = s4, to[5] = s5, to[6] = s6, to[7] = s7;
}

static inline void flow_sum(const double *c, int stride, int wide, const double *x, int n,
                            double *out)
{
    int k = 0;
    for (; k + 16 <= wide; k += 16) flow_sum16(c + k, stride, x, n, out + k);
    if (k + 8 <= wide) {
        flow_sum8(c + k, stride, x, n, out + k);
        k += 8;
    }
    if (k < wide) flow_sum4(c + k, stride, x, n, out + k);
}

#endif
