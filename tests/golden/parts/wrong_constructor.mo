record Data
  parameter Real R = 1;
  parameter Real L = 1;
end Data;

model Motor
  parameter Data data;
  Real i(start = 0);
equation
  data.L*der(i) = 12 - data.R*i;
end Motor;

model Test
  Motor a(data = Data(1, 2, 3)), b(data = Data(R = 1, C = 2)), c(data = 5), d(data(X = 1));
end Test;
