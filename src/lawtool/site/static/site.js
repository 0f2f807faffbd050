// Comforts only: every page works without this file.
(() => {
  "use strict";

  // Buttons that copy an address or a reference.
  for (const button of document.querySelectorAll("button.copy")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.classList.add("done");
    });
  }

  // Names of norms as one types: asked of the API, offered by the browser's own list.
  let number = 0;
  for (const field of document.querySelectorAll("input[data-norms]")) {
    const list = document.createElement("datalist");
    list.id = `norms-${number++}`;
    field.setAttribute("list", list.id);
    field.after(list);
    let timer = 0;
    field.addEventListener("input", () => {
      clearTimeout(timer);
      if (field.value.trim().length < 2) return;
      timer = setTimeout(async () => {
        const query = new URLSearchParams({ q: field.value.trim(), limit: "12" });
        const answer = await fetch(`${field.dataset.norms}?${query}`);
        if (!answer.ok) return;
        const { norms } = await answer.json();
        list.replaceChildren(
          ...norms.map((norm) => {
            const option = document.createElement("option");
            option.value = norm.norm;
            option.label = norm.name;
            return option;
          }),
        );
      }, 200);
    });
  }
})();
