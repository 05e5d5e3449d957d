import { expect, test } from 'vitest'
import { checkValues } from '../../../worker/connections/pasted-values/check-values.ts'
import { baseUrl } from '../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import { samplePattern } from './connect/sample-credentials.ts'
import { sampleScene } from './testing/sample-scene.fixture.ts'

const SETTINGS = { SITE_ORIGIN: 'https://site.test', TRUSTED_ORIGINS: [] }

/** Each form of an address that people paste, such as that of a webhook. */
const ADDRESSES = serviceDefinitions().flatMap((service) => {
  const { id, name, connect } = service
  const fields = connect.kind === 'none' ? [] : (connect.fields ?? [])
  const base_url = baseUrl(service) ?? ''
  return fields.flatMap(({ slug, address = [] }) =>
    [address].flat().map((pattern) => ({ id, name, slug, fields, base_url, pasted: addressOf(id, pattern, base_url) })),
  )
})

function addressOf(id: string, pattern: string, base_url: string): string {
  return samplePattern(id, pattern.startsWith('/') ? base_url + pattern : pattern)
}

function check({ fields, name, base_url, slug }: (typeof ADDRESSES)[number], pasted: string) {
  return checkValues({ settings: SETTINGS }, { fields, name, base_url }, { [slug]: pasted })[slug]
}

test.each(ADDRESSES)('$id takes $pasted', (row) => {
  expect(check(row, row.pasted)).toBe(row.pasted)
  const [place, query] = row.pasted.split('?')
  expect(check(row, `${place}?a=1${query === undefined ? '' : `&${query}`}`)).toContain('a=1')
})

test.each(
  ADDRESSES.flatMap((row) => {
    const { host, pathname, search } = new URL(row.pasted)
    const others = [
      `http://${host}`,
      `https://${host}.evil.example`,
      `https://evil.example/${host}`,
      `https://${host}:8443`,
      `https://ada@${host}`,
    ]
    const places = [...others.map((origin) => origin + pathname + search), `https://${host}/api/users/1${search}`]
    return places.map((other) => ({ ...row, other }))
  }),
)('$id does not take $other', (row) => {
  expect(() => check(row, row.other)).toThrow(`This is not an address of ${row.name}.`)
})

test.each(
  ADDRESSES.flatMap((row) =>
    [...new URL(row.pasted).searchParams.keys()].map((parameter) => {
      const cut = new URL(row.pasted)
      cut.searchParams.delete(parameter)
      return { ...row, parameter, cut: cut.href }
    }),
  ),
)('$id finds $parameter missing in $cut', (row) => {
  expect(() => check(row, row.cut)).toThrow('A part of this address is missing. Copy all of it.')
})

test('two webhooks of one Google Chat space are two accounts', async () => {
  const scene = sampleScene('google_chat')
  const account = () => scene.service.checkAccount?.(scene.io())
  const first = await account()
  expect(first).toMatchObject({ ok: true })
  const { webhook = '' } = scene.account.values
  scene.account.values = { webhook: webhook.replace('token=', 'token=another-') }
  expect(await account()).not.toEqual(first)
})
