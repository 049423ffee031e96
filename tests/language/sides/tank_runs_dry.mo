//! tol 1e-5 1e-8
//! 1: h = 0.25 +- 1e-3
//! 1.9: empty = false
//! 2.1: empty = true
//! 2.1: n = 1
//! 3: h = 0 +- 1e-4
model tank_runs_dry "sqrt(h) = 1 - t/2, dry at 2"
  Real h(start = 1, fixed = true);
  Boolean empty(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = if empty then 0 else -sqrt(h);
  when h <= 0 then
    empty = true;
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end tank_runs_dry;
