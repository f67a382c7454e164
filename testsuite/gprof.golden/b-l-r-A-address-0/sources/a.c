/* a.c -- a source whose third line two functions share.
   SPDX-License-Identifier: GPL-3.0-or-later */
3
4
5
6
