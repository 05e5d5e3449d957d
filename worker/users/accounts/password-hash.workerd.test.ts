import { expect, test } from 'vitest'
import { DEFAULT_SCRYPT_N } from '../../system/context/settings/sign-in-settings.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'

// Made by Node's own crypto.scryptSync: 'correct horse battery', salt 'sodium chloride!', N=2^14 r=8 p=5.
const BY_NODE = 'scrypt$16384$8$5$c29kaXVtIGNobG9yaWRlIQ$wR-ZKAOmW46gTK2Q_2rYOpxGpjs3w4lURDMtDn8M91A'
const CHEAP = 2

test('a password opens its own hash and no other', async () => {
  const stored = await hashPassword('correct horse battery', DEFAULT_SCRYPT_N)
  expect(await verifyPassword('correct horse battery', stored, DEFAULT_SCRYPT_N)).toBe(true)
  expect(await verifyPassword('correct horse batterY', stored, DEFAULT_SCRYPT_N)).toBe(false)
})

test('hashes the same password differently each time', async () => {
  expect(await hashPassword('correct horse battery', CHEAP)).not.toBe(
    await hashPassword('correct horse battery', CHEAP),
  )
})

test('opens in the Worker a hash made in Node', async () => {
  expect(await verifyPassword('correct horse battery', BY_NODE, DEFAULT_SCRYPT_N)).toBe(true)
})

test('accepts the same password from a keyboard that composes differently', async () => {
  const stored = await hashPassword('caf\u00e9 cr\u00e8me tr\u00e8s chaud', CHEAP)
  expect(await verifyPassword('cafe\u0301 cre\u0300me tre\u0300s chaud', stored, CHEAP)).toBe(true)
})

test.each([null, '', 'plain text', 'scrypt$16384$8$5$$', 'argon2$1$2$3$abc$def'])('nothing opens %j', async (stored) =>
  expect(await verifyPassword('', stored, CHEAP)).toBe(false),
)

test('opens a hash with old parameters and asks to replace it', async () => {
  const cheap = 'scrypt$1024$8$1$c29kaXVtIGNobG9yaWRlIQ$mguB9yFI1NXcpuDeHO7_GsobwG-U0BaJAKEqaVhWXFY'
  expect(await verifyPassword('correct horse battery', cheap, DEFAULT_SCRYPT_N)).toBe(true)
  expect(needsRehash(cheap, DEFAULT_SCRYPT_N)).toBe(true)
  expect(needsRehash(await hashPassword('correct horse battery', DEFAULT_SCRYPT_N), DEFAULT_SCRYPT_N)).toBe(false)
})
