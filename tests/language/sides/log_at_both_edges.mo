//! method qss2
//! tol 1e-6 1e-6
//! 20: cycles = 4
//! 20: soc = 0.33636 +- 1e-4
model log_at_both_edges "after the turn at an edge the series of a logarithm hold for a moment only"
  Real soc(start = 0.5, fixed = true), u;
  Boolean charge(start = false, fixed = true);
  Integer cycles(start = 0, fixed = true);
equation
  u = 3.7 + 0.1*log(soc) - 0.1*log(1 - soc);
  der(soc) = if charge then 0.2 else -0.8/u;
  when soc <= 0 then
    charge = true;
    cycles = pre(cycles) + 1;
  elsewhen soc >= 1 then
    charge = false;
    cycles = pre(cycles) + 1;
  end when annotation(__Saltus_unilateral = true);
end log_at_both_edges;
