/** The patterns of secrets and persons in a text, and what is left of each. */
const PRIVATE = [
  [/(\w+:\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[^\s"')]*/g, '$1$2'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
  [/(?=[A-Za-z_-]*\d)[\w-]{20,}/g, '[id]'],
  [/\d{6,}/g, '[number]'],
] as const
const LONGEST = 1000

/** The text without addresses of people, paths of addresses, keys, ids and numbers. */
export function withoutPrivate(text: string): string {
  return PRIVATE.reduce((left, [found, by]) => left.replace(found, by), text.slice(0, LONGEST))
}
