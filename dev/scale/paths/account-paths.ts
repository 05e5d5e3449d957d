import { LARDER_SERVICE_KEY } from '../../doubles/ifttt-service/larder-api.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../processes/run.ts'
import { DEMO_PASSWORD } from '../../seed/demo-people.ts'
import { budget, call, pick, type CallPath, type Path, type Scene } from './path.ts'

const SERVICE_FILE = readFileSync(join(ROOT, 'dev/service-format/template.json'), 'utf8')
const me = { email: 'trialused@demo.test', password: DEMO_PASSWORD }
const NEW_PASSWORD = 'plum orbit velvet canoe'

function joining(name: string) {
  return { email: `${name}@joined.test`, login: name, password: NEW_PASSWORD }
}

const signsIn: Pick<CallPath, 'after'> = { after: ({ session }, notes) => notes.set('session', session ?? '') }

/** What an authenticator says to a challenge that nobody gave: refused once the challenge was looked for. */
const CLIENT_DATA = Buffer.from(JSON.stringify({ challenge: 'unknown' })).toString('base64url')
const SIGNED = { clientDataJSON: CLIENT_DATA, authenticatorData: 'AA' }
const UNASKED = {
  signed: { id: 'AA', type: 'public-key', response: { ...SIGNED, signature: 'AA' } },
  made: {
    id: 'AA',
    type: 'public-key',
    response: { ...SIGNED, publicKey: 'AA', publicKeyAlgorithm: -7, transports: [] },
  },
}

/** The token of the link in the last mail to this address. */
function noteLink(to: string) {
  return ({ mails, notes }: Scene) => {
    const mail = mails().find((each) => each.to === to)
    notes.set('link', pick(/token=([\w.-]+)/, { text: mail?.text ?? '', session: null }))
  }
}

