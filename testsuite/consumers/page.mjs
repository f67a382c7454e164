// consumers/page.mjs -- the page of --format=html, used in a browser.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node page.mjs MODULES PAGE JSON LINES PICTURES
// In:  PAGE, and JSON of --format=json of the same profile, which tells what
//      the page must show; LINES, a page made with -l.  Out: a line for each
//      test; pictures of the page in the folder PICTURES.

import { readFileSync } from "node:fs";
import { axeText, browser, check, equal, openPage } from "./browser.mjs";

const [, , , file, json, linesFile, pictures] = process.argv;
const data = JSON.parse(readFileSync(json, "utf8"));
const url = "file://" + file;
const total = (f) => f.self + (f.children || 0);
const percent = (samples) => (100 * samples / data.samples).toFixed(2);
const { page, requests, complaints } = await openPage(url);

const text = (selector) => page.$eval(selector, (e) => e.textContent);
const texts = (selector) =>
  page.$$eval(selector, (all) => all.map((e) => e.textContent));
const names = () => texts("#functions tbody td.name");
const address = () => page.evaluate(() => location.hash);

// Presses the button of the column LABEL.
const sortBy = (label) => page.evaluate((wanted) => {
  for (const button of document.querySelectorAll("#functions th button"))
    if (button.textContent === wanted)
      button.click();
}, label);

// -- What it loads and shows --------------------------------------------------

const best = data.functions.reduce((a, b) => b.self > a.self ? b : a);
const rows = await names();
equal("load: one row a function", rows.length, data.functions.length);
equal("load: the first row has the most time", rows[0], best.name);
equal("load: names are text, whatever they are",
      rows.slice().sort(), data.functions.map((f) => f.name).sort());
equal("load: self time", await text("#functions tbody td"),
      percent(best.self));
check("load: no list of threads, as there is one thread",
      await page.$eval("#threads", (one) => one.offsetParent === null));
equal("load: the heading", await text("h1"), "Profile of image");
equal("load: percentages add up",
      Math.abs((await page.$$eval("#functions tbody tr", (all) => all.reduce(
        (sum, row) => sum + parseFloat(row.cells[0].textContent), 0)))
        - 100 * data.accounted.functions / data.samples)
      < 0.005 * rows.length + 1e-6, true);
equal("load: no element came from a name",
      await page.$$eval("img, svg, iframe, b, i", (all) => all.length), 0);

// -- Sort and search ----------------------------------------------------------

await sortBy("Calls");
const mostCalls = Math.max(...data.functions.map((f) => f.calls));
equal("sort: calls, the most first",
      (await names())[0],
      data.functions.find((f) => f.calls === mostCalls).name);
equal("sort: the column is marked",
      await page.$$eval("#functions th[aria-sort]",
                        (all) => all.map((th) => [th.textContent,
                                                  th.ariaSort])),
      [["Calls", "descending"]]);
await sortBy("Function");
equal("sort: names", await names(),
      data.functions.map((f) => f.name).sort());
await sortBy("Function");
equal("sort: names, backwards", await names(),
      data.functions.map((f) => f.name).sort().reverse());
await sortBy("Self %");

await page.type("#search", "^(even|odd)$");
equal("search: a regular expression", (await names()).sort(),
      ["even", "odd"]);
equal("search: the number found", await text("#found"),
      `2 of ${data.functions.length}`);
await page.$eval("#search", (e) => { e.value = ""; });
await page.type("#search", "(");
equal("search: no regular expression",
      await page.$eval("#search", (e) => e.ariaInvalid), "true");
await page.$eval("#search", (e) => {
  e.value = "";
  e.dispatchEvent(new Event("input"));
});
equal("search: all again", (await names()).length, data.functions.length);

// -- Callers and callees ------------------------------------------------------

const idOf = (name) => data.functions.find((f) => f.name === name).id;
await page.evaluate((id) => { location.hash = "#f" + id; }, idOf("leaf"));
await page.waitForFunction(
  () => document.getElementById("detail-title").textContent === "leaf");
const callersOfLeaf = data.arcs.filter((arc) => arc.to === idOf("leaf"))
  .map((arc) => data.functions.find((f) => f.id === arc.from).name).sort();
equal("walk: the callers", (await texts("#callers tbody td.name")).sort(),
      callersOfLeaf);
const first = await text("#callers tbody a");
await page.click("#callers tbody a");
await page.waitForFunction(
  (name) => document.getElementById("detail-title").textContent === name,
  {}, first);
equal("walk: to a caller", await address(), "#f" + idOf(first));
check("walk: from there to the callee",
      (await texts("#callees tbody td.name")).includes("leaf"));
