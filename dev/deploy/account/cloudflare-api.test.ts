import { expect, onTestFinished, test } from 'vitest'
import { emptyAccount } from '../../stand-ins/cloudflare/account-state.ts'
import { startCloudflare, TOKEN } from '../../stand-ins/cloudflare/start-cloudflare.ts'
import { openAccount } from './cloudflare-api.ts'

test('a token for several accounts needs a chosen one', async () => {
  const accounts = [emptyAccount('a'.repeat(32), 'One'), emptyAccount('b'.repeat(32), 'Two')]
  const cloudflare = await startCloudflare(accounts)
  onTestFinished(cloudflare.close)
  const env = { CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN }
  await expect(openAccount(env)).rejects.toThrow(/CLOUDFLARE_ACCOUNT_ID to one of:\n {2}a{32} {2}One\n {2}b{32} {2}Two/)
  const chosen = await openAccount({ ...env, CLOUDFLARE_ACCOUNT_ID: 'b'.repeat(32) })
  expect(chosen.account_id).toBe('b'.repeat(32))
})

test('says how to make a token where there is none', async () => {
  await expect(openAccount({})).rejects.toThrow('D1: Edit')
})

test('calls an invalid token invalid', async () => {
  const cloudflare = await startCloudflare()
  onTestFinished(cloudflare.close)
  const account = await openAccount({
    CLOUDFLARE_API_BASE_URL: cloudflare.base,
    CLOUDFLARE_API_TOKEN: 'revoked',
    CLOUDFLARE_ACCOUNT_ID: cloudflare.account.id,
  })
  await expect(account.list('queues')).rejects.toThrow(/^Cloudflare does not know this token: it is invalid/)
})

test('reads all pages of a list', async () => {
  const cloudflare = await startCloudflare()
  onTestFinished(cloudflare.close)
  const account = await openAccount({ CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN })
  const titles = Array.from({ length: 45 }, (_, place) => `namespace ${place}`)
  for (const title of titles) await account.post('storage/kv/namespaces', { title })
  const namespaces = await account.list<{ title: string }>('storage/kv/namespaces')
  expect(namespaces.map(({ title }) => title)).toEqual(titles)
})
