// The page for marking: one answer at a time, and every change is saved at once.  What students
// wrote is only ever set as text, except the html that answer_html made of their answers.
"use strict";

document.body.insertAdjacentHTML("afterbegin", `
<header>
  <h1></h1><p id="course"></p>
  <button id="help-button" type="button" aria-haspopup="dialog">Keys <kbd>?</kbd></button>
  <p id="reading" hidden></p><p id="unsafe" hidden>These submissions ran without the sandbox: their
    results are only what the students' code let the tests report.</p>
  <div id="trouble" role="alert"></div>
  <nav id="questions" aria-label="Questions"></nav>
</header>
<aside aria-label="Students"><details id="students"><summary id="progress"></summary>
  <progress aria-label="Students marked"></progress>
  <input id="find" type="search" aria-label="Find a student" placeholder="Find a student">
  <label><input id="waiting" type="checkbox"> only unmarked answers</label>
  <div id="names"></div>
</details></aside>
<main><div id="who"><h2 tabindex="-1"></h2><span id="place"></span>
  <span><button type="button" id="previous" title="Previous student (k)">‹ previous</button>
  <button type="button" id="next" title="Next student (j)">next ›</button></span></div>
  <div id="answer"></div></main>
<section aria-labelledby="question"><fieldset id="marks"></fieldset></section>
<p id="status" role="status"></p>
<dialog aria-labelledby="help-title"><h2 id="help-title">Marking with the keyboard</h2><dl>
  <dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>→</kbd> <kbd>←</kbd><dd>next and previous student
  <dt><kbd>n</kbd> <kbd>p</kbd><dd>next and previous question
  <dt><kbd>2</kbd> <kbd>1</kbd><dd>the first digit chooses an item, the second gives its points
  <dt><kbd>.</kbd><dd>half a point more for this item: <kbd>2</kbd> <kbd>1</kbd> <kbd>.</kbd> is 1½
  <dt><kbd>2</kbd> <kbd>f</kbd><dd>full points for the item chosen
  <dt><kbd>a</kbd><dd>full points for all items that are not yet marked
  <dt><kbd>c</kbd><dd>write the comment; <kbd>Esc</kbd> leaves it
  <dt><kbd>m</kbd><dd>look at the model answer
  <dt><kbd>w</kbd><dd>show only unmarked answers, or everybody
  <dt><kbd>/</kbd><dd>find a student by name, <kbd>Enter</kbd> goes there</dl>
  <p>To take a mark back, press its button again. Every change is saved at once.</p>
  <form method="dialog"><button>Close</button></form></dialog>`);

const $ = (selector) => document.querySelector(selector);
const data = JSON.parse($("#data").textContent);
const reading = location.protocol === "file:";
const key = location.pathname.split("/")[1];  // of the server, drawn anew at each start
const here = {question: data.questions[0], student: data.students[0], answer: null, chosen: null};
const unsaved = new Map();  // answer -> where it is

const make = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const pressed = (text, onclick, more) => make("button", {type: "button", onclick, ...more}, text);
const written = (points) => {
  const whole = Math.floor(points);
  return points - whole === 0.5 ? `${whole || ""}½` : `${points}`;
};

const markOf = (answer, column) => {
  const mark = (answer.marks[column.key] ?? "").replace(",", ".");  // as a spreadsheet wrote it
  return mark && !isNaN(mark) ? `${Number(mark)}` : mark;
};
const waits = ({name, manual, columns}, {answers}) =>
  manual && !answers[name].blank && columns.some((column) => markOf(answers[name], column) === "");
const pointsOf = ({question, answer}, column) => {
  const mark = markOf(answer, column), passed = answer.cases?.[column.key]?.passed;
  return mark === "" && !question.manual ? (passed ? column.points : 0) : Number(mark);
};

// Saving: what was typed stays, whatever the server says; the newest state is sent, one at a time.

async function save(where, field) {
  const {answer} = where;
  clearTimeout(answer.timer);
  unsaved.set(answer, where);
  Object.assign(answer, {field, error: "", said: "saving …", timer: 0, again: true});
  answer.version = (answer.version ?? 0) + 1;
  $("#status").textContent = "";
  update();
  if (answer.sending) return;
  answer.sending = true;
  let sent;
  do {
    sent = answer.version;
    answer.error = reasonMissing(where) || await send(where);
  } while (sent !== answer.version);
  answer.sending = false;
  if (!answer.error && !answer.timer) unsaved.delete(answer);  // a timer: more is being written
  answer.said = answer.error || "saved";
  $("#status").textContent = answer.said;
  update();
}
const reasonMissing = ({question, answer}) =>
  !question.manual && !answer.comment.trim() && Object.values(answer.marks).some((mark) => mark)
    ? "Not saved yet: a correction needs its reason, in the comment." : "";
