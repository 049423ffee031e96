// Sampled controllers of different rates: a slow one sets what a fast one follows, and a third one looks at both at
// instants of its own. Their instants coincide now and then, where the fast one must see the new value of the slow one; and
// none of them may drift, as sums of rounded periods do.
model rates
  Real x(start = 0, fixed = true) "plant";
  discrete Real wanted(start = 0, fixed = true), u(start = 0, fixed = true), seen(start = 0, fixed = true);
  Integer slow(start = 0, fixed = true), fast(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0.5, 0.75) then
    wanted = pre(wanted) + 0.25;
    slow = pre(slow) + 1;
  end when;
  when sample(0, 0.25) then
    u = 2*wanted - x;
    fast = pre(fast) + 1;
  end when;
  when sample(0.125, 1.125) then
    seen = x;
  end when;
  annotation(experiment(StopTime = 6));
end rates;
