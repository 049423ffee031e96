model when_equations
  parameter Real T = 0.1;
  Real x(start = 1), v(start = 0), u;
  discrete Real a, b, c;
  Integer n(start = 0), k[3](start = {1, 2, 3});
  Boolean on(start = false), low = x < 0;
equation
  der(x) = v;
  der(v) = u - x;
  u = if on then 1 else 0;
  when {x > 1, low, sample(0, T)} then
    a = b + c;
    b = 2*c;
    c = x + pre(a);
    n = pre(n) + 1;
    k = {pre(k[3]), pre(k[1]), n};
  elsewhen x < -1 then
    a = 0;
    b = 0;
    c = 0;
    n = 0;
    k = pre(k);
  end when;
  when x < 0 then
    reinit(v, -v + a);
    on = not pre(on);
    if pre(on) then
      reinit(x, 0);
    end if;
  end when;
  when time >= 10 then
    terminate("done");
  end when;
end when_equations;
