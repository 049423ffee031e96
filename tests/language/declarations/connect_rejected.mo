model connect_rejected
  Real a, b;
equation
  connect(a, b);
end connect_rejected;
