// Fetches the record of an ended game, and has it checked here, by the checker that anyone can read.
const LONGEST = 60000;  // for the record to come; then the button can be pressed again
const by = id => document.getElementById(id);

function say(state, title, detail) {
  const verdict = by("verdict"), strong = document.createElement("strong");
  strong.textContent = title;
  verdict.className = `verdict ${state}`;
  verdict.replaceChildren(strong);
  if (detail) verdict.append(Object.assign(document.createElement("small"), { textContent: detail }));
}

async function verify(words) {
  if (!globalThis.crypto?.subtle) return say("fails", words.insecure);
  say("", words.working);
  const { check } = await import(words.checker);
  let game;
  try {
    const answer = await fetch(words.export, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout?.(LONGEST) });
    if (!answer.ok) throw new Error(String(answer.status));
    game = await answer.json();
  } catch {
    return say("fails", words.unread);
  }
  try {
    await check(game);
  } catch (error) {
    return say("fails", words.wrong, error.message);
  }
  say("holds", words.verified, words.detail);
}

document.addEventListener("click", event => {
  const button = event.target.closest("#verify");
  if (!button || button.disabled) return;
  button.disabled = true;
  verify(button.dataset).finally(() => { button.disabled = false; });
});
