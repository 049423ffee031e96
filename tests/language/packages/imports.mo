//! 0: a = 3
//! 0: b = 3
//! 0: c = 3
//! 0: d = 9
//! model user
package P
  constant Real three = 3;
  package Q
    constant Real nine = 9;
  end Q;
end P;
model user
  import P.three;
  import Drei = P.three;
  import P.Q;
  Real a = three;
  Real b = Drei;
  Real c = P.three;
  Real d = Q.nine;
end user;
