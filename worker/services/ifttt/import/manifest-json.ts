import * as z from 'zod/mini'
import { FIELD_TYPES, INGREDIENT_TYPES, SERVICE_CATEGORIES } from '../../../contract/connections/service.ts'
import { SLUG } from '../../../contract/services/slug.ts'
import { PLACE } from '../../format/answer-place.ts'

const MISSING = 'Fill this in.'
const STEPS_MAX = 20
const FIELDS_MAX = 20
const INGREDIENTS_MAX = 50

const words = (most: number) => z.string().check(z.trim(), z.minLength(1, MISSING), z.maxLength(most))
const slug = z.string().check(z.regex(SLUG, 'must be like new_item'))
const address = z.string().check(z.regex(/^(?:\/|https?:\/\/)\S{0,500}$/, 'must be an address or a path'))
const option = z.strictObject({ label: words(100), value: words(200) })
const field = z.strictObject({
  slug,
  label: words(100),
  type: z.enum(FIELD_TYPES),
  required: z.optional(z.boolean()),
  hint: z.optional(words(300)),
  default_value: z.optional(z.string().check(z.maxLength(200))),
  options: z.optional(z.union([z.literal('live'), z.array(option).check(z.minLength(1), z.maxLength(200))])),
  validates: z.optional(z.boolean()),
})
const ingredient = z.strictObject({
  slug: z.string().check(z.regex(/^[A-Z][A-Za-z0-9]{0,49}$/, 'must be like EntryTitle')),
  name: words(100),
  type: z.enum(INGREDIENT_TYPES),
  from: z.string().check(z.regex(PLACE)),
  example: words(500),
})
const texts = {
  slug,
  name: words(100),
  description: words(300),
  fields: z.optional(z.array(field).check(z.maxLength(FIELDS_MAX))),
}
const ingredients = z
  .array(ingredient)
  .check(z.minLength(1, 'Name at least one ingredient.'), z.maxLength(INGREDIENTS_MAX))
const steps = <Step extends z.ZodMiniType>(step: Step) => z.array(step).check(z.maxLength(STEPS_MAX))

/** A service of IFTTT's protocol as its operator completes it; kept as JSON. */
export const manifestJson = z.strictObject({
  transport: z.literal('ifttt'),
  id: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be like acme: small letters, digits and _')),
  name: words(40),
  short_name: words(20),
  description: words(200),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be like #0b7285')),
  category: z.optional(z.enum(SERVICE_CATEGORIES)),
  terms_url: z.optional(z.url({ protocol: /^https$/ })),
  credit: z.optional(words(200)),
  api_url: z.string().check(
    z.regex(/^https?:\/\/[^\s?#]{1,300}[^\s?#/]$/, 'must be an address without a slash at its end'),
    z.refine((url) => URL.canParse(url), 'must be an address'),
  ),
  sign_in: z.nullable(z.strictObject({ authorize_url: address, token_url: address })),
  triggers: steps(z.strictObject({ ...texts, ingredients, validates: z.optional(z.boolean()) })),
  queries: steps(z.strictObject({ ...texts, ingredients })),
  actions: steps(z.strictObject({ ...texts, repeat: z.optional(z.enum(['safe', 'key', 'unsafe'])) })),
})
export type ManifestJson = z.output<typeof manifestJson>
