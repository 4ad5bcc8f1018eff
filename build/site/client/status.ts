/** Script of the status page: says so where no run has ended for long, since the page then stays as it is. */
const verdict = document.querySelector<HTMLElement>(".verdict[data-finished]");
const overdue = document.getElementById("overdue");
if (verdict && overdue) {
  const { finished = "", overdueAfterS } = verdict.dataset;
  const isOverdue = Date.now() - Date.parse(finished) > Number(overdueAfterS) * 1000;
  overdue.hidden = !isOverdue;
  verdict.hidden = isOverdue;
}
