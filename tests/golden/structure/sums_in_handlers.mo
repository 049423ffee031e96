model sums_in_handlers
  Real x[50](each start = 1), s;
  discrete Real last(start = 0);
equation
  s = sum(x);
  for i in 1:50 loop
    der(x[i]) = -i;
  end for;
  when s < 0 then
    last = s;
  end when;
end sums_in_handlers;
