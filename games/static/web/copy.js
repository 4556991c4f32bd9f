// A link in a field to be passed on: shared or copied where the browser can; else it is selected, to be copied by hand.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy), words = button.firstElementChild;
  field.select();
  try {
    if (button.dataset.share !== undefined) await navigator.share({ url: field.value });
    else { await navigator.clipboard.writeText(field.value); words.textContent = button.dataset.done; }
  } catch { field.focus(); }
});
for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = button.dataset.share !== undefined && !navigator.share;
