/**
 * An entry of a list to choose from. `group`: the heading that it stands under; `detail`: what is said beside it;
 * `words`: what else people call it.
 */
export type ListOption = {
  value: string
  label: string
  group?: string | undefined
  detail?: string | undefined
  words?: string | undefined
}

/** More are narrowed by typing, as the list says. */
const MOST_SHOWN = 100

/** The options that have all of these words, those whose label begins with them first; `more` counts what is left out. */
export function filterOptions(
  options: readonly ListOption[],
  typed: string,
): { shown: readonly ListOption[]; more: number } {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = options.filter(({ label, value, group = '', detail = '', words: more = '' }) => {
    const text = `${label} ${value} ${group} ${detail} ${more}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const [first = ''] = words
  const begins = ({ label }: ListOption) => (label.toLowerCase().startsWith(first) ? 0 : 1)
  const best = words.length === 0 ? found : found.toSorted((one, other) => begins(one) - begins(other))
  // Options of a group stay together, in the order of the first of each.
  const grouped = [...Map.groupBy(best, ({ group = '' }) => group).values()].flat()
  return { shown: grouped.slice(0, MOST_SHOWN), more: Math.max(0, grouped.length - MOST_SHOWN) }
}
