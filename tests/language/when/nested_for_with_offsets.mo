//! tol 1e-4 1e-6
//! 0.5: hit[1,1] = 0
//! 5: hit[1,1] = 1 +- 1e-3
//! 5: hit[2,1] = 0.5 +- 1e-3
//! 5: hit[1,2] = 2 +- 1e-3
//! 5: hit[2,2] = 1 +- 1e-3
//! 5: x[3,2] = 5 +- 1e-6
model nested_for_with_offsets
  "x[i,j] grows with slope (i - 1)/j; hit[i,j] is when x[i+1,j] passes 1"
  Real x[3, 2](each start = 0, each fixed = true);
  discrete Real hit[2, 2](each start = 0, each fixed = true);
equation
  for i in 1:3, j in 1:2 loop
    der(x[i, j]) = (i - 1)/j;
  end for;
  for i in 1:2 loop
    for j in 1:2 loop
      when x[i+1, j] > 1 then
        hit[i, j] = time;
      end when;
    end for;
  end for;
end nested_for_with_offsets;
