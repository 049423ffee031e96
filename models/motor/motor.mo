model motor "A DC motor, the buck converter that feeds it, and their controllers"
  parameter Real U = 24, R = 10, C = 1e-4, L = 1e-4, Ron = 1e-6, Roff = 1e6 "converter";
  parameter Real Ra = 1.73, La = 2.54e-3, J = 1.62e-5, Km = 0.0551, b = 1.12e-5 "motor";
  parameter Real T = 1e-4 "period of the triangle";
  parameter Real peak = 1.1 "of the triangle";
  Real Ia(start = 0, fixed = true, unit = "A") "armature";
  Real omega(start = 0, fixed = true, unit = "rad/s") "speed";
  Real VC(start = 0, fixed = true, unit = "V") "output of the converter";
  Real IL(start = 0, fixed = true, unit = "A") "inductor";
  Real int_ew(start = 0, fixed = true) "integral of the error of speed";
  Real int_ev(start = 0, fixed = true) "integral of the error of voltage";
  Real wref(unit = "rad/s"), Vref(unit = "V"), x "references and command";
  Real VD, RLL, RD;
  Real triangle;
  discrete Real slope(start = 4*peak/T, fixed = true) "of the triangle";
  discrete Real since(start = 0, fixed = true) "last corner";
  discrete Real level(start = -peak, fixed = true) "there";
equation
  La*der(Ia) = VC - Ra*Ia - Km*omega;
  J*der(omega) = Km*Ia - b*omega;
  C*der(VC) = IL - VC/R - Ia;
  L*der(IL) = VD - VC;
  der(int_ew) = wref - omega;
  der(int_ev) = Vref - VC;

  wref = if time < 2 then 54.2*time else 108.4;
  Vref = 1.5*(wref - omega) + 5*int_ew;
  x = 0.5*(Vref - VC) + 0.5*int_ev;

  triangle = level + slope*(time - since);
  when sample(T/2, T/2) then
    slope = -pre(slope);
    level = -pre(level);
    since = time;
  end when;
  RLL = if min(max(x, -1), 1) > triangle then Ron else Roff;
  VD = RD*((U - VD)/RLL - IL);
  RD = if VD > 0 then Roff else Ron;
  annotation(experiment(StopTime = 3, Interval = 0.003),
             __Saltus_watch = {"omega", "wref", "VC", "Ia"});
end motor;
