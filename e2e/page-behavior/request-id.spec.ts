import { expect, test } from '../testing/journey.ts'

test('pages and calls answer an id that the edge made', async ({ request }) => {
  for (const path of ['/', '/login', '/api/health', '/api/nowhere']) {
    const { 'x-request-id': id } = (await request.get(path, { headers: { 'x-request-id': 'mine' } })).headers()
    expect(id).toMatch(/^[0-9a-f]{16}$/)
  }
})
