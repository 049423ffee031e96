The version; and output that cannot be written is an error.

$ saltus version
saltus ...

$ sed -n 's/#define SALTUS_VERSION "\(.*\)"/saltus \1/p' $ROOT/include/saltus.h > a; saltus version | cmp - a; saltus --version | cmp - a; saltus -v | cmp - a

$ saltus version > /dev/full
saltus: stdout could not be written: No space left on device
[1]

$ saltus models > /dev/full

'saltus models NAME' describes one, 'saltus run NAME' simulates it.
saltus: stdout could not be written: the disk is full, or the reader has gone
[1]

$ mkfifo f; (exec 2>log >f; until [ -e gone ]; do :; done; saltus help; echo "status $?" >&2) & : < f; : > gone; wait; cat log
saltus: stdout could not be written: Broken pipe
status 1
