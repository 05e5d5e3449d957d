import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inLayer } from '../../web/css-layers.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openScene, USERS_SCENES, VISITORS_SCENES, type Scene } from '../testing/scenes.ts'

/** Every stylesheet of the product in its layer, in alphabetical order. */
const ALL = globSync('**/*.css', { cwd: 'web', exclude: ['dist', 'node_modules'] })
  .toSorted()
  .map((file) => inLayer(readFileSync(`web/${file}`, 'utf8'), file))

const OF_USERS: readonly Scene[] = [
  ...USERS_SCENES,
  { name: 'checkout', address: '/subscribe/pro' },
  { name: 'billing', address: '/settings/billing' },
  {
    name: 'share dialog',
    address: '/applets/star-to-sheet',
    act: async (page) => {
      await page.getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

for (const width of [320, 1444]) {
  test(`a visitor's page at ${width} px needs no other style`, async ({ page, site }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    for (const scene of VISITORS_SCENES) {
      await openScene(page, site, scene)
      expect.soft(await differingStyles(page), scene.name).toEqual([])
    }
  })

  test(`a user's page at ${width} px needs no other style`, async ({ page, site }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, site, 'free@demo.test')
    for (const scene of OF_USERS) {
      await openScene(page, site, scene)
      expect.soft(await differingStyles(page), scene.name).toEqual([])
    }
  })
}

/** Where the page looks otherwise with every stylesheet of the product, in one order or the other, than with its own. */
function differingStyles(page: Page): Promise<string[]> {
  return page.evaluate((all) => {
    const sheetOf = (text: string) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    }
    const still = sheetOf('*, ::before, ::after { transition: none !important; animation: none !important }')
    const sheets = all.map(sheetOf)
    const properties = new Set<string>()
    const collect = (rule: CSSRule) => {
      if (rule instanceof CSSStyleRule || rule instanceof CSSNestedDeclarations)
        for (const property of rule.style) if (!property.startsWith('--')) properties.add(property)
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) for (const inner of rule.cssRules) collect(inner)
    }
    for (const sheet of sheets) for (const rule of sheet.cssRules) collect(rule)
    // The minifier writes 0 for 0%.
    for (const name of ['background-position-x', 'background-position-y', 'transform-origin']) properties.delete(name)

    const places = new Map<string, Element>()
    for (const element of document.querySelectorAll('html, body, body *:not(script, option, path)')) {
      const place = [element.parentElement?.parentElement, element.parentElement, element]
        .map((part) => `${part?.localName}.${part?.getAttribute('class')}`)
        .join(' > ')
      if (!places.has(place)) places.set(place, element)
    }
    const stylesWith = (adopted: CSSStyleSheet[], own: boolean) => {
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        if (link.sheet) link.sheet.disabled = !own
      document.adoptedStyleSheets = [...adopted, still]
      return [...places].flatMap(([place, element]) =>
        [undefined, '::before', '::after'].flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          if (pseudo && ['none', 'normal'].includes(style.content)) return [`${place}${pseudo}`]
          return [...properties].map((name) => `${place}${pseudo ?? ''} ${name}: ${style.getPropertyValue(name)}`)
        }),
      )
    }
    const own = new Set(stylesWith([], true))
    const others = [...stylesWith(sheets, false), ...stylesWith(sheets.toReversed(), false)]
    document.adoptedStyleSheets = []
    return [...new Set(others.filter((style) => !own.has(style)))]
  }, ALL)
}
