import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SECOND_STEP_LASTS } from '../contract/accounts/second-factor.ts'

/** Holds a sign-in whose second step is missing. It opens nothing but that step. */
const SECOND_STEP_COOKIE = 'second_step'

/** Lax, because a provider's answer sets it on a way that began at another site. */
const ATTRIBUTES = { prefix: 'host', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' } as const

export function readSecondStepCookie(c: Context): string | null {
  const value = getCookie(c, SECOND_STEP_COOKIE, 'host')
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

export function setSecondStepCookie(c: Context, value: string): void {
  setCookie(c, SECOND_STEP_COOKIE, value, { ...ATTRIBUTES, maxAge: SECOND_STEP_LASTS / 1000 })
}

export function clearSecondStepCookie(c: Context): void {
  deleteCookie(c, SECOND_STEP_COOKIE, ATTRIBUTES)
}
