//! 1: primes = 8
model local_counter
  "primes below 20: 2 3 5 7 11 13 17 19"
  Integer primes, k;
  Boolean prime;
algorithm
  primes := 0;
  for n in 2:20 loop
    prime := true;
    k := 2;
    while k*k <= n loop
      if mod(n, k) == 0 then
        prime := false;
        break;
      end if;
      k := k + 1;
    end while;
    if prime then
      primes := primes + 1;
    end if;
  end for;
end local_counter;
