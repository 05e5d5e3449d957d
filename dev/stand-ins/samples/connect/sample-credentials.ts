import { readPlace, toId } from '../../../../worker/services/format/answer-place.ts'
import { pastedFields, SERVER } from '../../../../worker/services/format/connect-values.ts'
import { fillPattern } from '../../../../worker/services/format/match-text.ts'
import type { ConnectField, ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'

/** A key that no other service has, long enough for every pattern that asks for a secret. */
function secretOf(id: string, slug: string): string {
  return `sample-${slug}-of-${id}`.replaceAll('_', '-')
}

/**
 * What is pasted to connect a service at its sample server: the only values that it takes. `address`: where the server
 * is. A sign-in has its access token.
 */
export function samplePasted({ id, connect, code }: ServiceDefinition, address: string): Record<string, string> {
  if (connect.kind === 'none') return {}
  const fields = pastedFields(connect)
  return {
    ...(connect.kind === 'key' && fields.length === 0 && { token: secretOf(id, 'key') }),
    ...(connect.kind === 'oauth2' && { token: secretOf(id, 'token') }),
    ...(code?.servers && { [SERVER]: address }),
    ...Object.fromEntries(fields.map((field) => [field.slug, pastedValue(id, field, address)])),
  }
}

/** What an account at the sample server is used with: what was pasted, and what was opened with it. */
export function sampleCredentials(definition: ServiceDefinition, address: string): Record<string, string> {
  const { connect, samples, code } = definition
  const account = connect.kind === 'none' ? undefined : connect.account
  const kept = Object.entries(account?.keep ?? {}).map(
    ([slug, place]) => [slug, toId(readPlace(samples?.account, place)) ?? ''] as const,
  )
  const base = code?.session?.base
  return {
    ...openedValues(definition),
    ...(base !== undefined && { [base]: address }),
    ...Object.fromEntries(kept),
    ...samplePasted(definition, address),
  }
}

/** The values of a session that a sample opens. */
function openedValues({ code, samples }: ServiceDefinition): Record<string, string> {
  const opened = Object.entries(code?.session?.opened ?? {})
  for (const { answer } of Object.values(samples?.requests ?? {})) {
    const values = opened.flatMap(([name, place]) => {
      const value = toId(readPlace(answer, place))
      return value === null ? [] : [[name, value]]
    })
    if (values.length === opened.length) return Object.fromEntries(values)
  }
  return {}
}

function pastedValue(id: string, field: ConnectField, address: string): string {
  const { slug, type, base, match, default_value, prefix = '' } = field
  if (base) return address
  const [place] = [field.address ?? []].flat()
  if (place !== undefined) return address + samplePattern(id, place.replace(/^https:\/\/[^/]+/, ''))
  const [pattern] = [match?.as ?? []].flat()
  if (pattern !== undefined) return samplePattern(id, pattern)
  if (default_value !== undefined && type !== 'secret') return default_value
  return prefix + (type === 'url' ? `${address}/pasted` : secretOf(id, slug))
}

/** A text that this pattern matches, whose parts no other service has. */
export function samplePattern(id: string, pattern: string): string {
  return fillPattern(pattern, (name, size) => secretOf(id, name).slice(0, size))
}
