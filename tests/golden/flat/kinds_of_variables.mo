package C
  constant Real pi2 = 6.25;
  constant Real table[3] = {1.5, 2.5, 3.5};
  constant Real unused = 1;
end C;
model kinds_of_variables
  constant Integer N = 3;
  parameter Integer M = 2*N;
  parameter Real p(unit = "V", min = 0, max = 2*q) = 1.5 "a parameter", q = 2*p;
  parameter Boolean on = true;
  type Mode = enumeration(off, slow, fast);
  parameter Mode mode = Mode.slow;
  Real x(start = 1, fixed = true, nominal = 100, unit = "m") "position";
  Real y, z = 2*y "declaration equation";
  discrete Real d(start = p);
  Integer n(start = N);
  Boolean b = x > 1;
  Mode now(start = Mode.off);
  Real v[M](each start = 1);
  input Real u = 1;
  output Real w = C.pi2*y;
equation
  der(x) = -x;
  y = x + C.table[2] + (if on then 1 else 0);
  for i in 1:3 loop
    v[i] = C.table[i];
  end for;
  for i in 4:M loop
    v[i] = i;
  end for;
  when x < 0.5 then
    d = pre(d) + 1;
    n = pre(n) + 1;
    now = Mode.fast;
  end when;
end kinds_of_variables;
