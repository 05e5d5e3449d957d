import { expect, test } from 'vitest'
import { accountOwner, encryptToken, decryptToken } from './token-encryption.ts'

const OLD = `old:${btoa('o'.repeat(32))}`
const NEW = `new:${btoa('n'.repeat(32))}`
const owner = accountOwner({ user_id: 'usr_1', module_name: 'github', account_id: 'ada' })

test('opens a sealed token, which reveals nothing and never repeats', async () => {
  const token = 'gho_ü€-token'
  const [first, second] = [await encryptToken(OLD, owner, token), await encryptToken(OLD, owner, token)]
  expect(first).toMatch(/^old\.[\w-]{16}\.[\w-]+$/)
  expect(first).not.toBe(second)
  expect(await decryptToken(OLD, owner, first)).toBe(token)
  expect(atob(first.split('.')[2]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).not.toContain('token')
})

test('encrypts with the new key, still opening old tokens', async () => {
  const before = await encryptToken(OLD, owner, 'token')
  const rotated = `${NEW},${OLD}`
  expect(await decryptToken(rotated, owner, before)).toBe('token')
  expect(await encryptToken(rotated, owner, 'token')).toMatch(/^new\./)
  await expect(decryptToken(NEW, owner, before)).rejects.toThrow('TOKEN_KEYS')
})

test('refuses a token with any byte changed', async () => {
  const sealed = await encryptToken(OLD, owner, 'token')
  const [id, iv = '', text = ''] = sealed.split('.')
  for (const forged of [
    `${id}.${flipped(iv)}.${text}`,
    `${id}.${iv}.${flipped(text)}`,
    `${id}.${iv}.${text.slice(0, -4)}`,
  ]) {
    await expect(decryptToken(OLD, owner, forged)).rejects.toThrow()
  }
  for (const broken of ['', 'token', `${id}.${iv}`, `${sealed}.x`, `new.${iv}.${text}`]) {
    await expect(decryptToken(OLD, owner, broken)).rejects.toThrow('TOKEN_KEYS')
  }
})

test("refuses a token copied to another user's row", async () => {
  const sealed = await encryptToken(OLD, owner, 'token')
  const other = accountOwner({ user_id: 'usr_2', module_name: 'github', account_id: 'ada' })
  await expect(decryptToken(OLD, other, sealed)).rejects.toThrow()
})

function flipped(part: string): string {
  return (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
}
