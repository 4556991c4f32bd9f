// Passkeys (WebAuthn): a form with data-passkey asks the device, puts the answer into its field, and is sent.
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const trouble = document.getElementById("passkey-trouble");
  const say = (words) => { trouble.textContent = words; };
  const field = form.elements.credential;
  const unable = !window.PublicKeyCredential;
  if (form.dataset.passkey === "sign-in") document.getElementById("with-passkey").hidden = unable;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.sent) return;
    if (unable) return say(trouble.dataset.unable);
    form.dataset.sent = "yes";
    say("");
    try {
      field.value = JSON.stringify(await ask(form));
      form.submit();
    } catch (error) {
      field.value = "";
      delete form.dataset.sent;
      say(trouble.dataset.failed);
    }
  });
}

async function ask(form) {
  if (form.dataset.passkey === "sign-in") {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" }, cache: "no-store" });
    return webauthnJSON.get((await answer.json()).request_options);
  }
  const options = JSON.parse(document.getElementById("passkey-options").textContent);
  return form.dataset.passkey === "create" ? webauthnJSON.create(options.creation_options) : webauthnJSON.get(options.request_options);
}

// A page that comes back out of the browser's memory asks anew.
addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.querySelectorAll("form[data-passkey]")) { form.elements.credential.value = ""; delete form.dataset.sent; }
});
