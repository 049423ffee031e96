model wrong_statements
  Real x(start = 0, fixed = true), a[2];
  Integer n;
  Boolean b;
equation
  der(x) = 1;
algorithm
  a := {1, 2, 3};
  n := x;
  b := 1;
  n := 2.0;
  a[3] := 1;
  for i in 1:2 loop
    i := 3;
  end for;
  while x loop
    n := 1;
  end while;
end wrong_statements;
