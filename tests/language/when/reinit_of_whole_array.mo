//! 1.5: x[1] = 10.5 +- 1e-6
//! 1.5: x[2] = 21 +- 1e-6
model reinit_of_whole_array
  Real x[2](each start = 0, each fixed = true);
equation
  der(x) = {1, 2};
  when time > 1 then
    reinit(x, {10, 20});
  end when;
end reinit_of_whole_array;
