// Pictures of the page: node tests/shoot.mjs OUT_DIRECTORY ADDRESS…   (development aid)
import { mkdirSync } from 'node:fs';
import { browser } from './browser.mjs';

const [out, base, ...rooms] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const chromium = await browser();
for (const room of rooms) {
  for (const [width, scheme, lang] of [[1280, 'light', 'en'], [390, 'dark', 'ja']]) {
    const page = await chromium.newPage({ viewport: { width, height: 800 }, colorScheme: scheme });
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) console.log(room, message.text()); });
    page.on('pageerror', (error) => console.log(room, error.message));
    await page.goto(`${base}?lang=${lang}#${room}`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${out}/${room.replace(/[^a-z0-9]+/gi, '-')}-${width}-${scheme}-${lang}.png`, fullPage: true });
    await page.close();
  }
}
await chromium.close();
