import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { run, RunOptions } from 'axe-core'
import { expect, test, type Page } from '@playwright/test'
import { LOOKED_AT } from '../../dev/test/journeys/looked-at-once.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** WCAG 2.2 AA. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that look at colors: nothing else of a page differs between light and dark. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

type ColorScheme = 'light' | 'dark'

/**
 * Expects axe to find nothing in this part of the page, in light and in dark. `state`: what is looked at, which no other
 * journey and no scene looks at. Check a part that holds a frame with the whole page: axe would miss the page's landmarks
 * in the frame.
 */
export async function expectNoAxeFindings(page: Page, state: string, part = 'html'): Promise<void> {
  noteLook(state)
  expect(await axeFindings(page, 'light', part)).toEqual([])
  expect(await axeFindings(page, 'dark', part, OF_COLORS)).toEqual([])
}

/**
 * Expects the whole page to fit a phone and a large screen, with nothing beyond the edge of the panel that it stands in,
 * and axe to find nothing there: light on the phone, dark on the large screen. `state`: as above.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  noteLook(state)
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1444, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindings(page, colorScheme)).toEqual([])
    expect(await tooWide(page)).toEqual([])
  }
}

/** Notes that this journey looks at the state. Throws if it did before; a run in which two do fails. */
export function noteLook(state: string): void {
  const { annotations } = test.info()
  if (annotations.some(({ type, description }) => type === LOOKED_AT && description === state))
    throw new Error(`axe has looked at “${state}” already.`)
  annotations.push({ type: LOOKED_AT, description: state })
}

/** What axe finds in this part of the page and its frames, by these rules or tags of rules. */
export async function axeFindings(
  page: Page,
  colorScheme: ColorScheme,
  part = 'html',
  runOnly: RunOptions['runOnly'] = ALL,
) {
  await page.emulateMedia({ colorScheme })
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window)))
      await frame.evaluate(`${SOURCE}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  const found = await page.evaluate(
    async ({ include, only }) => {
      // A color that is still changing has no contrast to judge. Ended, not waited for: without a frame to draw, Chromium
      // leaves what is out of sight unfinished.
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }')
      document.adoptedStyleSheets.push(still)
      for (const each of document.getAnimations())
        if (each.effect?.getComputedTiming().endTime !== Infinity && each.playbackRate !== 0) each.finish()
      const { axe } = window as unknown as { axe: { run: typeof run } }
      // A message on its way out has no contrast to judge either. What axe would load first is for films and sounds.
      const context = { include, exclude: '.flash.fading' }
      const { violations } = await axe.run(context, { runOnly: only, resultTypes: ['violations'], preload: false })
      document.adoptedStyleSheets.pop()
      return violations.map(({ id, nodes }) => ({
        id,
        at: nodes.map((node) => `${node.html}: ${node.failureSummary}`),
      }))
    },
    { include: part, only: runOnly },
  )
  return found.map((each) => ({ colorScheme, ...each }))
}

/** Finds elements that end beyond the window or their panel, in part. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const panel = element.parentElement?.closest('.panel, .part')
      const edge = panel?.getBoundingClientRect().right ?? document.documentElement.clientWidth
      return element.getBoundingClientRect().right > edge + 1 ? [element.outerHTML.slice(0, 100)] : []
    }),
  )
}
