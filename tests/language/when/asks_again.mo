//! 3: a = 1
//! 3: k = 2
//! 3: l = 2
//! 3: m[1] = 1
//! 3: m[2] = 2
//! 3: m[3] = 3
//! 3: s = 123
//! 3: n = 1
//! 3: p = 4
//! 3: q = 3
//! 3: r = 3
model asks_again "relations in bodies are what they have become in the event that they make"
  Real x(start = 0, fixed = true), z[3](each start = 0, each fixed = true);
  Boolean b(start = false, fixed = true);
  Integer a(start = 0), k(start = 0), l(start = 0), m[3](each start = 0), n(start = 0);
  Integer s(start = 0), p(start = 0), q(start = 0), r(start = 0);
equation
  der(x) = 0.7 + 0.1*sin(x);
  for i in 1:3 loop
    der(z[i]) = 0.7 + i*0.1*x*x;
  end for;
  when b then
    a = if x > 1.01 then 1 else 2;
  end when;
  when x > 1.01 then
    b = true;
  end when;
  when floor(x) > 1.5 then
    k = integer(x);
  end when;
  when integer(x) <> pre(l) then
    l = integer(x);
  end when;
  for i in 1:3 loop
    when z[i] > 0.9 then
      m[i] = if z[i] > 0.9 then i else 10;
    end when;
  end for;
  when {x > 1.2, z[2] > 1.7, z[1] > 1.7} then
    s = 10*pre(s) + (if z[1] > 1.7 then 3 elseif z[2] > 1.7 then 2 elseif x > 1.2 then 1 else 9);
  end when;
  when time - 0.3 >= 0.1 then
    n = if time - 0.3 >= 0.1 then 1 else 2;
  end when;
  when sin(7*time) > 0.5 then
    p = pre(p) + (if sin(7*time) > 0.5 then 1 else 100);
  elsewhen sin(7*time) < 0.5 then
    q = pre(q) + (if sin(7*time) < 0.5 then 1 else 100);
  end when;
algorithm
  when x >= 1.3 then
    r := 0;
    for i in 1:3 loop
      if z[i] > 0.2*i then
        r := r + 1;
      end if;
    end for;
    if x < 1.3 then
      r := 100;
    end if;
  end when;
end asks_again;
