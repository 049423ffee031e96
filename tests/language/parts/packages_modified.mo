// Constants and classes of packages that are given other values, by a short definition, by extends, where they are used.
package P
  constant Integer n = 2;
  constant Real g = 10;
  constant Real twice = 2*g;
  constant Real k[n] = {1, 2};
  record D
    Real a = 1;
    Real b = 2;
  end D;
  constant D d = D(3, 4);
  function f
    input Real x;
    output Real y;
  algorithm
    y := sum(k)*x + d.a;
  end f;
  replaceable model Q
    parameter Real z = k[2];
    Real q[n] = k*z;
  end Q;
end P;
package P2 = P(n = 3, k = {1, 2, 3}, d(b = 7));
package P3
  extends P(g = 3, k = {5, 6});
  redeclare model Q
    parameter Real z = 1;
    Real q[n] = k;
    Real w = k[1];
  end Q;
  function inherits
    input Real x;
    output Real y;
  algorithm
    y := twice*f(x);
  end inherits;
end P3;
package P4
  extends P3(g = 4);
  constant Real h = 2*g;
end P4;
model A
  model Inner
    parameter Real x = 2;
    Real y(start = x, fixed = true);
  equation
    der(y) = 0;
  end Inner;
  Inner r;
end A;
model B
  replaceable package Medium = P;
  Real s = sum(Medium.k);
  Medium.Q q;
end B;
model packages_modified
  Real a[:] = {P.g, P2.k[3], P2.d.b, P2.f(1), P3.twice, P3.f(1), P4.h, P4.twice, P.f(1), P3.inherits(1)};
  P2.Q q(z = 10);
  P3.Q p;
  B b1, b2(redeclare package Medium = P3), b3(Medium(k = {8, 9}));
  A i1(Inner(x = 1)), i2;
  extends A(Inner(x = 5));
end packages_modified;
//! 1: a[1] = 10
//! 1: a[2] = 3
//! 1: a[3] = 7
//! 1: a[4] = 9
//! 1: a[5] = 6
//! 1: a[6] = 14
//! 1: a[7] = 8
//! 1: a[8] = 8
//! 1: a[9] = 6
//! 1: a[10] = 84
//! 1: q.q[3] = 30
//! 1: p.w = 5
//! 1: r.y = 5
//! 1: b1.q.q[2] = 4
//! 1: b2.q.w = 5
//! 1: b2.s = 11
//! 1: b3.q.q[1] = 72
//! 1: i1.r.y = 1
//! 1: i2.r.y = 2
