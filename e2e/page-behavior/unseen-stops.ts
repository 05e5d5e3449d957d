import { expect, type Page } from '@playwright/test'

/** Why the focus is not visible: a reason, null if it is visible, or "end" if nothing has the focus. */
function focusProblem(page: Page): Promise<string | null> {
  return page.evaluate(() => {
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
  })
}

/** Tabs through the whole page and names every stop with invisible focus. A page without stops is a problem too. */
export async function unseenStops(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (let stop = 0; stop < 80; stop++) {
    await page.keyboard.press('Tab')
    const problem = await focusProblem(page)
    if (problem === 'end') return stop > 0 ? problems : [...problems, 'no stop at all']
    if (problem === null) continue
    // On a busy machine the page may not have scrolled to it yet.
    const isSeenLater = expect.poll(() => focusProblem(page), { timeout: 3000 }).toBeNull()
    await isSeenLater.catch(() => problems.push(problem))
  }
  return problems
}
