// SPDX-License-Identifier: Apache-2.0
// What a run produced is put into the page as text alone: nothing in it can become markup.
"use strict";

const rows = JSON.parse(document.getElementById("records").textContent);
const runs = rows.filter(row => row.run).map(row => row.run);
const records = rows.filter(row => row.outcome);

// ---- Elements

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function shortened(text, limit) { return text.length > limit ? text.slice(0, limit) + "…" : text; }

function time(ns) {
  if (ns < 1e3) return ns + " ns";
  if (ns < 1e6) return (ns / 1e3).toPrecision(3) + " µs";
  if (ns < 1e9) return (ns / 1e6).toPrecision(3) + " ms";
  return (ns / 1e9).toPrecision(3) + " s";
}

// ---- Cases: all attempts at one are shown together, the last of which counts

const severity = ["crashed", "timedOut", "failed", "interrupted", "flaky", "skipped", "passed"];
const kinds = { passed: "good", flaky: "flaky", skipped: "skipped" };
const words = outcome => outcome === "timedOut" ? "timed out" : outcome;

function gathered() {
  const cases = [], retried = new Map();
  for (const record of records) {
    const attempts = retried.get(record.id) ?? [];
    attempts.push(record);
    if (record.retried) { retried.set(record.id, attempts); continue; }
    retried.delete(record.id);
    cases.push({ attempts, last: record, order: cases.length });
  }
  for (const one of cases) for (const record of one.attempts) record.case = one;
  const rank = one => severity.indexOf(one.last.outcome);
  return cases.sort((a, b) => rank(a) - rank(b) || a.order - b.order);
}

const cases = gathered();

// ---- Search

const matches = (text, query) => text.toLowerCase().includes(query);

function callText(call) {
  const result = call.result === undefined ? "" : " = " + call.result;
  const out = call.out === undefined ? "" : "; " + call.out;
  const failure = call.failure === undefined ? "" : " failed: " + call.failure;
  return call.call + "(" + (call.with ?? "[]").slice(1, -1) + ")" + result + out + failure;
}

// Made when it is first searched, and once: a report may have a hundred thousand calls.
function searchText(one) {
  return one.text ??= one.attempts.map(record => [
    record.name, record.id, record.at, (record.tags ?? []).join(" "), record.reason, record.details, record.output,
    record.emitted, ...record.calls.map(call => callText(call) + " " + (call.hooks ?? []).join(" ")),
  ].filter(Boolean).join("\n")).join("\n").toLowerCase();
}

const chosen = new Set();
let query = "";

function selected() {
  return cases.filter(one =>
    (chosen.size === 0 || chosen.has(one.last.outcome)) && (query === "" || searchText(one).includes(query)));
}

// ---- The list

const page = 200;

// Appends elements in pages, with a button for the next one.
function paged(parent, items, make) {
  let shown = 0;
  const more = element("button", { className: "more", onclick: next });
  function next() {
    more.remove();
    parent.append(...items.slice(shown, shown + page).map(make));
    shown += page;
    if (shown >= items.length) return;
    more.textContent = "show " + Math.min(page, items.length - shown) + " more of " + (items.length - shown);
    parent.append(more);
  }
  next();
}

function callElement(call) {
  const line = element("button", { className: "call " + call.status });
  line.append(shortened(callText(call), 300));
  if (call.hooks) line.append(element("span", { className: "hooks" }, "  ⟨" + call.hooks.join(", ") + "⟩"));
  line.append(element("span", { className: "aside" }, call.status === "skipped" ? "skipped" : time(call.ns)));
  const box = element("div", {}, line);
  line.onclick = () => {
    if (box.lastChild !== line) return box.lastChild.remove();
    box.append(callValues(call));
  };
  return box;
}

function callValues(call) {
  const values = element("dl");
  for (const name of ["with", "function", "result", "failure", "reason", "out", "errno", "hooks"]) {
    if (call[name] === undefined) continue;
    const value = name === "hooks" ? call.hooks.join("\n") : call[name];
    values.append(element("dt", {}, name), element("dd", {}, value));
  }
  values.append(element("dt", {}, "time"), element("dd", {}, time(call.ns) + ", begun at " + time(call.start)));
  return values;
}

