import { assert, constant, constantFrom, oneof, property, record, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { fileScope } from '../../../../worker/services/format/http/file-scope.ts'
import { fillRequest, methodOf } from '../../../../worker/services/format/http/fill-request.ts'
import type {
  FieldDefinition,
  RequestFile,
  ServiceDefinition,
} from '../../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../../worker/services/service-registry.ts'
import { sampleCredentials } from '../connect/sample-credentials.ts'
import { ACME } from '../sampled-services.ts'
import { isParsed } from '../testing/parsed-field.fixture.ts'
import { fileRequests } from './file-requests.ts'
import { findRequests } from './find-requests.ts'
import { fitJson } from './fit-json.ts'

const ADDRESS = 'http://localhost:1/sample'
const REQUESTS = [ACME, ...serviceDefinitions()].flatMap((service) =>
  fileRequests(service)
    .filter(({ request }) => methodOf(request) !== null)
    .map((each) => ({ service, each, id: `${service.id} ${each.of}` })),
)

/** The request as the engine sends it with these values. */
function sent(
  service: ServiceDefinition,
  request: RequestFile,
  fields: readonly FieldDefinition[],
  values: Record<string, string>,
) {
  const credentials = sampleCredentials(service, ADDRESS)
  const io = { credentials, base_url: ADDRESS, timezone: 'UTC', now: 0, key: 'sy_1' }
  const { method, address, headers, body } = fillRequest(request, fields, fileScope(service, { fields, values }, io))
  const url = new URL(address.startsWith('/') ? ADDRESS + address : address)
  const path = url.pathname.replace('/sample', '')
  return { method, path, query: url.searchParams, headers: new Headers(headers), body: body ?? '' }
}

test.each(REQUESTS)('$id is found, whatever its fields hold', ({ service, each }) => {
  const fields = 'step' in each ? (each.step.fields ?? []) : []
  const word = stringMatching(/^[\w .:äß{}"]{1,20}$/).filter((text) => text.trim() !== '' && !/^\.+$/.test(text))
  const values = record(
    Object.fromEntries(
      fields.map((field) => {
        const { slug, required = true, options } = field
        const text = isParsed(field, each.request) ? constantFrom('{}', '{"a":[{}]}') : word
        const choice = Array.isArray(options) ? constantFrom(...options.map(({ value }) => value)) : null
        return [slug, choice ?? (required ? text : oneof(text, constant('')))]
      }),
    ),
  )
  assert(
    property(values, (held) => {
      const read = findRequests(service, sent(service, each.request, fields, held as Record<string, string>))
      if (read.kind === 'strange') throw new Error(read.words)
      expect(read.found.map(({ asked }) => asked.request)).toContainEqual(each.request)
    }),
    { numRuns: 30 },
  )
})

test.each<[string, unknown, unknown, string[] | null]>([
  ['a text', 'Hi {{fields.name}}', 'Hi Ada', []],
  ['another text', 'Hi {{fields.name}}', 'Bye Ada', null],
  ['a number', { count: '{{fields.count}}' }, { count: 4 }, []],
  ['an entry that came out empty', ['{{fields.a}}', '{{fields.b}}'], ['b'], []],
  ['an entry too many', ['{{fields.a}}'], ['a', 'b'], null],
  ['a list of parts', { $split: '{{fields.row}}', by: ',' }, ['a', 'b'], []],
  ['a part that is an object', { $split: '{{fields.to}}', by: ',', each: { email: '{{item}}' } }, [{ email: 'a' }], []],
  ['a choice', { $switch: '{{fields.on}}', on: true, off: false }, false, []],
  ['a text without a choice', { $switch: '{{fields.on}}', on: 'yes' }, 'no', null],
  ['a condition', { $if: '{{fields.link}}', $then: { url: '{{fields.link}}' } }, { url: 'a' }, []],
  ['JSON that somebody wrote', { data: { $parse: '{{fields.data}}' } }, { data: { a: [1] } }, []],
  [
    'JSON with what stands beside',
    { $parse: '{{fields.data}}', to: '{{fields.to}}', kind: 'a' },
    { b: [1], to: 'a', kind: 'a' },
    [],
  ],
  ['what stands beside no JSON', { $parse: '{{fields.data}}', to: '{{fields.to}}' }, { to: 'a' }, []],
  ['another text beside JSON', { $parse: '{{fields.data}}', kind: 'a' }, { b: 1, kind: 'b' }, null],
  ['no JSON, where none was written', { to: 'a', data: { $parse: '{{fields.data}}' } }, { to: 'a' }, []],
  ['JSON in a text', { $json: { to: '{{fields.to}}' } }, '{"to":"a"}', []],
  ['Base64', { $base64url: 'To: {{fields.to}}' }, Buffer.from('To: a').toString('base64url'), []],
  ['a name of a field', { '{{fields.column}}': '{{fields.value}}' }, { Status: 'Done' }, []],
  ['an unknown key', { to: { name: '{{fields.name}}' } }, { to: { name: 'a', loud: true } }, ['the key to.loud']],
  ['a key that is missing', { kind: 'note', text: '{{fields.text}}' }, { text: 'a' }, null],
])('%s fits as the file writes it', (_, template, body, strange) => {
  expect(fitJson(template, body)?.strange ?? null).toEqual(strange)
})
