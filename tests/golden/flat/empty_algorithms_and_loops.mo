model empty_algorithms_and_loops
  parameter Integer N = 0;
  parameter Boolean off = false;
  Real x(start = 1), y;
equation
  der(x) = -x;
algorithm
  y := 1;
  for i in 1:N loop
    y := y*x;
  end for;
  if off then
    y := 7;
  end if;
algorithm
  for i in 1:N loop
    when x > i then
      reinit(x, 0);
    end when;
  end for;
end empty_algorithms_and_loops;
