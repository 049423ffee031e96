//! 0.4: n[1] = 0
//! 0.6: n[1] = 0
//! 0.6: n[2] = 0
//! 0.6: n[3] = 0
//! 0.85: n[1] = 0
//! 0.85: n[2] = 1
//! 0.85: n[3] = 1
//! 0.95: n[1] = 0
//! 1.05: n[1] = 1
//! 1.05: n[2] = 1
//! 1.05: n[3] = 1
model formula_in_a_loop "x[i] is negative from 1/i on, v above 2.75 from 0.75 on"
  Real x[3](each start = 1, each fixed = true), v(start = 2, fixed = true);
  Integer n[3](each start = 0, each fixed = true);
equation
  der(v) = 1;
  for i in 1:3 loop
    der(x[i]) = -i;
    when x[i] < 0 and v > 2.75 then
      n[i] = pre(n[i]) + 1;
    end when annotation(__Saltus_mustCross = true);
  end for;
end formula_in_a_loop;
