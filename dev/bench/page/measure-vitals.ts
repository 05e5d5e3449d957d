import { chromium, type Browser, type Page } from '@playwright/test'
import { median } from '../median.ts'
import { startStack } from '../../start/local-site/journey-stack.ts'
import { CHROMIUM_ARGS } from '../../processes/chromium-args.ts'
import { installBrowser, knownBrowser } from '../../processes/find-browser.ts'
import { DEMO_PASSWORD } from '../../seed/demo-people.ts'

const RUNS = 3
/** As Lighthouse's phone: a processor that is four times slower, 1.6 Mbit/s and 150 ms to the server. */
const SLOW_PROCESSOR = { rate: 4 }
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }

type Vitals = { lcp: number; inp: number }

/** A person's visit to each page, in presses and keys. */
const PAGES: Record<string, { path: string; act: (page: Page) => Promise<void> }> = {
  'an Applet': {
    path: '/applets/star-to-sheet',
    act: async (page) => {
      await page.getByRole('button', { name: /^Share/ }).click()
      await page.keyboard.press('Escape')
    },
  },
  create: {
    path: '/create',
    act: async (page) => {
      await page
        .getByRole('link', { name: /^If/ })
        .or(page.getByRole('button', { name: /^If/ }))
        .first()
        .click()
      await page.getByRole('combobox', { name: /^Search/ }).pressSequentially('feed', { delay: 80 })
      await page
        .getByRole('option', { name: /^New feed item/ })
        .first()
        .click()
      await page.getByText('Draft saved').waitFor()
    },
  },
}

/**
 * Measures how soon pages show their largest part (LCP) and how long they take to show what a press does (INP), on a
 * simulated phone, signed in. Times in ms; other load on the machine slows all pages alike, so compare rows of one run.
 */
export async function measureVitals(): Promise<void> {
  await installBrowser()
  const stack = await startStack()
  const executablePath = knownBrowser()
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
  try {
    console.log(`\n${'page'.padEnd(12)}${'LCP'.padStart(8)}${'INP'.padStart(8)}`)
    for (const [name, { path, act }] of Object.entries(PAGES)) {
      const runs: Vitals[] = []
      for (let count = 0; count < RUNS; count++) runs.push(await measureVisit(browser, stack.origin, { path, act }))
      const [lcp, inp] = [median(runs.map((each) => each.lcp)), median(runs.map((each) => each.inp))]
      console.log(`${name.padEnd(12)}${String(lcp).padStart(8)}${String(inp).padStart(8)}`)
    }
  } finally {
    await browser.close()
    await stack.close()
  }
}

async function measureVisit(browser: Browser, origin: string, { path, act }: (typeof PAGES)[string]): Promise<Vitals> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await context.newPage()
    await signIn(page, origin)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', SLOW_PROCESSOR)
    await page.addInitScript(observeVitals)
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await act(page)
    await page.waitForTimeout(500)
    return await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals)
  } finally {
    await context.close()
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill('proplus@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/my_applets')
}

/** Runs in the page, before its own scripts. */
function observeVitals(): void {
  const vitals = { lcp: 0, inp: 0 }
  Object.assign(globalThis, { vitals })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcp = Math.round(startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
