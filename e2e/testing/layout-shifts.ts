import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly { node: Node | null }[] }

/**
 * Collects what moves in each document from the next one on, unless an input has just moved it. Stripe's frame may fit
 * itself into its place. Returns a function that lists what has moved since the document began.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        for (const { node } of hadRecentInput ? [] : sources)
          if (!(node instanceof Element && node.closest('.__PrivateStripeElement')))
            moved.push(`${value.toFixed(4)}: ${node instanceof Element ? node.outerHTML.slice(0, 80) : 'text'}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // The browser tells of a shift a moment after it.
    await page.waitForTimeout(200)
    return page.evaluate(() => (globalThis as never as { moved: string[] }).moved)
  }
}