async function send({question, student, answer: {hash, marks, comment}}) {
  try {
    const content = {question: question.name, student: student.id, answer: hash, marks, comment};
    const reply = await fetch("save", {method: "POST", body: JSON.stringify(content),
      headers: {"Content-Type": "application/json", "X-Key": key}});
    return reply.ok ? "" : (await reply.json()).error;
  } catch {
    return "Not saved: the server does not answer. Is make mark still running?";
  }
}
addEventListener("beforeunload", (event) => { if (unsaved.size) event.preventDefault(); });

// Giving points.

function give(column, points) {
  if (reading) return;
  here.answer.marks[column.key] = points === "" ? "" : `${points}`;
  save({...here}, column.key);
}
function typed(column, field) {
  const text = field.value.trim().replace(",", "."), points = Number(text);
  const wrong = !(points >= 0 && points <= column.points);
  field.ariaInvalid = `${wrong}`;
  if (!wrong) return give(column, text && points);
  unsaved.set(here.answer, {...here});
  refuse(column);
}
function refuse({key, points}) {
  const error = `Not saved: between 0 and ${written(points)}, please.`;
  Object.assign(here.answer, {field: key, said: error, error, again: false});
  $("#status").textContent = error;
  update();
}
function choose(column) {
  here.chosen = column;
  for (const item of document.querySelectorAll(".item")) {
    item.classList.toggle("chosen", item.dataset.key === column?.key);
    if (item.dataset.key !== column?.key) continue;
    for (const fold of item.querySelectorAll("details")) fold.open = true;
    item.focus();
  }
}
function digit(number) {
  const {chosen, question} = here;
  if (!chosen) return choose(question.columns[number - 1]);
  if (number > chosen.points) return refuse(chosen);
  here.last = chosen;
  give(chosen, number);
  choose(null);
}
function half() {
  const column = here.chosen ?? here.last;
  if (!column) return;
  give(column, Math.min(column.points, pointsOf(here, column) + 0.5));
  choose(null);
}
function fill() {
  const {question, answer} = here;
  if (reading || !waits(question, here.student)) return;
  for (const column of question.columns)
    if (markOf(answer, column) === "") answer.marks[column.key] = `${column.points}`;
  save({...here}, "comment");
}

// Walking: through the students of a question, or through the questions of a student.

const matches = ({name, id}) =>
  `${name} ${id}`.toLowerCase().includes($("#find").value.trim().toLowerCase());
const shown = () => data.students.filter((student) => student === here.student ||
  ((!$("#waiting").checked || waits(here.question, student)) && matches(student)));
const stepped = (list, from, by) => list[list.indexOf(from) + by] ?? from;
const walk = (by) => go(here.question, stepped(shown(), here.student, by));
const turn = (by) => go(stepped(data.questions, here.question, by), here.student);

function go(question, student) {
  if (document.activeElement.closest("#answer, #marks")) $("h2").focus();  // these are made anew
  const answer = student.answers[question.name];
  Object.assign(here, {question, student, answer, chosen: null, last: null});
  history.replaceState(null, "", `#${question.name}/${encodeURIComponent(student.id)}`);
  $("h2").textContent = student.name;
  $("#answer").replaceChildren(...answerParts(here));
  $("#marks").replaceChildren(...markParts(here));
  drawFormulas($("#answer"));
  update();
  const list = $("#names"), entry = entries.get(student);
  list.scrollTop = entry.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (scrollY > $("main").offsetTop) $("main").scrollIntoView();
  $("#status").textContent = `${student.name}, ${question.name}`;
}

// What stands on the page.

