// sorting by a click on a column, filtering by text and kind, names of fields on demand
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
  };
  table.tHead.querySelectorAll("button").forEach((button, column) => button.addEventListener("click", () => {
    const head = button.parentElement;
    // numbers are wanted largest first, texts from A
    const numbers = body.rows.length && typeof value(body.rows[0], column) === "number";
    const first = numbers ? "descending" : "ascending", second = numbers ? "ascending" : "descending";
    const order = head.getAttribute("aria-sort") === first ? second : first;
    table.tHead.querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const rows = [...body.rows].sort((a, b) => {
      const x = value(a, column), y = value(b, column);
      return sign * (typeof x === "number" ? x - y : x.localeCompare(y));
    });
    body.append(...rows);
  }));
}
for (const form of document.querySelectorAll(".filter")) {
  const rows = [...document.getElementById(form.dataset.table).tBodies[0].rows];
  const input = form.querySelector("[type=search]"), select = form.querySelector("select");
  const show = () => {
    const wanted = input.value.toLowerCase(), kind = select ? select.value : "";
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted)
        || (kind !== "" && !row.dataset.kind.split(" ").includes(kind));
      shown += !row.hidden;
    }
    form.querySelector("output").textContent = `${shown} of ${rows.length}`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  show();
}
document.getElementById("names").addEventListener("change", event =>
  document.getElementById("models").classList.toggle("named", event.target.checked));
