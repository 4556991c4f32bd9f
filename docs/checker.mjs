// node checker.mjs game.json [hash ...], or import { check }: checks the export of a game as checking.md explains.
const { subtle } = crypto, HMAC = { name: "HMAC", hash: "SHA-256" }, utf8 = (text) => new TextEncoder().encode(text);
const KINDS = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"];
const FACTS = Object.fromEntries(`hand_dealt draw; card_drawn draw; card_taken take; market_filled fill; market_flushed
  flush; route_claimed pay; marker_placed pay; station_built pay; tunnel_entered lay_aside turn_up; tunnel_left
  take_back; tickets_shuffled shuffle; long_tickets_removed remove_rest; first_tickets_dealt offer; tickets_drawn offer;
  tickets_kept return; first_tickets_kept set_aside; first_tickets_settled return_aside; first_tickets_shuffled
  shuffle_aside; locomotives_given give; cards_dealt draw_in_turns; row_placed place; round_began
  gather`.split(/;\s+/).map((fact) => fact.split(/\s+/)).map(([type, ...words]) => [type, words]));
const known = (...tickets) => ({ each_color: 12, locomotives: 14, discards_return: true, tickets, effects: FACTS });
const GAMES = { "usa@1": known({ count: 30 }), "lagoon@1": known({ count: 14 }), "old_west@1": known({ count: 50 }),
  "europe@1": known({ count: 40, dealt: 3 }, { count: 6, dealt: 1 }), "card_game@1": { each_color: 10, locomotives: 16,
    tickets: [{ count: 46 }], effects: { ...FACTS, first_tickets_shuffled: ["shuffle_in"] } } };
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (...parts) => hex(await subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
const hmac = async (key, data) => subtle.sign("HMAC", await subtle.importKey("raw", key, HMAC, false, ["sign"]), data);
const must = (holds, otherwise, value) => { if (!holds) throw new Error(otherwise); return value; };
const same = (told, due, where) => must(canonical(told) === canonical(due), `${where}: not ${canonical(due)}`, told);
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object")
    return `{${Object.keys(value).sort().map((name) => `${canonical(name)}:${canonical(value[name])}`).join(",")}}`;
  must(typeof value !== "number" || Number.isSafeInteger(value), "a number is not whole");
  return `${JSON.stringify(value)}`.replace(/[^ -~]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
export const link = async (previous, open, secrets) => sha256(utf8(canonical([previous, open, await Promise.all(
  secrets.map(async ({ holder, salt, body }) => [holder, await sha256(bytes(salt), utf8(canonical(body)))]))])));
export const key = (seed, terms) => hmac(bytes(seed), utf8(canonical(terms)));
export async function* numbers(key) {
  for (let block = 0; ; block++) {
    const digest = new DataView(await hmac(key, bytes(block.toString(16).padStart(16, "0"))));
    yield* [0, 8, 16, 24].map((place) => digest.getBigUint64(place));
  }
}
export const below = async (stream, bound, { value } = { value: 2n ** 64n }) =>
  value < 2n ** 64n - (2n ** 64n % bound) ? value % bound : below(stream, bound, await stream.next());
export async function check(game, witnesses = [], rules = GAMES[game.ruleset] ?? game.declared) {
  const stream = numbers(await key(game.seed, [game.game, game.contributions]));
  const full = KINDS.flatMap((kind, place) => Array(place < 8 ? rules.each_color : rules.locomotives).fill(kind));
  let where, drawn, due, after = [], at = { deck: [...full], pile: [], hands: [], market: Array(5).fill(null),
    tickets: [], returned: [], played: [], up: [], rest: [], ledger: Array.from({ length: game.seats }, () => []) };
  const draw = (bound) => same(drawn.shift() ?? null, [bound, due.shift() ?? 0], where)[1];
  const shuffled = (things, rest = [...things]) => things.map(() => rest.splice(draw(rest.length), 1)[0]);
  const sorted = (cards) => KINDS.flatMap((kind) => cards.filter((card) => card === kind));
  const refill = () => { if (rules.discards_return && !at.deck.length) [at.deck, at.pile] = [sorted(at.pile), []]; };
  const discard = (cards) => { [at.played, at.up] = [[], []]; at.pile.push(...cards); refill(); };
  const take = (card) => { same(card, at.deck.splice(draw(at.deck.length), 1)[0], where); refill(); return card; };
  const held = (cards, card) => must(cards.includes(card), `${where}: nobody has ${card}`, cards.indexOf(card));
  const without = (cards, gone) => gone.reduce((rest, card) => (rest.splice(held(rest, card), 1), rest), [...cards]);
  const paid = ({ color, cards, locomotives }) =>
    Array.isArray(cards) ? cards : [...Array(cards).fill(color), ...Array(locomotives).fill("locomotive")];
  const spend = (fact) => ((at.hands = without(at.hands, paid(fact))), paid(fact));
  const effects = {
    give: ({ each }) => at.hands.push(...at.deck.splice(-each * game.seats)), place: spend,
    draw: ({ card, cards = [card] }) => at.hands.push(...cards.map(take)),
    draw_in_turns: (fact, all) => (fact === all[0] ? fact.cards : []).forEach((_, turn) =>
      at.hands.push(...all.flatMap(({ cards }) => cards.slice(turn, turn + 1)).map(take))),
    take: ({ place, card }) => at.hands.push(same(card, at.market.splice(place - 1, 1, null)[0], where)),
    fill: ({ places, cards }) => cards.forEach((card, i) => { at.market[places[i] - 1] = take(card); }),
    flush: ({ rows }) => rows.forEach((row) => { discard(at.market); at.market = row.map(take); }),
    pay: (fact) => { at.hands = without(at.hands, without(paid(fact), at.played)); discard(paid(fact).concat(at.up)); },
    turn_up: (fact) => (at.up = fact.turned_up.map(take)), take_back: () => discard(at.up, at.hands.push(...at.played)),
    gather: () => { at.deck = without(full, at.hands); at.market.fill(null); },
    shuffle: ({ deck }, _, next = 1) => {
      at.rest = rules.tickets.map(({ count }) => shuffled(Array.from({ length: count }, () => next++)));
      const first = () => rules.tickets.flatMap(({ dealt = 0 }, i) => at.rest[i].splice(0, dealt));
      at.tickets = [...same(deck, [...at.ledger.flatMap(first), ...at.rest.shift()], where)];
    },
    remove_rest: ({ tickets }) => same(tickets, at.rest.flat(), where), lay_with: (fact) => at.up.push(...spend(fact)),
    offer: ({ offer }) => same(offer, at.tickets.splice(0, offer.length), where),
    lay_aside: (fact) => (at.played = spend(fact)), set_aside: ({ seat, returned }) => (at.returned[seat] = returned),
    return: ({ returned }) => at.tickets.push(...returned), return_aside: () => at.tickets.push(...at.returned.flat()),
    shuffle_aside: ({ deck }) => { at.tickets = same(deck, [...at.tickets, ...shuffled(at.returned.flat())], where); },
    shuffle_in: ({ deck }) => { at.tickets = same(deck, shuffled([...at.tickets, ...at.returned.flat()]), where); },
    game_started: ({ order }) => same(order, game.order ?? shuffled([...Array(game.seats).keys()]), where),
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
    for (const fact of facts) for (const word of rules.effects[fact.type] ?? [fact.type].filter((it) => effects[it]))
      effects[word](fact, facts.filter(({ type }) => type === fact.type));
    same(drawn, [], where), after[number] = structuredClone(at);
  }
  must(at.over, "the game has not ended"); for (const { seat, points, ledger } of game.standings)
    same([ledger, points], [at.ledger[seat], ledger.reduce((sum, line) => sum + line.points, 0)], `seat ${seat}`);
  for (const one of witnesses) must(game.entries.some(({ hash }) => hash === one), `no entry has the hash ${one}`);
}
if (globalThis.process?.argv[1]?.endsWith("checker.mjs")) {
  const [, , file, ...hashes] = process.argv, game = JSON.parse((await import("node:fs")).readFileSync(file, "utf-8"));
  const refuse = ({ message }) => { console.log(`REFUSED: ${message}`); process.exit(1); };
  await check(game, hashes).then(() => console.log("ok: chain, draws and cards hold"), refuse);
}