function* answerParts({question, student, answer}) {
  if (student.notes.length) yield make("ul", {id: "notes", ariaLabel: "Notes on this notebook"},
    ...student.notes.map((note) => make("li", {}, note)));
  if (answer.blank) yield make("p", {className: "blank"}, "No answer: zero, unless you give points.");
  else yield make("div", {className: "answer", innerHTML: answer.html});
  for (const file of answer.files)
    if (!answer.html.includes(`src="${file.href}"`)) yield handedIn(file);
  if (question.model) yield make("details", {id: "model"}, make("summary", {}, "Model answer"),
    make("div", {className: "answer", innerHTML: question.model}));
}
function handedIn({href, kind, name}) {
  if (!href.startsWith("handed-in/") || !["image", "pdf"].includes(kind))
    return make("p", {}, `${name} was handed in as well, but cannot be shown here: ${
      href.startsWith("handed-in/") ? `open ${data.folder}/${href}` : "it is too large to be kept"}.`);
  const content = kind === "image" ? make("img", {src: href, alt: name}) : `Open ${name}`;
  const link = {href, target: "_blank", rel: "noreferrer noopener"};
  return make("p", {}, make("a", link, content));
}
function* markParts({question, answer}) {
  yield make("h2", {id: "question"}, question.title);
  yield make("p", {id: "total"});
  yield* question.columns.map(item);
  const comment = make("textarea", {id: "comment", rows: 4, maxLength: 20000});
  const where = {...here};
  comment.value = answer.comment;
  comment.oninput = () => {
    answer.comment = comment.value;
    unsaved.set(answer, where);
    clearTimeout(answer.timer);
    answer.timer = setTimeout(save, 700, where, "comment");
  };
  comment.onchange = () => unsaved.has(answer) && save(where, "comment");
  yield make("label", {htmlFor: "comment"}, "Comment for the student");
  yield comment;
  yield said("comment");
}
function item(column, index) {
  const {key, label, points, hidden, look_for, typical_gap} = column;
  const of = make("small", {}, `of ${written(points)}${hidden ? ", hidden" : ""}`);
  const made = make("fieldset", {className: "item", tabIndex: -1},
    make("legend", {}, make("kbd", {}, `${index + 1}`), ` ${label} `, of));
  made.dataset.key = key;
  if (look_for) made.append(make("p", {}, look_for));
  if (typical_gap)
    made.append(make("p", {className: "gap"}, make("b", {}, "Typical gap: "), typical_gap));
  if (here.question.manual) made.append(buttons(column));
  else {
    const {passed, message} = here.answer.cases?.[key] ?? {};
    const verdict = passed ? "✓ passed" : "✗ not passed";
    made.append(make("p", {className: passed ? "passed" : "failed"}, verdict));
    if (message) made.append(make("pre", {}, message));
    made.append(make("details", {open: markOf(here.answer, column) !== ""},
      make("summary", {}, "correct this mark"), buttons(column)));
  }
  return made;
}
function buttons(column) {
  const {key, label, points} = column;
  const steps = Array.from({length: Math.ceil(points * 2)}, (_, half) => half / 2);
  const other = make("input",
    {inputMode: "decimal", placeholder: "other", ariaLabel: `Other points for ${label}`});
  other.onchange = () => typed(column, other);
  return make("div", {className: "points"}, ...[...steps, points].map((value) => pressed(
    written(value), () => give(column, markOf(here.answer, column) === `${value}` ? "" : value),
    {value, ariaLabel: `${written(value)} for ${label}`})), other, said(key));
}
const said = (field) => {
  const made = make("span", {className: "said"});
  made.dataset.field = field;
  return made;
};

// What changes while one marks.

