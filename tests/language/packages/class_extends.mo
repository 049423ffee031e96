// A class that extends the one of its name that it inherits, over two levels, with a modification, and a function.
package Base
  replaceable partial model Law
    parameter Real k = 1;
    Real x, y;
  equation
    y = k*x;
  end Law;

  replaceable record Point
    Real a = 1;
  end Point;

  replaceable partial function twice
    input Real u;
    output Real v;
  end twice;

  model User
    Law law;
    Point p(a = 5);
    Real t;
  equation
    t = twice(law.y) + p.a;
  end User;
end Base;

package Middle
  extends Base;

  redeclare replaceable model extends Law(k = 3)
    Real z = 2*y;
  end Law;

  redeclare replaceable record extends Point
    Real b = 7;
  end Point;
end Middle;

package Top
  extends Middle;

  redeclare model extends Law
  equation
    x = 10 + z/60;
  end Law;

  redeclare function extends twice
  algorithm
    v := 2*u;
  end twice;
end Top;

model class_extends
  Top.User u;
  Real b = u.p.b;
end class_extends;
//! 0: u.law.x = 11.111111111111 +- 1e-6
//! 0: u.law.y = 33.333333333333 +- 1e-6
//! 0: u.law.z = 66.666666666667 +- 1e-6
//! 0: u.t = 71.666666666667 +- 1e-6
//! 0: b = 7
