// consumers/browser.mjs -- a browser without a window, and results of tests.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Used by programs whose first argument is a folder with the node_modules of
// package.json.  BROWSER_ARGUMENTS in the environment are further arguments of
// the browser.

import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const require = createRequire(process.argv[2] + "/");
const puppeteer = require("puppeteer-core");

// The text of a script that defines axe.
export const axeText = () => require("axe-core").source;

export const browser = await puppeteer.launch({
  executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser",
                   "/usr/bin/google-chrome"].find((file) => existsSync(file)),
  headless: true,
  timeout: 300000,
  protocolTimeout: 600000,
  args: ["--no-sandbox", "--disable-gpu",
         ...(process.env.BROWSER_ARGUMENTS || "").split(" ").filter(Boolean)],
});

// Prints the result of a test; lines for run_lines (lib/gprof.exp).
export function check(name, passed, why = "") {
  console.log(`${passed ? "PASS" : "FAIL"}: ${name}`);
  if (!passed && why)
    console.log(`NOTE: ${name}: ${why}`);
}

export function equal(name, got, want) {
  check(name, isDeepStrictEqual(got, want),
        `${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}

// Returns a page and the list of its requests and complaints.
export async function openPage(url) {
  const page = await browser.newPage();
  const requests = [], complaints = [];
  page.setDefaultTimeout(600000);
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push("dialog");
    dialog.dismiss();
  });
  await page.setViewport({ width: 1300, height: 900 });
  await page.goto(url, { waitUntil: "load" });
  return { page, requests, complaints };
}
