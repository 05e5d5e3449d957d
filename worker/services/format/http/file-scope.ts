import type { StepIo } from '../../../engine/steps/service-steps.ts'
import { pastedFields } from '../connect-values.ts'
import { matchAddress, matchText } from '../match-text.ts'
import type { ConnectDefinition, FieldDefinition } from '../service-definition.ts'
import type { Scope } from '../template.ts'

type Values = Readonly<Record<string, string>>

/** What the templates of a request may name: the step's fields, what was pasted, and parts of both that have patterns. */
export function fileScope(
  { connect }: { connect?: ConnectDefinition | undefined },
  { fields, values }: { fields: readonly FieldDefinition[]; values: Values },
  io: Pick<StepIo, 'credentials' | 'base_url' | 'timezone' | 'now' | 'key'>,
): Scope {
  const pasted = connect ? pastedFields(connect) : []
  const parts = pasted.flatMap(({ slug, match, address }) => {
    const value = io.credentials[slug] ?? ''
    const found = address ? matchAddress(address, value, io.base_url) : null
    return [
      ...(match ? partsOf(slug, matchText(match.as, value)) : []),
      ...partsOf(slug, found === 'cut' ? null : found),
    ]
  })
  return {
    fields: { ...values, ...Object.fromEntries(fields.flatMap((field) => matchedParts(field, values))) },
    credentials: { ...io.credentials, ...Object.fromEntries(parts) },
    timezone: io.timezone,
    now: io.now,
    key: io.key,
  }
}

function matchedParts({ slug, match }: FieldDefinition, values: Values): [string, string][] {
  return match ? partsOf(slug, matchText(match.as, (values[slug] ?? '').trim())) : []
}

function partsOf(slug: string, parts: Record<string, string> | null): [string, string][] {
  return Object.entries(parts ?? {}).map(([name, part]) => [`${slug}.${name}`, part])
}

/** What keeps these values from being sent, as a sentence; null if nothing does. */
export function unusableFields(fields: readonly FieldDefinition[], values: Values): string | null {
  for (const { slug, label, required = true, match } of fields) {
    const value = (values[slug] ?? '').trim()
    if (value === '' && required) return `${label} came out empty.`
    if (value !== '' && match && !matchText(match.as, value)) return match.message
  }
  return null
}
