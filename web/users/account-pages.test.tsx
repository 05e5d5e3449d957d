import { expect, test } from 'vitest'
import type { EmailVerification } from '../../worker/contract/accounts/email-verification.ts'
import type { RefusedForm } from '../../worker/contract/accounts/form-pages.ts'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Session } from '../site/session/session.ts'
import { ResetAsked } from './password-reset/ask-reset.tsx'
import { Page as JoinPage } from './sign-in/join-page.tsx'
import { Page as LoginPage } from './sign-in/login-page.tsx'
import { ResetLinkGone } from './password-reset/new-password.tsx'
import { Page as PasswordResetPage } from './password-reset/password-reset-page.tsx'
import { outcomeOf } from './verify-email/resend-button.tsx'
import { htmlOf, inputIn, me } from '../testing/page.fixture.tsx'
import { Page as VerifyEmailPage } from './verify-email/verify-email-page.tsx'

const visitor = fulfilled<Session<null>>({ kind: 'visitor' })
const frame = { session: visitor, address: { path: '/', query: {} } }
const asking = { asked: false, refused: null }
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

test('/login marks Email and Password for password managers', () => {
  const html = htmlOf(<LoginPage {...frame} data={{ return_to: '/my_applets', refused: null }} />)
  expect(html).toContain('<label for="email">Email</label>')
  expect(html).toContain('<label for="password">Password</label>')
  expect(inputIn(html, 'email')).toMatch(/autoComplete="username[" ]/)
  expect(inputIn(html, 'password')).toContain('type="password"')
  expect(inputIn(html, 'password')).toContain('autoComplete="current-password"')
  expect(html).toMatch(/<button type="submit"[^>]*>Sign in<\/button>/)
  expect(html).toContain('<a href="/password_reset">Forgot your password?</a>')
})

test('/login and /join link to each other and keep return_to', () => {
  const data = { return_to: '/applets/star-to-sheet?a=1', refused: null }
  const query = '?return_to=%2Fapplets%2Fstar-to-sheet%3Fa%3D1'
  expect(htmlOf(<LoginPage {...frame} data={data} />)).toContain(`href="/join${query}"`)
  expect(htmlOf(<JoinPage {...frame} data={data} />)).toContain(`href="/login${query}"`)
  expect(htmlOf(<JoinPage {...frame} data={{ return_to: '/my_applets', refused: null }} />)).toContain('href="/login"')
})

test('/join asks for Email, Password and User name with a password hint', () => {
  const html = htmlOf(<JoinPage {...frame} data={{ return_to: '/my_applets', refused: null }} />)
  const labels = [...html.matchAll(/<label[^>]*>([^<]+)</g)].map((match) => match[1])
  expect(labels).toEqual(['Email', 'Password', 'User name'])
  expect(inputIn(html, 'password')).toContain('autoComplete="new-password"')
  expect(inputIn(html, 'password')).toContain('aria-describedby="password-hint"')
  expect(html).toContain('<p class="hint" id="password-hint">At least 15 characters.')
  expect(html).toMatch(/<button type="submit"[^>]*>Join<\/button>/)
})

test('shows the password on request and allows pasting', () => {
  const html = htmlOf(<LoginPage {...frame} data={{ return_to: '/', refused: null }} />)
  expect(html).toMatch(/<button type="button"[^>]*aria-label="Show password"/)
  expect(html).not.toMatch(/onpaste/i)
})

