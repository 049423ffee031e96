model external_rejected
  function f
    input Real x;
    output Real y;
    external "C" y = myf(x);
  end f;
  Real r = f(1);
end external_rejected;
