#!/bin/sh
# SPDX-License-Identifier: MIT
# messages.sh - prints the messages of messages.c. To be run where include/, tests/ and build/libsaltus.a are.
${CC:-cc} -Iinclude tests/docs/messages.c build/libsaltus.a -lm -ldl -o messages && ./messages
