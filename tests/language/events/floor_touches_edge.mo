//! 10: n = 0
//! 10: k = 0
//! 10: x = -10.38867105 +- 1e-6
model floor_touches_edge "a floor comes to its edge at a point, and does not pass"
  Real s(start = -3.52, fixed = true), x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
  Real f = floor(3*sin(s)), g = ceil(2 - (s - 1)^2);
equation
  der(s) = 1;
  der(x) = f;
  when f < -3.5 then
    n = pre(n) + 1;
  end when;
  when g > 2.5 then
    k = pre(k) + 1;
  end when;
end floor_touches_edge;
