model Base
  parameter Real a = 1;
  Real x = a*time;
end Base;
model Three = Base(a = 3);
model short = Three(x(unit = "V")) "defined by another";
