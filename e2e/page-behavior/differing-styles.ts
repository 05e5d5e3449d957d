import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inLayer } from '../../web/css-layers.ts'

/** Every stylesheet of the product in its layer, in alphabetical order. */
const ALL = globSync('**/*.css', { cwd: 'web', exclude: ['dist', 'node_modules'] })
  .toSorted()
  .map((file) => inLayer(readFileSync(`web/${file}`, 'utf8'), file))

/** Where the page looks otherwise with every stylesheet of the product, in one order or the other, than with its own. */
export function differingStyles(page: Page): Promise<string[]> {
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

    // Every state that a stylesheet names, such as the `.bad` of `.badge.bad`, stands beside what has the other class.
    const states = new Map<string, Set<string>>()
    const readStates = (rule: CSSRule, outer: string) => {
      const own = rule instanceof CSSStyleRule ? rule.selectorText.replaceAll('&', outer) : outer
      const last = own.includes(',') ? '' : (own.split(/[\s>+~]+/).at(-1) ?? '')
      const classes = /^(?:\.[\w-]+){2,}$/.test(last) ? last.slice(1).split('.') : []
      const [part, ...others] = classes
      if (part !== undefined) states.set(part, new Set([...(states.get(part) ?? []), ...others]))
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList)
        for (const inner of rule.cssRules) readStates(inner, own.includes(',') ? outer : own)
    }
    for (const sheet of sheets) for (const rule of sheet.cssRules) readStates(rule, '')
    const added: Element[] = []
    // Without placeholders, which have one shape each.
    const shown = new Set<string>()
    for (const element of document.querySelectorAll('body main [class]:not(svg *, dialog, [popover], .skeleton)'))
      for (const one of element.classList)
        for (const state of states.get(one) ?? []) {
          const name = [...new Set([...element.classList, state])].toSorted().join('.')
          if (element.classList.contains(state) || shown.has(name)) continue
          shown.add(name)
          const other = element.cloneNode(false)
          if (!(other instanceof Element)) continue
          other.classList.add(state)
          other.removeAttribute('id')
          other.setAttribute('data-state', state)
          element.after(other)
          added.push(other)
        }

    const places = new Map<string, Element>()
    for (const element of document.querySelectorAll('html, body, body *:not(script, option, path)')) {
      const place = [element.parentElement?.parentElement, element.parentElement, element]
        .map((part) => `${part?.localName}.${part?.getAttribute('class')}`)
        .join(' > ')
      const named = element.hasAttribute('data-state') ? `state: ${place}` : place
      if (!places.has(named)) places.set(named, element)
    }
    const names = ['content', ...[...properties].filter((name) => name !== 'content')]
    const shapes = [...places].flatMap(([place, element]) =>
      [undefined, '::before', '::after'].map((pseudo) => ({ at: `${place}${pseudo ?? ''}`, element, pseudo })),
    )
    /** The values by `names` of each shape. A pseudo-element that is not there has the first alone. */
    const stylesWith = (adopted: CSSStyleSheet[], own: boolean) => {
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        if (link.sheet) link.sheet.disabled = !own
      document.adoptedStyleSheets = [...adopted, still]
      return shapes.map(({ element, pseudo }) => {
        const style = getComputedStyle(element, pseudo)
        const isThere = !pseudo || !['none', 'normal'].includes(style.content)
        return isThere ? names.map((name) => style.getPropertyValue(name)) : [style.content]
      })
    }
    const inOrder = stylesWith(sheets, false)
    const own = stylesWith([], true)
    const reversed = stylesWith(sheets.toReversed(), false)
    document.adoptedStyleSheets = []
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (link.sheet) link.sheet.disabled = false
    for (const other of added) other.remove()
    const differing = shapes.flatMap(({ at }, index) => {
      // A state may be of a part that is not here, so only the order of all stylesheets is asked about it.
      const right = at.startsWith('state: ') ? [own[index], inOrder[index]] : [own[index]]
      return [inOrder[index], reversed[index]].flatMap((values = []) =>
        values.flatMap((value, name) =>
          right.some((each) => each?.[name] === value) ? [] : [`${at} ${names[name]}: ${value}`],
        ),
      )
    })
    return [...new Set(differing)]
  }, ALL)
}
