within Saltus.Blocks;
package Interfaces "Inputs and outputs, and what blocks have in common"
  connector RealInput = input Real "A number that comes in";
  connector RealOutput = output Real "A number that goes out";
  connector BooleanInput = input Boolean "True or false, comes in";
  connector BooleanOutput = output Boolean "True or false, goes out";
  connector IntegerInput = input Integer "A whole number that comes in";
  connector IntegerOutput = output Integer "A whole number that goes out";

  partial block SO "One output"
    RealOutput y "output";
  end SO;

  partial block SISO "One input, one output"
    RealInput u "input";
    RealOutput y "output";
  end SISO;

  partial block SI2SO "Two inputs, one output"
    RealInput u1 "first input";
    RealInput u2 "second input";
    RealOutput y "output";
  end SI2SO;

  partial block BooleanSISO "One Boolean input, one Boolean output"
    BooleanInput u "input";
    BooleanOutput y "output";
  end BooleanSISO;

  partial block BooleanSI2SO "Two Boolean inputs, one Boolean output"
    BooleanInput u1 "first input";
    BooleanInput u2 "second input";
    BooleanOutput y "output";
  end BooleanSI2SO;

  partial block Sampled "Does something at startTime + k samplePeriod"
    parameter SI.Time samplePeriod(min = 0) = 0.1 "period";
    parameter SI.Time startTime = 0 "first sample";
  end Sampled;

  partial block PulseTimer "On for a fraction of each period"
    parameter SI.Time period(min = 0) = 1 "period";
    parameter Real width(min = 0, max = 1) = 0.5 "fraction of the period for which it is on";
    parameter SI.Time startTime = 0 "start of the first period; negative: it is partly over";
    Boolean on(start = false, fixed = true) "at present";
  protected
    discrete SI.Time tOff(start = startTime, fixed = true) "end of the present pulse";
  algorithm
    when initial() then
      tOff := startTime + period*(floor((time - startTime)/period) +
        (if width >= 1 then 2 else width));
      on := time >= startTime and time < tOff;
    elsewhen sample(startTime, period) then
      tOff := time + (if width >= 1 then 2 else width)*period;
      on := time < tOff;
    elsewhen time >= pre(tOff) then
      on := false;
    end when;
  end PulseTimer;

  partial block Carrier "A triangle between low and high that rises from low at time 0"
    parameter SI.Frequency f = 1000 "frequency";
    parameter Real low = 0 "lowest value";
    parameter Real high = 1 "highest value";
    Real carrier "the triangle";
  protected
    discrete Real corner(start = 0, fixed = true) "number of the last corner";
    discrete SI.Time t0(start = 0, fixed = true) "when it was";
    Boolean up(start = true, fixed = true) "rises";
  algorithm
    when initial() then
      corner := floor(2*f*time + 1e-9);
      t0 := corner/(2*f);
      up := mod(corner, 2) < 0.5;
    elsewhen time >= (pre(corner) + 1)/(2*f) then
      corner := pre(corner) + 1;
      t0 := corner/(2*f);
      up := mod(corner, 2) < 0.5;
    end when;
  equation
    carrier = (if up then low else high) + (if up then 2 else -2)*f*(high - low)*(time - t0);
  end Carrier;

  function rowsUntil "Number of rows of a table whose time is not later than t"
    input Real table[:, 2];
    input Real t;
    output Integer k = 0;
  algorithm
    for row in 1:size(table, 1) loop
      if table[row, 1] <= t then
        k := row;
      end if;
    end for;
  end rowsUntil;

  partial block Table "A table of time, straight between its rows"
    parameter Real table[:, 2] = [0, 0; 1, 1] "times, which do not fall, and values";
    Real value "at present";
  protected
    final parameter Integer last = size(table, 1) "number of rows";
    Integer k(start = 0, fixed = true) "last row that is over";
    discrete SI.Time t0(start = 0, fixed = true) "its time";
    discrete Real y0(start = 0, fixed = true) "its value";
    discrete Real slope(start = 0, fixed = true) "until the next row";
    discrete SI.Time next(start = 0, fixed = true) "time of the next row";
  equation
    when {initial(), time >= pre(next)} then
      k = rowsUntil(table, time);
      t0 = table[max(k, 1), 1];
      y0 = table[max(k, 1), 2];
      slope = if k == 0 or k == last then 0 else
        (table[min(k + 1, last), 2] - y0)/(table[min(k + 1, last), 1] - t0);
      next = if k < last then table[min(k + 1, last), 1] else 1e300;
    end when;
    value = y0 + slope*(time - t0);
  end Table;
  annotation(Documentation(info = "
    Own blocks begin with one of SO, SISO, SI2SO, ... and add their equations. PulseTimer,
    Carrier and Table hold what several sources share.
  "));
end Interfaces;
