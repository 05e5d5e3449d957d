/** One fact as it was found at the stand-in or at Stripe. */
type Finding = {
  name: string
  /** Why the stand-in may be wrong here. */
  assumes?: string | undefined
  /** Null if the fact holds. */
  differs: { message: string; expected?: string | undefined; actual?: string | undefined } | null
}

/** "holds" or "differs", the fact, and for one that differs what was expected and seen. */
export function describeFact({ name, assumes, differs }: Finding): string {
  if (!differs) return `holds    ${name}`
  const { message, expected = 'an answer that the Worker can use', actual = message } = differs
  const lines = [`differs  ${name}`, ...(assumes ? [`assumed: ${assumes}`] : [])]
  return [...lines, `expected: ${expected}`, `seen:     ${actual}`].join('\n').replaceAll('\n', '\n         ')
}
