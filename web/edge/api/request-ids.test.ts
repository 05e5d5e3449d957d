import { expect, test } from 'vitest'
import { withRequestId } from './request-ids.ts'

async function headersAtApi(sent: Record<string, string>) {
  let seen = new Headers()
  const API = {
    fetch: async (call: Request) => {
      seen = call.headers
      return Response.json({})
    },
  }
  const request = new Request('https://site.test/api/me', { headers: sent })
  const env = withRequestId({ API }, request)
  await env.API.fetch(request)
  return { id: env.request_id, request_id: seen.get('x-request-id'), client_id: seen.get('x-client-id') }
}

test("replaces an inbound request id by the edge's own", async () => {
  const { id, request_id } = await headersAtApi({ 'x-request-id': 'mine' })
  expect(request_id).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{16}$/)
})

test('makes another id for each request', async () => {
  const [one, two] = await Promise.all([headersAtApi({}), headersAtApi({})])
  expect(one.id).not.toBe(two.id)
})

test("passes the caller's own id on as the client id", async () => {
  expect((await headersAtApi({ 'x-request-id': 'Support-case-42' })).client_id).toBe('Support-case-42')
})

test.each(['a'.repeat(33), 'a b', 'a;b', '%0A', 'a_b', ''])('drops the client id %j', async (own) => {
  expect((await headersAtApi({ 'x-request-id': own })).client_id).toBeNull()
})

test('only the edge sets the client id', async () => {
  expect((await headersAtApi({ 'x-client-id': 'forged' })).client_id).toBeNull()
})
