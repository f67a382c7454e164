// consumers/open.mjs -- opens pages of --format=html and counts functions.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node open.mjs MODULES [PAGE FUNCTIONS]...
// In:  pages, each with its number of functions.  Out: a line for each test,
//      and how long each page took to open.

import { basename } from "node:path";
import { browser, equal, openPage } from "./browser.mjs";

const PAGE_ROWS = 200;          // rows that a table gets at a time

for (let i = 3; i < process.argv.length; i += 2) {
  const file = process.argv[i], functions = Number(process.argv[i + 1]);
  const name = basename(file);
  const start = Date.now();
  const { page, complaints } = await openPage("file://" + file);
  const seen = await page.evaluate(() => ({
    found: document.getElementById("found").textContent,
    rows: document.querySelectorAll("#functions tbody td.name").length }));
  console.log(`NOTE: ${name}: open after ${Date.now() - start} ms`);
  equal(`${name}: number of functions`,
        Number(seen.found.replace(/.* of /, "").replaceAll(",", "")),
        functions);
  equal(`${name}: rows at first`, seen.rows, Math.min(functions, PAGE_ROWS));
  if (functions > PAGE_ROWS) {
    await page.click("#functions-more");
    equal(`${name}: rows after "More"`,
          await page.$$eval("#functions tbody tr", (all) => all.length),
          2 * PAGE_ROWS);
  }
  equal(`${name}: no complaint of the browser`, complaints, []);
  await page.close();
}

await browser.close();
