//! 0: a = 1
//! 0: b = 7
//! model use
package P
  constant Real one = 1;
  constant Real two = 2;
end P;
model use
  import P.*;
  constant Real two = 7;
  Real a = one, b = two;
end use;
