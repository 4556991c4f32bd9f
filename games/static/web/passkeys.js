// Passkeys (WebAuthn): a form with data-passkey asks the device, puts the answer into its field, and is sent. A device that
// keeps its owner waiting can be asked again (once.js): the new question takes the place of the one before.
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const trouble = document.getElementById("passkey-trouble");
  const say = (words) => { trouble.textContent = words; };
  const field = form.elements.credential;
  const unable = !window.PublicKeyCredential;
  let asking = null;
  if (form.dataset.passkey === "sign-in") document.getElementById("with-passkey").hidden = unable;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (unable) return say(trouble.dataset.unable);
    if (!once.hold(form)) return;
    if (asking) asking.abort();
    const own = asking = new AbortController();
    say("");
    try {
      const answer = await ask(form, own.signal);
      if (own !== asking) return;
      field.value = JSON.stringify(answer);
      form.submit();
    } catch (error) {
      if (own !== asking) return;
      field.value = "";
      once.free(form);
      say(trouble.dataset.failed);
    }
  });
}

async function ask(form, signal) {
  if (form.dataset.passkey === "sign-in") {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" }, cache: "no-store", signal });
    return webauthnJSON.get({ ...(await answer.json()).request_options, signal });
  }
  const options = JSON.parse(document.getElementById("passkey-options").textContent);
  return form.dataset.passkey === "create" ? webauthnJSON.create({ ...options.creation_options, signal }) : webauthnJSON.get({ ...options.request_options, signal });
}

// A page that comes back out of the browser's memory asks anew.
addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.querySelectorAll("form[data-passkey]")) form.elements.credential.value = "";
});
