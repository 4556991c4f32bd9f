/* A bot for Night Mail, in one file. It needs the server's address and a token of its own, and nothing besides Node:

       SERVER=https://night-mail.example TOKEN=nm_... node bot.mts

   That is Node 22.18 or newer; for an older one, compile it first (tsc). It accepts every invitation and plays all its
   games. It never polls: the stream of its account tells it what waits. The scopes: games:read, games:play, games:create.
*/
import { setTimeout as sleep } from "node:timers/promises";

type StreamEvent =
  | { id: string; type: "account"; data: { invitations: string[]; games: { game: string; waiting: object | null }[] } }
  | { id: string; type: "invitation" | "your_turn" | "game_over"; data: { game: string } };
interface Options { prompt: string | null; moves: { notation: string }[] }
interface Game { standings: { seat: number; rank: number; points: number }[] }

let isSuspended = false; // then the stream is begun anew: it asks again what could not be answered
const API = `${process.env.SERVER}/api/v1`;
const TOKEN = { Authorization: `Bearer ${process.env.TOKEN}` };

/** All that happens, each event once: wherever the stream breaks off, it goes on after the last one. */
async function* events(): AsyncGenerator<StreamEvent> {
  const headers: Record<string, string> = { ...TOKEN, Accept: "application/x-ndjson" };
  for (;;) {
    const dead = new AbortController(); // a stream says something every 7 seconds
    const silence = setTimeout(() => dead.abort(new Error("nothing heard for 20 seconds")), 20_000);
    try {
      const answer = await fetch(`${API}/stream`, { headers, signal: dead.signal });
      if (answer.status === 401 || answer.status === 403) {
        const refusal = await answer.text();
        if (!refusal.includes('"account_suspended"')) return console.error(refusal);
        isSuspended = true;
      }
      if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
      let rest = "";
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        silence.refresh();
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.filter(Boolean)) {
          const event = JSON.parse(line) as StreamEvent;
          yield event;
          headers["Last-Event-ID"] = event.id;
        }
        if (isSuspended) break;
      }
    } catch (problem) {
      console.error(`again in a second: ${String(problem)}`);
    } finally {
      clearTimeout(silence);
    }
    await sleep(isSuspended ? 10_000 : 1000);
    isSuspended = false;
  }
}

/** The answer. Where the server is busy, it says when to ask again; what it refuses is over already. */
async function ask<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
  const more = { ...(body && { "Content-Type": "application/json" }), ...(key && { "Idempotency-Key": key }) };
  for (;;) {
    const asked = { method, headers: { ...TOKEN, ...more }, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(API + path, asked).catch(() => null);
    const isServers = answer?.headers.get("Content-Type")?.endsWith("json"); // or else a proxy's
    if (answer && isServers && ![429, 502, 503, 504].includes(answer.status)) {
      const told = (await answer.json()) as T & { code?: string };
      isSuspended ||= told.code === "account_suspended";
      return told;
    }
    await sleep(1000 * (Number(answer?.headers.get("Retry-After")) || 1));
  }
}

/** Answer the open question, if there still is one. A move that is sent twice counts once, by its key. */
async function play(game: string): Promise<void> {
  const { prompt, moves } = await ask<Options>("GET", `/games/${game}/options`);
  if (!prompt) return;
  const best = moves.map(one => one.notation).sort((one, other) => worth(other) - worth(one))[0];
  await ask("POST", `/games/${game}/moves`, { prompt, move: best }, crypto.randomUUID());
}

/** Routes of three cards and more first, then cards from the deck, then short routes; of all else, the first. */
function worth(move: string): number {
  if (move === "draw deck") return 2;
  if (!move.startsWith("claim")) return 0;
  const paid = move.split(" ").reduce((sum, word) => sum + (Number(word) || 0), 0);
  return paid > 2 ? paid : Math.min(paid, 1);
}

for await (const { type, data } of events()) {
  if (type === "account") {
    for (const game of data.invitations) await ask("POST", `/games/${game}/join`);
    for (const { game, waiting } of data.games) if (waiting) await play(game);
  } else if (type === "invitation") await ask("POST", `/games/${data.game}/join`);
  else if (type === "your_turn") await play(data.game);
  else if (type === "game_over") {
    const { standings } = await ask<Game>("GET", `/games/${data.game}`);
    console.log("over:", data.game, JSON.stringify(standings));
  }
}
