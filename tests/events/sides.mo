// Edges and a guard that must cross, each a formula of parts that are near their zeros in very different ways: one
// reads a steep function of a state, the other a flat one, or the time alone. Whoever measures both by the larger
// level takes a part for true long before it is; its event is then undone and told again, at one instant.
model sides
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), w(start = 0, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = n;
  der(w) = m;
  der(v) = k;
  when 1000*(x - 8) > 0 or sin(time) < -0.5 then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
  when 500000*(x - 10) > 0 or (x - 5)*(0.01 + 1000*exp(-10*x)) > 0 then
    m = pre(m) + 1;
  end when annotation(__Saltus_unilateral = true);
  when 1000*(x - 1) > 0 and sin(time - 4) > 0.5 then
    k = pre(k) + 1;
  end when annotation(__Saltus_mustCross = true);
  annotation(experiment(StopTime = 9));
end sides;
