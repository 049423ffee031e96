model break_outside
  Real x;
algorithm
  x := 1;
  break;
end break_outside;
