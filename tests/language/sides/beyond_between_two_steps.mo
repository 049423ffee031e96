//! method abm
//! tol 1e-6 1e-6
//! ends EMODEL
//! says its event changes nothing
//! 0.9: n = 0
//! 2: n = 1
model beyond_between_two_steps "abm: both ends of a step are inside, what lies between is not"
  Real x(start = 0.61 - 3.5e-5, fixed = true), w(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1.22*(time - 1);
  der(w) = 1/(0.03 + x);
  when x <= 0 then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end beyond_between_two_steps;
