model base
  Real x;
end base;
model extends_rejected
  extends base;
equation
  x = 1;
end extends_rejected;
