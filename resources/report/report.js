// Tables that sort by a click on a head and show the rows that hold some words. Without it all rows stand as they are.
(function () {
  "use strict";
  function textOf(row, column) {
    var cell = row.cells[column];
    return cell ? cell.textContent.trim() : "";
  }
  function numberOf(text) {
    return parseFloat(text.replace(/,/g, "").replace(/\u2212/g, "-"));
  }
  function compare(a, b, isNumber) {
    if (!isNumber) return a.localeCompare(b, "en", {numeric: true});
    var left = numberOf(a), right = numberOf(b);
    if (isNaN(left) || isNaN(right)) return isNaN(left) - isNaN(right);
    return left - right;
  }
  function sortBy(table, rows, head, column) {
    var isNumber = head.className === "r", was = head.getAttribute("aria-sort");
    var rising = isNumber ? was === "descending" : was !== "ascending";
    Array.from(head.parentNode.cells).forEach(function (other) {
      if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
    });
    head.setAttribute("aria-sort", rising ? "ascending" : "descending");
    var sorted = rows.slice().sort(function (a, b) {
      var left = textOf(a, column), right = textOf(b, column), order = compare(left, right, isNumber);
      // What is not known stays last.
      if (isNumber && (isNaN(numberOf(left)) || isNaN(numberOf(right)))) return order;
      return rising ? order : -order;
    });
    sorted.forEach(function (row) { table.tBodies[0].appendChild(row); });
  }
  function addSorting(table, rows) {
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      if (head.className === "nosort" || !head.textContent.trim()) return;
      var button = document.createElement("button");
      button.type = "button";
      while (head.firstChild) button.appendChild(head.firstChild);
      head.appendChild(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () { sortBy(table, rows, head, column); });
    });
  }
  function addFilter(table, rows) {
    var label = document.createElement("label"), input = document.createElement("input");
    var shown = document.createElement("span");
    label.className = "filter";
    shown.setAttribute("role", "status");
    input.type = "search";
    label.append("Show rows with ", input, " ", shown);
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/\s+/).filter(Boolean), count = 0;
      rows.forEach(function (row) {
        var text = row.textContent.toLowerCase();
        row.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
        if (!row.hidden) count += 1;
      });
      shown.textContent = words.length ? count + " of " + rows.length : "";
    });
    var frame = table.closest(".scroll") || table;
    frame.parentNode.insertBefore(label, frame);
  }
  document.querySelectorAll("table.t").forEach(function (table) {
    var rows = Array.from(table.tBodies[0].rows);
    if (rows.length > 1) addSorting(table, rows);
    if (rows.length > 7) addFilter(table, rows);
  });
})();
