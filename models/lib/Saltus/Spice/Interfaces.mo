within Saltus.Spice;
package Interfaces "What parts of SPICE have in common"
  partial block PulseShape "The function PULSE of SPICE"
    parameter Real V1 = 0 "before the pulses and between them";
    parameter Real V2 = 1 "during a pulse";
    parameter SI.Time TD = 0 "start of the first pulse";
    parameter SI.Time TR(min = 0) = 1e-9 "from V1 to V2; not 0";
    parameter SI.Time TF(min = 0) = 1e-9 "from V2 to V1; not 0";
    parameter SI.Time PW(min = 0) = 1e-3 "length of a pulse, without TR and TF";
    parameter SI.Time PER(min = 0) = 2e-3 "period";
    parameter Integer NP(min = 0) = 0 "number of pulses; 0: no end";
    Real shape "at present";
  protected
    Integer k(start = 0, fixed = true) "pulses that have begun";
    Integer stage(start = 0, fixed = true) "0 between pulses, 1 rises, 2 stays, 3 falls";
    discrete SI.Time t0(start = 0, fixed = true) "start of the stage";
    discrete Real y0(start = V1, fixed = true) "value at t0";
    discrete Real slope(start = 0, fixed = true) "in the stage";
    discrete SI.Time next(start = TD, fixed = true) "end of the stage";
    final parameter SI.Time tiny = 1e-12*PER "shorter stages are left out";
  initial equation
    shape = y0 + slope*(time - t0);
  algorithm
    when initial() then
      if TD <= time then
        k := integer(floor((time - TD)/PER)) + 1;
        t0 := TD + (k - 1)*PER;
        stage := if time < t0 + TR then 1 elseif time < t0 + TR + PW then 2 elseif
          time < t0 + TR + PW + TF then 3 else 0;
        if NP > 0 and k > NP then
          stage := 0;
        end if;
        y0 := if stage == 1 then V1 elseif stage == 0 then V1 else V2;
        slope := if stage == 1 then (V2 - V1)/TR elseif stage == 3 then (V1 - V2)/TF else 0;
        t0 := if stage == 2 then t0 + TR elseif stage == 3 then t0 + TR + PW else t0;
        next := if stage == 0 then (if NP > 0 and k >= NP then 1e300 else TD + k*PER)
          elseif stage == 1 then t0 + TR elseif stage == 2 then t0 + PW else t0 + TF;
      end if;
    elsewhen time >= pre(next) then
      if pre(stage) == 0 or time >= TD + pre(k)*PER - tiny then
        assert(pre(k) == 0 or TR + PW + TF <= PER + 10*tiny, "PULSE: TR + PW + TF must not be longer than PER");
        k := pre(k) + 1;
        stage := if TR > tiny then 1 elseif PW > tiny then 2 elseif TF > tiny then 3 else 0;
      elseif pre(stage) == 1 and PW > tiny then
        stage := 2;
      elseif pre(stage) < 3 and TF > tiny then
        stage := 3;
      else
        stage := 0;
      end if;
      t0 := time;
      y0 := if stage == 1 or stage == 0 then V1 else V2;
      slope := if stage == 1 then (V2 - V1)/TR elseif stage == 3 then (V1 - V2)/TF else 0;
      next := if stage == 1 then time + TR elseif stage == 2 then time + PW
        elseif stage == 3 then time + TF else 1e300;
      next := min(next, if NP > 0 and k >= NP and stage == 0 then 1e300 else TD + k*PER);
    end when;
  equation
    der(shape) = slope;
  end PulseShape;

  partial block StraightShape "The function PWL of SPICE"
    parameter Real table[:, 2] = [0, 0; 1, 1] "times, which rise, and values";
    Real shape "at present";
  protected
    final parameter Integer last = size(table, 1) "number of rows";
    Integer k(start = 0, fixed = true) "last row that is over";
    discrete Real slope(start = 0, fixed = true) "until the next row";
    discrete SI.Time next(start = 0, fixed = true) "time of the next row";
  initial equation
    shape = table[max(k, 1), 2] + slope*(time - table[max(k, 1), 1]);
  equation
    der(shape) = slope;
    when {initial(), time >= pre(next)} then
      k = Saltus.Blocks.Interfaces.rowsUntil(table, time);
      slope = if k == 0 or k == last then 0 else
        (table[min(k + 1, last), 2] - table[max(k, 1), 2])/(table[min(k + 1, last), 1] - table[max(k, 1), 1]);
      next = if k < last then table[min(k + 1, last), 1] else 1e300;
    end when;
  end StraightShape;

  partial block SineShape "The function SIN of SPICE"
    parameter Real VO = 0 "offset";
    parameter Real VA = 1 "amplitude";
    parameter SI.Frequency FREQ = 50 "frequency";
    parameter SI.Time TD = 0 "before it, the value at TD";
    parameter Real THETA(unit = "1/s") = 0 "damping";
    parameter Real PHASE = 0 "at TD, in degrees";
    Real shape "at present";
  protected
    constant Real degree = pi/180;
    Boolean begun "the delay is over";
  equation
    begun = time >= TD;
    shape = VO + VA*noEvent(if time < TD then sin(degree*PHASE)
      else exp(-THETA*(time - TD))*sin(2*pi*FREQ*(time - TD) + degree*PHASE));
  end SineShape;

  partial block ExponentialShape "The function EXP of SPICE"
    parameter Real V1 = 0 "at the beginning";
    parameter Real V2 = 1 "to which it rises";
    parameter SI.Time TD1 = 0 "begins to rise";
    parameter SI.Time TAU1(min = 0) = 1e-3 "time constant of the rise";
    parameter SI.Time TD2 = 5e-3 "begins to fall";
    parameter SI.Time TAU2(min = 0) = 1e-3 "time constant of the fall";
    Real shape "at present";
  protected
    Boolean rising "the first delay is over";
    Boolean falling "the second delay is over";
  equation
    rising = time >= TD1;
    falling = time >= TD2;
    shape = V1 + (V2 - V1)*(noEvent(if time < TD1 then 0 else 1 - exp(-(time - TD1)/TAU1)) -
      noEvent(if time < TD2 then 0 else 1 - exp(-(time - TD2)/TAU2)));
  end ExponentialShape;

  partial block ModulatedShape "The function SFFM of SPICE"
    parameter Real VO = 0 "offset";
    parameter Real VA = 1 "amplitude";
    parameter SI.Frequency FC = 1000 "carrier";
    parameter Real MDI = 1 "index of modulation";
    parameter SI.Frequency FS = 100 "signal";
    Real shape "at present";
  equation
    shape = VO + VA*sin(2*pi*FC*time + MDI*sin(2*pi*FS*time));
  end ModulatedShape;

  partial model ControlledSwitch "A resistor with two values, and hysteresis"
    extends Saltus.Electrical.Interfaces.OnePort;
    parameter SI.Resistance RON(min = 0) = 1 "when closed";
    parameter SI.Resistance ROFF(min = 0) = 1e12 "when open";
    parameter Boolean ON = false "closed at the beginning, if what controls it is between the limits";
    Boolean closed(start = ON, fixed = true) "at present";
  equation
    v = (if closed then RON else ROFF)*i;
  end ControlledSwitch;
  annotation(Documentation(info = "
    The functions of time that sources have, and switches.
  "));
end Interfaces;
