//! 0.1: y = 3
//! 0.1: n = 0
//! 0.1: k = 0
//! 0.1: z[2] = 8
//! 1: y = 5
//! 1: n = 0
//! 1: k = 1
// What a Boolean or Integer with an equation of its own was before the start; no when is active there
model pre_of_a_relation
  parameter Integer y0 = 3;
  Integer y, z[2];
  Boolean u, w;
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
initial equation
  pre(y) = y0;
  pre(u) = false;
  true = pre(w);
  for i in 1:2 loop
    pre(z[i]) = 4*i;
  end for;
equation
  y = if time > 0.5 then 5 else pre(y);
  for i in 1:2 loop
    z[i] = pre(z[i]);
  end for;
  u = time > -1;
  w = time > 0.5;
  when u then
    n = pre(n) + 1;
  end when;
  when w then
    k = pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end pre_of_a_relation;