await page.goBack();
equal("walk: back", await text("#detail-title"), "leaf");
const linked = await openPage(url + "#f" + idOf("odd"));
equal("deep link", await linked.page.$eval("#detail-title",
                                           (e) => e.textContent), "odd");
await linked.page.close();

// -- Call paths ---------------------------------------------------------------

const frames = () => page.$$eval("#frames button", (all) => all.map((e) => {
  const box = e.getBoundingClientRect();
  return { label: e.ariaLabel, top: box.top, width: box.width };
}));
const focused = () => page.evaluate(() => document.activeElement.ariaLabel);
const all = await frames();
const main = data.functions.find((f) => f.name === "main");
check("paths: the root is as wide as its time",
      all[0].label.startsWith(`main: ${percent(total(main))} %`),
      all[0].label);
check("paths: a cycle is a frame",
      all.some((frame) => frame.label.startsWith("<cycle 1>: ")));
const selfOfMembers = data.functions.filter((f) => f.cycle)
  .map((f) => f.name);
check("paths: with its members below",
      selfOfMembers.every((name) => all.some(
        (frame) => frame.label.startsWith(name + ": ")
          && frame.top > all.find(
            (one) => one.label.startsWith("<cycle 1>")).top)));
await page.focus("#frames button");
await page.keyboard.press("ArrowDown");
const below = await focused();
check("paths: arrow down", below !== all[0].label && below !== null, below);
await page.keyboard.press("ArrowRight");
const beside = await focused();
check("paths: arrow right", beside !== below, beside);
await page.keyboard.press("ArrowLeft");
equal("paths: arrow left", await focused(), below);
await page.keyboard.press("Enter");
const zoomed = await frames();
equal("paths: Enter zooms in", Math.round(zoomed[1].width),
      Math.round(zoomed[0].width));
equal("paths: and keeps the focus", await focused(), below);
await page.keyboard.press("Escape");
await page.keyboard.press("Escape");
equal("paths: Escape zooms out", (await frames()).length, all.length);
await page.click("#flip");
const flipped = await frames();
const topOf = (name) =>
  flipped.find((frame) => frame.label.startsWith(name + ": ")).top;
check("paths: roots at the bottom",
      topOf("main") > topOf("<cycle 1>")
      && topOf("<cycle 1>") > topOf("even")
      && flipped.length === all.length);
await page.focus("#frames button");
await page.keyboard.press("ArrowUp");
check("paths: arrow up then goes to callees",
      (await focused()) !== all[0].label);
await page.click("#flip");

// -- Looks: colours, phones, paper --------------------------------------------

equal("one request", requests.length, 1);
equal("no complaint of the browser", complaints, []);

async function inspect(name) {
  const looked = await openPage("about:blank");
  await looked.page.setBypassCSP(true);
  await looked.page.emulateMediaFeatures(
    [{ name: "prefers-color-scheme", value: name }]);
  await looked.page.goto(url);
  await looked.page.screenshot({ path: `${pictures}/${name}.png` });
  await looked.page.evaluate(axeText());
  const { violations, passes } = await looked.page.evaluate(() => axe.run());
  equal(`axe: ${name}`, violations.map((one) => one.id), []);
  check(`axe: ${name}: it has looked`, passes.length > 20);
  await looked.page.close();
}
await inspect("light");
await inspect("dark");

await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2 });
check("phone: nothing is wider than the page",
      await page.evaluate(
        () => document.scrollingElement.scrollWidth <= innerWidth));
await page.screenshot({ path: pictures + "/phone.png", fullPage: true });
await page.setViewport({ width: 1300, height: 900 });
const paper = Buffer.from(await page.pdf({ format: "A4" }));
equal("print: PDF", paper.subarray(0, 5).toString(), "%PDF-");
await page.emulateMediaType("print");
equal("print: no buttons to press",
      await page.$$eval(".controls, button[id$='-more']", (list) =>
        list.filter((e) => getComputedStyle(e).display !== "none").length), 0);
await page.close();

const plain = await browser.newPage();
await plain.setJavaScriptEnabled(false);
await plain.goto(url);
equal("without scripts: a table",
      await plain.$$eval("noscript tbody td.name",
                         (list) => list.map((e) => e.textContent).sort()),
      data.functions.map((f) => f.name).sort());
await plain.close();

// -- Source lines -------------------------------------------------------------

const lines = await openPage("file://" + linesFile);
equal("source: line and time",
      await lines.page.$$eval("#source-lines tbody tr", (list) =>
        list.map((row) => Array.from(row.cells, (c) => c.textContent))
          .filter((cells) => cells[1] !== "")),
      [["4", "0.400", "  work <b>();</b>"], ["9", "1.200", "}"]]);
equal("source: no complaint of the browser", lines.complaints, []);
await lines.page.screenshot({ path: pictures + "/lines.png",
                              fullPage: true });

await browser.close();
