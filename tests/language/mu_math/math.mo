package math "as users of other tools have it: functions in C of a library that is not here, and one of their own"
  function rand
    input Real x;
    output Real y;
    external "C" y = elsewhere_rand(x) annotation(Library = "elsewhere", Include = "#include <elsewhere.h>");
  end rand;
  function fabs
    input Real x;
    output Real y;
    external "C" y = fabs(x);
  end fabs;
  function half
    input Real x;
    output Real y;
  algorithm
    y := x/2;
  end half;
end math;
