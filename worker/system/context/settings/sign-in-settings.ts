import * as z from 'zod/mini'
import type { RunnerWorkerSettings } from './runner-worker-settings.ts'
import type { Read } from './setting-shapes.ts'

/** The cost of a password hash in production (users/accounts/password-hash.ts). */
export const DEFAULT_SCRYPT_N = 2 ** 14

/** How people sign in: with a password, or through an OpenID provider. */
export const SIGN_IN_SETTINGS = {
  /** The `N` of scrypt (users/accounts/password-hash.ts). Less than the default only on this machine, where tests hash cheaply. */
  SCRYPT_N: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => Array.from({ length: 15 }, (_, power) => `${2 ** (power + 1)}`).includes(text),
            'must be a power of two, at most 32768',
          ),
        ),
      z.transform(Number),
    ),
    DEFAULT_SCRYPT_N,
  ),
  /** The OpenID provider for signing in: all four or none. `OIDC_NAME` is on the button. */
  OIDC_ISSUER: z._default(
    z.string().check(z.refine((url) => url === '' || URL.canParse(url), 'must be an address')),
    '',
  ),
  OIDC_CLIENT_ID: z._default(z.string(), ''),
  OIDC_CLIENT_SECRET: z._default(z.string(), ''),
  OIDC_NAME: z._default(z.string().check(z.trim(), z.maxLength(30)), ''),
}

/** The settings that sign people in through an OpenID provider. */
export const OPENID = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const

type SignIn = Read<typeof SIGN_IN_SETTINGS>

/** Nobody deploys the tests' cheap hashes by mistake. */
export function hashProblems({
  SCRYPT_N: cost,
  SITE_ORIGIN,
}: SignIn & Pick<RunnerWorkerSettings, 'SITE_ORIGIN'>): string[] {
  const isLocal = SITE_ORIGIN.startsWith('http://')
  return cost >= DEFAULT_SCRYPT_N || isLocal
    ? []
    : [`SCRYPT_N: must be at least ${DEFAULT_SCRYPT_N} where SITE_ORIGIN is https`]
}

/** A provider needs all its settings, and https so that its responses cannot be tampered with. */
export function oidcProblems(settings: SignIn & Pick<RunnerWorkerSettings, 'TRUSTED_ORIGINS'>): string[] {
  const missing = OPENID.filter((name) => !settings[name])
  if (missing.length === OPENID.length) return []
  const { OIDC_ISSUER: issuer, TRUSTED_ORIGINS } = settings
  const safe = !issuer || issuer.startsWith('https://') || TRUSTED_ORIGINS.includes(new URL(issuer).origin)
  return [
    ...missing.map((name) => `${name}: is missing, but other OIDC_ settings are set`),
    ...(safe ? [] : ['OIDC_ISSUER: must be https, or have an origin in TRUSTED_ORIGINS']),
  ]
}
