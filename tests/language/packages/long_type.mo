//! model long_type.M
//! 1: v = 6
//! 1: b = 2
// A type in the long form: one extends clause; others are made from it
package long_type
  partial class Icon
  end Icon;
  package Types
    type Base "of all"
      extends Real;
      annotation(Documentation(info = "no effect"));
    end Base;
    type Voltage
      extends Base(final unit = "V", min = -10);
    end Voltage;
    type Pair = Voltage[2];
  end Types;
  model M
    Types.Voltage v(start = 5, fixed = true);
    Types.Pair p = {v, v/3};
    Real b = p[2] + 0*v;
  equation
    der(v) = 1;
    annotation(experiment(StopTime = 1));
  end M;
end long_type;
