model ladder_of_parts
  parameter Integer N = 6;
  Real 'r.p.v'[N], 'r.p.i'[N], 'r.n.v'[N], 'r.n.i'[N], 'r.v'[N], 'r.i'[N];
  Real 'c.p.v'[N], 'c.p.i'[N], 'c.n.v'[N], 'c.n.i'[N], 'c.v'[N](each start = 0), 'c.i'[N];
  Real 's.p.v', 's.p.i', 's.n.v', 's.n.i', 's.v', 's.i', 'g.p.v', 'g.p.i';
  parameter Real 'r.R'[N] = {1 + 0.001*i for i in 1:N}, 'c.C'[N] = fill(0.01, N);
equation
  for i in 1:N loop
    'r.v'[i] = 'r.p.v'[i] - 'r.n.v'[i];
    0 = 'r.p.i'[i] + 'r.n.i'[i];
    'r.i'[i] = 'r.p.i'[i];
    'r.v'[i] = 'r.R'[i]*'r.i'[i];
    'c.v'[i] = 'c.p.v'[i] - 'c.n.v'[i];
    0 = 'c.p.i'[i] + 'c.n.i'[i];
    'c.i'[i] = 'c.p.i'[i];
    'c.C'[i]*der('c.v'[i]) = 'c.i'[i];
  end for;
  's.v' = 's.p.v' - 's.n.v';
  0 = 's.p.i' + 's.n.i';
  's.i' = 's.p.i';
  's.v' = sin(10*time);
  'g.p.v' = 0;
  for i in 1:N-1 loop
    'r.n.v'[i] = 'c.p.v'[i];
    'r.n.v'[i] = 'r.p.v'[i + 1];
    'r.n.i'[i] + 'c.p.i'[i] + 'r.p.i'[i + 1] = 0;
  end for;
  'r.n.v'[N] = 'c.p.v'[N];
  'r.n.i'[N] + 'c.p.i'[N] = 0;
  's.p.v' = 'r.p.v'[1];
  's.p.i' + 'r.p.i'[1] = 0;
  for i in 1:N loop
    'c.n.v'[i] = 'g.p.v';
  end for;
  's.n.v' = 'g.p.v';
  sum('c.n.i'[i] for i in 1:N) + 's.n.i' + 'g.p.i' = 0;
end ladder_of_parts;
