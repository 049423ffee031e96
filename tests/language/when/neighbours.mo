//! tol 1e-5 1e-7
//! 0.5: n[1] = 0
//! 1.5: n[1] = 1
//! 1.5: n[2] = 0
//! 2.5: n[2] = 1
//! 2.5: total = 2
model neighbours
  "x1 = 2t, x2 = 1 + t, x3 = 3: x1 passes x2 at 1, x2 passes x3 at 2"
  Real x[3](start = {0, 1, 3}, each fixed = true);
  Integer n[2](each start = 0, each fixed = true), total = sum(n);
equation
  der(x) = {2, 1, 0};
  for i in 1:2 loop
    when x[i] > x[i+1] then
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
end neighbours;
