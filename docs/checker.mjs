// node checker.mjs game.json [hash ...]: checks chain, draws and cards of an exported game, as checking.md says.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const KINDS = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"];
const GAMES = {
  "usa@1": { color: 12, locomotives: 14, refills: true, tickets: 30 },
  "lagoon@1": { color: 12, locomotives: 14, refills: true, tickets: 14 },
  "old_west@1": { color: 12, locomotives: 14, refills: true, tickets: 50, apart: true },
  "card_game@1": { color: 10, locomotives: 16, refills: false, tickets: 46 },
};
const bytes = (hex) => Buffer.from(hex, "hex");
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
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
const sealed = ({ holder, salt, body }) => [holder, sha256(bytes(salt), canonical(body))];
export const link = (previous, open, secrets) => sha256(canonical([previous, open, secrets.map(sealed)]));
export const key = (seed, terms) => createHmac("sha256", bytes(seed)).update(canonical(terms)).digest();
export function* numbers(key) {
  for (let block = 0; ; block++) {
    const digest = createHmac("sha256", key).update(bytes(block.toString(16).padStart(16, "0"))).digest();
    yield* [0, 8, 16, 24].map((place) => digest.readBigUInt64BE(place));
  }
}
export const below = (stream, bound, number = stream.next().value) =>
  number < 2n ** 64n - (2n ** 64n % bound) ? number % bound : below(stream, bound);

export function check(game, witnesses = []) {
  const rules = GAMES[game.ruleset], after = [], stream = numbers(key(game.seed, [game.game, game.contributions]));
  const full = KINDS.flatMap((kind, place) => Array(place < 8 ? rules.color : rules.locomotives).fill(kind));
  let at = { deck: [...full], pile: [], hands: [], market: Array(5).fill(null), tickets: [], returned: [] };
  let where, drawn, dealt;
  at.ledger = Array.from({ length: game.seats }, () => []);
  const draw = (bound) => same(drawn.shift() ?? null, [bound, Number(below(stream, BigInt(bound)))], where)[1];
  const shuffled = (things, rest = [...things]) => things.map(() => rest.splice(draw(rest.length), 1)[0]);
  const sorted = (cards) => KINDS.flatMap((kind) => cards.filter((card) => card === kind));
  const refill = () => { if (rules.refills && !at.deck.length) [at.deck, at.pile] = [sorted(at.pile), []]; };
  const discard = (cards) => { at.pile.push(...cards); refill(); };
  const take = (card) => { same(card, at.deck.splice(draw(at.deck.length), 1)[0], where); refill(); return card; };
  const held = (cards, card) => must(cards.includes(card), `${where}: nobody has ${card}`, cards.indexOf(card));
  const without = (cards, gone) => gone.reduce((rest, card) => (rest.splice(held(rest, card), 1), rest), [...cards]);
  const paid = (fact) => [...Array(fact.cards).fill(fact.color), ...Array(fact.locomotives).fill("locomotive")];
  const spend = (fact) => { at.hands = without(at.hands, paid(fact)); return paid(fact); };
  const stack = (deck, due) => { at.tickets = [...same(deck, due, where)]; };
  const offer = (fact) => same(fact.offer, at.tickets.splice(0, fact.offer.length), where);
  const reducers = {
    game_started: ({ order }) => same(order, game.order ?? shuffled([...Array(game.seats).keys()]), where),
    locomotives_given: ({ each }) => at.hands.push(...at.deck.splice(-each * game.seats)),
    hand_dealt: ({ cards }) => at.hands.push(...cards.map(take)),
    cards_dealt: (fact) => (fact === dealt[0] ? fact.cards : []).forEach((_, turn) =>
      at.hands.push(...dealt.flatMap(({ cards }) => cards.slice(turn, turn + 1)).map(take))),
    card_drawn: ({ card }) => at.hands.push(take(card)),
    card_taken: ({ place, card }) => at.hands.push(same(card, at.market.splice(place - 1, 1, null)[0], where)),
    market_filled: ({ places, cards }) => cards.forEach((card, i) => { at.market[places[i] - 1] = take(card); }),
    market_flushed: ({ rows }) => rows.forEach((row) => { discard(at.market); at.market = row.map(take); }),
    route_claimed: (fact) => discard(spend(fact)), marker_placed: (fact) => discard(spend(fact)), row_placed: spend,
    round_began: () => { at.deck = without(full, at.hands); at.market.fill(null); },
    tickets_shuffled: ({ deck }) => stack(deck, shuffled(Array.from({ length: rules.tickets }, (_, n) => n + 1))),
    first_tickets_dealt: offer, tickets_drawn: offer,
    first_tickets_kept: ({ seat, returned }) => { at.returned[seat] = returned; },
    first_tickets_settled: () => at.tickets.push(...at.returned.flat()),
    first_tickets_shuffled: ({ deck }, old = at.tickets, back = at.returned.flat()) =>
      stack(deck, rules.apart ? [...old, ...shuffled(back)] : shuffled([...old, ...back])),
    tickets_kept: ({ returned }) => at.tickets.push(...returned),
    points_scored: ({ type, seat, ...line }) => at.ledger[seat].push(line), game_ended: () => { at.over = true; },
    position_restored: ({ as_of }) => { at = structuredClone(after[as_of]); },
  };
  same([game.format, sha256(bytes(game.seed))], ["night-mail-game-1", game.commitment], "format and seed");
  for (const it of ["ruleset", "board", "options", "contributions"]) same(game.entries[0].public[it], game[it], it);
  game.entries.forEach(({ number, public: open, secrets, hash }, index) => {
    where = `entry ${index + 1}`;
    same([number, open.number], [index + 1, index + 1], where);
    same(hash, link(index ? game.entries[index - 1].hash : game.commitment, open, secrets), where);
    drawn = secrets.flatMap(({ holder, body }) => (holder === -1 && body.draws) || []);
    const facts = open.events.map((event, i) => Object.assign({}, event, ...secrets.map(({ body }) => body[i])));
    dealt = facts.filter(({ type }) => type === "cards_dealt");
    facts.forEach((fact) => reducers[fact.type]?.(fact));
    same(drawn, [], where);
    after[number] = structuredClone(at);
  });
  must(at.over, "the game has not ended");
  for (const { seat, points, ledger } of game.standings) {
    same([ledger, points], [at.ledger[seat], ledger.reduce((sum, line) => sum + line.points, 0)], `seat ${seat}`);
  }
  for (const one of witnesses) must(game.entries.some(({ hash }) => hash === one), `no entry has the hash ${one}`);
}
if (process.argv[1]?.endsWith("checker.mjs")) {
  process.on("uncaughtException", ({ message }) => { console.log(`REFUSED: ${message}`); process.exit(1); });
  check(JSON.parse(readFileSync(process.argv[2], "utf-8")), process.argv.slice(3));
  console.log("ok: chain, draws and cards hold");
}
