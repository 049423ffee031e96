model Ball
  Real x;
equation
  x = 1;
end;
