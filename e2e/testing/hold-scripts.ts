import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** All of the page's scripts but the recorder of early presses. */
const SCRIPTS = /\/assets\/(?!early-press-)[^/]*\.js$/

/**
 * Opens the page and holds back its scripts until `release` is called, and for `atLeast` ms; the recorder of early
 * presses runs. `calls` lists the writing calls of the page from then on, such as "POST /api/applets".
 */
export async function openHeld(page: Page, address: string, atLeast = 0) {
  const { promise: line, resolve: release } = Promise.withResolvers<void>()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  const patience = setTimeout(atLeast)
  await page.route(SCRIPTS, async (route) => {
    await Promise.all([line, patience])
    // The page may be gone by now.
    await route.continue().catch(() => null)
  })
  await page.goto(address, { waitUntil: 'commit' })
  return { release, calls }
}
