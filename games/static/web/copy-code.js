// Each block of code in a guide gets a button that copies it, where the browser lets pages copy.
for (const code of navigator.clipboard ? document.querySelectorAll(".manual pre > code") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copies-code";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  });
  code.parentElement.before(button);
}
