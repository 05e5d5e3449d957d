import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// With N=2^14, the default of SCRYPT_N, OWASP lists this cost as equivalent to N=2^17 p=1; at 16 MiB it fits an isolate.
// Runs in both workerd and Node, because Node makes the demo data.
const BLOCKS = { r: 8, p: 5 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_MEMORY = 64 * 1024 * 1024

type Parameters = { N: number; r: number; p: number }

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. `N` is `settings.SCRYPT_N`. */
export async function hashPassword(password: string, N: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { r, p } = BLOCKS
  const hash = await derive(password, salt, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Compares in constant time. Does the same work without a stored hash, so that timing does not reveal accounts. */
export async function verifyPassword(password: string, stored: string | null, N: number): Promise<boolean> {
  const parsed = stored === null ? null : parse(stored)
  const salt = parsed?.salt ?? Buffer.alloc(SALT_BYTES)
  const hash = await derive(password, salt, parsed ?? { N, ...BLOCKS })
  return parsed !== null && parsed.hash.length === hash.length && timingSafeEqual(parsed.hash, hash)
}

/** Whether a hash has outdated parameters. The next sign-in replaces it. */
export function needsRehash(stored: string, N: number): boolean {
  const parsed = parse(stored)
  return !parsed || parsed.N !== N || parsed.r !== BLOCKS.r || parsed.p !== BLOCKS.p
}

function parse(stored: string) {
  const [, N, r, p, salt, hash] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? []
  if (!salt || !hash) return null
  const parameters = { N: Number(N), r: Number(r), p: Number(p) }
  return { ...parameters, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

/** NFKC makes the same password from different keyboards equal. */
function derive(password: string, salt: Buffer, { N, r, p }: Parameters): Promise<Buffer> {
  const options = { N, r, p, maxmem: MAX_MEMORY }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
