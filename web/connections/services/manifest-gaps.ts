import { nameKeyIngredient } from '../../../worker/contract/services/key-ingredient.ts'
import { USUAL_SIGN_IN } from '../../../worker/contract/services/service-file.ts'

/** A place of a draft that only a person can fill in. `path`: such as `triggers.0.fields.1.label`. */
type ManifestGap = {
  path: string
  label: string
  hint: string | null
  maxLength: number
  required: boolean
  /** The slug in words, as a name to begin with; of an address what stands there so far. */
  defaultValue?: string
}

/** The draft of a manifest, as far as the page reads it. */
export type ToldService = { sign_in: object | null; triggers: readonly object[] }

const OF_SERVICE: Record<string, Pick<ManifestGap, 'label' | 'hint' | 'maxLength'>> = {
  id: { label: 'Id', hint: 'In addresses: small letters, digits and _, such as acme.', maxLength: 30 },
  name: { label: 'Name', hint: null, maxLength: 40 },
  short_name: { label: 'Short name', hint: 'On buttons: Connect {short name}.', maxLength: 20 },
  description: { label: 'Description', hint: 'What people do with it, in a sentence.', maxLength: 200 },
  'sign_in.authorize_url': {
    label: 'Authorization address',
    hint: 'Where people agree: whole, or from the API address.',
    maxLength: 500,
  },
  'sign_in.token_url': { label: 'Token address', hint: null, maxLength: 500 },
}
const INGREDIENTS_HINT = 'The keys of its items, such as title, created_at.'

const KINDS: Record<string, string> = { triggers: 'Trigger', queries: 'Query', actions: 'Action' }
const LENGTHS: Record<string, number> = { name: 100, description: 300, label: 100 }

/** The gaps of a draft as fields of a form, in the order in which they are asked. */
export function manifestGaps(draft: unknown, paths: readonly string[]): ManifestGap[] {
  return paths.map((path) => {
    const own = OF_SERVICE[path]
    const keys = path.split('.')
    const written = textAt(draft, keys)
    if (own) return { path, required: true, ...own, ...(written && { defaultValue: written }) }
    const [list = '', step = '', fields, field] = keys
    const last = keys.at(-1) ?? ''
    const slug = textAt(draft, [list, step, 'slug'])
    const fieldSlug =
      fields === 'fields' && field !== undefined ? textAt(draft, [list, step, 'fields', field, 'slug']) : null
    const place = [`${KINDS[list] ?? list} ${slug}`, ...(fieldSlug === null ? [] : [`field ${fieldSlug}`])]
    return {
      path,
      label: `${place.join(', ')}: ${last}`,
      hint: last === 'ingredients' ? INGREDIENTS_HINT : null,
      maxLength: LENGTHS[last] ?? 300,
      required: true,
      ...((last === 'name' || last === 'label') && { defaultValue: inWords(fieldSlug ?? slug) }),
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
    if (isRecord(holder)) holder[last] = last === 'ingredients' ? readIngredients(value) : value
  }
  return JSON.stringify(filled, null, 2)
}

/** The draft whose people sign in or need no account, and the places of the addresses that this asks for. */
export function chooseSignIn(told: ToldService, signs_in: boolean): { draft: ToldService; paths: string[] } {
  if (!signs_in) return { draft: { ...told, sign_in: null }, paths: [] }
  const paths = Object.keys(USUAL_SIGN_IN).map((key) => `sign_in.${key}`)
  return { draft: { ...told, sign_in: told.sign_in ?? USUAL_SIGN_IN }, paths }
}

/** `title, created_at` as the ingredients that stand there. */
function readIngredients(keys: string) {
  const named = keys.split(',').flatMap((key) => key.trim() || [])
  return named.map((key) => ({ ...nameKeyIngredient(key), type: 'text', example: 'Example' }))
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
