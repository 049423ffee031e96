package SI = Modelica.Units.SI;
package Q
  constant Real g = 3;
  type Mode = enumeration(a, b, c);
end Q;
package P
  extends Q;
  package R = Q;
  model A
    parameter Real w = 2;
    parameter Real x[:] = {1, 2, 3}*w;
    Real y[:](each start = w) = x*g*time;
    SI.Voltage v = R.g*time;
    parameter R.Mode m = R.Mode.b;
  end A;
  model B
    A a[2](w = {3, 4});
    A c[Mode];
    Real z = sum(a[1].y) + a[2].y[end] + c[2].v;
  end B;
end P;
