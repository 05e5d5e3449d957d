import type { Settings } from '../../system/context/env.ts'

const LOOP_HEADER = 'X-Loop'

type Site = Pick<Settings, 'SITE_ORIGIN'>

/** The mark of every mail that we send: one that comes back to an Applet's address starts nothing. */
export function loopHeader(settings: Site): Record<string, string> {
  return { [LOOP_HEADER]: siteHost(settings) }
}

export function isOwnMail(settings: Site, headers: Headers): boolean {
  const marks = headers.get(LOOP_HEADER)?.split(',') ?? []
  return marks.some((mark) => mark.trim().toLowerCase() === siteHost(settings))
}

function siteHost({ SITE_ORIGIN }: Site): string {
  return new URL(SITE_ORIGIN).host
}
