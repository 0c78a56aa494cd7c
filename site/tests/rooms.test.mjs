// Every room in a real browser: by mouse in English, by keyboard alone in Japanese; addresses restore the state; nothing is
// clipped at 1280 and 390 pixels; axe finds no serious fault, light and dark. Pictures go to target/screens.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser } from './browser.mjs';
import { engine, start } from './server.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCREENS = fileURLToPath(new URL('../../target/screens/', import.meta.url));
const WAIT = { timeout: 60_000 };
let chromium;
let hissho;
let site;

before(async () => {
  mkdirSync(SCREENS, { recursive: true });
  hissho = await engine(17_000 + (process.pid % 1000));
  site = await start(0, { hissho });
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  site?.end();
  hissho?.end();
});

/** A page that fails the test when a script does. */
async function open(address, { lang = 'en', width = 1280, scheme = 'light' } = {}) {
  const context = await chromium.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  await page.goto(`${site.url}?lang=${lang}#${address}`);
  await page.waitForSelector('h1', WAIT);
  return page;
}

async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const settled = (page) => page.waitForFunction(() => !/Asking|計算しています/.test(document.querySelector('.say')?.textContent ?? ''), null, WAIT);
const state = (page) => page.evaluate(() => location.hash);

test('nim by mouse: a perfect player beats the machine, and the address restores the game', async () => {
  const page = await open('numbers?game=nim&level=perfect');
  await settled(page);
  for (let turn = 0; turn < 12; turn++) {
    await page.waitForFunction(() => /your turn|no move left/.test(document.querySelector('.say').textContent), null, WAIT);
    if (/no move left/.test(await page.textContent('.say'))) break;
    const heaps = await page.$$eval('.heap .count', (all) => all.map((one) => Number(one.textContent)));
    const sum = heaps.reduce((a, b) => a ^ b);
    const heap = heaps.findIndex((one) => (one ^ sum) < one);
    assert.ok(heap >= 0, 'the start can be won');
    await page.click(`[data-at="${heap}.0.${heaps[heap] ^ sum}"]`);
    await page.click('#take');
  }
  assert.match(await page.textContent('.say'), /you win/);
  const address = await state(page);
  const again = await open(address.slice(1));
  await settled(again);
  assert.match(await again.textContent('.say'), /no move left/i);
  assert.equal(await state(again), address);
  await close(again);
  await close(page);
});

test('the queen by keyboard alone, in Japanese', async () => {
  const page = await open('numbers?game=corner&level=perfect&at=7.10', { lang: 'ja' });
  await settled(page);
  await page.focus('.square.here');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.at), '0.4.7');
  await page.keyboard.press(' ');
  await page.waitForFunction(() => location.hash.includes('4.7;'), null, WAIT);
  await page.waitForFunction(() => /あなたの番/.test(document.querySelector('.say').textContent), null, WAIT);
  await page.keyboard.press('v');
  await page.waitForSelector('.values', WAIT);
  await page.keyboard.press('u');
  await page.waitForFunction(() => !location.hash.includes(';'), null, WAIT);
  await close(page);
});

test('a move that the rules do not allow cannot be made', async () => {
  const page = await open('numbers?game=bounded&level=two');
  await settled(page);
  await page.click('[data-at="0.0.2"]');
  assert.ok(await page.isDisabled('#take'));
  await page.click('[data-at="0.0.8"]');
  assert.ok(await page.isEnabled('#take'));
  await page.click('#take');
  await page.waitForFunction(() => document.querySelector('.heap .count').textContent === '8', null, WAIT);
  await close(page);
});

test('chocolate is cut, pins are broken into two rows, a sum is played in any part', async () => {
  const bars = await open('numbers?game=chocolate&level=two');
  await settled(bars);
  await bars.click('[data-at="0.a.2"] .touch');
  await bars.waitForFunction(() => location.hash.includes(';2.2,2.4'), null, WAIT);
  await close(bars);
  const pins = await open('numbers?game=octal&level=two');
  await settled(pins);
  await pins.click('[data-at="0.0.4"]');
  await pins.click('#take');
  await pins.waitForFunction(() => document.querySelectorAll('.see-pins').length === 2, null, WAIT);
  await close(pins);
  const sum = await open('numbers?game=sum&level=two');
  await settled(sum);
  await sum.click('[data-at="1.3.5"]');
  await sum.waitForFunction(() => location.hash.includes(';7,3.5,5'), null, WAIT);
  await close(sum);
});

test('the table is shown and one filled in by oneself is marked', async () => {
  const page = await open('numbers?game=wythoff&tab=table');
  await page.waitForSelector('td.zero', WAIT);
  await page.click('td[data-at="6.10"]');
  assert.match(await page.textContent('.readout'), /value 0/);
  await page.click('[data-value="fill"]');
  await page.waitForSelector('.fill input', WAIT);
  await page.fill('[data-at="1.2"]', '0');
  await page.fill('[data-at="1.1"]', '5');
  await page.click('button.main');
  assert.equal(await page.getAttribute('[data-at="1.2"]', 'class'), 'right');
  assert.equal(await page.getAttribute('[data-at="1.1"]', 'class'), 'wrong');
  await close(page);
});

test('a proof of Hex answers every move and wins', async () => {
  const page = await open('hex?size=5&open=c3');
  await page.waitForSelector('.verdict .seal:not(.line)', WAIT);
  for (let turn = 0; turn < 13; turn++) {
    await page.waitForFunction(() => /your turn|wins/.test(document.querySelector('.say').textContent), null, WAIT);
    if (/wins/.test(await page.textContent('.say'))) break;
    await page.click('button:has-text("Any move")');
    await page.waitForTimeout(100);
  }
  assert.match(await page.textContent('.say'), /Black wins/);
  await close(page);
});

test('the map of openings of 5 × 5 leads to the proof of an opening', async () => {
  const page = await open('hex?mode=map&size=5', { lang: 'ja' });
  await page.waitForSelector('.cell.wins', WAIT);
  assert.equal(await page.locator('.cell.wins').count(), 13);
  await page.focus('[data-at="a1"]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('open=b1'), null, WAIT);
  await close(page);
});

const SEEN = ['numbers?values=1', 'numbers?game=wythoff&values=1', 'numbers?game=corner&values=1', 'numbers?game=chocolate&values=1', 'numbers?game=octal', 'numbers?game=sum',
  'numbers?game=wythoff&tab=table', 'numbers?game=wythoff&tab=fill', 'hex?size=5', 'hex?mode=map&size=5', 'hex?mode=play&size=11'];

for (const [width, scheme, lang] of [[1280, 'light', 'en'], [1280, 'dark', 'ja'], [390, 'light', 'ja'], [390, 'dark', 'en']]) {
  test(`at ${width} pixels, ${scheme}, ${lang}: nothing overflows, targets are large enough, axe finds nothing serious`, async () => {
    for (const address of SEEN) {
      const page = await open(address, { width, scheme, lang });
      await settled(page);
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${SCREENS}${address.replace(/[^a-z0-9]+/gi, '-')}-${width}-${scheme}-${lang}.png`, fullPage: true });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${address} overflows`);
      const small = await page.$$eval('button, select, nav a', (all) => all.filter((one) => one.offsetParent && one.getBoundingClientRect().height < 39.5).map((one) => one.outerHTML));
      assert.deepEqual(small, [], address);
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.target).slice(0, 3).join(' ')}`);
      assert.deepEqual(serious, [], address);
      await close(page);
    }
  });
}