function update() {
  updateMarks(here);
  updateStudents(here);
  const trouble = [...unsaved.values()]
    .filter(({answer}) => answer.error && answer !== here.answer);
  $("#trouble").replaceChildren(...trouble.map(({question, student, answer}) => pressed(
    `${student.name}, ${question.name}: ${answer.error} Go there.`, () => go(question, student))));
}
function updateMarks({question, student, answer}) {
  for (const column of question.columns) {
    const made = $(`.item[data-key="${CSS.escape(column.key)}"]`), mark = markOf(answer, column);
    const steps = [...made.querySelectorAll("button[value]")], other = made.querySelector("input");
    for (const button of steps) button.ariaPressed = `${button.value === mark}`;
    if (answer.error && other.ariaInvalid === "true") continue;  // what was typed stays
    other.value = steps.some((button) => button.value === mark) ? "" : mark;
    other.ariaInvalid = "false";
  }
  for (const place of document.querySelectorAll(".said")) {
    const mine = place.dataset.field === answer.field, error = mine && answer.error;
    place.textContent = mine ? answer.said : "";
    place.classList.toggle("error", Boolean(error));
    const again = () => save({...here}, answer.field);
    if (error && answer.again) place.append(pressed("Save again", again));
  }
  const sum = question.columns.reduce((total, column) => total + pointsOf(here, column), 0);
  $("#total").textContent = `${written(sum)} of ${written(question.points)} points`
    + (waits(question, student) ? " so far" : "");
}
function updateStudents({question, student}) {
  const open = (one) => data.students.filter((who) => waits(one, who)).length;
  const all = data.students.length, marked = all - open(question), list = shown();
  $("#progress").textContent =
    question.manual ? `${marked} of ${all} marked` : `${all} marked by tests`;
  Object.assign($("progress"), {max: all, value: marked});
  for (const [one, button] of tabs) {
    const left = open(one), done = one.manual ? "all marked" : "by tests";
    button.lastChild.textContent = left ? `${left} to mark` : done;
    button.ariaCurrent = `${one === question}`;
  }
  for (const [one, button] of entries) {
    button.hidden = !list.includes(one);
    button.ariaCurrent = `${one === student}`;
    button.lastChild.textContent = waits(question, one) ? "waits" : "";
  }
  $("#place").textContent = `${student.id} · ${list.indexOf(student) + 1} of ${list.length}`;
  $("#previous").disabled = list[0] === student;
  $("#next").disabled = list.at(-1) === student;
}

function drawFormulas(part) {
  const macros = {};  // what one formula of an answer defines, the next ones use, as in Jupyter
  for (const math of window.katex ? part.querySelectorAll(".math") : []) {
    const source = math.textContent.trim();
    try {
      katex.render(source, math, {displayMode: math.tagName === "DIV", throwOnError: false,
        trust: false, strict: "ignore", maxSize: 20, maxExpand: 500, macros, globalGroup: true});
    } catch {
      math.textContent = source;  // too deep for it
    }
  }
  for (const wide of part.querySelectorAll("div.math, pre"))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;  // to be scrolled with the keyboard
}

// Keys, and the start.

const KEYS = {
  j: () => walk(1), ArrowRight: () => walk(1), k: () => walk(-1), ArrowLeft: () => walk(-1),
  n: () => turn(1), p: () => turn(-1), a: fill, ".": half,
  f: () => here.chosen && (give(here.chosen, here.chosen.points), choose(null)),
  c: () => $("#comment").focus(), w: () => $("#waiting").click(), Escape: () => choose(null),
  m: () => $("#model summary")?.click(),
  "/": () => ($("#students").open = true, $("#find").focus()), "?": () => $("dialog").showModal(),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog").open) return;
  if (event.target.matches("textarea, input:not([type=checkbox])")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (/^[0-9]$/.test(event.key)) digit(Number(event.key));
  else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key]();
  else return;
  event.preventDefault();
});

const tabs = new Map(data.questions.map((question) => [question,
  pressed(`${question.name} `, () => go(question, here.student), {title: question.title})]));
const entries = new Map(data.students.map((student) => [student,
  pressed(student.name, () => go(here.question, student))]));
for (const button of [...tabs.values(), ...entries.values()]) button.append(make("small", {}));
$("#questions").append(...tabs.values());
$("#names").append(...entries.values());
$("#students").open = innerWidth > 800;
$("h1").textContent = data.title;
$("#course").textContent = data.course;
$("#reading").textContent = `To mark, run: make mark HW=${data.name}`;
$("#reading").hidden = !reading;
$("#unsafe").hidden = !data.unsafe;
$("#marks").disabled = reading;
$("#help-button").onclick = () => $("dialog").showModal();
$("#previous").onclick = () => walk(-1);
$("#next").onclick = () => walk(1);
$("#waiting").onchange = $("#find").oninput = () => update();
$("#find").onkeydown = ({key: pressedKey, target}) => {
  const found = data.students.find(matches);
  if (pressedKey !== "Enter" || !found) return;
  target.value = "";
  target.blur();
  go(here.question, found);
};
const [name, id] = location.hash.slice(1).split("/");
if (here.student) go(data.questions.find((one) => one.name === name) ?? here.question,
  data.students.find((one) => encodeURIComponent(one.id) === id) ?? here.student);
