model events_and_no_events
  Real x(start = 1), y, z, w, a, b, c, d, e, f, g;
  discrete Real h(start = 1);
  Integer n, k(start = 3);
  Boolean p, q(start = false), r;
equation
  der(x) = -x;
  y = if x > 0.5 then 1 else 2;
  z = noEvent(if x > 0.5 then abs(x) else max(x, 1));
  w = smooth(0, if x > 0.5 then x else 0.5);
  a = abs(x) + sign(x);
  b = semiLinear(x - 0.5, 2, 3);
  c = floor(10*x) + ceil(10*x);
  n = integer(10*x);
  d = mod(x, 0.25) + rem(x, 0.25) + div(x, 0.25);
  e = mod(k, 2) + div(k, 2) + rem(k, 2) + k/2 + k^2;
  f = abs(h) + min(h, 1);
  g = delay(x, 0.1);
  p = x < 0.5 or time > 1 and not q;
  r = edge(p) or change(n) or k == 3 or p <> q;
  when x < 0.1 then
    h = if x > 0 then abs(x) else 2;
    k = if h > 0.5 then 4 else 5;
    q = initial();
  end when;
end events_and_no_events;
