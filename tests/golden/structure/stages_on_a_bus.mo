model stages_on_a_bus
  parameter Integer N = 6;
  parameter Real U = 24, C = 1e-3, R = 1, T = 1e-3, Ron = 1e-3, Roff = 1e5;
  Real 'sw.p.v'[N], 'sw.p.i'[N], 'sw.n.v'[N], 'sw.n.i'[N], 'sw.v'[N], 'sw.i'[N], 'sw.R'[N];
  Real 'd.p.v'[N], 'd.p.i'[N], 'd.n.v'[N], 'd.n.i'[N], 'd.v'[N], 'd.i'[N], 'd.R'[N];
  Real 'l.p.v'[N], 'l.p.i'[N], 'l.n.v'[N], 'l.n.i'[N], 'l.v'[N], 'l.i'[N](each start = 0);
  Real 'c.p.v', 'c.p.i', 'c.n.v', 'c.n.i', 'c.v'(start = 0), 'c.i';
  Real 'o.p.v', 'o.p.i', 'o.n.v', 'o.n.i', 'o.v', 'o.i';
  Real 's.p.v', 's.p.i', 's.n.v', 's.n.i', 's.v', 's.i', 'g.p.v', 'g.p.i';
  discrete Real on[N](each start = 0), next[N](start = {T*i/N for i in 1:N});
equation
  for i in 1:N loop
    'sw.v'[i] = 'sw.p.v'[i] - 'sw.n.v'[i];
    0 = 'sw.p.i'[i] + 'sw.n.i'[i];
    'sw.i'[i] = 'sw.p.i'[i];
    'sw.R'[i] = if on[i] > 0.5 then Ron else Roff;
    'sw.v'[i] = 'sw.R'[i]*'sw.i'[i];
    'd.v'[i] = 'd.p.v'[i] - 'd.n.v'[i];
    0 = 'd.p.i'[i] + 'd.n.i'[i];
    'd.i'[i] = 'd.p.i'[i];
    'd.R'[i] = if 'd.v'[i] > 0 then Ron else Roff;
    'd.v'[i] = 'd.R'[i]*'d.i'[i];
    'l.v'[i] = 'l.p.v'[i] - 'l.n.v'[i];
    0 = 'l.p.i'[i] + 'l.n.i'[i];
    'l.i'[i] = 'l.p.i'[i];
    1e-4*der('l.i'[i]) = 'l.v'[i];
  end for;
  'c.v' = 'c.p.v' - 'c.n.v'; 0 = 'c.p.i' + 'c.n.i'; 'c.i' = 'c.p.i'; C*der('c.v') = 'c.i';
  'o.v' = 'o.p.v' - 'o.n.v'; 0 = 'o.p.i' + 'o.n.i'; 'o.i' = 'o.p.i'; 'o.v' = R*'o.i';
  's.v' = 's.p.v' - 's.n.v'; 0 = 's.p.i' + 's.n.i'; 's.i' = 's.p.i'; 's.v' = U;
  'g.p.v' = 0;
  for i in 1:N loop
    's.p.v' = 'sw.p.v'[i];
    'sw.n.v'[i] = 'd.n.v'[i];
    'sw.n.v'[i] = 'l.p.v'[i];
    'sw.n.i'[i] + 'd.n.i'[i] + 'l.p.i'[i] = 0;
    'c.p.v' = 'l.n.v'[i];
    'g.p.v' = 'd.p.v'[i];
  end for;
  'c.p.v' = 'o.p.v';
  'c.n.v' = 'g.p.v';
  'o.n.v' = 'g.p.v';
  's.n.v' = 'g.p.v';
  's.p.i' + sum('sw.p.i'[i] for i in 1:N) = 0;
  'c.p.i' + 'o.p.i' + sum('l.n.i'[i] for i in 1:N) = 0;
  'g.p.i' + 'c.n.i' + 'o.n.i' + 's.n.i' + sum('d.p.i'[i] for i in 1:N) = 0;
algorithm
  for i in 1:N loop
    when time > next[i] then
      on[i] := 1 - pre(on[i]);
      next[i] := pre(next[i]) + T/2;
    end when;
  end for;
end stages_on_a_bus;
