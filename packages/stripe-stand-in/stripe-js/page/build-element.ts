type Attributes = Record<string, string>

/** Builds an element with attributes and children; strings become text nodes. */
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

/** A host with a shadow root, so that the page's styles do not apply. Constructed style sheets pass any CSP. */
export function shadowHost(css: string, ...children: Node[]): HTMLElement {
  const host = document.createElement('div')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(...children)
  return host
}
