model M
  replaceable function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
  Real x = f(1);
end M;
