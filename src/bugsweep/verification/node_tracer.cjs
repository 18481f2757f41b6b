// Loaded before an app's own scripts: answers on a socket with what of the product this process
// has run since it was asked last, as V8 counts it.
"use strict";
const fs = require("fs");
const inspector = require("inspector");
const net = require("net");
const { fileURLToPath } = require("url");

const session = new inspector.Session();
session.connect();

function ask(method, parameters) {
  let answer;
  session.post(method, parameters, (error, result) => {
    if (error) throw new Error(error.message);
    answer = result;
  });
  return answer;
}

function told() {
  const scripts = [];
  for (const script of ask("Profiler.takePreciseCoverage").result) {
    const path = script.url.startsWith("file:") ? fileURLToPath(script.url) : script.url;
    if (path.startsWith(process.env.BUGSWEEP_TRACED) && fs.existsSync(path)) {
      const source = fs.readFileSync(path, "utf8");
      scripts.push({ path, source, functions: script.functions });
    }
  }
  return JSON.stringify(scripts);
}

ask("Profiler.enable");
ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
net
  .createServer((asking) => asking.end(`${told()}\n`))
  .listen(`${process.env.BUGSWEEP_ANSWERS}.${process.pid}.${Date.now()}`)
  .unref();
