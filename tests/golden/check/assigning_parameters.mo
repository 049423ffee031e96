model M
  parameter Real p = 1;
  constant Real c = 2;
  Real x;
equation
  p = x;
  c = 3;
  x = p;
algorithm
  p := 3;
  for i in 1:3 loop
    i := 2;
  end for;
initial algorithm
  p := 4;
end M;
