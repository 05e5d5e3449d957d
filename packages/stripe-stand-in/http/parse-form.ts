/** A raw parameter: a string, or nested strings. Lists are nested with numbers as keys. */
export type Raw = string | RawHash
export type RawHash = { [key: string]: Raw }

/** Parses both `a[b][]=1&a[b][]=2` and `a[b][0]=1`, as Stripe's clients send bodies and queries. */
export function parseForm(text: string): RawHash {
  const root = emptyHash()
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value)
  return root
}

/** The reverse, for messages: `items[0][price]`. */
export function formName(path: readonly string[]): string {
  const [first = '', ...rest] = path
  return first + rest.map((part) => `[${part}]`).join('')
}

function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0) return [name]
  return [name.slice(0, open), ...Array.from(name.slice(open).matchAll(/\[([^\]]*)\]/g), (match) => match[1] ?? '')]
}

function place(root: RawHash, path: string[], value: string): void {
  let at = root
  path.forEach((part, index) => {
    const rest = path.slice(index + 1)
    const key = part === '' ? nextKey(at, rest) : part
    const there = at[key]
    if (rest.length === 0) at[key] = value
    else at = typeof there === 'object' ? there : (at[key] = emptyHash())
  })
}

/** `a[]` starts a new item, unless `a[][b]` adds a field that the last item does not have yet. */
function nextKey(list: RawHash, rest: string[]): string {
  const count = Object.keys(list).length
  const last = list[String(count - 1)]
  const [field] = rest
  const same = field !== undefined && typeof last === 'object' && !(field in last)
  return String(same ? count - 1 : count)
}

/** Without a prototype, because the names are user input. */
function emptyHash(): RawHash {
  return Object.create(null) as RawHash
}
