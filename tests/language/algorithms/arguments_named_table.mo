//! 1: y = 6
//! 1: z = 7
//! 1: w = 45
// Arguments named as the lists of numbers are in the generated code
model arguments_named_table
  function total
    input Real table[:];
    output Real y;
  algorithm
    y := 0;
    for i in 1:size(table, 1) loop
      y := y + table[i];
    end for;
  end total;
  parameter Real a[:] = {1, 5}, b[:] = {3, 4}, c[:] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  parameter Real p(fixed = false), q(fixed = false), r(fixed = false);
  Real y = p*time, z = q*time, w = r*time;
initial algorithm
  p := total(a);
  q := total(b);
  r := total(c);
  annotation(experiment(StopTime = 1));
end arguments_named_table;