function block(title, text) {
  return text ? [element("h3", {}, title), element("pre", {}, text)] : [];
}

function attemptElements(record, isOnly) {
  const title = isOnly ? [] : [element("h3", {}, "attempt " + record.attempt + ": " + words(record.outcome))];
  const said = [record.reason, record.details].filter(Boolean).join("\n\n");
  const calls = element("div");
  const found = query === "" ? [] : record.calls.filter(call => matches(callText(call), query));
  paged(calls, found.length > 0 ? found : record.calls, callElement);
  const count = found.length > 0 ? found.length + " of " + record.calls.length : "" + record.calls.length;
  const heading = record.calls.length > 0 ? [element("h3", {}, "calls (" + count + ")")] : [];
  return [...title, ...block("findings", said), ...block("row", record.row?.replace(/^row: /, "")),
    ...block("run again", record.rerun), ...block("printed", record.output),
    ...block("emitted", record.emitted), ...heading, calls];
}

function caseElement(one) {
  const { last, attempts } = one;
  const ns = attempts.reduce((sum, record) => sum + record.ns, 0);
  const asides = [time(ns), last.at, ...(last.tags ?? []).map(tag => "#" + tag),
    attempts.length > 1 ? attempts.length + " attempts" : undefined,
    last.unjudged ? "nothing was expected" : undefined].filter(Boolean);
  const summary = element("summary", {}, element("span", { className: "outcome" }, words(last.outcome)), last.name,
    ...asides.map(text => element("span", { className: "aside" }, text)));
  const box = element("details", { className: "case " + (kinds[last.outcome] ?? "bad") }, summary);
  box.ontoggle = () => {
    if (!box.open || box.lastChild !== summary) return;
    const body = element("div", { className: "body" });
    for (const record of attempts) body.append(...attemptElements(record, attempts.length === 1));
    box.append(body);
  };
  one.box = box;
  return box;
}

// The cases of a table are one item, at the place of the worst of them; a case alone is one, too.
function gatheredTables(found) {
  const tables = new Map();
  for (const one of found) {
    const { id, name, family } = one.last;
    const key = family === undefined ? id : id.slice(0, id.length - name.length) + "\n" + family;
    const table = tables.get(key);
    if (table) table.push(one); else tables.set(key, [one]);
  }
  return [...tables.values()];
}

// Rows are shown when their table is opened.
function tableElement(rows) {
  const worst = rows[0].last;
  const counts = severity.map(outcome => [rows.filter(one => one.last.outcome === outcome).length, outcome])
    .filter(([count]) => count > 0).map(([count, outcome]) => count + " " + words(outcome)).join(", ");
  const ns = rows.flatMap(one => one.attempts).reduce((sum, record) => sum + record.ns, 0);
  const summary = element("summary", {}, element("span", { className: "outcome" }, words(worst.outcome)), worst.family,
    ...[rows.length + " rows: " + counts, time(ns)].map(text => element("span", { className: "aside" }, text)));
  const box = element("details", { className: "case table " + (kinds[worst.outcome] ?? "bad") }, summary);
  box.ontoggle = () => {
    if (!box.open || box.lastChild !== summary) return;
    const body = element("div", { className: "body" });
    paged(body, rows, caseElement);
    box.append(body);
  };
  return box;
}

function itemElement(item) { return item.length > 1 ? tableElement(item) : caseElement(item[0]); }

function show() {
  const list = document.getElementById("cases"), found = selected();
  for (const one of cases) one.box = undefined;
  list.replaceChildren();
  paged(list, gatheredTables(found), itemElement);
  document.getElementById("none").hidden = found.length > 0;
  const first = found[0];
  if (!first || kinds[first.last.outcome]) return;
  const item = list.firstChild;
  item.open = true;
  item.ontoggle();
  if (first.box) first.box.open = true;
}

function showFilters() {
  const bar = document.getElementById("filters");
  for (const outcome of severity) {
    const count = cases.filter(one => one.last.outcome === outcome).length;
    if (count === 0) continue;
    const button = element("button", {}, count + " " + words(outcome));
    button.setAttribute("aria-pressed", "false");
    button.onclick = () => {
      if (!chosen.delete(outcome)) chosen.add(outcome);
      button.setAttribute("aria-pressed", chosen.has(outcome));
      show();
    };
    bar.append(button, " ");
  }
}

