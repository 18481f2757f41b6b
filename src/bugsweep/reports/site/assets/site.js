"use strict";
// Texts of agents reach the page through textContent alone.
const root = document.body.dataset.root;
const SHOWN = 200;

// Pages open from disk, where a script may not fetch JSON: data comes as scripts that call this.
const waiting = {};
function bugsweepData(name, value) { waiting[name](value); }
window.bugsweepData = bugsweepData;

function loadScript(path) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + path;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${path} is missing`));
    document.head.append(script);
  });
}

const loaded = {};
function loadData(name) {
  loaded[name] ??= new Promise((resolve, reject) => {
    waiting[name] = resolve;
    loadScript(`data/${name}.js`).catch(reject);
  });
  return loaded[name];
}

function element(tag, text, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  made.textContent = text;
  return made;
}

function badge(word, meanings) {
  return element("span", word.replaceAll("_", " "), { className: `badge ${word}`, title: meanings[word] ?? "" });
}

// What stands between backticks is code.
function words(text) {
  const parts = text.split("`");
  const cell = element("td", "", { className: "reason" });
  if (parts.length % 2) parts.forEach((part, index) => cell.append(index % 2 ? element("code", part) : part));
  else cell.textContent = text;
  return cell;
}

// What is chosen stands in the address: a link shows the same view.
const state = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
function remember(key, value) {
  if (value) state.set(key, value); else state.delete(key);
  history.replaceState(null, "", `#${state}`);
}

function makeSortable(table) {
  const body = table.tBodies[0];
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = element("button", head.textContent, { type: "button" });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const isNumber = head.classList.contains("number");
      const first = isNumber ? "descending" : "ascending";
      const order = head.ariaSort === first ? (isNumber ? "ascending" : "descending") : first;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => {
        const cell = row.cells[column];
        if (!isNumber) return cell.textContent;
        // What has no number stands at the end, whatever the order.
        return cell.dataset.sort === undefined ? parseFloat(cell.textContent.replace("$", "")) : +cell.dataset.sort;
      };
      const compare = (a, b) => {
        if (!isNumber) return sign * a.localeCompare(b, "en", { numeric: true });
        if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
        return sign * (a - b);
      };
      body.append(...[...body.rows].sort((one, other) => compare(key(one), key(other))));
    });
  }
}

function makeFilter(input) {
  const rows = [...document.querySelectorAll(`#${input.dataset.filters} tbody tr`)];
  const apply = () => {
    const wanted = input.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    remember(input.dataset.key, input.value);
  };
  input.addEventListener("input", apply);
  if (state.get(input.dataset.key)) {
    input.value = state.get(input.dataset.key);
    apply();
  }
}

function fill(select, names) {
  for (const name of names) select.append(new Option(name.replaceAll("_", " "), name));
}

