model M
  type T = parameter Real;
  type U = input Real[3];
end M;