/** Who somebody is, and their way in and out. */
export const accountPaths: Path[] = [
  call('GET /api/me', 'visitor', budget(0, 0, 0)),
  call('GET /api/me', 'little', budget(1, 3, 47)),
  call('GET /api/me', 'much', budget(1, 3, 680)),
  call('POST /api/users', 'visitor', budget(5, 10, 11, 25), { body: joining('joined'), status: 201, ...signsIn }),
  call('GET /api/email_verifications', 'signed-in', budget(2, 2, 6), {
    before: noteLink('joined@joined.test'),
    to: (notes) => `/api/email_verifications?token=${notes.get('link')}`,
  }),
  call('POST /api/email_verifications/confirm', 'signed-in', budget(3, 5, 12, 12), {
    body: (notes) => ({ token: notes.get('link') }),
  }),
  call('POST /join', 'visitor', budget(5, 10, 12, 24), { form: joining('formed'), status: 303, ...signsIn }),
  call('POST /api/email_verifications', 'signed-in', budget(4, 4, 6, 10), { status: 202 }),
  call('GET /api/account', 'much', budget(2, 2, 8)),
  call('PATCH /api/account/timezone', 'signed-in', budget(3, 7, 10, 4), { body: { timezone: 'Asia/Tokyo' } }),
  call('PATCH /api/account/login', 'signed-in', budget(5, 9, 41, 13), { body: { login: 'renamed' } }),
  call('PATCH /api/account/password', 'signed-in', budget(8, 11, 40, 18), {
    body: { current: NEW_PASSWORD, password: 'amber lantern quilt meadow' },
    status: 204,
  }),
  call('POST /api/email_changes', 'signed-in', budget(5, 8, 30, 16), {
    body: { email: 'moved@joined.test' },
    status: 202,
  }),
  call('POST /api/email_changes/confirm', 'signed-in', budget(9, 11, 41, 24), {
    before: noteLink('moved@joined.test'),
    body: (notes) => ({ token: notes.get('link') }),
  }),
  call('DELETE /api/email_changes', 'signed-in', budget(2, 2, 8, 2), { status: 204 }),
  call('GET /api/account_download', 'little', budget(40, 40, 1000, 6)),
  call('GET /api/account_deletion', 'much', budget(2, 4, 20)),
  call('POST /api/account_deletion', 'signed-in', budget(12, 30, 200, 40), {
    body: { name: 'moved@joined.test', take_down: false },
    status: 202,
  }),
  call('POST /api/account_deletion/undo', 'visitor', budget(9, 17, 150, 20), {
    before: noteLink('moved@joined.test'),
    body: (notes) => ({ token: notes.get('link') }),
  }),
  call('POST /api/email_changes/undo', 'visitor', budget(6, 10, 41, 24), {
    before: noteLink('formed@joined.test'),
    body: (notes) => ({ token: notes.get('link') }),
  }),
  call('POST /api/session', 'visitor', budget(8, 19, 24, 30), { body: me, ...signsIn }),
  call('GET /api/session/proof', 'signed-in', budget(2, 4, 20)),
  call('POST /api/session/proof', 'signed-in', budget(5, 9, 40, 10), {
    body: { password: DEMO_PASSWORD },
    status: 204,
  }),
  call('POST /api/session/proof/mail', 'signed-in', budget(4, 6, 20, 4), { status: 404 }),
  call('POST /api/session/proof/mail/confirm', 'signed-in', budget(1, 1, 6), { body: { token: 'a' }, status: 422 }),
  call('POST /api/session/proof/passkey_options', 'signed-in', budget(5, 7, 40, 12)),
  call('POST /api/session/passkey_options', 'visitor', budget(4, 5, 10, 12)),
  call('POST /api/session/passkey', 'visitor', budget(2, 2, 4, 4), { body: { passkey: UNASKED.signed }, status: 422 }),
  call('POST /api/users/passkey_options', 'visitor', budget(5, 7, 14, 12), {
    body: { email: 'key@joined.test', login: 'key' },
  }),
  call('POST /api/users/passkey', 'visitor', budget(2, 2, 6, 6), {
    body: { email: 'key@joined.test', login: 'key', passkey: UNASKED.made },
    status: 422,
  }),
  call('GET /api/sign_in_ways', 'signed-in', budget(1, 4, 20)),
  call('GET /api/session/second_step', 'visitor', budget(0, 0, 0)),
  call('POST /api/session/second_step', 'visitor', budget(0, 0, 0), { body: { code: 'unknown' }, status: 401 }),
  call('POST /api/session/second_step/passkey_options', 'visitor', budget(0, 0, 0), { status: 401 }),
  call('POST /api/session/second_step/recovery', 'visitor', budget(0, 0, 0), { status: 401 }),
  call('POST /login/second_step', 'visitor', budget(0, 0, 0), { form: { code: 'unknown' }, status: 401 }),
  call('POST /login/recovery', 'visitor', budget(0, 0, 0), { form: {}, status: 401 }),
  call('POST /api/second_factor/recovery/stop', 'visitor', budget(0, 0, 0), { body: { token: 'a' }, status: 422 }),
  call('POST /api/second_factor/codes', 'signed-in', budget(2, 2, 6), { status: 409 }),
  call('POST /api/second_factor', 'signed-in', budget(2, 5, 20, 0), { body: { codes: 'unknown' }, status: 409 }),
  call('DELETE /api/second_factor', 'signed-in', budget(2, 6, 20, 4), { status: 204 }),
  call('POST /api/passkeys/options', 'signed-in', budget(5, 6, 20, 12)),
  call('POST /api/passkeys', 'signed-in', budget(2, 2, 6, 2), { body: { passkey: UNASKED.made }, status: 422 }),
  call('PATCH /api/passkeys/:id', 'signed-in', budget(2, 2, 6), {
    to: '/api/passkeys/unknown',
    body: { name: 'Phone' },
    status: 404,
  }),
  call('DELETE /api/passkeys/:id', 'signed-in', budget(2, 5, 12), { to: '/api/passkeys/unknown', status: 404 }),
  call('DELETE /api/identities', 'signed-in', budget(2, 5, 12), { body: { issuer: 'https://none.test' }, status: 404 }),
  call('GET /api/sessions', 'signed-in', budget(2, 2, 6), {
    after: (answer, notes) => notes.set('own session', pick(/"id":"(ses_\w+)"[^}]*"current":true/, answer)),
  }),
  call('GET /api/security_events', 'much', budget(1, 2, 60)),
  call('DELETE /api/sessions', 'signed-in', budget(2, 3, 6, 3), { status: 204 }),
  call('DELETE /api/sessions/:id', 'signed-in', budget(2, 2, 6, 3), {
    to: (notes) => `/api/sessions/${notes.get('own session')}`,
    status: 204,
  }),
  call('POST /login', 'visitor', budget(8, 19, 28, 28), { form: me, status: 303, ...signsIn }),
  call('DELETE /api/session', 'signed-in', budget(1, 1, 2, 3), { status: 204 }),
  call('POST /api/password_resets', 'visitor', budget(4, 5, 6, 13), {
    body: { email: 'student@demo.test' },
    status: 202,
  }),
  call('POST /api/password_resets/confirm', 'visitor', budget(7, 15, 19, 18), {
    before: noteLink('student@demo.test'),
    body: (notes) => ({ token: notes.get('link'), password: NEW_PASSWORD }),
  }),
  call('POST /password_reset', 'visitor', budget(4, 5, 7, 12), { form: { email: 'legacy@demo.test' }, status: 303 }),
  call('POST /api/password_resets/confirm', 'visitor', budget(9, 40, 35, 20), {
    of: 'first verification',
    before: async (scene) => {
      noteLink('legacy@demo.test')(scene)
      await scene.db.prepare("update users set email_verified_at = null where email = 'legacy@demo.test'").run()
    },
    body: (notes) => ({ token: notes.get('link'), password: NEW_PASSWORD }),
  }),
  call('GET /api/oidc/start', 'visitor', budget(2, 2, 2, 8), { status: 302 }),
  call('GET /api/oidc/prove', 'much', budget(3, 3, 10, 8), { status: 302 }),
  call('GET /api/oidc/callback', 'visitor', budget(1, 1, 2, 4), {
    to: '/api/oidc/callback?state=unknown&code=c',
    status: 302,
  }),
  call('GET /api/activation', 'much', budget(4, 4, 16, 6), { to: '/api/activation?c[]=sheetly&c[]=pixbin' }),
  call('GET /api/connections/callback/:module_name/:server?', 'much', budget(1, 1, 6), {
    to: '/api/connections/callback/pixbin?state=unknown&code=c',
    status: 302,
  }),
  call('GET /api/operator/services', 'usr_proplus', budget(2, 2, 10)),
  call('POST /api/operator/services', 'usr_proplus', budget(2, 12, 2000, 60), {
    body: { file: SERVICE_FILE },
    mayScan: 'SQLite asks whether a flow of the service is under way; an operator does it now and then',
  }),
  call('POST /api/operator/services/probe', 'usr_proplus', budget(1, 2, 10), {
    body: (notes) => ({ api_url: `${notes.get('far side')}/larder`, service_key: LARDER_SERVICE_KEY }),
  }),
  call('GET /api/connections', 'much', budget(1, 4, 7200)),
  call('POST /api/connections', 'usr_proplus', budget(5, 14, 42, 11), {
    body: { module_name: 'beacon', key: 'beacon_abcdefgh' },
    status: 201,
    after: (answer, notes) => notes.set('account', pick(/"id":"(con_\w+)"/, answer)),
  }),
  call('DELETE /api/connections/:id', 'usr_proplus', budget(5, 16, 32, 7), {
    to: (notes) => `/api/connections/${notes.get('account')}`,
    status: 204,
  }),
  call('GET /api/file_picker', 'much', budget(2, 3, 30), { status: 422 }),
  call('POST /api/file_picker', 'much', budget(2, 3, 30), { body: {}, status: 422 }),
  call('GET /stored_fields/options', 'much', budget(3, 3, 260), {
    before: async ({ db, notes }) => {
      const found = await db
        .prepare("select options_url from step_fields where options_url like '%sheetly%'")
        .first<string>('options_url')
      notes.set('options', found ?? '')
    },
    to: (notes) => `/stored_fields/options?resolve_url=${encodeURIComponent(notes.get('options'))}`,
    status: 409,
  }),
]