async function showTrials(table) {
  const form = document.getElementById("filters");
  const more = document.getElementById("more");
  const { agents, tasks, domains, rows, meanings } = await loadData("trials");
  const places = new Map(tasks.map((task, index) => [task, index]));
  fill(form.elements.agent, agents);
  fill(form.elements.outcome, [...new Set(rows.map((row) => row[3]))].sort());
  fill(form.elements.domain, [...new Set(domains)].filter(Boolean).sort());
  const names = ["text", "agent", "outcome", "domain"];
  for (const name of names) form.elements[name].value = state.get(name) ?? "";
  let fitting = [];
  let shown = 0;
  const line = ([agent, task, epoch, outcome, reason, work, cost, page]) => {
    const row = document.createElement("tr");
    const head = element("th", "", { scope: "row" });
    head.append(element("a", tasks[task], { href: page }));
    const end = element("td", "");
    end.append(badge(outcome, meanings));
    const number = (text) => element("td", text, { className: "number" });
    row.append(head, element("td", agents[agent]), number(epoch), end, words(reason),
      number(work.toFixed(1)), number(cost === null ? "–" : `$${cost.toFixed(2)}`));
    return row;
  };
  const showMore = () => {
    table.tBodies[0].append(...fitting.slice(shown, shown + SHOWN).map(line));
    shown = Math.min(fitting.length, shown + SHOWN);
    more.hidden = shown >= fitting.length;
    document.getElementById("count").textContent =
      `${fitting.length} of ${rows.length} trials fit; ${shown} are shown.`;
  };
  const apply = () => {
    const chosen = Object.fromEntries(names.map((name) => [name, form.elements[name].value]));
    for (const name of names) remember(name, chosen[name]);
    const wanted = chosen.text.toLowerCase();
    fitting = rows.filter(([agent, task, , outcome, reason]) =>
      (!chosen.agent || agents[agent] === chosen.agent) &&
      (!chosen.outcome || outcome === chosen.outcome) &&
      (!chosen.domain || domains[places.get(tasks[task])] === chosen.domain) &&
      (!wanted || `${tasks[task]} ${agents[agent]} ${reason}`.toLowerCase().includes(wanted)));
    shown = 0;
    table.tBodies[0].replaceChildren();
    showMore();
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", showMore);
  apply();
}

function points(share) { return `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`; }

async function showComparison(table) {
  const form = document.getElementById("duel");
  const [{ agents, duels }, trials] = await Promise.all([loadData("compare"), loadData("trials")]);
  const verdict = document.getElementById("verdict");
  if (agents.length < 2) {
    verdict.textContent = "There is one agent only: nothing to compare.";
    return;
  }
  for (const name of ["first", "second"]) fill(form.elements[name], agents);
  form.elements.first.value = state.get("first") ?? agents[0];
  form.elements.second.value = state.get("second") ?? agents[1];
  form.elements.kind.value = state.get("kind") ?? "different";
  const byPlace = (name) => {
    const wanted = trials.agents.indexOf(name);
    const found = new Map();
    for (const row of trials.rows) {
      if (row[0] !== wanted) continue;
      let epoch = row[2];
      while (found.has(`${row[1]} ${epoch}`)) epoch += 1;
      found.set(`${row[1]} ${epoch}`, row);
    }
    return found;
  };
  const tell = (first, second) => {
    const [one, other] = [agents.indexOf(first), agents.indexOf(second)];
    const found = duels.find(({ pair }) => pair.includes(one) && pair.includes(other));
    if (!found || one === other) { verdict.textContent = "Choose two different agents."; return; }
    if (!found.n) { verdict.textContent = "They share no task that counts for both."; return; }
    const isTurned = found.pair[0] === other;
    const [both, mine, theirs, neither] = found.counts;
    const [only, lost] = isTurned ? [theirs, mine] : [mine, theirs];
    const sign = isTurned ? -1 : 1;
    const ends = found.interval?.map((end) => sign * end).sort((a, b) => a - b);
    const facts = [
      ["pairs", `${found.n} (${found.leftOut} left out)`],
      ["both pass", both], ["only the first passes", only], ["only the second passes", lost],
      ["neither passes", neither],
      ["difference, points", points(sign * found.difference) + (ends ? ` (${points(ends[0])} to ${points(ends[1])})` : "")],
      ["McNemar mid-p", found.p < 0.001 ? "< 0.001" : found.p.toFixed(3)],
    ];
    const list = element("dl", "", { className: "facts" });
    for (const [name, value] of facts) {
      const fact = document.createElement("div");
      fact.append(element("dt", name), element("dd", value));
      list.append(fact);
    }
    const isApart = found.p <= 0.05;
    const better = only > lost ? first : second;
    const sentence = only === lost ? "Neither passes more tasks than the other."
      : `${better} passes ${Math.abs(only - lost)} more of the ${found.n} pairs; ${isApart
        ? "chance alone would seldom make such a difference." : "chance alone can well make such a difference."}`;
    verdict.replaceChildren(element("p", sentence), list);
  };
  const apply = () => {
    const [first, second, kind] = ["first", "second", "kind"].map((name) => form.elements[name].value);
    remember("first", first); remember("second", second); remember("kind", kind);
    tell(first, second);
    const [ours, theirs] = [byPlace(first), byPlace(second)];
    const lines = [];
    const heads = table.tHead.rows[0].cells;
    for (const [index, name] of [[2, first], [3, second]]) {
      heads[index].textContent = name;
      heads[index + 2].textContent = `reason of ${name}`;
    }
    for (const [place, row] of ours) {
      const rival = theirs.get(place);
      if (!rival || (kind === "different" && row[3] === rival[3])) continue;
      const line = document.createElement("tr");
      const head = element("th", "", { scope: "row" });
      head.append(element("a", trials.tasks[row[1]], { href: trials.pages[row[1]] }));
      line.append(head, element("td", row[2], { className: "number" }));
      for (const end of [row, rival]) {
        const cell = element("td", "");
        const link = element("a", "", { href: end[7] });
        link.append(badge(end[3], trials.meanings));
        cell.append(link);
        line.append(cell);
      }
      line.append(words(row[4]), words(rival[4]));
      lines.push(line);
    }
    const none = element("td", "They end alike on every task.", { colSpan: heads.length });
    if (!lines.length) {
      lines.push(document.createElement("tr"));
      lines[0].append(none);
    }
    table.tBodies[0].replaceChildren(...lines);
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}

// The drawing in the page is replaced by one that answers, when it comes into view.
async function enliven(place) {
  const [specs] = await Promise.all([loadData("charts"), loaded.vega ??= loadScript("assets/vega.js")]);
  const stage = document.createElement("div");
  // `ast` interprets expressions: the page's policy lets nothing be compiled from text.
  await window.vegaEmbed(stage, specs[place.dataset.chart], {
    ast: true, actions: false, defaultStyle: false, renderer: "canvas",
    tooltip: { disableDefaultStyle: true },
  });
  const canvas = stage.querySelector("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", place.querySelector("img").alt);
  const still = place.querySelector("img");
  still.classList.add("still");
  still.hidden = true;
  place.append(stage);
  place.dataset.live = "yes";
}

function watchCharts(places) {
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      // The still drawing stays where the live one cannot be made.
      enliven(target).catch((error) => { target.dataset.live = String(error); });
    }
  });
  for (const place of places) watcher.observe(place);
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "/") {
      const search = document.querySelector("input[type=search]");
      if (search) { event.preventDefault(); search.focus(); }
    }
    const rel = { n: "next", p: "prev" }[event.key];
    document.querySelector(rel ? `a[rel=${rel}]` : "a[rel=none]")?.click();
  });
}

function followRun(seconds) {
  const isBusy = () => document.activeElement?.matches("input, select") || !document.getSelection().isCollapsed;
  setInterval(() => { if (!isBusy()) location.reload(); }, 1000 * seconds);
}

for (const table of document.querySelectorAll("table:not([data-page])")) makeSortable(table);
for (const input of document.querySelectorAll("input[data-filters]")) makeFilter(input);
const pages = { trials: showTrials, compare: showComparison };
for (const table of document.querySelectorAll("table[data-page]")) {
  pages[table.dataset.page](table).catch((error) => { document.querySelector("[role=status]").textContent = error.message; });
}
watchCharts(document.querySelectorAll("[data-chart]"));
listenToKeys();
if (document.body.dataset.live) followRun(+document.body.dataset.live);
