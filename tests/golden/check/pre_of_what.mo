model M
  Real x(start = 0);
  Boolean b(start = true);
  Integer n(start = 1);
equation
  der(x) = pre(x);
  b = edge(n) or change(x) or edge(x > 1);
  when x > 1 then
    n = pre(n) + 1;
  end when;
end M;
