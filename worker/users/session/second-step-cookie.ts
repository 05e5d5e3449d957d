import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { ATTRIBUTES, readBrowserCookie, setBrowserCookie } from './browser-cookie.ts'

/** Holds a sign-in whose second step is missing. It opens nothing but that step. */
const SECOND_STEP_COOKIE = 'second_step'

export function readSecondStepCookie(c: Context): string | null {
  return readBrowserCookie(c, SECOND_STEP_COOKIE)
}

export function setSecondStepCookie(c: Context, value: string): void {
  setBrowserCookie(c, SECOND_STEP_COOKIE, value)
}

export function clearSecondStepCookie(c: Context): void {
  deleteCookie(c, SECOND_STEP_COOKIE, ATTRIBUTES)
}
