//! 0: r = 12
//! model user
package P
  constant Real a = 5;
  constant Real b = 7;
  constant Real c = 9;
end P;
model user
  import P.{a, b};
  Real r = a + b;
end user;
