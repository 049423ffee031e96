//! 1: acc[2].money = 221.03418361512954 +- 1
//! 1: total = 331.5512754226943 +- 1.5
model record_bank
  record Account
    Real money;
    Real rate;
  end Account;
  Account acc[2](money(start = {100, 200}, each fixed = true), each rate = 0.1);
  Real total = sum(acc.money);
equation
  for i in 1:2 loop
    der(acc[i].money) = acc[i].rate*acc[i].money;
  end for;
end record_bank;
