// consumers/waits.mjs -- the page of a profile with waits.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node waits.mjs MODULES PAGE JSON OFF-CPU-PAGE
// In:  PAGE, and JSON of --format=json of the same profile; OFF-CPU-PAGE, with
//      --dimension=blocked.  Out: a line for each test.

import { readFileSync } from "node:fs";
import { browser, equal, openPage } from "./browser.mjs";

const [, , , file, json, offCpu] = process.argv;
const data = JSON.parse(readFileSync(json, "utf8"));
const { page, complaints } = await openPage("file://" + file);
const texts = (selector) => page.$$eval(
  selector, (all) => all.map((one) => one.textContent));
const seconds = (ns) => ns ? (ns / 1e9).toFixed(3) : "";

const columns = await texts("#functions thead th");
const rows = await page.$$eval("#functions tbody tr", (all) => all.map(
  (row) => Array.from(row.cells, (cell) => cell.textContent)));
equal("waits: blocked seconds of the functions",
      rows.map((row) => ["Blocked s", "Total blocked s", "Function"]
        .map((label) => row[columns.indexOf(label)])).sort(),
      data.functions.map((f) => [seconds(f.blocked_ns),
                                 seconds(f.total_blocked_ns), f.name]).sort());

const best = data.functions.reduce(
  (most, f) => f.total_blocked_ns > most.total_blocked_ns ? f : most);
await page.evaluate((id) => {
  location.hash = "#f" + id;
}, best.id);
await page.waitForFunction(
  (name) => document.getElementById("detail-title").textContent === name,
  {}, best.name);
const facts = await texts("#detail-facts dt");
const values = await texts("#detail-facts dd");
equal("waits: the kinds of a function", values[facts.indexOf("Total blocked")],
      `${seconds(best.total_blocked_ns)} s (` + ["sleep", "io", "lock", "other"]
        .filter((kind) => best.blocked_by_kind[kind])
        .map((kind) => `${kind} ${seconds(best.blocked_by_kind[kind])}`)
        .join(", ") + ")");

const thread = data.threads.findIndex((one) => one.name === "main");
await page.select("#thread", String(thread));
equal("waits: none of a single thread",
      (await texts("#functions thead th")).filter(
        (label) => label.includes("locked")), []);
equal("waits: the page complains of nothing", complaints, []);

await page.goto("file://" + offCpu);
equal("waits: the page of off-CPU times tells their sum, and no rate",
      (await texts("#facts"))[0].split(" \u00b7 ").slice(0, 2),
      ["16.050 s of off-CPU time", "1 file"]);
await browser.close();
