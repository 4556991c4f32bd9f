// node checker.mjs game.json [hash ...]: checks chain, draws and cards of an exported game, as checking.md says.
// In a browser: import { check } from "./checker.mjs". It needs nothing but what both have, Web Crypto.
const KINDS = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"];
const MAP = { color: 12, locomotives: 14, refills: true }, HMAC = { name: "HMAC", hash: "SHA-256" };
const GAMES = { "usa@1": { ...MAP, tickets: 30 }, "lagoon@1": { ...MAP, tickets: 14 },
  "old_west@1": { ...MAP, tickets: 50, apart: true }, "europe@1": { ...MAP, tickets: 46, long: 41 },
  "card_game@1": { color: 10, locomotives: 16, refills: false, tickets: 46 } };
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);
const sha256 = async (...parts) => hex(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
const hmac = async (key, data) =>
  crypto.subtle.sign("HMAC", await crypto.subtle.importKey("raw", key, HMAC, false, ["sign"]), data);
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const must = (holds, otherwise, value) => { if (!holds) throw new Error(otherwise); return value; };
const same = (told, due, where) => must(canonical(told) === canonical(due), `${where}: not ${canonical(due)}`, told);
export function canonical(value) {
  if (typeof value === "number") must(Number.isSafeInteger(value), "a number is not whole");
  if (typeof value === "string") return JSON.stringify(value).replace(/[^ -~]/g, escaped);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return String(value);
  return `{${Object.keys(value).sort().map((name) => `${canonical(name)}:${canonical(value[name])}`).join(",")}}`;
}
const sealed = async ({ holder, salt, body }) => [holder, await sha256(bytes(salt), utf8(canonical(body)))];
export const link = async (previous, open, secrets) =>
  sha256(utf8(canonical([previous, open, await Promise.all(secrets.map(sealed))])));
export const key = (seed, terms) => hmac(bytes(seed), utf8(canonical(terms)));
export async function* numbers(key) {
  for (let block = 0; ; block++) {
    const digest = new DataView(await hmac(key, bytes(block.toString(16).padStart(16, "0"))));
    yield* [0, 8, 16, 24].map((place) => digest.getBigUint64(place));
  }
}
export const below = async (stream, bound, { value } = { value: 2n ** 64n }) =>
  value < 2n ** 64n - (2n ** 64n % bound) ? value % bound : below(stream, bound, await stream.next());
export async function check(game, witnesses = []) {
  const stream = numbers(await key(game.seed, [game.game, game.contributions])), rules = GAMES[game.ruleset];
  const full = KINDS.flatMap((kind, place) => Array(place < 8 ? rules.color : rules.locomotives).fill(kind));
  let where, drawn, due, dealt, after = [], at = { deck: [...full], pile: [], hands: [], market: Array(5).fill(null),
    tickets: [], returned: [], played: [], up: [], long: [], ledger: Array.from({ length: game.seats }, () => []) };
  const draw = (bound) => same(drawn.shift() ?? null, [bound, due.shift() ?? 0], where)[1];
  const shuffled = (things, rest = [...things]) => things.map(() => rest.splice(draw(rest.length), 1)[0]);
  const sorted = (cards) => KINDS.flatMap((kind) => cards.filter((card) => card === kind));
  const refill = () => { if (rules.refills && !at.deck.length) [at.deck, at.pile] = [sorted(at.pile), []]; };
  const discard = (cards) => { at.pile.push(...cards); refill(); };
  const take = (card) => { same(card, at.deck.splice(draw(at.deck.length), 1)[0], where); refill(); return card; };
  const held = (cards, card) => must(cards.includes(card), `${where}: nobody has ${card}`, cards.indexOf(card));
  const without = (cards, gone) => gone.reduce((rest, card) => (rest.splice(held(rest, card), 1), rest), [...cards]);
  const paid = (fact) => [...Array(fact.cards).fill(fact.color), ...Array(fact.locomotives).fill("locomotive")];
  const spend = (fact) => ((at.hands = without(at.hands, paid(fact))), paid(fact));
  const settle = (cards, gone) => { [at.hands, at.played, at.up] = [without(at.hands, gone), [], []]; discard(cards); };
  const stack = (told, deck) => { at.tickets = [...same(told, deck, where)]; };
  const offer = (fact) => same(fact.offer, at.tickets.splice(0, fact.offer.length), where);
  const reducers = {
    game_started: ({ order }) => same(order, game.order ?? shuffled([...Array(game.seats).keys()]), where),
    locomotives_given: ({ each }) => at.hands.push(...at.deck.splice(-each * game.seats)),
    hand_dealt: ({ cards }) => at.hands.push(...cards.map(take)), card_drawn: ({ card }) => at.hands.push(take(card)),
    cards_dealt: (fact) => (fact === dealt[0] ? fact.cards : []).forEach((_, turn) =>
      at.hands.push(...dealt.flatMap(({ cards }) => cards.slice(turn, turn + 1)).map(take))),
    card_taken: ({ place, card }) => at.hands.push(same(card, at.market.splice(place - 1, 1, null)[0], where)),
    market_filled: ({ places, cards }) => cards.forEach((card, i) => { at.market[places[i] - 1] = take(card); }),
    market_flushed: ({ rows }) => rows.forEach((row) => { discard(at.market); at.market = row.map(take); }),
    marker_placed: (fact) => discard(spend(fact)), station_built: (fact) => discard(spend(fact)), row_placed: spend,
    route_claimed: (fact) => settle([...paid(fact), ...at.up], without(paid(fact), at.played)),
    tunnel_entered: (fact) => { at.played = spend(fact); at.up = fact.turned_up.map(take); },
    tunnel_left: () => { at.hands.push(...at.played); settle(at.up, []); },
    round_began: () => { at.deck = without(full, at.hands); at.market.fill(null); },
    tickets_shuffled: ({ deck }, every = Array.from({ length: rules.tickets }, (_, n) => n + 1)) => {
      [at.plain, at.long] = [false, true].map((long) => shuffled(every.filter((one) => one >= rules.long === long)));
      stack(deck, [...at.long.splice(0, game.seats).flatMap((long) => [...at.plain.splice(0, 3), long]), ...at.plain]);
    },
    long_tickets_removed: ({ tickets }) => same(tickets, at.long, where),
    first_tickets_dealt: offer, tickets_drawn: offer, tickets_kept: ({ returned }) => at.tickets.push(...returned),
    first_tickets_kept: ({ seat, returned }) => { at.returned[seat] = returned; },
    first_tickets_settled: () => at.tickets.push(...at.returned.flat()),
    first_tickets_shuffled: ({ deck }, old = at.tickets, back = at.returned.flat()) =>
      stack(deck, rules.apart ? [...old, ...shuffled(back)] : shuffled([...old, ...back])),
    points_scored: ({ type, seat, ...line }) => at.ledger[seat].push(line), game_ended: () => { at.over = true; },
    position_restored: ({ as_of }) => { at = structuredClone(after[as_of]); },
  };
  same([game.format, await sha256(bytes(game.seed))], ["night-mail-game-1", game.commitment], "format and seed");
  for (const it of ["ruleset", "board", "options", "contributions"]) same(game.entries[0].public[it], game[it], it);
  for (const [index, { number, public: open, secrets, hash }] of game.entries.entries()) {
    same([number, open.number], [index + 1, index + 1], where = `entry ${index + 1}`);
    same(hash, await link(index ? game.entries[index - 1].hash : game.commitment, open, secrets), where);
    [drawn, due] = [secrets.flatMap(({ holder, body }) => (holder === -1 && body.draws) || []), []];
    for (const [bound] of drawn) due.push(Number(await below(stream, BigInt(bound))));
    const facts = open.events.map((event, i) => Object.assign({}, event, ...secrets.map(({ body }) => body[i])));
    dealt = facts.filter(({ type }) => type === "cards_dealt"), facts.forEach((fact) => reducers[fact.type]?.(fact));
    same(drawn, [], where), after[number] = structuredClone(at);
  }
  must(at.over, "the game has not ended"); for (const { seat, points, ledger } of game.standings)
    same([ledger, points], [at.ledger[seat], ledger.reduce((sum, line) => sum + line.points, 0)], `seat ${seat}`);
  for (const one of witnesses) must(game.entries.some(({ hash }) => hash === one), `no entry has the hash ${one}`);
}
if (globalThis.process?.argv[1]?.endsWith("checker.mjs")) {
  const game = JSON.parse((await import("node:fs")).readFileSync(process.argv[2], "utf-8"));
  const refuse = ({ message }) => { console.log(`REFUSED: ${message}`); process.exit(1); };
  await check(game, process.argv.slice(3)).then(() => console.log("ok: chain, draws and cards hold"), refuse);
}
