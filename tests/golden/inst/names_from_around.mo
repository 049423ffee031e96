package Units
  type Volt = Real(unit = "V");
  constant Real unit[2] = {1, 2};
end Units;
package Deep
  package Inside
    constant Real c = 3;
    function twice
      input Real x;
      output Real y = 2*x;
    algorithm
    end twice;
    type Mode = enumeration(off, on);
    model Part
      import U = Units;
      import Units.*;
      import Units.{unit};
      import Modelica.Constants.pi;
      parameter Volt v = c*unit[1];
      parameter U.Volt w = twice(pi) + sin(g);
      parameter Mode m = Mode.on;
      Real x = if m == Mode.off then g else Deep.Inside.c;
    end Part;
  end Inside;
  constant Real g = 9.81;
  encapsulated model Alone
    import Deep.Inside;
    Inside.Part part(v = 7, m = Inside.Mode.off);
  end Alone;
end Deep;
model names
  import D = Deep;
  constant Real k = 2;
  model Local
    Real z = k*time;
  end Local;
  D.Alone a;
  .Deep.Inside.Part b(x(start = k));
  Local l;
  Real g[Deep.Inside.Mode] = {1, 2};
end names;
