//! tol 1e-6 1e-9
//! 0: q[1] = 1
//! 0: q[2] = -1
//! 0: q[4] = -2
//! 0: h2[1] = 2
//! 0: h2[3] = 2
//! 2: total = 12 +- 1e-3
// What flows in at the left is 1, what flows out at the right is -2 (into it): the total grows by 3.
model staggered_grid
  parameter Integer N = 3;
  Real h[N](start = {1, 2, 3}, each fixed = true);
  Real q[N + 1], h2[N];
  Real total = sum(h);
equation
  q[1] = 1;
  q[N + 1] = -2;
  for i in 2:N loop
    q[i] = h[i - 1] - h[i];
  end for;
  for i in 1:N loop
    h2[i] = q[i] - q[i + 1] + (if i == 2 then 2 elseif i == 3 then 1 else 0);
    der(h[i]) = q[i] - q[i + 1];
  end for;
end staggered_grid;
