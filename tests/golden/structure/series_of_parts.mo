model series_of_parts
  parameter Integer N = 6;
  Real 'r.p.v'[N], 'r.p.i'[N], 'r.n.v'[N], 'r.n.i'[N], 'r.v'[N], 'r.i'[N];
  Real 'l.p.v', 'l.p.i', 'l.n.v', 'l.n.i', 'l.v', 'l.i'(start = 0);
  Real 's.p.v', 's.p.i', 's.n.v', 's.n.i', 's.v', 's.i', 'g.p.v', 'g.p.i';
equation
  for i in 1:N loop
    'r.v'[i] = 'r.p.v'[i] - 'r.n.v'[i];
    0 = 'r.p.i'[i] + 'r.n.i'[i];
    'r.i'[i] = 'r.p.i'[i];
    'r.v'[i] = 2*'r.i'[i];
  end for;
  for i in 1:N-1 loop
    'r.n.v'[i] = 'r.p.v'[i+1];
    'r.n.i'[i] + 'r.p.i'[i+1] = 0;
  end for;
  'l.v' = 'l.p.v' - 'l.n.v'; 0 = 'l.p.i' + 'l.n.i'; 'l.i' = 'l.p.i'; 1*der('l.i') = 'l.v';
  's.v' = 's.p.v' - 's.n.v'; 0 = 's.p.i' + 's.n.i'; 's.i' = 's.p.i'; 's.v' = 10;
  'g.p.v' = 0;
  's.p.v' = 'r.p.v'[1]; 's.p.i' + 'r.p.i'[1] = 0;
  'r.n.v'[N] = 'l.p.v'; 'r.n.i'[N] + 'l.p.i' = 0;
  'l.n.v' = 'g.p.v'; 's.n.v' = 'g.p.v'; 'l.n.i' + 's.n.i' + 'g.p.i' = 0;
end series_of_parts;
