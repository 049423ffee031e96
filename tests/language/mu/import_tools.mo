package import_tools
  function square
    input Real x;
    output Real y;
  algorithm
    y := x*x;
  end square;
  function shifted
    input Real x;
    input Real by;
    output Real y;
  algorithm
    y := x + by;
  end shifted;
end import_tools;
