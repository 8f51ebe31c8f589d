// Around the bank's page: tells the page that shows this one when the guest has come back from it.
const PAGE_ORIGIN = document.documentElement.dataset.pageOrigin;
const bank = document.getElementById("bank");

window.addEventListener("message", (event) => {
  if (event.origin !== location.origin || event.source !== bank.contentWindow) return;
  if (event.data?.id !== "answered" || window.parent === window) return;
  window.parent.postMessage({ id: "challenge" }, PAGE_ORIGIN);
});
