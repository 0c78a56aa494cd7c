// Debian's Chromium without a sandbox (tests run as root) and without connections of its own.
import { chromium } from 'playwright-core';

export const browser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
