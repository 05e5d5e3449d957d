import { expect, type Page } from '@playwright/test'

/** How many times Tab is pressed between two looks at what the page has noted. */
const AT_ONCE = 5
const MOST = 80

/**
 * Lets the page note why the focus is not visible at each stop, as the next Tab goes down: a reason, null if it is
 * visible, or "end" if nothing has the focus, from where Tab then leads no further.
 */
function watchStops(page: Page) {
  return page.evaluateHandle(() => {
    const problem = () => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return 'end'
      const name = `<${element.tagName.toLowerCase()}> ${element.className} ${element.textContent.trim().slice(0, 40)}`
      // A switch shows its focus on the track beside the invisible checkbox.
      const shown = getComputedStyle(element).opacity === '0' ? (element.nextElementSibling ?? element) : element
      const { outlineStyle, outlineWidth } = getComputedStyle(shown)
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return `${name}: no outline`
      const { left, right, top, bottom } = shown.getBoundingClientRect()
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return `${name}: out of sight`
      const at = (x: number, y: number) => document.elementFromPoint(x, y)
      const points = [at((left + right) / 2, (top + bottom) / 2), at(left + 4, top + 4), at(right - 4, bottom - 4)]
      const seen = points.some((hit) => hit && (hit === element || shown.contains(hit) || hit.contains(shown)))
      return seen ? null : `${name}: covered`
    }
    const noted: (string | null)[] = []
    const note = (event: KeyboardEvent) => {
      const now = problem()
      // Before the first Tab nothing has the focus either.
      if (now === 'end' && noted.length > 0) event.preventDefault()
      else noted.push(now)
    }
    addEventListener('keydown', note, true)
    return {
      problem,
      /** Of each stop so far, the last of which has the focus. */
      all: () => [...noted.slice(1), problem()],
      end: () => removeEventListener('keydown', note, true),
    }
  })
}

/** Tabs through the whole page and names every stop with invisible focus. A page without stops is a problem too. */
export async function unseenStops(page: Page): Promise<string[]> {
  const watched = await watchStops(page)
  let stops: (string | null)[] = []
  for (let pressed = 0; pressed < MOST && stops.at(-1) !== 'end'; pressed += AT_ONCE) {
    for (let press = 0; press < AT_ONCE; press++) await page.keyboard.press('Tab')
    stops = await watched.evaluate(({ all }) => all())
  }
  await watched.evaluate(({ end }) => end())
  if (stops[0] === 'end') return ['no stop at all']
  if (stops.every((problem) => problem === null || problem === 'end')) return []
  // On a busy machine the page may not have scrolled to a stop yet, so each is waited for.
  const problems: string[] = []
  const problemNow = () => watched.evaluate(({ problem }) => problem())
  for (let stop = 0; stop < MOST; stop++) {
    await page.keyboard.press('Tab')
    const problem = await problemNow()
    if (problem === 'end') break
    if (problem === null) continue
    const isSeenLater = expect.poll(problemNow, { timeout: 3000 }).toBeNull()
    await isSeenLater.catch(() => problems.push(problem))
  }
  return problems
}
