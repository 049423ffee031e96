model start_values_of_discretes_in_algorithms
  Real x(start = 1), y[3](start = {1, 2, 3}), z;
  Integer mode(start = 1);
  Boolean seen(start = false);
equation
  der(x) = -x;
algorithm
  if x < 0.5 then
    mode := 2;
    seen := true;
  end if;
  y[mode] := x;
  z := if seen then y[1] else 0;
end start_values_of_discretes_in_algorithms;
