// consumers/stacks.mjs -- the page of a profile with call stacks.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: node stacks.mjs MODULES PAGE JSON PICTURES
// In:  PAGE, and JSON of --format=json of the same profile.  Out: a line for
//      each test, and a picture of the page in the folder PICTURES.

import { readFileSync } from "node:fs";
import { axeText, browser, check, equal, openPage } from "./browser.mjs";

const [, , , file, json, pictures] = process.argv;
const data = JSON.parse(readFileSync(json, "utf8"));
const percent = (samples) => (100 * samples / data.samples).toFixed(2);
const { page, complaints } = await openPage("file://" + file);
const texts = (selector) => page.$$eval(
  selector, (all) => all.map((one) => one.textContent));
const labels = () => page.$$eval(
  "#frames button", (all) => all.map((one) => one.ariaLabel));

// Samples of a node with all that is below it.
const totals = new Array(data.stacks.length + 1).fill(0);
for (let node = data.stacks.length; node > 0; node--) {
  totals[node] += data.stacks[node - 1][2];
  totals[data.stacks[node - 1][0]] += totals[node];
}
const label = (node) => {
  const index = data.stacks[node - 1][1];
  return `${data.functions[index].name}: ${percent(totals[node])} %`;
};
const roots = data.stacks.map((unused, i) => i + 1)
  .filter((node) => data.stacks[node - 1][0] === 0 && totals[node] > 0);

equal("stacks: the kind of the paths",
      await texts("#paths-kind"), ["Paths are measured by call stacks."]);
equal("stacks: all samples are on paths", totals[0],
      data.accounted.functions);
equal("stacks: no note while paths are shown",
      await texts("#frame-info"), ["\u00a0"]);
const shown = await labels();
for (const node of roots.filter((one) => totals[one] > 0.05 * totals[0]))
  check(`stacks: the root ${label(node)}`,
        shown.some((text) => text.startsWith(label(node))), shown.join("; "));
const deep = data.stacks.map((unused, i) => i + 1)
  .filter((node) => data.stacks[node - 1][2] > 0.1 * totals[0]);
check("stacks: there are deep paths with much time", deep.length > 0);
for (const node of deep)
  check(`stacks: the path ${label(node)}`,
        shown.some((text) => text.startsWith(label(node))), shown.join("; "));
const columns = await texts("#functions thead th");
check("stacks: a column of totals by calls", columns.includes("By calls %"),
      columns.join("; "));
check("stacks: no column of ranges", !columns.includes("Certain"));
const rows = await page.$$eval("#functions tbody tr", (all) => all.map(
  (row) => Array.from(row.cells, (cell) => cell.textContent)));
const at = (name) => columns.indexOf(name);
equal("stacks: both totals of each function",
      rows.map((row) => [row[at("Function")], row[at("Total %")],
                         row[at("By calls %")]].join(" ")).sort(),
      data.functions.map((f) => [
        f.name, percent(f.self + f.children),
        percent(f.self + f.apportioned_children)].join(" ")).sort());
await page.evaluate(() => {
  const row = Array.from(document.querySelectorAll("#functions tbody td.name"))
    .find((cell) => cell.textContent === "leaf");
  row.querySelector("a").click();
});
await page.waitForFunction(
  () => document.getElementById("detail-title").textContent === "leaf");
const leaf = data.functions.findIndex((f) => f.name === "leaf");
const time = (samples) => (samples / data.rate).toFixed(3);
equal("stacks: times of the callers of leaf",
      (await texts("#callers tbody tr")).sort(),
      data.arcs.filter((arc) => arc.to === leaf)
        .map((arc) => time(arc.of_callee) + arc.calls.toLocaleString("en-US")
             + data.functions[arc.from].name).sort());
await page.evaluate(axeText());
equal("stacks: axe-core", await page.evaluate(
  async () => (await window.axe.run()).violations.map((one) => one.id)), []);
await page.screenshot({ path: pictures + "/stacks.png", fullPage: true });
equal("stacks: no complaint of the browser", complaints, []);
await browser.close();
