import { SLUG } from './slug.ts'

/** Steps of one kind that an operator names, by slug: the examples of their fields, as a test set-up names them. */
export type TypedSteps = Record<string, Record<string, string>>

/** Reads lines such as `runs_low: shelf=spices, below=3`; null where one is not a step. An example may be missing. */
export function readTypedSteps(text: string): TypedSteps | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const steps = lines.map((line) => {
    const [slug = '', ...fields] = line.split(':')
    return [
      slug.trim(),
      fields
        .join(':')
        .split(',')
        .filter((field) => field.trim() !== '')
        .map(readField),
    ] as const
  })
  const slugs = steps.flatMap(([slug, fields]) => [slug, ...fields.map(([field]) => field)])
  if (!slugs.every((slug) => SLUG.test(slug))) return null
  return Object.fromEntries(steps.map(([slug, fields]) => [slug, Object.fromEntries(fields)]))
}

function readField(text: string): [string, string] {
  const [field = '', ...example] = text.split('=')
  return [field.trim(), example.join('=').trim()]
}
