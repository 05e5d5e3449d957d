import { knownBrowser, knownHeadlessShell } from './dev/processes/find-browser.ts'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS } from './dev/processes/chromium-args.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'out/journeys',
  // Twice the cores of the machine that CI has: a journey often waits for its own clock or the network.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // A journey that needs another try passes and is counted as flaky; its trace says why.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'out/playwright.json' }]],
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
