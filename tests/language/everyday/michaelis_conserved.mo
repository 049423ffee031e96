//! 5: total = 2 +- 0.005
model michaelis_conserved
  Real S(start = 1, fixed = true), E(start = 1, fixed = true), ES(start = 0, fixed = true), P(start = 0, fixed = true);
  Real total = S + 2*ES + P + E;
  Real v1 = 2*S*E, v2 = 1*ES, v3 = 0.5*ES;
equation
  der(S) = -v1 + v2;
  der(E) = -v1 + v2 + v3;
  der(ES) = v1 - v2 - v3;
  der(P) = v3;
end michaelis_conserved;
