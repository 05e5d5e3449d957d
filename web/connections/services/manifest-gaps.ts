/** A place of a draft that only a person can fill in. `path`: such as `triggers.0.fields.1.label`. */
type ManifestGap = {
  path: string
  label: string
  hint: string | null
  maxLength: number
  required: boolean
  /** The slug in words, as a name to begin with. */
  defaultValue?: string
}

const OF_SERVICE: Record<string, Pick<ManifestGap, 'label' | 'hint' | 'maxLength'>> = {
  id: { label: 'Id', hint: 'In addresses: small letters, digits and _, such as acme.', maxLength: 30 },
  name: { label: 'Name', hint: null, maxLength: 40 },
  short_name: { label: 'Short name', hint: 'On buttons: Connect {short name}.', maxLength: 20 },
  description: { label: 'Description', hint: 'What people do with it, in a sentence.', maxLength: 200 },
}

const KINDS: Record<string, string> = { triggers: 'Trigger', queries: 'Query', actions: 'Action' }
const LENGTHS: Record<string, number> = { name: 100, description: 300, label: 100 }

/** The gaps of a draft as fields of a form, in the order in which they are asked. */
export function manifestGaps(draft: unknown, paths: readonly string[]): ManifestGap[] {
  return paths.map((path) => {
    const own = OF_SERVICE[path]
    if (own) return { path, required: true, ...own }
    const keys = path.split('.')
    const [list = '', step = '', fields, field] = keys
    const last = keys.at(-1) ?? ''
    const slug = textAt(draft, [list, step, 'slug'])
    const fieldSlug =
      fields === 'fields' && field !== undefined ? textAt(draft, [list, step, 'fields', field, 'slug']) : null
    const place = [`${KINDS[list] ?? list} ${slug}`, ...(fieldSlug === null ? [] : [`field ${fieldSlug}`])]
    return {
      path,
      label: `${place.join(', ')}: ${last}`,
      hint: null,
      maxLength: LENGTHS[last] ?? 300,
      required: true,
      ...(last !== 'description' && { defaultValue: inWords(fieldSlug ?? slug) }),
    }
  })
}

/** The draft with these values at their places, as JSON. */
export function fillGaps(draft: unknown, values: Readonly<Record<string, string>>): string {
  const filled: unknown = structuredClone(draft)
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const holder = keys.reduce((each, key) => (isRecord(each) ? each[key] : undefined), filled)
    if (isRecord(holder)) holder[last] = value
  }
  return JSON.stringify(filled, null, 2)
}

/** `runs_low` as “Runs low”. */
function inWords(slug: string): string {
  const words = slug.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textAt(value: unknown, keys: readonly string[]): string {
  const found = keys.reduce((each, key) => (isRecord(each) ? each[key] : undefined), value)
  return typeof found === 'string' ? found : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
