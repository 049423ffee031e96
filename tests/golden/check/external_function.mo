model M
  function f
    input Real u;
    output Real y;
  external "C";
  end f;
  Real x = f(time);
end M;
