A model as an FMU.

$ saltus export thermostat -o t.fmu; test -s t.fmu && echo there
there

$ cat > late.mo <<'END'
> model late
>   parameter Integer N = 2;
>   parameter Real k = 2;
>   Real x[N](each start = 1);
>   output Real y = delay(x[1], 0.5);
> equation
>   for i in 1:N loop
>     der(x[i]) = -k*y;
>   end for;
> end late;
> END
$ saltus export late.mo --fmi 2; test -s late.fmu && echo there
model late has delays: the FMU is for co-simulation only
there

$ saltus export late.mo --kind me -o me.fmu
saltus: model late has delays, whose history the FMU must keep
    = hint: --kind cs
[2]

$ saltus export late.mo --kind cs --set N=3 -q -o three.fmu

$ saltus export late.mo --set k=3
saltus: --set: 'k' is no parameter on which sizes depend
    = hint: set it in the program that imports the FMU
[2]

$ saltus export nosuchmodel
saltus: there is no model 'nosuchmodel', neither as a file nor in the gallery
    = hint: 'saltus models' lists the gallery
[2]

$ saltus export thermostat --fmi 1
saltus: --fmi: '1' is not one of 2 or 3
[2]

$ saltus export thermostat -o t.zip
saltus: --output: 't.zip' does not end in .fmu
[2]

$ saltus export thermostat -o nosuch/t.fmu
saltus: nosuch/t.fmu: No such file or directory
[1]

$ saltus export vanderpol.json
saltus: 'saltus export' needs a model as text (.mo); ...diagrams/vanderpol.json is a diagram
[2]

$ CC=nosuchcc saltus export thermostat -o u.fmu; test -e u.fmu || echo nothing
saltus: the library of the FMU cannot be made: the C compiler 'nosuchcc' (from CC) is not found
nothing

