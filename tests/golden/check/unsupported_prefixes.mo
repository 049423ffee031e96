model M
  flow Real i;
  stream Real h;
  inner Real a;
  outer Real b;
  replaceable Real c;
  parameter Boolean use = true;
  Real d if use;
  redeclare Real e = 1;
end M;
