package P
  constant Integer n = 3;
  constant Real g[n] = {9.81, 1.62, 3.71};
  function weight
    input Real m;
    input Integer where = 1;
    output Real w;
  protected
    constant Real factor[2] = {1, 2};
  algorithm
    w := m*g[where]*factor[1]/P.n;
  end weight;
end P;
model constants_and_packages
  import P.weight;
  Real m(start = 1), w[P.n];
equation
  der(m) = -m;
  for i in 1:P.n loop
    w[i] = weight(m, i) + P.g[i];
  end for;
end constants_and_packages;
