import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { RecoveryCodes, SecondStepInput } from '../../../contract/accounts/second-factor.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { sha256 } from '../../../system/secrets/hashes.ts'
import { readActorRows } from '../../../db/sessions/actor-query.ts'
import { toActor } from '../../session/actor.ts'
import { aUser } from '../../../testing/rows.ts'
import { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { testCtx, type TestCtx } from '../../../testing/test-ctx.ts'
import { confirmPasswordReset } from '../confirm-password-reset.ts'
import { getMe } from '../get-me.ts'
import { addOptions, addPasskey } from '../passkeys/add-passkey.ts'
import { requestOptions } from '../passkeys/challenges.ts'
import { signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts'
import { hashPassword } from '../password-hash.ts'
import { requestPasswordReset } from '../request-password-reset.ts'
import { needsSecondStep, type SignedIn } from '../sign-in-by-first-factor.ts'
import { signIn } from '../sign-in.ts'
import { beginRecovery } from './begin-recovery.ts'
import { completeSecondStep } from './complete-second-step.ts'
import { secondStepOptions } from './read-second-step.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { turnOnSecondFactor } from './turn-on.ts'

export const EMAIL = 'ada@example.test'
export const PASSWORD = 'correct horse battery'
const HASH = await hashPassword(PASSWORD, 2)
/** The value of the cookie that ties challenges to a browser. */
const COOKIE = 'browser'

/** One browser of a person: its session, and the sign-in that is half done in it. */
export class TestBrowser {
  /** SHA-256 of its session's token, or null. */
  session: string | null = null
  pending: string | null = null
  readonly base: TestCtx
  readonly device: SoftwareAuthenticator

  constructor(base: TestCtx, device: SoftwareAuthenticator) {
    this.base = base
    this.device = device
  }

  get ctx(): TestCtx {
    const as = { ...this.base, sessionHash: this.session }
    return { ...as, user: () => userOf(as) }
  }

  async keep<Kept extends SignedIn>(signedIn: Kept): Promise<Kept> {
    if (needsSecondStep(signedIn)) this.pending = signedIn.second_step
    else if ('token' in signedIn) this.session = await sha256(signedIn.token)
    return signedIn
  }

  async withPassword(password = PASSWORD): Promise<SignedIn> {
    return this.keep(await signIn(this.ctx, { email: EMAIL, password }))
  }

  async withPasskey(): Promise<SignedIn> {
    const options = await requestOptions(this.ctx, { purpose: 'sign_in', browser: COOKIE, user_id: null })
    return this.keep(await signInWithPasskey(this.ctx, { passkey: this.device.get(options), browser: COOKIE }))
  }

  async withReset(password: string): Promise<SignedIn> {
    return this.keep(await confirmPasswordReset(this.ctx, { token: await this.resetToken(), password }))
  }

  async resetToken(): Promise<string> {
    await requestPasswordReset(this.ctx, { email: EMAIL })
    return lastToken(this.base, '/password_reset')
  }

  /** The second step by a code, or by the passkey of this device. */
  async finish(code?: string): Promise<SignedIn> {
    return this.keep(await this.secondStep(code === undefined ? await this.signed() : { code }))
  }

  secondStep(input: SecondStepInput, token = this.pending) {
    return completeSecondStep(this.ctx, input, { token, browser: COOKIE, timezone: undefined })
  }

  async signed(): Promise<SecondStepInput> {
    return { passkey: this.device.get(await secondStepOptions(this.ctx, this.pending, COOKIE)) }
  }

  recover() {
    return beginRecovery(this.ctx, this.pending)
  }

  async addPasskey(): Promise<void> {
    const passkey = this.device.create(await addOptions(this.ctx, COOKIE))
    await addPasskey(this.ctx, passkey, COOKIE)
  }

  /** New codes, and with them the second factor. */
  async turnOn(): Promise<RecoveryCodes> {
    const codes = await replaceRecoveryCodes(this.ctx)
    await turnOnSecondFactor(this.ctx, { codes: codes.id })
    return codes
  }

  async isSignedIn(): Promise<boolean> {
    return (await getMe(this.ctx)) !== null
  }
}

async function userOf(ctx: Pick<TestCtx, 'db' | 'sessionHash' | 'now'>) {
  return ctx.sessionHash ? toActor(await readActorRows(ctx.db, ctx.sessionHash, ctx.now()), ctx.now()) : null
}

/** Somebody with a password, a passkey and a browser where they are signed in. */
export async function aPerson(given: Partial<typeof users.$inferInsert> = {}) {
  const base = await testCtx()
  const user = await aUser(base.db, { email: EMAIL, password_hash: HASH, email_verified_at: 1, ...given })
  const device = new SoftwareAuthenticator()
  const browser = () => new TestBrowser(base, device)
  const first = browser()
  first.session = (await base.as(user)).sessionHash
  await first.addPasskey()
  return { base, db: base.db, user, device, browser, first }
}
export type Person = Awaited<ReturnType<typeof aPerson>>

/** The same, for whom signing in takes two steps. */
export async function aCarefulPerson(given: Partial<typeof users.$inferInsert> = {}) {
  const person = await aPerson(given)
  const { codes } = await person.first.turnOn()
  await person.base.settled()
  person.base.jobs.length = 0
  return { ...person, codes }
}

/** The token of the newest link to this page in the mails. */
export async function lastToken(base: TestCtx, page: string): Promise<string> {
  await base.settled()
  const texts = base.mails().map(({ text }) => text.split(`${page}?token=`)[1])
  const [token = ''] = (texts.findLast((text) => text !== undefined) ?? '').split('\n')
  return token
}

export async function liveSessions({ db, user }: Person): Promise<number> {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id))
  return rows.filter(({ revoked_at }) => revoked_at === null).length
}

export async function isOn({ db, user }: Person): Promise<boolean> {
  const [row] = await db.select({ since: users.second_factor_at }).from(users).where(eq(users.id, user.id))
  return row?.since != null
}

export async function passkeyIds({ db }: Person): Promise<string[]> {
  return (await db.select({ id: passkeys.id }).from(passkeys)).map(({ id }) => id)
}

/** Nothing shows the session until the second step: only the cookie of that step is set. */
export function expectSecondStep(signedIn: SignedIn): void {
  expect(Object.keys(signedIn)).toEqual(['second_step'])
}
