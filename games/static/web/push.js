// Notifications on this device: asks the browser for permission once its button is pressed, never before.
(() => {
  "use strict";
  const form = document.getElementById("push"), trouble = document.getElementById("push-trouble");
  if (!form) return;
  const say = words => { trouble.textContent = words; trouble.hidden = !words; };
  const able = window.isSecureContext && navigator.serviceWorker && window.PushManager && window.Notification;
  document.getElementById("push-unable").hidden = Boolean(able);
  form.hidden = !able;
  if (able && Notification.permission === "denied") say(trouble.dataset.denied);

  const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), one => one.charCodeAt(0));
  async function subscribed() {
    const worker = await navigator.serviceWorker.ready, key = bytes(form.dataset.key);
    const before = await worker.pushManager.getSubscription();
    if (before) await before.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (!once.hold(form)) return;
    say("");
    try {
      if (await Notification.requestPermission() !== "granted") throw new Error("denied");
      const found = (await subscribed()).toJSON();
      await (await caches.open("push-owner")).put("/push-owner", new Response(form.dataset.viewer));
      form.elements.endpoint.value = found.endpoint;
      for (const name of ["p256dh", "auth"]) form.elements[name].value = found.keys[name];
      form.submit();
    } catch {
      once.free(form);
      say(Notification.permission === "granted" ? trouble.dataset.failed : trouble.dataset.denied);
    }
  });
})();
