model whens_with_arrays
  parameter Integer N = 30;
  parameter Real limit[3] = {0.9, 0.7, 0.5};
  Real x[N](each start = 1), y(start = 0);
  Boolean crossed[3] = {x[1] < limit[i] for i in 1:3};
  discrete Real a[N], b[N, 2], total;
  Integer count[3](each start = 0);
equation
  der(x) = -x;
  der(y) = 2*total;
  when crossed then
    total = sum(a);
    a = 2*x + pre(a);
    for i in 1:N loop
      b[i, 1] = a[i];
      b[i, 2] = if a[i] > 1 then pre(b[i, 2]) + 1 else 0;
    end for;
  end when;
  for i in 1:3 loop
    when crossed[i] then
      count[i] = pre(count[i]) + 1;
      if i == 1 then
        assert(count[i] < 5, "crossed too often");
      elseif y > 10 then
        terminate("y is " + String(y));
      else
        reinit(y, y + 1);
      end if;
    end when;
  end for;
  when {initial(), sample(1, 0.5)} then
    reinit(x[N], 2);
  end when;
end whens_with_arrays;