test('forms never put a password into an address', () => {
  for (const html of [
    htmlOf(<LoginPage {...frame} data={{ return_to: '/', refused: null }} />),
    htmlOf(<JoinPage {...frame} data={{ return_to: '/', refused: null }} />),
    htmlOf(<PasswordResetPage {...frame} data={{ token: 'abc', ...asking }} />),
  ]) {
    expect(html).toMatch(/<form[^>]* action="\/(?:login|join|password_reset)\?[^>]* method="post"/)
  }
})

const refused: RefusedForm = {
  values: { email: 'ada@example.com', login: 'ada' },
  code: 'email_taken',
  message: 'An account with this email already exists. Sign in instead?',
  errors: [{ attribute: 'email', message: 'An account with this email already exists. Sign in instead?' }],
  retry_after: null,
}

test('a form refused without script keeps its fields but the password', () => {
  const html = htmlOf(<JoinPage {...frame} data={{ return_to: '/', refused }} />)
  expect(inputIn(html, 'email')).toMatch(/aria-invalid="true".* value="ada@example.com"/)
  expect(html).toContain('<p class="error" id="email-error">An account with this email already exists.')
  expect(inputIn(html, 'login')).toContain('value="ada"')
  expect(inputIn(html, 'password')).not.toContain('value=')
  expect(html).not.toContain('role="alert"')
})

test('a form refused without script says how long to wait', () => {
  const late = { ...refused, errors: [], message: 'Too many tries.', retry_after: 90 }
  const html = htmlOf(<LoginPage {...frame} data={{ return_to: '/', refused: late }} />)
  expect(textOf(html)).toContain('Too many tries. Please try again in 2 minutes.')
})

test('asking for a reset without script leads to the same words', () => {
  const html = htmlOf(<PasswordResetPage {...frame} data={{ token: null, asked: true, refused: null }} />)
  expect(textOf(html)).toContain('If your address has an account')
  const gone = { ...refused, code: 'invalid_link' as const, errors: [] }
  expect(htmlOf(<PasswordResetPage {...frame} data={{ token: 'abc', asked: false, refused: gone }} />)).toContain(
    'This link no longer works',
  )
})

test("the forms of a user carry their session's token", () => {
  const user = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
  for (const token of [null, 'abc']) {
    const html = htmlOf(<PasswordResetPage {...frame} session={user} data={{ token, ...asking }} />)
    expect(html).toContain('<input type="hidden" name="csrf_token" value="tok_1"/>')
    expect(htmlOf(<PasswordResetPage {...frame} data={{ token, ...asking }} />)).not.toContain('csrf_token')
  }
})

test('asks for an address, or a new password given a token', () => {
  expect(inputIn(htmlOf(<PasswordResetPage {...frame} data={{ token: null, ...asking }} />), 'email')).not.toBe('')
  const html = htmlOf(<PasswordResetPage {...frame} data={{ token: 'abc', ...asking }} />)
  expect(inputIn(html, 'password')).toContain('autoComplete="new-password"')
  expect(inputIn(html, 'email')).toBe('')
})

test('reset answers never reveal whether an account exists', () => {
  expect(textOf(htmlOf(<ResetAsked email="ada@example.com" />))).toContain('If ada@example.com has an account')
})

test('a dead reset link leads to a new one', () => {
  expect(htmlOf(<ResetLinkGone />)).toContain('href="/password_reset"')
})

const verify = (link: EmailVerification | null, session: Session<null>) =>
  htmlOf(<VerifyEmailPage {...frame} session={fulfilled(session)} data={{ token: 'abc', link }} />)

test('a session of the account confirms its address with one press', () => {
  const html = verify({ email: 'ada@example.com', own: true }, { kind: 'user', me: me(), viewer: null })
  expect(html).toContain('Is ada@example.com the address of your account?')
  expect(html).toContain('Confirm email address')
  expect(inputIn(html, 'password')).toBe('')
})

test('anyone else confirms an address with the password of its account', () => {
  for (const session of [{ kind: 'visitor' }, { kind: 'user', me: me(), viewer: null }] as const) {
    const html = verify({ email: 'ada@example.com', own: false }, session)
    expect(html).toContain('Enter the password of the account with ada@example.com.')
    expect(inputIn(html, 'password')).toContain('autoComplete="current-password"')
    expect(html).toContain('href="/login?return_to=%2Fverify_email%3Ftoken%3Dabc"')
  }
})

test('an invalid link offers another link, or signing in to visitors', () => {
  const unverified = me({ email_verified: false })
  expect(verify(null, { kind: 'user', me: unverified, viewer: null })).toContain('Send the link again')
  const html = verify(null, { kind: 'visitor' })
  expect(html).toContain('<h1>This link is no longer valid</h1>')
  expect(html).not.toContain('Send the link again')
  expect(html).toContain('href="/login?return_to=%2Fsettings"')
})

test('a used link shows no error for a verified address', () => {
  const html = verify(null, { kind: 'user', me: me(), viewer: null })
  expect(html).toContain('<h1>Your email is verified</h1>')
  expect(html).not.toContain('Send the link again')
})

test('shows the outcome of asking for the link again', () => {
  expect(outcomeOf({ kind: 'sent' }, 'ada@example.com')).toContain('ada@example.com')
  expect(outcomeOf({ kind: 'refused', message: 'Too many tries.' }, 'ada@example.com')).toBe('Too many tries.')
  expect(outcomeOf({ kind: 'sending' }, 'ada@example.com')).toBe('')
})
