// The names of a map's cities: each whole and near its city, off the tracks, the other names and the buttons.
(() => {
  "use strict";
  const NAME = 15, SMALLEST = 9.5, READABLE = 10, CLEAR = 14, LARGEST = 18, GROWN = 1.45, EDGE = 4, PATIENCE = 300, ROUNDS = 3;
  const WAYS = 24, DISTANCES = [0, 5, 11, 18], RING = 13, FRAME = 11, CAR = 6, CARS = [-8, 0, 8], BESIDE = 3;
  const ON_TRACK = 6, ON_CITY = 20, ON_NAME = 40, ANOTHERS = 12, ELSEWHERE = 3, PER_PIXEL = .3, VERTICAL = 2;
  const drawn = new WeakMap();
  let frame = 0, tries = 0;

  document.addEventListener("map:drawn", event => {
    const map = event.target, matrix = map.getScreenCTM(), size = NAME * (matrix ? matrix.a : 1);
    const most = event.detail.zoomed ? LARGEST / size : GROWN;
    map.style.setProperty("--names", Math.min(GROWN, most, Math.max(1, (event.detail.zoomed ? CLEAR : READABLE) / size)));
    map.classList.toggle("named", size * GROWN >= SMALLEST);
    map.classList.toggle("few", size * GROWN < SMALLEST);
    cancelAnimationFrame(frame);
    tries = 0;
    frame = requestAnimationFrame(() => begin(map, event.detail.whole));
  });
  // Names come in a file of their own, which may not be there yet.
  function begin(map, whole) {
    const matrix = map.getScreenCTM(), groups = [...map.querySelectorAll(".names > g")];
    if (!matrix) return;
    groups.forEach(group => move(group, 0, 0));
    if (!map.matches(".named") || groups.some(group => group.getBoundingClientRect().width)) place(map, groups, matrix, whole);
    else if (tries++ < PATIENCE) frame = requestAnimationFrame(() => begin(map, whole));
  }
  function move(group, across, down) {
    group.firstElementChild.style.setProperty("--in", `${across}px`);
    group.firstElementChild.style.setProperty("--down", `${down}px`);
  }

  // All in pixels of the window: what can be seen of the map, what lies on it, and where each name would stand at first.
  function place(map, groups, matrix, [, , width, height]) {
    const { left, top, right, bottom } = map.getBoundingClientRect(), { a: scale, e, f } = matrix;
    const [near, farX, farY] = [FRAME, width - FRAME, height - FRAME].map(units => units * scale);
    const seen = [Math.max(left, e + near), Math.max(top, f + near), Math.min(right, e + farX), Math.min(bottom, f + farY)];
    const cars = tracks(map).map(([x, y]) => [e + x * scale, f + y * scale, CAR * scale, ON_TRACK]);
    const tools = [...document.querySelectorAll(".map-tools > *")].map(tool => tool.getBoundingClientRect()).filter(tool => tool.width);
    const names = groups.map(group => {
      const { e: x, f: y } = group.getScreenCTM(), box = group.getBoundingClientRect();
      return { group, x, y, wide: box.width, high: box.height, home: [box.left, box.top], radius: RING * scale };
    });
    names.forEach(name => name.group.classList.toggle("out", !holds(seen, name.x, name.y)));
    const shown = names.filter(name => holds(seen, name.x, name.y));
    shown.forEach(name => {
      const reach = name.wide + name.radius + DISTANCES[3], near = ([x, y]) => Math.abs(x - name.x) < reach && Math.abs(y - name.y) < reach;
      name.near = [...cars, ...names.map(other => [other.x, other.y, other.radius * .7, ON_CITY])].filter(near);
      name.others = names.filter(other => other !== name && near([other.x, other.y]));
      name.places = [...places(name)].map(([at, cost]) => [inside(seen, name, at), cost]);
      name.places.forEach(place => { place[1] += alone(name, place[0], tools); });
      name.at = name.places[0][0];
    });
    for (let round = 0; round < ROUNDS; round += 1) shown.forEach(name => choose(name, shown));
    shown.forEach(({ group, at, home }) => move(group, (at[0] - home[0]) / scale, (at[1] - home[1]) / scale));
  }
  function holds([left, top, right, bottom], x, y) { return x > left && x < right && y > top && y < bottom; }
  // The middles of thirds of all spaces, in the map's units.
  function tracks(map) {
    if (!drawn.has(map)) {
      drawn.set(map, [...map.querySelectorAll("[id^=r-] > use")].flatMap(space => {
        const [x, y, angle = 0] = space.getAttribute("transform").match(/-?[\d.]+/g).map(Number), turned = angle * Math.PI / 180;
        return CARS.map(along => [x + along * Math.cos(turned), y + along * Math.sin(turned)]);
      }));
    }
    return drawn.get(map);
  }
  // Where the map's maker put it, and around its city, the farther the worse.
  function* places({ x, y, wide, high, home, radius }) {
    yield [home, 0];
    const clip = value => Math.max(-1, Math.min(1, value));
    for (let way = 0; way < WAYS; way += 1) for (const distance of DISTANCES) {
      const across = Math.cos(way * 2 * Math.PI / WAYS), down = Math.sin(way * 2 * Math.PI / WAYS), away = radius + BESIDE + distance;
      const at = [x + across * away + (clip(across * 2.4) - 1) * wide / 2, y + down * away + (clip(down * 1.3) - 1) * high / 2];
      yield [at, ELSEWHERE + distance * PER_PIXEL + Math.abs(down) * VERTICAL];
    }
  }
  function inside([left, top, right, bottom], { wide, high }, [x, y]) {
    return [Math.max(left + EDGE, Math.min(x, right - EDGE - wide)), Math.max(top + EDGE, Math.min(y, bottom - EDGE - high))];
  }
  function alone(name, at, tools) {
    const covered = name.near.filter(([x, y, radius]) => distance(name, at, x, y) < radius);
    const own = distance(name, at, name.x, name.y), nearer = name.others.some(({ x, y }) => distance(name, at, x, y) < own + BESIDE);
    const under = tools.filter(tool => overlap(name, at, [tool.left, tool.top], tool.width, tool.height));
    return covered.reduce((sum, thing) => sum + thing[3], 0) + (nearer ? ANOTHERS : 0) + own * PER_PIXEL + under.length * ON_NAME;
  }
  function distance({ wide, high }, [left, top], x, y) {
    return Math.hypot(Math.max(left - x, x - left - wide, 0), Math.max(top - y, y - top - high, 0));
  }
  function overlap({ wide, high }, [left, top], [otherLeft, otherTop], otherWide, otherHigh) {
    return left < otherLeft + otherWide + BESIDE && otherLeft < left + wide + BESIDE && top < otherTop + otherHigh + 1 && otherTop < top + high + 1;
  }
  function choose(name, shown) {
    const others = shown.filter(other => other !== name && Math.abs(other.x - name.x) < 2 * (other.wide + name.wide));
    let least = Infinity;
    for (const [at, cost] of name.places) {
      if (cost >= least) continue;
      const all = cost + ON_NAME * others.filter(other => overlap(name, at, other.at, other.wide, other.high)).length;
      if (all < least) { least = all; name.at = at; }
    }
  }
})();
