// Around the bank's page: tells the page that shows this one that it stands, and when the guest has come back from it.
const PAGE_ORIGIN = document.documentElement.dataset.pageOrigin;
const bank = document.getElementById("bank");

function tell(id) {
  if (window.parent !== window) window.parent.postMessage({ id }, PAGE_ORIGIN);
}

window.addEventListener("message", (event) => {
  if (event.origin !== location.origin || event.source !== bank.contentWindow) return;
  if (event.data?.id === "answered") tell("challenge");
});
tell("ready");
