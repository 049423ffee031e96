model grid_of_parts
  parameter Integer N = 6;
  Real 'c.p.T'[N, N], 'c.p.Q'[N, N], 'c.T'[N, N](each start = 300);
  Real 'h.a.T'[N, N-1], 'h.a.Q'[N, N-1], 'h.b.T'[N, N-1], 'h.b.Q'[N, N-1], 'h.dT'[N, N-1], 'h.Q'[N, N-1];
  Real 'w.a.T'[N-1, N], 'w.a.Q'[N-1, N], 'w.b.T'[N-1, N], 'w.b.Q'[N-1, N], 'w.dT'[N-1, N], 'w.Q'[N-1, N];
  Real 's.p.T', 's.p.Q';
equation
  for i in 1:N loop
    for j in 1:N loop
      'c.p.T'[i, j] = 'c.T'[i, j];
      10*der('c.T'[i, j]) = 'c.p.Q'[i, j];
    end for;
    for j in 1:N-1 loop
      'h.dT'[i, j] = 'h.a.T'[i, j] - 'h.b.T'[i, j];
      'h.Q'[i, j] = 2*'h.dT'[i, j];
      'h.a.Q'[i, j] = 'h.Q'[i, j];
      'h.b.Q'[i, j] = -'h.Q'[i, j];
      'h.a.T'[i, j] = 'c.p.T'[i, j];
      'h.b.T'[i, j] = 'c.p.T'[i, j + 1];
    end for;
  end for;
  for i in 1:N-1 loop
    for j in 1:N loop
      'w.dT'[i, j] = 'w.a.T'[i, j] - 'w.b.T'[i, j];
      'w.Q'[i, j] = 2*'w.dT'[i, j];
      'w.a.Q'[i, j] = 'w.Q'[i, j];
      'w.b.Q'[i, j] = -'w.Q'[i, j];
      'w.a.T'[i, j] = 'c.p.T'[i, j];
      'w.b.T'[i, j] = 'c.p.T'[i + 1, j];
    end for;
  end for;
  's.p.Q' = -(400 - 's.p.T');
  's.p.T' = 'c.p.T'[1, 1];
  'c.p.Q'[1, 1] + 'h.a.Q'[1, 1] + 'w.a.Q'[1, 1] + 's.p.Q' = 0;
  'c.p.Q'[1, N] + 'h.b.Q'[1, N-1] + 'w.a.Q'[1, N] = 0;
  'c.p.Q'[N, 1] + 'h.a.Q'[N, 1] + 'w.b.Q'[N-1, 1] = 0;
  'c.p.Q'[N, N] + 'h.b.Q'[N, N-1] + 'w.b.Q'[N-1, N] = 0;
  for j in 2:N-1 loop
    'c.p.Q'[1, j] + 'h.a.Q'[1, j] + 'h.b.Q'[1, j-1] + 'w.a.Q'[1, j] = 0;
    'c.p.Q'[N, j] + 'h.a.Q'[N, j] + 'h.b.Q'[N, j-1] + 'w.b.Q'[N-1, j] = 0;
    'c.p.Q'[j, 1] + 'h.a.Q'[j, 1] + 'w.a.Q'[j, 1] + 'w.b.Q'[j-1, 1] = 0;
    'c.p.Q'[j, N] + 'h.b.Q'[j, N-1] + 'w.a.Q'[j, N] + 'w.b.Q'[j-1, N] = 0;
  end for;
  for i in 2:N-1 loop
    for j in 2:N-1 loop
      'c.p.Q'[i, j] + 'h.a.Q'[i, j] + 'h.b.Q'[i, j-1] + 'w.a.Q'[i, j] + 'w.b.Q'[i-1, j] = 0;
    end for;
  end for;
end grid_of_parts;
