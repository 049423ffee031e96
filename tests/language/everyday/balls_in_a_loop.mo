//! 0.99: n[3] = 0
//! 1.5: n[3] = 1
//! 1.5: h[3] = 1.225 +- 5e-3
//! 2.25: h[3] = 0.30625 +- 3e-3
//! 2.25: n[3] = 2
//! 0.5: n[1] = 1
model balls_in_a_loop
  "balls from three heights, their bounces in one loop"
  parameter Real h0[3] = {1, 2, 4.9};
  Real h[3](start = h0, each fixed = true), v[3](each start = 0, each fixed = true);
  Integer n[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(h[i]) = v[i];
    der(v[i]) = -9.8;
    when h[i] < 0 and v[i] < 0 then
      reinit(v[i], -0.5*pre(v[i]));
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
end balls_in_a_loop;
