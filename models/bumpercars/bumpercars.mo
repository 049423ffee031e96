function draw "the n-th number of a linear congruential generator modulo 2^31, over 2^31"
  input Integer seed, n;
  output Real u;
protected
  Real s = seed;
algorithm
  for k in 1:n loop
    s := mod(mod(16838*s, 32768)*65536 + 20077*s + 12345, 2147483648); // 1103515245 s + 12345 in two parts: exact
  end for;
  u := s/2147483648;
end draw;

function speed "of a car that goes v into the direction theta and gets a push (dx, dy)"
  input Real v, theta, dx, dy;
  output Real r = sqrt((v*cos(theta) + dx)^2 + (v*sin(theta) + dy)^2);
algorithm
end speed;

function heading "of the same car"
  input Real v, theta, dx, dy;
  output Real r = atan2(v*sin(theta) + dy, v*cos(theta) + dx);
algorithm
end heading;

model bumpercars "N cars in a box that bump into each other and into the walls"
  parameter Integer N = 20;
  parameter Integer P = div(N*(N - 1), 2) "pairs";
  parameter Integer first[P] = {sum(if p > div((2*N - k)*(k - 1), 2) then 1 else 0 for k in 1:N - 1) for p in 1:P};
  parameter Integer second[P] = {p - div((2*N - first[p])*(first[p] - 1), 2) + first[p] for p in 1:P};
  parameter Real r = 0.1 "radius of a car";
  parameter Real L = 10 "side of the box";
  parameter Real e = 0.9 "restitution, along the normal";
  parameter Integer seed = 2024 "of places and speeds at the start";
  parameter Integer K = integer(ceil(sqrt(N))) "cars in a row at the start";
  parameter Real w = L/K;
  Real x[N](each fixed = true, start = {w*(mod(i - 1, K) + 0.5) + w/2*(draw(seed, 4*i - 3) - 0.5) for i in 1:N});
  Real y[N](each fixed = true, start = {w*(div(i - 1, K) + 0.5) + w/2*(draw(seed, 4*i - 2) - 0.5) for i in 1:N});
  Real theta[N](each fixed = true, start = {Modelica.Constants.pi*(2*draw(seed, 4*i) - 1) for i in 1:N}) "headings";
  discrete Real v[N](each fixed = true, start = {0.5 + draw(seed, 4*i - 1) for i in 1:N}) "speeds";
  discrete Real push(start = 0, fixed = true) "of the last collision";
  Integer bumps(start = 0, fixed = true) "car against car";
  Integer hits(start = 0, fixed = true) "car against wall";
algorithm
  for i in 1:N loop
    when {x[i] < r, x[i] > L - r} then
      push := -(1 + e)*v[i]*cos(theta[i]);
      hits := hits + 1;
      reinit(theta[i], heading(v[i], theta[i], push, 0));
      v[i] := speed(v[i], theta[i], push, 0);
    end when;
    when {y[i] < r, y[i] > L - r} then
      push := -(1 + e)*v[i]*sin(theta[i]);
      hits := hits + 1;
      reinit(theta[i], heading(v[i], theta[i], 0, push));
      v[i] := speed(v[i], theta[i], 0, push);
    end when;
  end for;
  for p in 1:P loop
    when (x[first[p]] - x[second[p]])^2 + (y[first[p]] - y[second[p]])^2 < (2*r)^2 then
      push := -(1 + e)/2/(2*r)^2*(
        (v[first[p]]*cos(theta[first[p]]) - v[second[p]]*cos(theta[second[p]]))*(x[first[p]] - x[second[p]]) +
        (v[first[p]]*sin(theta[first[p]]) - v[second[p]]*sin(theta[second[p]]))*(y[first[p]] - y[second[p]]));
      bumps := bumps + 1;
      reinit(theta[first[p]], heading(v[first[p]], theta[first[p]], push*(x[first[p]] - x[second[p]]), push*(y[first[p]] - y[second[p]])));
      reinit(theta[second[p]], heading(v[second[p]], theta[second[p]], push*(x[second[p]] - x[first[p]]), push*(y[second[p]] - y[first[p]])));
      v[first[p]] := speed(v[first[p]], theta[first[p]], push*(x[first[p]] - x[second[p]]), push*(y[first[p]] - y[second[p]]));
      v[second[p]] := speed(v[second[p]], theta[second[p]], push*(x[second[p]] - x[first[p]]), push*(y[second[p]] - y[first[p]]));
    end when;
  end for;
equation
  for i in 1:N loop
    der(x[i]) = v[i]*cos(theta[i]);
    der(y[i]) = v[i]*sin(theta[i]);
    der(theta[i]) = 0;
  end for;
  annotation(experiment(StopTime = 100, Interval = 0.25), __Saltus_method = "qss2", __Saltus_watch = {"x[1]", "y[1]", "bumps", "hits"});
end bumpercars;
