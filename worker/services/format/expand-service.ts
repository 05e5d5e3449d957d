import type {
  FieldDefinition,
  IngredientDefinition,
  ServiceDefinition,
  WrittenField,
  WrittenIngredient,
  WrittenService,
} from './service-definition.ts'

export type SharedParts = NonNullable<WrittenService['shared']>
type Samples = NonNullable<WrittenService['samples']>

/**
 * The service of a file: shared parts stand wherever they are named, and each ingredient has its name and type. A name
 * that nothing has is left out; `shared-problems.ts` tells of it.
 */
export function expandService(written: WrittenService): ServiceDefinition {
  const { shared = {}, triggers, queries, actions, samples, ...rest } = written
  return {
    ...rest,
    ...(triggers && { triggers: triggers.map((step) => ({ ...withFields(step, shared), ...listed(step, shared) })) }),
    ...(queries && { queries: queries.map((step) => ({ ...withFields(step, shared), ...listed(step, shared) })) }),
    ...(actions && { actions: actions.map((step) => withFields(step, shared)) }),
    ...(samples && { samples: shared.answers ? (filledIn(samples, shared.answers) as Samples) : samples }),
  }
}

/** The part of this name, or undefined: `constructor` is a name like any other. */
export function partOf<Part>(parts: Readonly<Record<string, Part>> | undefined, name: string): Part | undefined {
  return parts && Object.hasOwn(parts, name) ? parts[name] : undefined
}

function withFields<Step extends { fields?: WrittenField[] | undefined }>(
  { fields, ...step }: Step,
  shared: SharedParts,
): Omit<Step, 'fields'> & { fields?: FieldDefinition[] } {
  return { ...step, ...(fields && { fields: fields.flatMap((field) => expandField(field, shared) ?? []) }) }
}

function expandField(field: WrittenField, { fields }: SharedParts): FieldDefinition | undefined {
  if (typeof field === 'object' && !('$use' in field)) return field
  const { $use: name, ...changes } = typeof field === 'string' ? { $use: field } : field
  const part = partOf(fields, name)
  if (part === undefined) return undefined
  const { slug = name, label = part.label, ...others } = changes
  return { ...part, slug, label, ...others }
}

function listed(
  { ingredients }: { ingredients: WrittenIngredient[] },
  shared: SharedParts,
): { ingredients: IngredientDefinition[] } {
  const written = ingredients.flatMap((each) =>
    typeof each === 'string' ? (partOf(shared.ingredients, each) ?? []) : each,
  )
  return {
    ingredients: written.map(({ slug, name = inWords(slug), type = 'text', ...each }) => ({
      slug,
      name,
      type,
      ...each,
    })),
  }
}

/** `CreatedAt` as people read it: `Created at`. */
function inWords(slug: string): string {
  return slug.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function filledIn(value: unknown, parts: NonNullable<SharedParts['answers']>): unknown {
  if (Array.isArray(value)) return value.map((each) => filledIn(each, parts))
  if (typeof value !== 'object' || value === null) return value
  const { $use: name, ...own } = value as Record<string, unknown>
  const part = typeof name === 'string' ? partOf(parts, name) : undefined
  const entries = Object.entries(part ? own : value).map(([key, each]) => [key, filledIn(each, parts)] as const)
  return { ...part, ...Object.fromEntries(entries) }
}
