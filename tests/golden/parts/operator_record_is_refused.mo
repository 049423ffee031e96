operator record Complex
  Real re, im;
end Complex;

model Phasor
  Complex z;
end Phasor;
