//! ends EMODEL
//! says tables are linear or constant between their points
//! model tables_refused
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

model tables_refused
  import Modelica.Blocks.Types.*;
  Read.One c(table = [0, 0; 1, 3], u = time, smoothness = Smoothness.ContinuousDerivative);
  annotation(experiment(StopTime = 1));
end tables_refused;
