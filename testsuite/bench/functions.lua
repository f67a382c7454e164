-- functions.lua -- a script for run-functions.sh.
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- In: the number of rounds.  Out: a line.  Calls of functions, tables, strings,
-- sorting and metatables, so that many functions of the interpreter are short.

local function fib (n)
  if n < 2 then return n end
  return fib (n - 1) + fib (n - 2)
end

local sum = 0
local doubles = setmetatable ({}, { __index = function (_, k) return k * 2 end })
for round = 1, tonumber (arg[1]) do
  local t, s = {}, {}
  for i = 1, 40000 do t[i] = (i * 7919) % 100003 end
  table.sort (t)
  for i = 1, 12000 do s[#s + 1] = string.format ("%d:%s", i, i * 1.5) end
  local text = table.concat (s, ",")
  for w in text:gmatch ("%d+") do sum = sum + #w end
  sum = sum + #text:gsub ("1", "one")
  for i = 1, 80000 do sum = sum + doubles[i] end
  sum = sum + fib (20)
end
print (sum)
