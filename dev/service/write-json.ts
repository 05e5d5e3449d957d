const WIDTH = 120

/** JSON as our formatter writes it: what fits into a line stands in one. */
export function writeJson(document: object): string {
  return `${written(document, '', { before: 0, after: 0, expanded: true })}\n`
}

type Place = { before: number; after: number; expanded?: boolean }

/** `before` and `after`: the characters of its line beside it. */
function written(value: unknown, indent: string, { before, after, expanded = false }: Place): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const line = inLine(value)
  if (!expanded && !isBroken(value) && indent.length + before + line.length + after <= WIDTH) return line
  const inner = `${indent}  `
  const entries = Object.entries(value)
  const parts = entries.map(([name, each], index) => {
    const key = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `
    const comma = index === entries.length - 1 ? '' : ','
    return `${inner}${key}${written(each, inner, { before: key.length, after: comma.length })}${comma}`
  })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join('\n')}\n${indent}${close}`
}

function inLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`
  const parts = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inLine(each)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** A list of several objects has a line for each, and so has what is around it. */
function isBroken(value: object): boolean {
  const entries: unknown[] = Object.values(value)
  const isRow = (each: unknown) => typeof each === 'object' && each !== null && Object.keys(each).length > 1
  if (Array.isArray(value) && value.length > 1 && value.every(isRow)) return true
  return entries.some((each) => typeof each === 'object' && each !== null && isBroken(each))
}
