import type { Page } from '@playwright/test'

/** Sets the text size, doubled unless said, as a browser setting does: all sizes are relative to the root. */
export function enlargeText(page: Page, size = '200%'): Promise<void> {
  return page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
}

/** Each element that scrolls sideways, and what in it is too wide. Code blocks may scroll. */
export function sidewaysScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth &&
      (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)) &&
      !element.matches('pre, textarea')
    return [document.documentElement, ...document.querySelectorAll('body *')].filter(scrolls).flatMap((scroller) => {
      const end = scroller.getBoundingClientRect().left + scroller.clientWidth
      const wide = [...scroller.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > end + 0.5)
      return [`${name(scroller)} by ${scroller.scrollWidth - scroller.clientWidth} px`, ...wide.map(name)]
    })
  })
}
