import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { createSession, expect, test } from '../testing/journey.ts'
import { USERS_SCENES, VISITORS_SCENES } from '../testing/scenes.ts'

type Viewer = { email: string; login: string; cookie: string }

test('no page shows one user to another or to a visitor', async ({ site }) => {
  const viewers = await Promise.all([aViewer(site, 'free@demo.test'), aViewer(site, 'proplus@demo.test')])
  const [free, plus] = viewers
  expect(free.login).not.toBe(plus.login)
  const shown = new Set<string>()
  for (const path of addresses()) {
    // In turn, so that each finds what the one before may have left in a cache.
    for (const [viewer, others] of [
      [free, [plus]],
      [null, viewers],
      [plus, [free]],
      [null, viewers],
    ] as const) {
      const response = await fetch(site.origin + path, {
        headers: { cookie: viewer?.cookie ?? '' },
        redirect: 'manual',
      })
      const html = await response.text()
      const who = `${path} for ${viewer?.login ?? 'a visitor'}`
      for (const { email, login } of others) {
        expect.soft(html, who).not.toContain(email)
        expect.soft(html, who).not.toContain(`"login":"${login}"`)
      }
      if (viewer && html.includes(viewer.email)) shown.add(viewer.login)
      if (viewer) expect.soft(response.headers.get('cache-control'), who).toBe('private, no-store')
    }
  }
  // Otherwise nothing above could fail.
  expect([...shown].toSorted()).toEqual([free.login, plus.login].toSorted())
})

function addresses(): string[] {
  return [...new Set([...VISITORS_SCENES, ...USERS_SCENES].map(({ address }) => address))]
}

async function aViewer(site: Stack, email: string): Promise<Viewer> {
  const cookie = `__Host-session=${await createSession(site, email)}`
  const answer = await fetch(`${site.origin}/api/me`, { headers: { cookie } })
  const { me } = (await answer.json()) as { me: { login: string } }
  return { email, login: me.login, cookie }
}
