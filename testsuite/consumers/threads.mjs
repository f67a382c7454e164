// consumers/threads.mjs -- the page of a profile with several threads.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node threads.mjs MODULES PAGE JSON PICTURES
// In:  PAGE, and JSON of --format=json of the same profile; beside it
//      writer.json, with --threads=writer.  Out: a line for each test, and a
//      picture of the page in the folder PICTURES.

import { readFileSync } from "node:fs";
import { axeText, browser, check, equal, openPage } from "./browser.mjs";

const [, , , file, json, pictures] = process.argv;
const data = JSON.parse(readFileSync(json, "utf8"));
const { page, complaints } = await openPage("file://" + file);
const texts = (selector) => page.$$eval(
  selector, (all) => all.map((one) => one.textContent));
const labels = () => page.$$eval(
  "#frames button", (all) => all.map((one) => one.ariaLabel));
const sum = (list) => list.reduce((all, one) => all + one, 0);
const number = (name) => data.threads.findIndex((one) => one.name === name);

// The samples of a thread at each node, and of the nodes below, too.
function nodesOf(thread) {
  const self = new Array(data.stacks.length + 1).fill(0);
  for (const [node, its, samples] of data.stacks_of_threads)
    if (thread < 0 || its === thread)
      self[node] += samples;
  const totals = self.slice();
  for (let node = data.stacks.length; node > 0; node--)
    totals[data.stacks[node - 1][0]] += totals[node];
  return { self, totals };
}

// The lines "Self % Total % Function" that the table of a thread should have;
// the total of a function is that of the nodes without it above.
function linesOf(thread) {
  const { self, totals } = nodesOf(thread);
  const times = new Map();
  data.stacks.forEach(([parent, id], i) => {
    const time = times.get(id) || { self: 0, total: 0 };
    let above = parent;
    while (above !== 0 && data.stacks[above - 1][1] !== id)
      above = data.stacks[above - 1][0];
    time.self += self[i + 1];
    time.total += above === 0 ? totals[i + 1] : 0;
    times.set(id, time);
  });
  const percent = (samples) => (100 * samples / totals[0]).toFixed(2);
  return Array.from(times).filter(([, time]) => time.total > 0)
    .map(([id, time]) => [percent(time.self), percent(time.total),
                          data.functions[id].name].join(" ")).sort();
}

async function linesShown(labels = ["Self %", "Total %", "Function"]) {
  const columns = await texts("#functions thead th");
  const rows = await page.$$eval("#functions tbody tr", (all) => all.map(
    (row) => Array.from(row.cells, (cell) => cell.textContent)));
  return rows.map((row) => labels
    .map((label) => row[columns.indexOf(label)]).join(" ")).sort();
}

const choose = (name) => page.select("#thread", String(number(name)));

equal("threads: samples by thread add up to those of the nodes",
      nodesOf(-1).self.slice(1), data.stacks.map((node) => node[2]));
const byName = new Map((await page.$$eval("#thread option", (all) => all.map(
  (one) => [one.value, one.textContent]))));
equal("threads: the first choice is all", byName.get("-1"), "All threads");
equal("threads: two threads of one name",
      byName.get(String(number("writer"))), "writer (2)");
const before = await linesShown();
const columnsBefore = await texts("#functions thead th");
check("threads: calls of all threads", columnsBefore.includes("Calls"));

for (const name of ["reader", "writer"]) {
  await choose(name);
  const { totals } = nodesOf(number(name));
  equal(`threads: ${name}: functions`, await linesShown(),
        linesOf(number(name)));
  const facts = (await texts("#facts"))[0];
  const time = (samples) => (samples / data.rate).toFixed(3);
  check(`threads: ${name}: its time`, facts.startsWith(
    `${time(totals[0])} s of ${time(data.samples)} s, thread ${name}`), facts);
  const shown = await labels();
  check(`threads: ${name}: its function has the paths`,
        shown.some((one) => one.startsWith(name + "_work: "))
        && shown.every((one) => !/^(reader|writer)_work: /.test(one)
                                || one.startsWith(name)), shown.join("; "));
  check(`threads: ${name}: no calls, as those are of all threads`,
        !(await texts("#functions thead th")).includes("Calls"));
  equal(`threads: ${name}: the callers are said to be of all threads`,
        await page.$eval("#detail-note", (one) => one.hidden), false);
}
const alone = JSON.parse(readFileSync(json.replace(/[^/]*$/, "writer.json"),
                                      "utf8"));
const seconds = (samples) => (samples / alone.rate).toFixed(3);
equal("threads: writer: as with --threads=writer",
      await linesShown(["Self s", "Total s", "Function"]),
      alone.functions.filter((f) => f.self + f.children > 0)
        .map((f) => [seconds(f.self), seconds(f.self + f.children),
                     f.name].join(" ")).sort());
await page.evaluate(axeText());
equal("threads: axe-core", await page.evaluate(
  async () => (await window.axe.run()).violations.map((one) => one.id)), []);
await page.screenshot({ path: pictures + "/threads.png", fullPage: true });

// A link to a function keeps the thread; the address of both opens again.
await page.evaluate(() => {
  Array.from(document.querySelectorAll("#functions tbody td.name a"))
    .find((link) => link.textContent === "writer_work").click();
});
await page.waitForFunction(
  () => document.getElementById("detail-title").textContent === "writer_work");
const address = await page.evaluate(() => location.hash);
const id = data.functions.find((one) => one.name === "writer_work").id;
equal("threads: the address names both", address,
      `#f${id}-t${number("writer")}`);
const again = await openPage("file://" + file + address);
equal("threads: the address opens the thread", await again.page.$eval(
  "#thread", (one) => one.value), String(number("writer")));
equal("threads: and the function", await again.page.$eval(
  "#detail-title", (one) => one.textContent), "writer_work");

// By keyboard: back to all.
await page.focus("#thread");
await page.keyboard.press("Home");
await page.waitForFunction(
  () => document.getElementById("thread").value === "-1");
equal("threads: all again", await linesShown(), before);
equal("threads: all columns again", await texts("#functions thead th"),
      columnsBefore);
equal("threads: the address names no thread",
      await page.evaluate(() => location.hash), `#f${id}`);
equal("threads: no complaint of the browser",
      complaints.concat(again.complaints), []);
await browser.close();
