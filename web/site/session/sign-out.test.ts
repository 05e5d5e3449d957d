import { expect, test } from 'vitest'
import { RequestError } from '../../browser/request/request-error.ts'
import { signOutWith } from './sign-out.ts'

function leaving(end: () => Promise<unknown>) {
  const done: string[] = []
  const given = { end, forget: () => void done.push('forgotten'), leave: (path: string) => void done.push(path) }
  return { done, out: signOutWith(given) }
}
const refusal = (status: number) => new RequestError(new Response(null, { status }), {})

test('ends the session, forgets saved pages, shows the front page', async () => {
  const { done, out } = leaving(async () => ({}))
  await out
  expect(done).toEqual(['forgotten', '/'])
})

test('signs out the same way when the session is over', async () => {
  const { done, out } = leaving(() => Promise.reject(refusal(401)))
  await out
  expect(done).toEqual(['forgotten', '/'])
})

test('forgets nothing when the session could not be ended', async () => {
  const { done, out } = leaving(() => Promise.reject(refusal(500)))
  await expect(out).rejects.toThrow()
  expect(done).toEqual([])
})
