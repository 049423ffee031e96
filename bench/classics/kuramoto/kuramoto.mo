model kuramoto "Oscillators that pull each other, each with its own frequency"
  parameter Integer N = 1000 "oscillators";
  parameter Real K = 2 "coupling";
  Real theta[N](start = {3*(i*0.6180339887498949 - floor(i*0.6180339887498949)) for i in 1:N}, each fixed = true);
  Real s, c, r, psi;
protected
  parameter Real w[N] = {tan(2.2*((i - 0.5)/N - 0.5)) for i in 1:N};
equation
  s = sum(sin(theta[i]) for i in 1:N);
  c = sum(cos(theta[i]) for i in 1:N);
  for i in 1:N loop
    der(theta[i]) = w[i] + K/N*(s*cos(theta[i]) - c*sin(theta[i]));
  end for;
  r = sqrt(s^2 + c^2)/N;
  psi = sum(theta[i] for i in 1:N)/N;
  annotation(experiment(StopTime = 10));
end kuramoto;
