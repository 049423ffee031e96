connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  parameter Integer m = 3;
  Pin pin[m];
  input Boolean on;
end Plug;
connector Out
  parameter Integer m = 3;
  Pin pin[m];
  output Boolean on;
end Out;
model Load
  parameter Integer m = 3;
  Plug plug(m = m);
  Pin star;
  Pin p[2, 2];
equation
  for k in 1:m loop
    plug.pin[k].v - star.v = k*plug.pin[k].i;
  end for;
  star.i + sum(plug.pin.i) = 0;
  p.i = zeros(2, 2);
end Load;
model Source
  Out plug;
equation
  plug.pin.v = {1, 2, 3};
  plug.on = time > 1;
end Source;
model conn
  parameter Integer N = 2;
  Load load[N](each m = 3);
  Source source[N];
  Pin ground;
  Load a(plug(on = true)), b(plug(on = true));
equation
  connect(load.plug, source.plug);
  connect(load[1].p[1, :], load[2].p[:, 2]);
  connect(a.p, b.p);
  connect(a.plug.pin[2], b.plug.pin[3]);
  for i in 1:N loop
    connect(load[i].star, ground);
  end for;
  ground.v = 0;
end conn;
