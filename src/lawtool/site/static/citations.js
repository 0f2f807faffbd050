// Turns the citations of any web page into links with a card.
//
//   <script src="https://HOST/-/static-plugins/lawtool/citations.js" data-select="article" defer></script>
//
// `data-select` names the elements that are read (default: article, main). Their text goes to the API of the host that
// this file came from, which keeps nothing of it; what it resolves becomes a link, and the link shows a card with the
// text and the status of the provision. Nothing else of the page is touched.
(() => {
  "use strict";
  const script = document.currentScript;
  const host = script.src.replace(/\/-\/static-plugins\/.*$/, "");
  const api = `${host}/-/lawtool/v1`;
  const selector = script.dataset.select || "article, main";
  const MOST = 60000; // characters of one request; the API takes 64,000
  const SKIPPED = "a, script, style, textarea, code, pre, button, select";

  function textNodes(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, {
      acceptNode: (node) =>
        node.parentElement.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    });
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return nodes;
  }

  // The API counts code points, the browser halves of them: `places` leads from the one to the other.
  function gather(root) {
    const nodes = textNodes(root);
    let text = "";
    const places = [];
    for (const node of nodes) {
      let offset = 0;
      for (const sign of node.data) {
        if (places.length >= MOST) return { text, places };
        places.push({ node, offset });
        text += sign;
        offset += sign.length;
      }
    }
    return { text, places };
  }

  function wrap(places, citation) {
    const first = places[citation.start];
    const last = places[citation.end - 1];
    if (!first || !last || first.node !== last.node) return;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    const width = String.fromCodePoint(last.node.data.codePointAt(last.offset)).length;
    range.setEnd(last.node, last.offset + width);
    const link = document.createElement("a");
    link.href = citation.url;
    link.className = "lawtool-citation";
    range.surroundContents(link);
    const show = () => showCard(link, citation);
    link.addEventListener("pointerenter", show);
    link.addEventListener("focus", show);
    link.addEventListener("pointerleave", hideCard);
    link.addEventListener("blur", hideCard);
  }

  let card = null;
  const answers = new Map();

  function hideCard() {
    card?.remove();
    card = null;
  }

  async function ask(citation) {
    const id = citation.norm + (citation.fragments?.length ? `_${citation.fragments[0]}` : "");
    if (!answers.has(id)) {
      const get = (path) =>
        fetch(`${api}/${path}`).then((answer) => (answer.ok ? answer.json() : null));
      answers.set(
        id,
        Promise.all([
          id.includes("_") ? get(`provisions/${id}`) : get(`norms/${id}`),
          get(`status/${id}`),
        ]),
      );
    }
    return answers.get(id);
  }

  async function showCard(link, citation) {
    const [found, status] = await ask(citation);
    if (!found || !link.matches(":hover, :focus")) return;
    hideCard();
    card = document.createElement("div");
    card.className = "lawtool-card";
    card.setAttribute("role", "tooltip");
    const name = document.createElement("strong");
    name.textContent = found.name;
    const words = document.createElement("p");
    words.textContent = (found.text || found.ementa || "").slice(0, 400);
    const state = document.createElement("p");
    state.textContent = status ? status.message : "";
    card.append(name, words, state);
    Object.assign(card.style, {
      position: "absolute",
      zIndex: 1000,
      maxWidth: "28rem",
      padding: ".7rem 1rem",
      background: "Canvas",
      color: "CanvasText",
      border: "1px solid GrayText",
      borderRadius: "4px",
      font: "14px/1.45 system-ui, sans-serif",
    });
    const box = link.getBoundingClientRect();
    card.style.left = `${Math.max(8, Math.min(box.left + scrollX, innerWidth - 460))}px`;
    card.style.top = `${box.bottom + scrollY + 6}px`;
    document.body.append(card);
  }

  async function read(root) {
    const { text, places } = gather(root);
    if (!text.trim()) return;
    const answer = await fetch(`${api}/citations`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
    });
    if (!answer.ok) return;
    const { citations } = await answer.json();
    // From the end: a link cuts its text node in three, and what stands before keeps its place.
    for (const citation of citations.reverse()) {
      if (citation.status === 200 && citation.outcome === "resolved" && citation.url) {
        wrap(places, citation);
      }
    }
    root.dataset.lawtool = "done";
  }

  document.addEventListener("keydown", (event) => event.key === "Escape" && hideCard());
  const begin = () => {
    const roots = [...document.querySelectorAll(selector)];
    roots.filter((root) => !roots.some((other) => other !== root && other.contains(root))).map(read);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
