//! 1: y = 0.6321205588285577 +- 0.003
model extends_filter
  partial model Filter
    parameter Real T = 1;
    Real u, y(start = 0, fixed = true);
  equation
    T*der(y) = u - y;
  end Filter;
  extends Filter(T = 1);
equation
  u = 1;
end extends_filter;
