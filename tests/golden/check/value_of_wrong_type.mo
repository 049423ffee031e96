model M
  parameter Real a[3] = 1;
  parameter Real b[2] = {1, 2, 3};
  parameter Boolean c = 1;
  parameter Integer d = true;
  parameter String s = 1;
  parameter Real e = "1";
end M;
