model wrong_places
  Real x(start = 0, fixed = true), y;
  Boolean b(start = false, fixed = true);
equation
  der(x) = 1;
  y = edge(x);
  b = change(x);
  if x > 1 then
    when time > 1 then
      reinit(x, 0);
    end when;
  end if;
  when sample(0) then
    b = true;
  end when;
end wrong_places;
