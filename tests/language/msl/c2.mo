//! 0: y = 3
//! 1: y = 5
model c2 "initial equation for pre() of a continuous-time-free Boolean / Integer given by an equation"
  Integer y;
initial equation
  pre(y) = 3;
equation
  y = if time > 0.5 then 5 else pre(y);
end c2;
