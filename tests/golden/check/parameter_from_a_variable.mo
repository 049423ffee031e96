model M
  Real x = time;
  parameter Real p = 2*x;
  parameter Real q = time;
  constant Real c = p;
  constant Real d = 1 + sin(p);
  parameter Boolean b = initial();
end M;
