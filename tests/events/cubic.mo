// A guard with three roots inside one step. A solver that looks only at the ends of its steps sees one change of
// sign or, with its step ending between the roots, none of the first two. Known from every comparison of root
// finders since Shampine, Gladwell and Brankin (1991). Once the cubic is a state, once a product of one.
model cubic
  Real y(start = -3, fixed = true), v(start = 6.5, fixed = true), a(start = -9, fixed = true);
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = a;
  der(a) = 6;
  der(x) = 1;
  when y > 0 then
    n = pre(n) + 1;
  end when;
  when (x - 1.2)*(x - 1.7)*(x - 2.2) > 0 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end cubic;
