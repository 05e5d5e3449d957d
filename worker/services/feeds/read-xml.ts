/** An element with its text and children in order; `text` is all text inside, with entities and CDATA read. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

const DEPTH_MAX = 100
const ELEMENTS_MAX = 60_000
/** Any other character after `<` makes it text, as in "I <3 XML". */
const BEGINS_TAG = /[A-Za-z_/]/

/**
 * The root element of an XML document, read leniently: feeds are often not well formed. DTDs are skipped, and entities
 * are only XML's own and numbers, so nothing expands and nothing is loaded. Null for what has no element, is nested
 * deeper than 100, or has more than 60,000 elements. Takes time linear in the length.
 */
export function readXml(xml: string): XmlElement | null {
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  let elements = 0
  let at = 0
  while (at < xml.length) {
    const start = xml.indexOf('<', at)
    const here = open.at(-1) ?? document
    here.text += decode(xml.slice(at, start < 0 ? xml.length : start))
    if (start < 0) break
    const skipped = skipMarkup(xml, start)
    if (skipped) {
      here.text += skipped.text
      at = skipped.end
      continue
    }
    if (!BEGINS_TAG.test(xml.charAt(start + 1))) {
      here.text += '<'
      at = start + 1
      continue
    }
    const end = endOfTag(xml, start)
    const tag = xml.slice(start + 1, end)
    at = end + 1
    if (tag.startsWith('/')) {
      close(open, tag.slice(1).trim())
      continue
    }
    const element = readTag(tag)
    if (!element) continue
    if (++elements > ELEMENTS_MAX || open.length > DEPTH_MAX) return null
    here.children.push(element)
    if (!tag.endsWith('/')) open.push(element)
  }
  while (open.length > 1) close(open, open.at(-1)?.name ?? '')
  return document.children[0] ?? null
}

/** Comments, instructions and DTDs say nothing; CDATA is text as it stands. */
function skipMarkup(xml: string, start: number): { end: number; text: string } | null {
  const after = (closing: string, from: number) => {
    const found = xml.indexOf(closing, from)
    return found < 0 ? xml.length : found + closing.length
  }
  if (xml.startsWith('<!--', start)) return { end: after('-->', start + 4), text: '' }
  if (xml.startsWith('<![CDATA[', start)) {
    const end = after(']]>', start + 9)
    return { end, text: xml.slice(start + 9, xml.endsWith(']]>', end) ? end - 3 : end) }
  }
  if (xml.startsWith('<?', start)) return { end: after('?>', start + 2), text: '' }
  if (!xml.startsWith('<!', start)) return null
  const plain = after('>', start)
  const subset = xml.slice(start, plain).indexOf('[')
  return { end: subset >= 0 ? after('>', after(']', start + subset)) : plain, text: '' }
}

/** The index of the `>` that ends a tag; one inside quotes does not. */
function endOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < xml.length; at++) {
    const char = xml.charAt(at)
    if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  return xml.length
}

function readTag(tag: string): XmlElement | null {
  const name = /^[A-Za-z_][\w:.-]*/.exec(tag)?.[0]
  if (name === undefined) return null
  const attributes: Record<string, string> = {}
  for (const [, key = '', double, single] of tag
    .slice(name.length)
    .matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[key] = decode(double ?? single ?? '')
  }
  return { name, attributes, children: [], text: '' }
}

/** Closes the element of this name and what was left open inside; a name that is not open closes nothing. */
function close(open: XmlElement[], name: string): void {
  const index = open.findLastIndex((each) => each.name === name)
  if (index < 1) return
  while (open.length > index) {
    const closed = open.pop()
    const parent = open.at(-1)
    if (closed && parent && parent.name !== '') parent.text += closed.text
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (_, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? ''
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
