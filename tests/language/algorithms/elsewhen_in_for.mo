//! tol 1e-5 1e-7
//! 0.5: on[1] = 0
//! 1.5: on[1] = 1
//! 1.5: on[2] = 1
//! 2.5: on[1] = 0
//! 4.4: on[2] = 1
//! 4.6: on[2] = 0
model elsewhen_in_for
  "tops 1.5 at t = 1.5 and 2 at t = 2; through low at 2.4 and 4.5"
  parameter Real low[2] = {0.6, -0.5};
  Real x[2](each start = 0, each fixed = true);
  Integer on[2](each start = 0, each fixed = true);
equation
  for i in 1:2 loop
    der(x[i]) = if time < 1 + i/2 then 1 else -1;
  end for;
algorithm
  for i in 1:2 loop
    when x[i] > 1 then
      on[i] := 1;
    elsewhen x[i] < low[i] then
      on[i] := 0;
    end when;
  end for;
end elsewhen_in_for;
