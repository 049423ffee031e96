record Data
  parameter Real R;
  parameter Real L;
end Data;

model Motor
  parameter Data data = Data(R = 1);
  Real i(start = 0);
equation
  data.L*der(i) = 12 - data.R*i;
end Motor;

model Test
  Motor motor;
end Test;
