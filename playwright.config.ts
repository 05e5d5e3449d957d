import { join } from 'node:path'
import { knownBrowser, knownHeadlessShell } from './dev/processes/find-browser.ts'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS } from './dev/processes/chromium-args.ts'

/** They need a process with other settings, another browser, or no stack at all. */
const APART =
  /(?:account\/push|checkout-tax|killed-worker|page-errors|pages-dev|services\/secrets|emulator\/.*)\.spec\.ts$/

// Workers, and the products that journeys start, take what one before has compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'out/compile-cache')

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'out/journeys',
  // Twice the cores of the machine that CI has: a journey often waits for its own clock or the network.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // First those apart, the longest of which takes a minute with half a core: at the end nothing would run beside it.
  projects: [
    { name: 'apart', testMatch: APART },
    { name: 'together', testIgnore: APART },
  ],
  // A journey that needs another try passes and is counted as flaky; its trace says why.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'out/playwright.json' }], ['./dev/test/journeys/looked-at-once.ts']],
  use: {
    // Without it a step whose press was lost waits until the whole journey times out.
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    // Without pictures: they cost more than the steps and slow down what is timed.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: knownHeadlessShell() ?? knownBrowser() ?? 'chromium', args: CHROMIUM_ARGS },
  },
})
