//! 0: k = 7
//! 2: k = 7
//! 2: j = 7
//! 2: n = 1
//! 2: m = 5
//! 2: first = false
//! 2: b = false
//! 2: c = 6
//! 2: late = 7
//! 2: a[2] = 20
//! 2: s = 8
//! 2: x = 14 +- 1e-6
//! 2: w = 2 +- 1e-6
//! 2: z = 5 +- 1e-9
model initial_in_discrete_equations
  "initial() is true while the start is found, and false right after"
  Integer k(start = 3, fixed = true), j(start = 3, fixed = true), n(start = 0, fixed = true);
  Integer m(start = 3, fixed = true), c(start = 0, fixed = true), late(start = 0, fixed = true);
  Integer a[2](each start = 1, each fixed = true), s(start = 0, fixed = true);
  Boolean first = initial(), b(start = true, fixed = true);
  Real x(start = 0, fixed = true), w(start = 0, fixed = true), z, y = if initial() then 5 else 1;
initial equation
  z = y;
equation
  k = if initial() then 7 else pre(k);
  j = if initial() then 7 elseif x > 100 then 0 else pre(j);
  n = if initial() then pre(n) + 1 else pre(n);
  for i in 1:2 loop
    a[i] = if initial() then 10*i else pre(a[i]);
  end for;
  late = pre(k);
  b = not initial() and pre(b);
  when initial() then
    m = 5;
  end when;
  when initial() then
    c = pre(m) + pre(c) + 3;
  end when;
  der(x) = k;
  der(w) = if initial() then 100 else 1;
  der(z) = 0;
algorithm
  s := if initial() then 8 else pre(s);
end initial_in_discrete_equations;
