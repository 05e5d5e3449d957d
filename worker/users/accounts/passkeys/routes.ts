import { Hono } from 'hono/tiny'
import { getCookie } from 'hono/cookie'
import type { HonoEnv } from '../../../system/context/hono-env.ts'
import {
  addPasskeyInput,
  identityInput,
  joinOptionsInput,
  joinWithPasskeyInput,
  passkeySignInInput,
  renamePasskeyInput,
} from '../../../contract/accounts/passkey.ts'
import { validate } from '../../../system/http/validate.ts'
import { passkeyBrowser, readPasskeyCookie } from '../../session/passkey-cookie.ts'
import { setSessionCookies } from '../../session/session-cookie.ts'
import { addOptions, addPasskey } from './add-passkey.ts'
import { requestOptions } from './challenges.ts'
import { joinOptions, joinWithPasskey } from './join-with-passkey.ts'
import { removeIdentity, removePasskey } from './remove-sign-in-way.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { readSignInWays } from './read-sign-in-ways.ts'

/** Each challenge goes to one browser, by a cookie of its own. */
export const passkeyRoutes = new Hono<HonoEnv>()
  .post('/session/passkey_options', async (c) => {
    const asked = { purpose: 'sign_in', browser: passkeyBrowser(c), user_id: null } as const
    return c.json(await requestOptions(c.get('ctx'), asked))
  })
  .post('/session/passkey', validate('json', passkeySignInInput), async (c) => {
    const begun = await signInWithPasskey(c.get('ctx'), {
      ...c.req.valid('json'),
      browser: readPasskeyCookie(c),
      timezone: getCookie(c, 'timezone'),
    })
    setSessionCookies(c, begun)
    return c.json({ me: begun.me })
  })
  .post('/users/passkey_options', validate('json', joinOptionsInput), async (c) =>
    c.json(await joinOptions(c.get('ctx'), c.req.valid('json'), passkeyBrowser(c))),
  )
  .post('/users/passkey', validate('json', joinWithPasskeyInput), async (c) => {
    const begun = await joinWithPasskey(c.get('ctx'), {
      ...c.req.valid('json'),
      browser: readPasskeyCookie(c),
      timezone: getCookie(c, 'timezone'),
    })
    setSessionCookies(c, begun)
    return c.json({ me: begun.me }, 201)
  })
  .get('/sign_in_ways', async (c) => c.json(await readSignInWays(c.get('ctx'))))
  .post('/passkeys/options', async (c) => c.json(await addOptions(c.get('ctx'), passkeyBrowser(c))))
  .post('/passkeys', validate('json', addPasskeyInput), async (c) =>
    c.json(await addPasskey(c.get('ctx'), c.req.valid('json').passkey, readPasskeyCookie(c)), 201),
  )
  .patch('/passkeys/:id', validate('json', renamePasskeyInput), async (c) => {
    await renamePasskey(c.get('ctx'), { id: c.req.param('id'), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  .delete('/passkeys/:id', async (c) => {
    await removePasskey(c.get('ctx'), { id: c.req.param('id') })
    return c.body(null, 204)
  })
  .delete('/identities', validate('json', identityInput), async (c) => {
    await removeIdentity(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
