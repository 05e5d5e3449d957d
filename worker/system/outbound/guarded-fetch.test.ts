import { expect, test } from 'vitest'
import { testCtx } from '../../testing/test-ctx.ts'
import { guardedFetch } from './guarded-fetch.ts'

test('never opens a refused address', async () => {
  const opened: string[] = []
  const ctx = await testCtx({ fetch: async (input) => Response.json(opened.push(String(input))) })
  await expect(guardedFetch(ctx)('https://127.0.0.1/')).rejects.toMatchObject({ code: 'service_unreachable' })
  expect(opened).toEqual([])
})

test('does not follow redirects', async () => {
  let asked: RequestInit | undefined
  const ctx = await testCtx({
    fetch: async (_, init) => {
      asked = init
      return new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } })
    },
  })
  const response = await guardedFetch(ctx)('https://api.github.example/')
  expect(asked?.redirect).toBe('manual')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('http://169.254.169.254/')
})

test('gives up on a service that hangs', async () => {
  const silent = await testCtx({
    fetch: (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  })
  await expect(guardedFetch(silent, 20)('https://api.github.example/')).rejects.toMatchObject({
    code: 'service_unreachable',
    status: 502,
    cause: { message: 'api.github.example did not answer in time.' },
  })
})