// ---- The timeline: a track for each worker, cases above and their calls below

const canvas = document.getElementById("tracks"), hint = document.getElementById("hint");
const pen = canvas.getContext("2d");
const rowHeight = 18, trackHeight = 2 * rowHeight + 8, margin = 90;
const tracks = [...new Set(records.map(record => record.track))].sort((a, b) => a - b);
const firstStart = records.reduce((first, record) => Math.min(first, record.start), Infinity);
const lastEnd = records.reduce((last, record) => Math.max(last, record.start + record.ns), 0);
const whole = { start: firstStart, end: Math.max(lastEnd, firstStart + 1) };
let view = { ...whole };

// The slices of a row, in the order of their starts; they do not overlap.
const lanes = tracks.flatMap((track, index) => {
  const own = records.filter(record => record.track === track);
  const top = index * trackHeight + 4;
  return [
    { top, slices: own.map(record => ({ start: record.start, ns: record.ns, record })) },
    { top: top + rowHeight, slices: own.flatMap(record => record.calls.map(call =>
      ({ start: call.start, ns: call.ns, record, call }))) },
  ];
});

// How many slices begin at a time or before it.
function count(slices, moment) {
  let low = 0, high = slices.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slices[middle].start <= moment) low = middle + 1; else high = middle;
  }
  return low;
}

function colour(slice, style) {
  const named = name => style.getPropertyValue("--" + name);
  if (!slice.call) return named({ good: "passed", bad: "failed" }[kinds[slice.record.outcome] ?? "bad"] ?? slice.record.outcome);
  return named(slice.call.status === "failed" ? "failed" : slice.call.hooks ? "hooked" : "call");
}

function draw() {
  const width = canvas.clientWidth, height = tracks.length * trackHeight + 4, scale = devicePixelRatio || 1;
  canvas.style.height = height + "px";
  canvas.width = width * scale; canvas.height = height * scale;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  const style = getComputedStyle(document.documentElement);
  const x = moment => margin + (moment - view.start) / (view.end - view.start) * (width - margin);
  for (const lane of lanes) drawLane(lane, x, width, style);
  pen.clearRect(0, 0, margin, height);
  pen.fillStyle = style.getPropertyValue("--text");
  pen.font = "12px system-ui, sans-serif";
  tracks.forEach((track, index) =>
    pen.fillText(track === 0 ? "outside" : "worker " + (track - 1), 6, index * trackHeight + rowHeight));
}

function drawLane(lane, x, width, style) {
  let drawn = -1;
  const first = Math.max(0, count(lane.slices, view.start) - 1), last = count(lane.slices, view.end);
  for (let index = first; index < last; index++) {
    const slice = lane.slices[index], left = Math.max(x(slice.start), margin);
    const right = Math.min(Math.max(x(slice.start + slice.ns), left + 1), width);
    if (right < drawn + 0.5 && !(slice.call?.status === "failed")) continue;
    drawn = right;
    pen.fillStyle = colour(slice, style);
    pen.fillRect(left, lane.top, Math.max(right - left - (right - left > 4 ? 1 : 0), 1), rowHeight - 2);
    if (right - left > 40) label(slice, left, right, lane.top);
  }
}

function label(slice, left, right, top) {
  pen.save();
  pen.beginPath(); pen.rect(left, top, right - left - 4, rowHeight); pen.clip();
  pen.fillStyle = "#fff"; pen.font = "11px system-ui, sans-serif";
  pen.fillText(shortened(slice.call?.call ?? slice.record.name, 200), left + 4, top + 12);
  pen.restore();
}

function momentAt(event) {
  const share = (event.offsetX - margin) / Math.max(1, canvas.clientWidth - margin);
  return view.start + Math.max(0, share) * (view.end - view.start);
}

