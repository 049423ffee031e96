within Saltus.Electrical;
model IdealDiode "Diode that either conducts or blocks"
  extends Interfaces.IdealLine;
equation
  off = s < 0;
  annotation(Documentation(info = "
    The characteristic is followed by its place s: it blocks while s < 0 (v = s V, i = Goff v),
    conducts otherwise (i = s A, v = Ron i), shifted by Vknee. Ron = 0 or Goff = 0 are allowed
    where the circuit stays determined. At an event all diodes of a circuit are settled
    together.
  "));
end IdealDiode;
