//! tol 1e-4 1e-6
//! 3: v1 = 0 +- 1e-6
//! 3: v2 = 2 +- 1e-6
//! 3: x2 = 6 +- 1e-3
//! 3: E = 2 +- 1e-6
model momentum_passed_on "a ball meets one of its mass: they exchange their speeds"
  Real x1(start = 0, fixed = true), v1(start = 2, fixed = true);
  Real x2(start = 1, fixed = true), v2(start = 0, fixed = true);
  Real E = 0.5*(v1^2 + v2^2) "read by no state";
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = 0;
  der(v2) = 0;
  when x1 > x2 then
    reinit(v1, pre(v2));
    reinit(v2, pre(v1));
  end when;
end momentum_passed_on;
