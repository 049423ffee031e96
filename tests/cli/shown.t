# Outputs behind a large gain are shown as they are, also within the steps of exact parts: 50 sin through two conducting
# switches of 10 uOhm into 1 mF and 20 Ohm. At 34.8 ms: -(0.06279 w C V + 0.99803 V/R + 2 V Goff) = -3.48.
$ cat > bridge.mo <<'END'
> model bridge
>   parameter Real Ron = 1e-5, Goff = 1e-5, V = 50, C = 1e-3, R = 20, pi = 3.141592653589793;
>   Real vs, va, vb, vp, i1, i2, i3, i4, il;
> equation
>   vs = V*sin(2*pi*50*time);
>   i1 = (va - vp)*(if va > vp then 1/Ron else Goff);
>   i2 = (vb - vp)*(if vb > vp then 1/Ron else Goff);
>   i3 = (0 - va)*(if 0 > va then 1/Ron else Goff);
>   i4 = (0 - vb)*(if 0 > vb then 1/Ron else Goff);
>   il = i1 - i3;
>   il = i4 - i2;
>   va - vb = vs;
>   C*der(vp) = i1 + i2 - vp/R;
>   annotation(experiment(StopTime = 0.05));
> end bridge;
> END
$ for m in auto exact; do saltus run bridge.mo --method $m -q --no-plot --vars il -o x.csv --interval 2e-4; awk -F, '$1 == 0.0348 {printf "%.2f\n", $2}' x.csv; done
-3.48
-3.48
