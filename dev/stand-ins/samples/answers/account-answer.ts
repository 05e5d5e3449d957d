import { toId } from '../../../../worker/services/format/answer-place.ts'
import { fileScope } from '../../../../worker/services/format/http/file-scope.ts'
import { readValue } from '../../../../worker/services/format/template.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { sampleCredentials } from '../connect/sample-credentials.ts'
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

/** The account's name as the product reads it. `address`: where the server is, which may have been pasted. */
export function accountName(definition: ServiceDefinition, address: string): string {
  const { connect, name } = definition
  const account = connect.kind === 'none' ? undefined : connect.account
  const answer = accountAnswer(definition)
  const credentials = sampleCredentials(definition, address)
  const io = { credentials, base_url: address, timezone: 'UTC', now: 0, key: null }
  const scope = { ...fileScope({ connect }, { fields: [], values: {} }, io), answer }
  const names = account === undefined ? [] : [account.name].flat().map((each) => toId(readValue(each, scope)))
  return names.find((each) => each !== null) ?? name
}
