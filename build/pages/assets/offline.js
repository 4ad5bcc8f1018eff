// Offers to keep a copy of the tree in this browser, which then answers without a network. Where the host has only files,
// the copy is what answers at all, so there it is not waited for to be asked.
const note = document.getElementById("offline");
const button = note.querySelector("button");
const status = note.querySelector("[role=status]");

function tell(text) {
  note.hidden = false;
  status.textContent = text;
}

async function hostAnswers() {
  try {
    const response = await fetch("/api/v1/stats/");
    return typeof (await response.json()).last_24h === "object";
  } catch {
    return false;
  }
}

async function keepCopy() {
  button.hidden = true;
  tell("Copying the data into this browser…");
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    tell("This browser has a copy of the data and answers every query by itself, also without a network.");
  } catch (error) {
    button.hidden = false;
    tell(`The copy could not be made: ${error.message}`);
  }
}

// Browsers have service workers for pages from https: and from this machine only.
if (navigator.serviceWorker) {
  button.addEventListener("click", () => void keepCopy());
  if ((await navigator.serviceWorker.getRegistration()) || !(await hostAnswers())) await keepCopy();
  else note.hidden = false;
}
