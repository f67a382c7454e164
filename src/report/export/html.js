// html.js -- the page of --format=html: shows the JSON that it contains.
// SPDX-License-Identifier: GPL-3.0-or-later
//
// In: the profile (doc/profile.schema.json) and with -l the text of source
// files, each in a <script> element of type application/json.  Out: the
// elements of html.html, filled.
//
// Names come from a hostile file, so all text becomes text nodes and never
// HTML.  The policy of the page (CSP) allows no other script and no request.

"use strict";
(() => {
  const PAGE_ROWS = 200;        // rows that a table gets at a time
  const ROW_HEIGHT = 24;        // of a frame, in pixels
  const MIN_WIDTH = 3;          // of a frame that is drawn, in pixels
  const MAX_FRAMES = 2000;      // frames that are drawn at a time
  const FEW_COLORS = 6;         // classes f0 to f5 of html.css

  const byId = (id) => document.getElementById(id);
  const parse = (id) => JSON.parse(byId(id).textContent);

  const data = parse("profile");
  const columnsShown = parse("shown");
  const sources = byId("sources") ? parse("sources") : [];
  const functions = data.functions;
  const arcs = data.arcs;
  const everything = data.samples || 0;
  const unit = !data.rate ? "samples"
    : data.unit === "seconds" ? "s" : data.unit;
  const isOffCpu = data.rate === 1e9;   // "samples" are ns, without a CPU
  const indexOfId = new Map(functions.map((f, i) => [f.id, i]));

  let thread = -1;              // the chosen element of data.threads; -1: all
  let whole = everything;       // samples of the chosen thread
  let listed = functions;       // the same functions with the times of the
                                // chosen thread

  // -- Elements and numbers -------------------------------------------------

  // Returns an element; TEXT is its only child, if given.
  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className)
      made.className = className;
    if (text !== undefined)
      made.textContent = text;
    return made;
  }

  const percent = (samples) =>
    (whole > 0 ? 100 * samples / whole : 0).toFixed(2);

  // SAMPLES in the unit of the profile, without its name.
  function time(samples) {
    const value = data.rate ? samples / data.rate : samples;
    return value.toFixed(data.rate && value < 1000 ? 3 : 0);
  }

  const timeAndUnit = (samples) => `${time(samples)} ${unit}`;
  const count = (n) => n.toLocaleString("en-US");
  const total = (f) => f.self + (f.children || 0);

  // As numbers of calls would divide the time of callees.
  const totalByCalls = (f) => f.self + (f.apportioned_children || 0);

  // NS in seconds, without the unit.
  const seconds = (ns) => (ns / 1e9).toFixed(ns < 1e12 ? 3 : 0);

  // How long threads were blocked in or below F, with the kinds of waits.
  function blockedTotal(f) {
    if (!f.total_blocked_ns)
      return "";
    const kinds = Object.entries(f.blocked_by_kind)
      .filter(([, ns]) => ns > 0)
      .map(([kind, ns]) => `${kind} ${seconds(ns)}`);
    return `${seconds(f.total_blocked_ns)} s (${kinds.join(", ")})`;
  }

  // A range that is too narrow to matter is not shown (5 % of the total).
  function certain(f) {
    const [low, high] = f.certain || [0, 0];
    return high - low > 0.05 * total(f) && whole > 0
      ? `${time(low)}..${time(high)}` : "";
  }

  // How far SAMPLES may be off by sampling, if their interval is RANGE.
  const error = (samples, range) => range && whole > 0
    ? "\u00b1" + percent(Math.max(samples - range[0], range[1] - samples))
    : "";

  const width = (range) => range ? range[1] - range[0] : -1;
  const place = (f) => f.file ? f.file + (f.line ? ":" + f.line : "") : "";

  // Shows COUNT rows of BODY, PAGE_ROWS at a time; MORE is the button for the
  // next ones.  makeRow(i) returns the row number i.
  function showRows(body, more, count, makeRow) {
    let shown = 0;
    const add = () => {
      const part = document.createDocumentFragment();
      const end = Math.min(shown + PAGE_ROWS, count);
      const first = shown;
      for (; shown < end; shown++)
        part.append(makeRow(shown));
      body.append(part);
      more.hidden = shown >= count;
      more.textContent = `More (${count - shown} left)`;
      return body.rows[first];
    };
    more.onclick = () => {
      const row = add();
      const link = row && row.querySelector("a");
      if (more.hidden && link)
        link.focus();
    };
    body.replaceChildren();
    add();
  }

  // Returns a row of CELLS, each {text, className, bar, link}: BAR is a
  // percentage, LINK the index of a function.
  function makeRow(cells) {
    const row = element("tr");
    for (const cell of cells) {
      const td = element("td", cell.className);
      if (cell.link === undefined)
        td.textContent = cell.text;
      else {
        const link = element("a", "", cell.text);
        link.href = "#f" + functions[cell.link].id;
        td.append(link);
      }
      if (cell.bar) {
        td.classList.add("bar");
        td.style.backgroundSize = `${Math.min(cell.bar, 100)}% 100%`;
      }
      row.append(td);
    }
    return row;
  }

  function emptyRow(text) {
    const row = element("tr");
    row.append(element("td", "empty", text));
    row.firstChild.colSpan = 9;
    return row;
  }

  function showHead(table, columns) {
    table.tHead.rows[0].replaceChildren(...columns.map((column) => {
      const th = element("th", column.className, column.label);
      th.scope = "col";
      return th;
    }));
  }

  // -- The graph ------------------------------------------------------------

  // Returns the arcs of each function, {start, list}: those of function i are
  // list[start[i]] up to, but without, list[start[i + 1]].  ENDS has the
  // function of each arc, -1 for none.
  function spans(ends) {
    const start = new Uint32Array(functions.length + 1);
    for (const end of ends)
      if (end >= 0)
        start[end + 1]++;
    for (let i = 0; i < functions.length; i++)
      start[i + 1] += start[i];
    const next = start.slice();
    const list = new Uint32Array(start[functions.length]);
    ends.forEach((end, arc) => {
      if (end >= 0)
        list[next[end]++] = arc;
    });
    return { start, list };
  }

  const ends = (key) => Int32Array.from(arcs, (arc) => {
    const index = indexOfId.get(arc[key]);
    return index === undefined ? -1 : index;
  });
  const from = ends("from");
  const to = ends("to");
  const callers = spans(to);
  const callees = spans(from);
  const arcsOf = (span, i) => span.list.subarray(span.start[i],
                                                 span.start[i + 1]);
  const arcTime = (arc) => arcs[arc].self + (arcs[arc].children || 0);

  // The time of ARC as a caller of its callee: another one where it is measured
  // and functions call themselves.
  const callerTime = (arc) => arcs[arc].of_callee === undefined
    ? arcTime(arc) : arcs[arc].of_callee;

  // True if ARC stays within a function or within a cycle.
  function isInner(arc) {
    const cycle = functions[to[arc]].cycle;
    return from[arc] === to[arc]
      || Boolean(cycle && from[arc] >= 0
                 && cycle === functions[from[arc]].cycle);
  }

  // -- Call paths, apportioned by the arcs ----------------------------------
  //
  // A node is a function or, with a number behind those of the functions, a
  // cycle as a whole.  The frames below a node divide its time as the arcs of
  // the call graph do.  Another source of paths is another object with roots
  // and below.

  function apportionedPaths() {
    const n = functions.length;
    const members = [];         // of each cycle, by its number
    functions.forEach((f, i) => {
      if (f.cycle)
        (members[f.cycle] = members[f.cycle] || []).push(i);
    });

    const nodeOf = (i) => functions[i].cycle ? n + functions[i].cycle : i;

    // Time of a function with the callees outside its cycle.
    function ownTime(i) {
      if (!functions[i].cycle)
        return total(functions[i]);
      return arcsOf(callees, i).reduce(
        (sum, arc) => to[arc] < 0 || isInner(arc) ? sum : sum + arcTime(arc),
        functions[i].self);
    }

    const nodeTime = (node) => node < n ? ownTime(node)
      : members[node - n].reduce((sum, i) => sum + ownTime(i), 0);

    // What no caller accounts for: calls from outside, or no callers.
    function roots() {
      const left = new Map();
      for (let i = 0; i < n; i++)
        if (!functions[i].cycle && total(functions[i]) > 0)
          left.set(i, total(functions[i]));
      members.forEach((list, cycle) => left.set(n + cycle,
                                                nodeTime(n + cycle)));
      arcs.forEach((unused, arc) => {
        if (from[arc] < 0 || to[arc] < 0 || isInner(arc))
          return;
        const node = nodeOf(to[arc]);
        if (left.has(node))
          left.set(node, left.get(node) - arcTime(arc));
      });
      const frames = [];
      for (const [node, value] of left)
        if (value > 1e-6 * whole)
          frames.push({ node, value, parent: null, inCycle: false });
      return frames.sort((a, b) => b.value - a.value);
    }

    // The frames below FRAME.
    function below(frame) {
      const node = frame.node;
      const make = (child, value, inCycle) => (
        { node: child, value, parent: frame, inCycle });
      const whole = node < n ? ownTime(node) : nodeTime(node);
      const share = whole > 0 ? frame.value / whole : 0;
      if (node >= n)
        return members[node - n]
          .map((i) => make(i, share * ownTime(i), true))
          .sort((a, b) => b.value - a.value);
      const times = new Map();
      for (const arc of arcsOf(callees, node))
        if (to[arc] >= 0 && !isInner(arc))
          times.set(nodeOf(to[arc]),
                    (times.get(nodeOf(to[arc])) || 0) + arcTime(arc));
      return Array.from(times, ([child, value]) => make(child, share * value,
                                                        false))
        .sort((a, b) => b.value - a.value);
    }

    return {
      kind: "Paths are apportioned by call counts, not measured.",
      roots, below,
      name: (frame) => frame.node < n ? functions[frame.node].name
        : `<cycle ${frame.node - n}>`,
      functionOf: (frame) => frame.node < n ? frame.node
        : members[frame.node - n][0],
    };
  }

  // -- Call paths, measured by stacks -----------------------------------------
  //
  // The profile has a tree of paths, [parent, function, samples] by node, in
  // which parents come first.  Node 0 is the empty path.

  function measuredPaths() {
    const tree = data.stacks;
    const values = selfOfNodes();
    const children = new Map();         // node -> list of nodes
    const listOf = (node) => {
      if (!children.has(node))
        children.set(node, []);
      return children.get(node);
    };
    for (let node = tree.length; node > 0; node--) {
      const [parent] = tree[node - 1];
      values[parent] += values[node];
      if (values[node] > 0)
        listOf(parent).push(node);
    }
    const below = (frame) => (children.get(frame ? frame.node : 0) || [])
      .map((node) => ({ node, value: values[node], parent: frame }))
      .sort((a, b) => b.value - a.value || a.node - b.node);
    const functionOf = (frame) => indexOfId.get(tree[frame.node - 1][1]);
    return {
      kind: "Paths are measured by call stacks.",
      roots: () => below(null), below,
      name: (frame) => functionOf(frame) === undefined ? "(other paths)"
        : functions[functionOf(frame)].name,
      functionOf,
    };
  }

  // -- Threads --------------------------------------------------------------

  const threadsShown = new Set(        // those with samples
    (data.stacks_of_threads || []).map((part) => part[1]));

  // The samples of each node of data.stacks in the chosen thread.
  function selfOfNodes() {
    const self = new Float64Array(data.stacks.length + 1);
    if (thread < 0)
      data.stacks.forEach((node, i) => {
        self[i + 1] = node[2];
      });
    else
      for (const [node, its, samples] of data.stacks_of_threads)
        if (its === thread)
          self[node] += samples;
    return self;
  }

  // Calls enter and leave, each with a node of data.stacks, for all nodes: a
  // node between those calls for the nodes below it.
  function walkTree(enter, leave) {
    const tree = data.stacks;
    const first = new Int32Array(tree.length + 1);
    const next = new Int32Array(tree.length + 1);
    for (let node = tree.length; node > 0; node--) {
      const [parent] = tree[node - 1];
      next[node] = first[parent];
      first[parent] = node;
    }
    let node = first[0];
    while (node) {
      enter(node);
      if (first[node]) {
        node = first[node];
        continue;
      }
      for (; node && !next[node]; [node] = tree[node - 1])
        leave(node);
      if (node) {
        leave(node);
        node = next[node];
      }
    }
  }

  // The functions with their times in the chosen thread.  What is known of all
  // threads only is left out.
  function functionsOfThread() {
    const tree = data.stacks;
    const self = new Float64Array(functions.length);
    const totals = new Float64Array(functions.length);
    const open = new Uint32Array(functions.length);
    const own = selfOfNodes();
    const values = own.slice();
    const indexOf = (node) => indexOfId.get(tree[node - 1][1]);
    for (let node = tree.length; node > 0; node--)
      values[tree[node - 1][0]] += values[node];
    walkTree((node) => {
      const i = indexOf(node);
      if (i === undefined)
        return;
      self[i] += own[node];
      if (open[i]++ === 0)
        totals[i] += values[node];
    }, (node) => {
      if (indexOf(node) !== undefined)
        open[indexOf(node)]--;
    });
    whole = values[0];
    return functions.map((f, i) => ({
      id: f.id, name: f.name, symbol: f.symbol, address: f.address,
      file: f.file, line: f.line, object: f.object,
      self: self[i], children: totals[i] - self[i] }));
  }

  // Shows the times of the element NUMBER of data.threads, -1: of all.
  function chooseThread(number) {
    thread = number;
    byId("thread").value = String(number);
    byId("detail-note").hidden = number < 0;
    whole = everything;
    listed = number < 0 ? functions : functionsOfThread();
    showHeader();
    showFunctions();
    showCallPaths();
  }

  function showThreads() {
    if (!data.stacks_of_threads)
      return;
    const select = byId("thread");
    const add = (value, text) => {
      const option = element("option", "", text);
      option.value = String(value);
      select.append(option);
    };
    add(-1, "All threads");
    Array.from(threadsShown)
      .sort((a, b) => data.threads[b].samples - data.threads[a].samples)
      .forEach((number) => {
        const its = data.threads[number];
        add(number, its.threads > 1 ? `${its.name} (${count(its.threads)})`
          : its.name);
      });
    select.onchange = () => {
      chooseThread(Number(select.value));
      showFunction(functionShown);
      noteThread();
    };
    byId("threads").hidden = false;
  }

  // -- The view of paths: frames as buttons ---------------------------------

  let observer = null;          // of the width of the paths shown

  function showPaths(paths, choose) {
    const box = byId("frames");
    const canvas = element("div");
    const info = byId("frame-info");
    const roots = paths.roots();
    let zoomed = null;          // a frame, or null for all
    let flipped = false;
    let shown = [];             // {frame, button, above, below, index, row}
    box.replaceChildren(canvas);

    const describe = (frame) => `${paths.name(frame)}: ${percent(frame.value)}`
      + ` %, ${timeAndUnit(frame.value)}`;

    function makeButton(frame, left, width, row) {
      const name = paths.name(frame);
      let hash = 0;
      for (let i = 0; i < name.length; i++)
        hash = (31 * hash + name.charCodeAt(i)) >>> 0;
      const button = element("button", "f" + hash % FEW_COLORS);
      button.type = "button";
      button.tabIndex = -1;
      button.setAttribute("aria-label", describe(frame));
      button.title = describe(frame);
      if (width > 24)
        button.textContent = name;
      else
        button.classList.add("narrow");
      button.style.left = left + "px";
      button.style.width = Math.max(width - 1, 2) + "px";
      button.style[flipped ? "bottom" : "top"] = row * ROW_HEIGHT + "px";
      return button;
    }

    // Draws the frame ZOOMED, those above it in full width, and those below
    // it as wide as their times; breadth first, so that what MAX_FRAMES cuts
    // is deep.
    function draw() {
      const width = box.clientWidth;
      const queue = [];
      let above = null, row = 0, rows = 0;
      const put = (frame, left, wide, parent, at) => {
        const button = makeButton(frame, left, wide, at);
        const item = { frame, button, left, width: wide, above: parent,
                       below: [], row: at };
        button.onclick = () => zoom(frame);
        button.onfocus = button.onpointerenter = () => {
          info.textContent = describe(frame);
        };
        if (parent)
          parent.below.push(item);
        shown.push(item);
        rows = Math.max(rows, at + 1);
        return item;
      };
      const divide = (list, wholeTime, parent, left, wide, at) => {
        for (const frame of list) {
          const part = wide * frame.value / wholeTime;
          if (part < MIN_WIDTH || shown.length >= MAX_FRAMES)
            break;
          queue.push(put(frame, left, part, parent, at));
          left += part;
        }
      };
      shown = [];
      if (zoomed) {
        const line = [];
        for (let frame = zoomed; frame; frame = frame.parent)
          line.unshift(frame);
        for (const frame of line)
          above = put(frame, 0, width, above, row++);
        queue.push(above);
      } else
        divide(roots, roots.reduce((sum, f) => sum + f.value, 0), null, 0,
               width, 0);
      for (let i = 0; i < queue.length; i++) {
        const item = queue[i];
        divide(paths.below(item.frame), item.frame.value, item, item.left,
               item.width, item.row + 1);
      }
      canvas.replaceChildren(...shown.map((item) => item.button));
      canvas.style.height = rows * ROW_HEIGHT + "px";
      box.scrollTop = flipped ? box.scrollHeight : 0;
      const start = shown.find((item) => item.frame === zoomed) || shown[0];
      info.textContent = start ? "\u00a0"
        : "No call path has enough time to be drawn.";
      if (start)
        start.button.tabIndex = 0;
      byId("unzoom").disabled = !zoomed;
    }

    function focus(item) {
      for (const other of shown)
        other.button.tabIndex = -1;
      item.button.tabIndex = 0;
      item.button.focus();
    }

    function zoom(frame) {
      zoomed = frame;
      draw();
      const item = shown.find((one) => one.frame === frame) || shown[0];
      if (item)
        focus(item);
      if (frame && paths.functionOf(frame) !== undefined)
        choose(paths.functionOf(frame));
    }

    // Returns the item that KEY leads to from ITEM, or undefined.
    function neighbor(item, key) {
      const row = shown.filter((other) => other.row === item.row);
      const at = row.indexOf(item);
      const down = flipped ? "ArrowUp" : "ArrowDown";
      switch (key) {
      case "ArrowLeft": return row[at - 1];
      case "ArrowRight": return row[at + 1];
      case "Home": return row[0];
      case "End": return row[row.length - 1];
      case "ArrowUp": case "ArrowDown":
        return key === down ? item.below[0] : item.above || undefined;
      }
      return undefined;
    }

    box.onkeydown = (event) => {
      const item = shown.find((one) => one.button === event.target);
      if (event.key === "Escape" && zoomed)
        zoom(zoomed.parent);
      else if (item && /^(Arrow|Home$|End$)/.test(event.key)) {
        const next = neighbor(item, event.key);
        if (next)
          focus(next);
      } else
        return;
      event.preventDefault();
    };
    byId("unzoom").onclick = () => zoom(null);
    byId("flip").onclick = () => {
      flipped = !flipped;
      byId("flip").setAttribute("aria-pressed", String(flipped));
      draw();
    };
    byId("paths-kind").textContent = paths.kind;
    byId("paths").hidden = roots.length === 0;
    draw();
    let width = box.clientWidth;
    if (observer)
      observer.disconnect();
    observer = new ResizeObserver(() => {
      if (box.clientWidth === width)
        return;
      width = box.clientWidth;
      draw();
    });
    observer.observe(box);
  }

  // The part of the address behind the page that shows the function INDEX.
  const addressOf = (index) => "#f" + functions[index].id
    + (thread < 0 ? "" : "-t" + thread);

  // Makes the address of the page name the chosen thread.
  function noteThread() {
    if (location.hash !== addressOf(functionShown))
      history.replaceState(null, "", addressOf(functionShown));
  }

  function showCallPaths() {
    showPaths(data.stacks ? measuredPaths() : apportionedPaths(), (index) => {
      if (location.hash === addressOf(index))
        showFunction(index);
      else
        location.hash = addressOf(index);
    });
  }

  // -- The table of functions -----------------------------------------------

  const MANY_COLUMNS = 8;       // so many leave no room for seconds

  const has = (key) => listed.some((f) => f[key] !== undefined);

  // Columns whose values are not in the JSON, or are more than a number: value(f)
  // sorts, text(f) is shown, and needs is the key without which there is none.
  const computed = {
    "self-error": { value: (f) => width(f.interval), needs: "interval",
                    text: (f) => error(f.self, f.interval) },
    "self": { needs: undefined }, "name": { needs: undefined },
    "self-time": { value: (f) => f.self, text: (f) => time(f.self),
                   needs: undefined },
    "total": { value: total, text: (f) => percent(total(f)),
               needs: "children" },
    "total-error": { value: (f) => width(f.total_interval),
                     text: (f) => error(total(f), f.total_interval),
                     needs: "total_interval" },
    "total-time": { value: total, text: (f) => time(total(f)),
                    needs: "children" },
    "by-calls": { value: totalByCalls, text: (f) => percent(totalByCalls(f)),
                  needs: "apportioned_children" },
    "certain": { value: (f) => width(f.certain), text: certain,
                 needs: "certain" },
  };

  // The texts of values, by the kind of their column.
  const texts = {
    count: (value) => value ? count(value) : "",
    seconds: (value) => value ? seconds(value) : "",
    share: percent,
    name: String, text: String, real: String,
  };

  const valueOf = (f, column) => f[column.json] === undefined
    ? /name|text/.test(column.kind) ? "" : 0 : f[column.json];

  // Returns the columns of the list SHOWN that have data.  down is true if the
  // highest value is the first one.
  const makeColumns = (shown) => shown.map((column) => ({
    label: column.label,
    value: (f) => valueOf(f, column),
    text: (f) => texts[column.kind](valueOf(f, column)),
    needs: column.json,
    ...computed[column.key],
    down: !/name|text/.test(column.kind),
    bar: column.kind === "share" && !column.wide,
    className: column.kind === "name" || column.kind === "text" ? "name"
      : !column.wide ? undefined
      : column.key.endsWith("-time") ? "wide seconds" : "wide",
    isLink: column.key === "name",
  })).filter((column) => !column.needs || has(column.needs));

  function showFunctions() {
    const table = byId("functions");
    const search = byId("search");
    const columns = makeColumns(columnsShown);
    let sorted = columns[0];
    let down = true;
    let rows = [];

    // Sorts ROWS; the keys are made once, not in each comparison.
    function sort() {
      const keys = listed.map(sorted.value);
      const sign = down ? -1 : 1;
      rows.sort((a, b) => keys[a] < keys[b] ? -sign
                : keys[a] > keys[b] ? sign : a - b);
    }

    const line = (i) => makeRow(columns.map((column) => ({
      text: column.text(listed[i]),
      className: column.className,
      bar: column.bar ? parseFloat(column.text(listed[i])) : 0,
      link: column.isLink ? i : undefined,
    })));

    function draw() {
      for (const [at, th] of Array.from(table.tHead.rows[0].cells).entries())
        if (columns[at] === sorted)
          th.setAttribute("aria-sort", down ? "descending" : "ascending");
        else
          th.removeAttribute("aria-sort");
      sort();
      showRows(table.tBodies[0], byId("functions-more"), rows.length,
               (at) => line(rows[at]));
      if (rows.length === 0)
        table.tBodies[0].append(emptyRow("No function"));
    }

    function filter() {
      let rule = null;
      try {
        rule = new RegExp(search.value, "i");
      } catch {
        search.setAttribute("aria-invalid", "true");
        byId("found").textContent = "This is no regular expression.";
        return;
      }
      search.removeAttribute("aria-invalid");
      rows = [];
      listed.forEach((f, i) => {
        if (rule.test(f.name) && (thread < 0 || total(f) > 0))
          rows.push(i);
      });
      byId("found").textContent
        = `${count(rows.length)} of ${count(functions.length)}`;
      draw();
    }

    table.tHead.rows[0].replaceChildren(...columns.map((column) => {
      const th = element("th", column.className);
      const button = element("button", "", column.label);
      button.type = "button";
      button.onclick = () => {
        down = sorted === column ? !down : column.down;
        sorted = column;
        draw();
      };
      th.scope = "col";
      th.append(button);
      return th;
    }));
    table.classList.toggle("many", columns.length >= MANY_COLUMNS);
    search.oninput = filter;
    filter();
  }

  // -- One function ---------------------------------------------------------

  // The columns that showFacts shows in its own way.
  const ownFacts = /^(self|total|by-calls|certain|blocked|calls|self-calls|cycle|name|file|line|symbol|object|address)/;

  function showFacts(f) {
    const others = makeColumns(
      columnsShown.filter((column) => !ownFacts.test(column.key)));
    const facts = [
      ["Self", `${timeAndUnit(f.self)} (${percent(f.self)}`
       + ` ${error(f.self, f.interval)} %)`.replace("  %", " %")],
      ["Total", f.children === undefined ? ""
       : `${timeAndUnit(total(f))} (${percent(total(f))}`
       + ` ${error(total(f), f.total_interval)} %)`.replace("  %", " %")],
      ["Total by calls", f.apportioned_children === undefined ? ""
       : `${timeAndUnit(totalByCalls(f))} (${percent(totalByCalls(f))} %)`],
      ["Certain total", certain(f) && `${certain(f)} ${unit}`],
      ["Blocked", f.blocked_ns ? `${seconds(f.blocked_ns)} s` : ""],
      ["Total blocked", blockedTotal(f)],
      ["Calls", f.calls ? count(f.calls)
       + (f.self_calls ? ` and ${count(f.self_calls)} by itself` : "") : ""],
      ["Cycle", f.cycle ? String(f.cycle) : ""],
      ["Source", place(f)],
      ["Symbol", f.symbol && f.symbol !== f.name ? f.symbol : ""],
      ["Object", f.object && data.objects[f.object]
       ? data.objects[f.object].path : ""],
      ["Address", f.address || ""],
      ...others.map((column) => [column.label, column.text(f)]),
    ];
    byId("detail-facts").replaceChildren(
      ...facts.filter(([, text]) => text).flatMap(
        ([name, text]) => [element("dt", "", name),
                           element("dd", "", text)]));
  }

  // Shows the arcs of the function INDEX in the table ID.  OTHER has the
  // function at the other end of each arc, and timeOf(arc) its time.
  function showArcs(id, index, span, other, timeOf, outside) {
    const table = byId(id);
    const lines = Array.from(arcsOf(span, index))
      .filter((arc) => other[arc] >= 0)
      .sort((a, b) => timeOf(b) - timeOf(a)
            || (arcs[b].calls || 0) - (arcs[a].calls || 0));
    showHead(table, [{ label: `Time ${unit}` }, { label: "Calls" },
                     { label: "Function", className: "name" }]);
    showRows(table.tBodies[0], byId(id + "-more"), lines.length, (at) => {
      const arc = lines[at];
      return makeRow([
        { text: time(timeOf(arc)), bar: everything > 0
          ? 100 * timeOf(arc) / everything : 0 },
        { text: arcs[arc].calls === undefined ? ""
          : count(arcs[arc].calls) },
        { text: functions[other[arc]].name, className: "name",
          link: other[arc] }]);
    });
    if (outside)
      table.tBodies[0].append(makeRow([
        { text: "" }, { text: count(outside) },
        { text: "(outside the program)", className: "name" }]));
    else if (lines.length === 0)
      table.tBodies[0].append(emptyRow("None recorded"));
  }

  let functionShown = -1;

  function showFunction(index) {
    const f = functions[index];
    functionShown = index;
    byId("detail-title").textContent = f.name;
    showFacts(listed[index]);
    showArcs("callers", index, callers, from, callerTime, f.outside_calls);
    showArcs("callees", index, callees, to, arcTime, 0);
    if (byId("source").hidden === false && f.file)
      showPlace(f.file, f.line);
  }

  // The address of the page ends in #fID for the function shown, with -tN
  // behind it, or in #tN, for the thread.  An address without a thread, as those
  // of the links are, keeps the thread.
  function followAddress() {
    const [, id, number] = /^#(?:f(\d+))?-?(?:t(\d+))?$/.exec(location.hash)
      || [];
    const index = id === undefined ? undefined : indexOfId.get(Number(id));
    if (number !== undefined && Number(number) !== thread
        && threadsShown.has(Number(number)))
      chooseThread(Number(number));
    if (index === undefined)
      return;
    showFunction(index);
    noteThread();
    if (document.readyState === "complete")
      byId("detail").scrollIntoView({ block: "nearest" });
  }

  // -- Source lines ---------------------------------------------------------

  const timesOfFiles = new Map();       // file -> Map of line -> samples

  function showPlace(name, line) {
    const at = sources.findIndex((source) => source.file === name);
    if (at < 0)
      return;
    byId("source-file").value = String(at);
    showFile(at, line);
  }

  // Shows the file number AT with the time of each line; LINE is marked.
  function showFile(at, line) {
    const source = sources[at];
    const table = byId("source-lines");
    const times = timesOfFiles.get(source.file) || new Map();
    const lines = source.text === null ? [] : source.text.split("\n");
    const row = (number) => makeRow([
      { text: String(number + 1) },
      { text: times.get(number + 1) ? time(times.get(number + 1)) : "",
        bar: everything > 0
          ? 100 * (times.get(number + 1) || 0) / everything : 0 },
      { text: lines[number], className: "name" }]);
    if (lines[lines.length - 1] === "")
      lines.pop();
    byId("source-note").textContent = source.text === null
      ? "The text is left out, as the page would be too large." : "";
    showHead(table, [{ label: "Line" }, { label: `Time ${unit}` },
                     { label: "Text", className: "name" }]);
    const more = byId("source-more");
    showRows(table.tBodies[0], more, lines.length, row);
    while (line > table.tBodies[0].rows.length && !more.hidden)
      more.click();
    const chosen = table.tBodies[0].rows[line - 1];
    if (!chosen)
      return;
    chosen.classList.add("chosen");
    byId("source-scroll").scrollTop
      = chosen.offsetTop - byId("source-scroll").clientHeight / 2;
  }

  function showSources() {
    const select = byId("source-file");
    if (sources.length === 0)
      return;
    for (const f of functions) {
      if (!f.file || !f.line)
        continue;
      if (!timesOfFiles.has(f.file))
        timesOfFiles.set(f.file, new Map());
      const times = timesOfFiles.get(f.file);
      times.set(f.line, (times.get(f.line) || 0) + f.self);
    }
    sources.forEach((source, at) => {
      const option = element("option", "", source.file);
      option.value = String(at);
      select.append(option);
    });
    select.onchange = () => showFile(Number(select.value), 0);
    byId("source").hidden = false;
    showFile(0, 0);
  }

  // -- The page -------------------------------------------------------------

  function showHeader() {
    const name = (data.image.path || "").replace(/.*\//, "");
    byId("title").textContent = `Profile of ${name}`;
    const all = timeAndUnit(everything) + (isOffCpu ? " of off-CPU time" : "");
    byId("facts").textContent = [
      thread < 0 ? all
        : `${timeAndUnit(whole)} of ${all},`
          + ` thread ${data.threads[thread].name}`,
      data.recording ? `${count(data.recording.samples)} samples by the`
          + ` kernel's events, at most ${data.rate} a second`
        : data.rate && !isOffCpu
          && `${count(whole)} samples, ${data.rate} in a second`,
      data.recording && data.recording.not_sampled > 0
        && `${timeAndUnit(data.recording.not_sampled)} not sampled`,
      data.recording && data.recording.kernel_not_visible > 0
        && `${timeAndUnit(data.recording.kernel_not_visible)} in the kernel,`
          + " not visible",
      data.recording && data.recording.lost_records > 0
        && `${timeAndUnit(data.recording.lost)} lost`,
      data.recording && data.recording.not_permitted > 0
        && `${timeAndUnit(data.recording.not_permitted)} not permitted`,
      data.counted_functions && (data.counted_functions === "none"
        ? "no calls counted"
        : `calls of ${data.counted_functions} only`),
      `${data.files} ${data.files === 1 ? "file" : "files"}`,
      data.tool].filter(Boolean).join(" \u00b7 ");
    byId("warnings").replaceChildren(
      ...(data.warnings || []).map((text) => element("li", "", text)));
    byId("warnings").hidden = !(data.warnings || []).length;
  }

  byId("columns").hidden = false;
  showSources();
  showThreads();
  chooseThread(-1);
  if (functions.length)
    showFunction(functions.reduce(
      (best, f, i) => f.self > functions[best].self ? i : best, 0));
  addEventListener("hashchange", followAddress);
  followAddress();
})();
