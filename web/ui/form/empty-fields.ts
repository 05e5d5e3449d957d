import type { Problem } from './form-flow.ts'

type Control = {
  name: string
  type: string
  validity: { valueMissing: boolean }
  labels: ArrayLike<{ textContent: string }> | null
}

/** Those of these required fields that are empty: the page says so, and nothing is sent. A box says it otherwise. */
export function emptyFields(required: Iterable<Control>): Problem['fields'] {
  const empty = [...required].filter(({ type, validity }) => validity.valueMissing && !/checkbox|radio/.test(type))
  return Object.fromEntries(
    empty.map(({ name, labels }) => [name, `${labels?.[0]?.textContent.trim() ?? 'This'} can't be empty.`]),
  )
}
