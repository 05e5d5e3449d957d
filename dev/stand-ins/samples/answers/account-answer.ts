import { toId } from '../../../../worker/services/format/answer-place.ts'
import { readValue } from '../../../../worker/services/format/template.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { placesIn, writePlace } from './write-place.ts'

/** What the service answers who asks whose account it is: its sample, or just what the file reads. */
export function accountAnswer({ id, name, connect, samples }: ServiceDefinition): unknown {
  if (samples?.account !== undefined) return samples.account
  const account = connect.kind === 'none' ? undefined : connect.account
  if (!account) return {}
  const values = [
    ...[account.name]
      .flat()
      .flatMap(placesIn)
      .map((place) => [place, `Ada at ${name}`] as const),
    ...placesIn(account.id).map((place) => [place, `${id}-ada`] as const),
  ]
  return values.reduce<unknown>((answer, [place, value]) => writePlace(answer, place, value), {})
}

/** The account's name as the product reads it. */
export function accountName(definition: ServiceDefinition): string {
  const { connect, name } = definition
  const account = connect.kind === 'none' ? undefined : connect.account
  const answer = accountAnswer(definition)
  const scope = { fields: {}, credentials: {}, timezone: 'UTC', now: 0, answer }
  const names = account === undefined ? [] : [account.name].flat().map((each) => toId(readValue(each, scope)))
  return names.find((each) => each !== null) ?? name
}
