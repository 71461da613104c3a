#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What check_steps says of fabrics of more than 300 switches, which are searched otherwise than those of its own list.
exec "${builddir:?}/tests/core/check_steps" large
