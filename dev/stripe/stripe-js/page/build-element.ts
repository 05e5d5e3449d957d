type Attributes = Record<string, string>

/** An element with its attributes and children; text is only ever text. */
export function build<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** A host with a shadow root of its own styles, so that the page's do not reach in. Constructed sheets pass any CSP. */
export function shadowHost(css: string, ...children: Node[]): HTMLElement {
  const host = document.createElement('div')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(...children)
  return host
}