function sliceAt(event) {
  const lane = lanes.find(lane => event.offsetY >= lane.top && event.offsetY < lane.top + rowHeight);
  const moment = momentAt(event);
  const slice = lane?.slices[count(lane.slices, moment) - 1];
  const pixel = (view.end - view.start) / Math.max(1, canvas.clientWidth - margin);
  return slice && moment <= slice.start + Math.max(slice.ns, 2 * pixel) ? slice : undefined;
}

function look(start, end) {
  const length = Math.min(Math.max(end - start, 10), whole.end - whole.start);
  const begin = Math.min(Math.max(start, whole.start), whole.end - length);
  view = { start: begin, end: begin + length };
  draw();
}

let drag;
canvas.onpointerdown = event => { drag = { x: event.offsetX, view, moved: false }; canvas.setPointerCapture(event.pointerId); };
canvas.onpointermove = event => {
  if (!drag) {
    const slice = sliceAt(event);
    if (slice) hint.textContent = shortened(slice.call ? callText(slice.call) : slice.record.name, 150)
      + (slice.call?.hooks ? "  ⟨" + slice.call.hooks.join(", ") + "⟩" : "") + "  " + time(slice.ns);
    return;
  }
  const shift = (drag.x - event.offsetX) / (canvas.clientWidth - margin) * (drag.view.end - drag.view.start);
  drag.moved ||= Math.abs(drag.x - event.offsetX) > 3;
  if (drag.moved) look(drag.view.start + shift, drag.view.end + shift);
};
canvas.onpointerup = event => {
  const isClick = drag && !drag.moved;
  drag = undefined;
  const slice = isClick ? sliceAt(event) : undefined;
  if (slice) reveal(slice);
};
canvas.ondblclick = () => look(whole.start, whole.end);
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  const moment = momentAt(event), factor = Math.exp(event.deltaY / 300);
  look(moment - (moment - view.start) * factor, moment + (view.end - moment) * factor);
}, { passive: false });

// Shows a case, wherever it stands in the list, and the values of the call that was clicked.
function reveal({ record, call }) {
  let box = record.case?.box;
  if (!box) {
    if (!record.case) return;
    document.getElementById("cases").prepend(box = caseElement(record.case));
  }
  box.open = true;
  box.ontoggle();
  if (call) box.querySelector(".body").prepend(callElement(call));
  if (call) box.querySelector(".body .call").click();
  box.scrollIntoView({ block: "center" });
}

// ---- Beginning

const search = document.getElementById("search");
let pause;
search.oninput = () => {
  clearTimeout(pause);
  pause = setTimeout(() => { query = search.value.trim().toLowerCase(); show(); }, 120);
};
addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
});
addEventListener("resize", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

document.getElementById("summary").textContent = rows.find(row => row.summary)?.summary ?? "";
if (runs.length > 0) {
  const unlike = values => [...new Set(values.filter(Boolean))];
  const few = values => values.length > 3 ? values.slice(0, 3).join(", ") + " and " + (values.length - 3) + " more"
    : values.join(", ");
  const origins = runs.map(run => run.origin).filter(Boolean);
  const of = name => few(unlike(origins.map(origin => origin[name])));
  const files = runs[0].files.join(", "), seeds = few(unlike(runs.map(run => run.seed)));
  const shards = runs.length > 1 ? runs.length + " parts" : runs[0].shard && "shard " + runs[0].shard;
  const facts = [files, seeds && "seed " + seeds, shards, "jobs " + runs.reduce((sum, run) => sum + run.jobs, 0),
    lastEnd > 0 && "total time " + time(lastEnd)];
  document.getElementById("run").textContent = facts.filter(Boolean).join(" · ");
  const date = origins.map(origin => origin.date).sort()[0];
  const made = [date && new Date(date).toLocaleString(undefined, { timeZoneName: "short" }), of("host"), of("system"),
    origins.length === 1 && origins[0].processors + " processors", of("version") && "heddle " + of("version")];
  document.getElementById("origin").textContent = made.filter(Boolean).join(" · ");
  document.title = "heddle: " + shortened(files, 80);
}
const findings = document.getElementById("findings");
findings.textContent = rows.find(row => row.findings)?.findings ?? "";
findings.hidden = findings.textContent === "";
document.getElementById("timeline").hidden = records.length === 0;
showFilters();
show();
if (records.length > 0) draw();
