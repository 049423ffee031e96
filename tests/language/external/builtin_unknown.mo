model builtin_unknown
  function f
    input Real u;
    output Real y;
    external "builtin" y = sinus(u);
  end f;
  function g
    input Real u;
    output Real y;
    external "builtin";
  end g;
  Real y = f(time) + g(time);
end builtin_unknown;
