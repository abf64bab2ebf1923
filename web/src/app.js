// SPDX-License-Identifier: Apache-2.0
// The page: documents, views that fit each, and the one that is shown. The address keeps both.
import { commandOf, load, nameOf } from "./data.js";
import { el } from "./dom.js";
import { forgetThemes } from "./theme.js";
import { collectiveView } from "./views/collective.js";
import { compareView } from "./views/compare.js";
import { fabricView } from "./views/fabric.js";
import { ladderView } from "./views/ladder.js";
import { picturesView } from "./views/pictures.js";
import { rowsView } from "./views/rows.js";
import { scheduleView } from "./views/schedule.js";
import { searchView } from "./views/search.js";
import { serverView } from "./views/server.js";
import { settingsView } from "./views/settings.js";
import { stepView } from "./views/step.js";
import { sweepView } from "./views/sweep.js";
import { wavesView } from "./views/waves.js";

const VIEWS = [compareView, stepView, serverView, ladderView, scheduleView, searchView, wavesView, collectiveView, fabricView, sweepView, rowsView, picturesView,
  settingsView];

/** A view that fails already here has nothing to show. */
function fits(view, app) {
  try {
    return view.fits(app.documents[app.at], app);
  } catch {
    return false;
  }
}

/** What the program says first, for views that say nothing themselves. */
const answerOf = (doc) => String(doc.results.find(({ result }) => result.answer)?.result.answer ?? "").split("\n").filter(Boolean)
  .map((line, k) => el("p", k === 0 ? { class: "answer" } : {}, line));

function start(app) {
  const root = document.getElementById("app");
  const main = el("main", { id: "view", tabindex: "-1" });
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "views" });
  const fitting = () => VIEWS.filter((view) => fits(view, app));
  const show = (id) => {
    const views = fitting(), view = views.find((one) => one.id === id) ?? views[0];
    forgetThemes();
    tabs.replaceChildren(...views.map((one) => el("button", {
      role: "tab", id: `tab-${one.id}`, "aria-selected": String(one === view), tabindex: one === view ? "0" : "-1", "aria-controls": "view",
      onclick: () => show(one.id), onkeydown: (event) => turn(event, views, view),
    }, one.title)));
    main.replaceChildren();
    // A row that a view cannot read blanks no other view.
    try {
      view?.draw(main, app, app.documents[app.at]);
      if (view && view.id !== "made" && !main.querySelector(".answer")) main.prepend(...answerOf(app.documents[app.at]));
    } catch (error) {
      main.replaceChildren(el("p", { class: "bad", role: "alert" }, `${view.title} cannot be shown for this result: ${error.message}`));
    }
    // A frame of a notebook has no address of its own.
    if (view && location.protocol !== "about:") history.replaceState(null, "", `#${app.at}/${view.id}`);
    performance.mark("shown");
  };
  const turn = (event, views, view) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = views[(views.indexOf(view) + by + views.length) % views.length];
    show(next.id);
    document.getElementById(`tab-${next.id}`).focus();
  };
  const title = (doc) => (nameOf(doc) === doc.name ? `${doc.name} (${commandOf(doc)})` : nameOf(doc));
  const pick = el("select", { "aria-label": "result", onchange: () => app.open(Number(pick.value), "") }), heading = el("h1");
  const named = () => {
    pick.replaceChildren(...app.documents.map((doc, k) => el("option", { value: k, selected: k === app.at }, title(doc))));
    heading.replaceChildren(app.documents.length > 1 ? pick : title(app.documents[0]));
  };
  app.open = (k, id) => ((app.at = k), named(), show(id));
  // After a run what is shown stays, with its sliders: the new result is added, and can be chosen. Answers its place and name.
  app.reload = async (said) => {
    const { documents, comparisons } = await load();
    app.documents.push(...documents.slice(app.documents.length));
    app.comparisons = comparisons;
    named();
    const at = said?.document ?? app.documents.length - 1;
    return { at, name: title(app.documents[at]), compared: comparisons.some((one) => one.b === at || one.a === at) };
  };
  named();
  root.replaceChildren(el("a", { class: "skip", href: "#view" }, "to the view"),
    el("header", {}, heading, tabs), main,
    el("p", { id: "said", class: "said", role: "status", "aria-live": "polite" }),
    el("footer", { class: "soft" }, `jacquard ${app.version}. Charts: uPlot, MIT licence.`));
  show(location.hash.split("/")[1]);
}

load()
  .then((data) => start({ ...data, at: Math.min(Number(location.hash.slice(1).split("/")[0]) || 0, data.documents.length - 1) }))
  .catch((error) => document.getElementById("app").replaceChildren(el("p", { class: "bad", role: "alert" }, `This page cannot be shown: ${error.message}`)));
