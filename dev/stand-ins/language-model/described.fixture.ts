import { onTestFinished } from 'vitest'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { fillCatalog } from '../../../worker/ai/whole-catalog.fixture.ts'
import { makeCtx } from '../../../worker/app/context/make-ctx.ts'
import { settingsOf, type Env, type Settings } from '../../../worker/system/context/env.ts'
import { connect } from '../../../worker/system/d1/client.ts'
import { aUser, signIn } from '../../../worker/testing/rows.ts'
import { sha256 } from '../../../worker/system/secrets/hashes.ts'
import { startLanguageModel, STAND_IN_KEY } from './start-language-model.ts'

/** A user of a site whose operator has set a language model: the stand-in. */
export async function aDescriber(given: Partial<Record<keyof Settings, string>> = {}) {
  const model = await startLanguageModel(0)
  onTestFinished(() => model.close())
  const settings = {
    ...LOCAL_SETTINGS,
    SITE_ORIGIN: 'http://localhost:8788',
    SCRYPT_N: '2',
    TRUSTED_ORIGINS: model.origin,
    AI_PROVIDER: 'openai',
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'local',
    AI_API_KEY: STAND_IN_KEY,
    ...given,
  }
  const DB = sqliteD1()
  const db = connect(DB)
  await fillCatalog(db)
  const user = await aUser(db, { email: 'zq7@example.test', login: 'zq7-ada', timezone: 'Europe/Berlin' })
  // Only what describing a draft touches.
  const env = {
    ...settings,
    DB,
    RUNNER: {},
    SOURCE: {},
    HOST: {},
    QUEUE: {},
    CACHE: { get: async () => null },
  } as unknown as Env
  const as = async (who: { id: string }) => {
    const { token } = await signIn(db, who, Date.now())
    const caller = { sessionHash: await sha256(token), userMark: null, userAgent: null, ip: '192.0.2.77' }
    return makeCtx(env, settingsOf(env), caller, () => {})
  }
  return { model, ctx: await as(user), as, db, user }
}
