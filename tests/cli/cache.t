The cache of compiled models: where it is, what is in it, which folders are refused. A group that
may write there could have us run its code.

$ mkdir -m 700 own; SALTUS_CACHE=own saltus cache > a; sed 's,^/.*/,,' a
own
  compiled models   0
  size              0.0 MB of at most 500 MB

$ SALTUS_CACHE=own saltus run bounce -q --native; SALTUS_CACHE=own SALTUS_CACHE_MB=20 saltus cache > a; tail -2 a
  compiled models   1
  size              0... MB of at most 20 MB

$ SALTUS_CACHE=own saltus cache --path > a; sed 's,^/.*/,,' a; ls -A own | sed 's/-[0-9a-f]*/-HASH/'
own
.key
bounce-HASH.c
bounce-HASH.so

$ SALTUS_CACHE=own saltus cache --clear; ls -A own
1 compiled models removed, 0... MB
.key

$ mkdir shared; chmod 770 shared; SALTUS_CACHE=shared saltus cache
saltus: cache folder shared: a group may write to it
[1]

$ SALTUS_CACHE=shared saltus run bounce -q --native; ls -A shared
warning: cache folder shared: a group may write to it; the compiled model is not kept
      = hint: SALTUS_CACHE names another folder; it must be yours alone (chmod 700)

$ mkdir -p open/inner; chmod 777 open; chmod 700 open/inner; SALTUS_CACHE=open/inner saltus cache
saltus: cache folder open/inner: everybody may write to the folder .../open above it
[1]
