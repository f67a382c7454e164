// consumers/speedscope.mjs -- exports in the real page of speedscope.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node speedscope.mjs MODULES FOLDER FILE...
// In:  exports, which the page gets by scripts that are written to FOLDER.
//      BROWSER_ARGUMENTS lets the page read files.  Out: for each function of
//      each FILE a line "TIME: FILE<tab>NAME<tab>SELF<tab>TOTAL" with the
//      microseconds of the view "Sandwich"; and a line for each test.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { browser, check, openPage } from "./browser.mjs";

const [, , modules, folder, ...files] = process.argv;
const index = `file://${modules}/speedscope/dist/release/index.html`;

// Returns the microseconds of a cell like "1.25s (5%)"; numbers without a unit
// are microseconds.
function microseconds(cell) {
  const [, number, unit] = /^([0-9.,]+)([a-zµ]*) \(/.exec(cell);
  const scale = { "": 1, ns: 1e-3, "µs": 1, us: 1, ms: 1e3, s: 1e6 }[unit];
  return Number(number.replaceAll(",", "")) * scale;
}

for (const file of files) {
  const name = basename(file);
  const script = resolve(folder, name + ".js");
  const text = readFileSync(file).toString("base64");
  writeFileSync(script, `speedscope.loadFileFromBase64(
    ${JSON.stringify(name)}, "${text}")`);
  const { page } = await openPage(`${index}#localProfilePath=${script}`);
  await page.waitForFunction(() =>
    / - speedscope$/.test(document.title)
    || document.body.innerText.includes("Something went wrong"));
  const opened = / - speedscope$/.test(await page.title());
  check(`speedscope: opens ${name}`, opened);
  if (opened) {
    await page.keyboard.press("3");
    // The heading stands before its rows, which the page draws later.
    const rows = await page.waitForFunction(
      () => document.body.innerText.split("Symbol Name\n")[1] || false);
    const lines = (await rows.jsonValue()).split("\n");
    for (let i = 0; i + 2 < lines.length; i += 3)
      console.log("TIME: " + [name, lines[i + 2].slice(1),
                              microseconds(lines[i + 1].slice(1)),
                              microseconds(lines[i])].join("\t"));
  }
  await page.close();
}

await browser.close();
