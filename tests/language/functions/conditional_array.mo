//! 0.5: y[1] = 0.5 +- 1e-6
//! 1.5: y[1] = 1 +- 1e-6
//! 1.5: y[2] = 1.5 +- 1e-6
//! 3: s = 3.75 +- 1e-3
model conditional_array
  function limit
    input Real u[:];
    input Real top[size(u, 1)] = fill(1.0, size(u, 1));
    output Real y[size(u, 1)];
  algorithm
    for i in 1:size(u, 1) loop
      y[i] := if u[i] > top[i] then top[i] else u[i];
    end for;
  end limit;
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Real y[2] = cat(1, limit({x}), limit({x}, {2}));
equation
  der(x) = 1;
  der(s) = max(min(x, 1), 0) + 0.25*(if x > 2 then 5 else 0);
end conditional_array;
