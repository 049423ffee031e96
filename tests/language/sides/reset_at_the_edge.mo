//! 3.5: n = 3
//! 3.5: h = 0.5 +- 1e-3
model reset_at_the_edge "a saw tooth: back to 1 whenever it has come down"
  Real h(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  when h <= 0 then
    reinit(h, 1);
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end reset_at_the_edge;
