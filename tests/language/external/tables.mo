//! model tables
//! 0.5: lin = 2 +- 1e-9
//! 1.5: lin = 3.25 +- 1e-9
//! 2: lin = 5 +- 1e-9
//! 2.5: lin = 5.75 +- 1e-9
//! 4: lin = 8 +- 1e-9
//! 4: hold = 7 +- 1e-9
//! 1.5: col = 0.5 +- 1e-9
//! 0.5: step = 1
//! 1.5: step = 3
//! 2.5: step = 5
//! 4: step = 7
//! 0.5: wave = 1.5 +- 1e-9
//! 2.5: wave = 1.5 +- 1e-9
//! 3.5: wave = 1.5 +- 1e-9
//! 0.5: late = 0
//! 1.5: late = 2 +- 1e-9
//! 4: u = -2 +- 1e-9
//! 4: c.y = -1 +- 1e-9
//! 4: total = -6 +- 1e-5
//! 4: first = -1
//! 4: last = 1
// Tables that libraries keep in external objects: knots, jumps, both ends, from a time on, of a signal.
// The package has the names of the library that such tables come from, and as much of it as they need
package Modelica
  package Blocks
    package Types
      type Smoothness = enumeration(LinearSegments, ContinuousDerivative, ConstantSegments);
      type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
      type TimeEvents = enumeration(Always, AtDiscontinuities, NoTimeEvents);
      class ExternalCombiTimeTable
        extends ExternalObject;
        function constructor
          input String tableName, fileName;
          input Real table[:, :], startTime;
          input Integer columns[:];
          input Smoothness smoothness;
          input Extrapolation extrapolation;
          input Real shiftTime = 0;
          output ExternalCombiTimeTable made;
          external "C" made = ModelicaStandardTables_CombiTimeTable_init2(fileName, tableName, table);
        end constructor;
        function destructor
          input ExternalCombiTimeTable made;
          external "C" ModelicaStandardTables_CombiTimeTable_close(made);
        end destructor;
      end ExternalCombiTimeTable;
      class ExternalCombiTable1D
        extends ExternalObject;
        function constructor
          input String tableName, fileName;
          input Real table[:, :];
          input Integer columns[:];
          input Smoothness smoothness;
          input Extrapolation extrapolation;
          output ExternalCombiTable1D made;
          external "C" made = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table);
        end constructor;
        function destructor
          input ExternalCombiTable1D made;
          external "C" ModelicaStandardTables_CombiTable1D_close(made);
        end destructor;
      end ExternalCombiTable1D;
    end Types;
  end Blocks;
end Modelica;

package Read
  function at_time
    input Modelica.Blocks.Types.ExternalCombiTimeTable table;
    input Integer column;
    input Real t, next, before;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(table, column, t, next, before);
  end at_time;
  function at
    input Modelica.Blocks.Types.ExternalCombiTable1D table;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(table, column, u);
  end at;
  function low
    input Modelica.Blocks.Types.ExternalCombiTable1D table;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_minimumAbscissa(table);
  end low;
  function high
    input Modelica.Blocks.Types.ExternalCombiTable1D table;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_maximumAbscissa(table);
  end high;
  block Time
    import Modelica.Blocks.Types.*;
    parameter Real table[:, :], startTime = 0, shiftTime = 0;
    parameter Integer columns[:] = 2:size(table, 2);
    parameter Smoothness smoothness = Smoothness.LinearSegments;
    parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    Real y[size(columns, 1)];
  protected
    parameter ExternalCombiTimeTable object = ExternalCombiTimeTable("NoName", "NoName", table, startTime,
      columns, smoothness, extrapolation, shiftTime);
  equation
    for i in 1:size(columns, 1) loop
      y[i] = at_time(object, i, time, 0, 0);
    end for;
  end Time;
  block One
    import Modelica.Blocks.Types.*;
    parameter Real table[:, :];
    parameter String name = "NoName";
    parameter Smoothness smoothness = Smoothness.LinearSegments;
    parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    input Real u;
    Real y;
    final parameter Real lowest = low(object), highest = high(object);
  protected
    parameter ExternalCombiTable1D object = ExternalCombiTable1D(name, "NoName", table, {2}, smoothness,
      extrapolation);
  equation
    y = at(object, 1, u);
  end One;
end Read;

model tables
  import Smoothness = Modelica.Blocks.Types.Smoothness;
  import Extrapolation = Modelica.Blocks.Types.Extrapolation;
  parameter Real jump[:, :] = [0, 1, 0; 1, 3, 0; 2, 3.5, 1; 2, 5, 1; 3, 6.5, 1];
  Read.Time a(table = jump, columns = {2, 3});
  Read.Time b(table = [0, 1; 3, 7], extrapolation = Extrapolation.HoldLastPoint);
  Read.Time s(table = [0, 1; 1, 3; 2, 5; 3, 7], smoothness = Smoothness.ConstantSegments, extrapolation = Extrapolation.HoldLastPoint);
  Read.Time w(table = [0, 1; 1, 2; 2, 1], extrapolation = Extrapolation.Periodic);
  Read.Time l(table = [0, 1; 1, 3], startTime = 1, shiftTime = 1);
  Read.One c(table = [-1, -1; 0, 0; 1, 3], extrapolation = Extrapolation.HoldLastPoint, u = u);
  Real lin = a.y[1], col = a.y[2], hold = b.y[1], step = s.y[1], wave = w.y[1], late = l.y[1];
  Real u(start = 2, fixed = true), total(start = 0, fixed = true), first = c.lowest, last = c.highest;
equation
  der(u) = -1;
  der(total) = if c.y > 0 then 0 else 4*c.y;
  annotation(experiment(StopTime = 4));
end tables;
